// SPDX-License-Identifier: MIT
// The table: a row for each method, a column for each size, with the time of a frame and its ratio
// to the best of masu.
import type {Result} from './messages';
import {colourOf} from './methods';
import {sizes} from './sizes';

const kNote = 'Boxes in, pairs out, nothing else: physics engines have nothing to solve here. Each library is used by its ' +
  'fastest method. The page compares the pairs in every frame. For pairs and windows of boxes alone there is masu/boxes, of ' +
  `${Math.round(sizes['masu/boxes']! / 1e3)} kB.`;

export class Table {
  private readonly table = document.createElement('table');
  private results: Result[] = [];

  constructor(
    parent: HTMLElement, private readonly sizes: readonly number[], private readonly names: readonly string[],
    private readonly title = 'ms per frame, × best of masu',
  ) {
    const around = document.createElement('div');
    around.className = 'results';
    const note = document.createElement('p');
    note.textContent = kNote;
    around.append(this.table, note);
    parent.append(around);
    this.draw();
  }

  show(results: readonly Result[]): void {
    this.results = [...results];
    this.draw();
  }

  private draw(): void {
    this.table.replaceChildren(this.head(), ...this.names.map((name) => this.row(name)));
  }

  private head(): HTMLElement {
    const row = document.createElement('tr');
    row.append(cell('th', this.title));
    row.append(cell('th', 'gzip', '', 'What the package adds to a bundle'));
    for (const n of this.sizes) row.append(cell('th', n.toLocaleString('en')));
    row.append(cell('th', 'pairs'));
    return row;
  }

  private row(name: string): HTMLElement {
    const row = document.createElement('tr');
    row.dataset.method = name;
    const title = cell('th', name);
    const mark = document.createElement('i');
    mark.style.background = `var(--${colourOf(name)})`;
    title.prepend(mark);
    row.append(title, cell('td', sizeOf(name), 'quiet'));
    const ofMethod = this.results.filter((result) => result.name === name);
    for (const n of this.sizes) row.append(this.time(ofMethod.find((result) => result.n === n), n));
    row.append(this.verdict(ofMethod));
    return row;
  }

  private time(result: Result | undefined, n: number): HTMLElement {
    const measured = this.results.some((other) => other.n === n);
    if (result === undefined) return cell('td', measured ? 'too slow' : '', 'quiet');
    if (result.failed !== undefined) return cell('td', 'failed', 'wrong', result.failed);
    const shown = cell('td', digits(result.ms));
    const best = bestOfOurs(this.results, n);
    const ratio = document.createElement('small');
    ratio.textContent = result.ms === best ? ' best' : ` ×${times(result.ms / best)}`;
    shown.append(ratio);
    if (result.least !== undefined) {
      const least = document.createElement('small');
      least.textContent = ` from ${digits(result.least)}`;
      least.title = `median of ${result.frames} runs; the fastest took ${digits(result.least)} ms`;
      shown.append(least);
    }
    shown.dataset.n = String(n);
    shown.dataset.pairs = String(result.pairs);
    shown.dataset.exact = String(result.exact);
    return shown;
  }

  private verdict(results: readonly Result[]): HTMLElement {
    const last = results.at(-1);
    if (last === undefined) return cell('td', '');
    const bad = results.find(({exact}) => !exact);
    if (bad === undefined) return cell('td', '✓ equal', 'right');
    if (bad.failed !== undefined) return cell('td', '✗ failed', 'wrong', bad.failed);
    return cell('td', '✗ other pairs', 'wrong', `${bad.pairs} pairs of ${bad.n} objects in the first frame`);
  }
}

/** For a frame with n objects, in milliseconds. */
export function bestOfOurs(results: readonly Result[], n: number): number {
  const times = results.filter((result) => result.n === n && result.name.startsWith('masu:'));
  return Math.min(...times.map(({ms}) => ms));
}

/** What the package of a method adds to a bundle: '57 kB'. */
function sizeOf(name: string): string {
  const bytes = sizes[name.split(':', 1)[0]!];
  if (bytes === undefined) return '–';
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function digits(ms: number): string {
  if (ms < 0.1) return ms.toFixed(3);
  return ms < 100 ? ms.toPrecision(3) : Math.round(ms).toLocaleString('en');
}

function times(ratio: number): string {
  if (!Number.isFinite(ratio)) return '–';
  return ratio < 10 ? ratio.toFixed(1) : Math.round(ratio).toLocaleString('en');
}

function cell(tag: 'th' | 'td', text: string, kind = '', title = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind !== '') made.className = kind;
  if (title !== '') made.title = title;
  return made;
}
