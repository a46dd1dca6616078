// SPDX-License-Identifier: MIT
// All methods and the libraries of npm on one scene, in the user's browser.
import './race.css';
import {numberIn, wordIn} from '../../shell/address';
import {Chart} from '../../shell/chart';
import {Controls} from '../../shell/controls';
import type {Host, Running} from '../../shell/page';
import {quietOutput} from '../../shell/quiet';
import {loadSteps} from '../../shell/steps';
import {Race, sizesTo, type Course} from './course';
import {csvOf} from './csv';
import type {Result} from './messages';
import {colourOf, fastestOf, methodsIn} from './methods';
import {searchTable} from './searches';
import {machines} from './stored';
import {Table} from './table';

const kScenes = ['uniform', 'clusters', 'pile', 'sizes', 'thin_huge'] as const;
const kShares = ['100', '10', '1'] as const;
const kMosts = ['10000', '1000', '3000', '30000', '100000'] as const;
const kDimensions = ['2', '3'] as const;

export async function start(host: Host): Promise<Running> {
  const {root, counters, state} = host;
  const steps = await loadSteps();
  const chosen = {
    scene: wordIn(state, 'scene', kScenes),
    share: wordIn(state, 'share', kShares),
    dimension: wordIn(state, 'dimension', kDimensions),
    most: wordIn(state, 'most', kMosts),
    seed: Math.round(numberIn(state, 'seed', 1, 0, 1e6)),
  };
  const controls = new Controls(root);
  const progress = document.createElement('progress');
  progress.setAttribute('aria-label', 'Progress of the race');
  const line = quietOutput();
  line.className = 'state';
  const below = document.createElement('div');
  below.className = 'arena';
  let race: Race | undefined;
  let results: Result[] = [];
  let chart: Chart | undefined;
  let table: Table | undefined;

  const choose = <K extends keyof typeof chosen>(key: K, value: (typeof chosen)[K]) => {
    chosen[key] = value;
    host.remember({[key]: value});
    finish();
    clear();
  };
  const go = controls.button('go', 'Start', () => (race === undefined ? begin() : finish('Stopped.')), ' ');
  controls.select('dimension', 'in', [['2', '2D'], ['3', '3D']], chosen.dimension,
    (value) => choose('dimension', value));
  controls.select('most', 'up to', [...kMosts].sort((a, b) => Number(a) - Number(b))
    .map((n) => [n, Number(n).toLocaleString('en')] as const), chosen.most, (value) => choose('most', value));
  const more = controls.more();
  more.select('scene', 'Scene', kScenes.map((name) => [name, name.replace('_', ' ')] as const),
    chosen.scene, (value) => choose('scene', value));
  more.select('share', 'moving', [['100', 'all'], ['10', '10 %'], ['1', '1 %']], chosen.share,
    (value) => choose('share', value));
  const copy = more.button('copy', 'Copy as CSV', () => void copyCsv(), 'c');
  const running = document.createElement('div');
  running.className = 'running';
  running.append(progress, line);
  root.append(running, below);
  clear();

  function course(): Course {
    return {
      scene: chosen.scene, dimension: Number(chosen.dimension) as 2 | 3,
      share: Number(chosen.share) / 100, seed: chosen.seed, most: Number(chosen.most),
    };
  }

  /** Clears the board for the chosen methods; stored: shows stored results, if there are any. */
  function clear(stored = true): void {
    const {dimension, most} = course();
    results = [];
    table = undefined;
    chart?.stop();
    below.replaceChildren();
    progress.value = 0;
    copy.disabled = true;
    if (stored) return showStored();
    chart = new Chart(below, {title: 'Frames per second', x: 'objects', y: 'frames per second'});
    table = new Table(below, sizesTo(most), methodsIn(dimension).map(({name}) => name));
    show();
  }

  /** Shows what a known machine has measured, until this browser has its own numbers. */
  function showStored(): void {
    const {scene, dimension, share} = course();
    const fitting = machines.map(({machine, rows}) => ({
      machine,
      rows: rows.filter((row) => row.scene === scene && row.dimension === dimension && row.share === 100 * share),
    })).filter(({rows}) => rows.length > 0);
    root.dataset.race = 'ready';
    root.dataset.stored = String(fitting.length);
    line.textContent = fitting.length > 0 ? 'Stored results; press Start for those of your browser.'
      : 'Press Start: every method gets the same boxes and must find the same pairs.';
    chart = new Chart(below, {
      title: fitting.length > 0 ? `Stored: ${fitting[0]!.machine}, Node.js. Frames per second` : 'Frames per second',
      x: 'objects', y: 'frames per second',
    });
    const tables = document.createElement('div');
    tables.className = 'tables';
    below.append(tables);
    for (const [k, {machine, rows}] of fitting.entries()) {
      const some = rows.map((row): Result => ({...row, frames: row.runs, tests: undefined, failed: undefined}));
      const names = [...new Set(rows.map(({name}) => name))];
      const sizes = [...new Set(rows.map(({n}) => n))].sort((a, b) => a - b);
      const known = new Table(tables, sizes, names, `${machine}: ms per frame, × best of masu`);
      known.show(some);
      if (k === 0) draw(some, fastestOf(some));
    }
    if (dimension === 2) tables.append(searchTable());
    if (fitting.length === 0) {
      table = new Table(tables, sizesTo(course().most), methodsIn(dimension).map(({name}) => name));
    }
    count();
  }

  function draw(some: readonly Result[], names: readonly string[]): void {
    chart!.show(names.map((name) => ({
      name, colour: colourOf(name),
      points: some.filter((result) => result.name === name && result.failed === undefined)
        .map(({n, ms}) => [n, 1000 / ms] as const),
    })).filter(({points}) => points.length > 0));
  }

  function begin(): void {
    clear(false);
    root.dataset.race = 'running';
    line.setAttribute('aria-live', 'off');
    go.textContent = 'Stop';
    line.textContent = 'Loading the libraries';
    race = new Race(steps, course(), {
      progress(part, text) {
        progress.value = part;
        line.textContent = text;
      },
      results(more) {
        results.push(...more);
        show();
      },
      ended: (failure) => {
        finish(failure ?? verdict());
        root.dataset.race = failure === undefined ? 'done' : 'failed';
        if (failure === undefined) progress.value = 1;
      },
    });
  }

  function finish(text?: string): void {
    race?.stop();
    race = undefined;
    go.textContent = 'Start';
    root.dataset.race = 'stopped';
    // Announced once, at the end; not the progress.
    line.setAttribute('aria-live', 'polite');
    if (text !== undefined) line.textContent = text;
  }

  function verdict(): string {
    const names = (some: Result[]) => [...new Set(some.map(({name}) => name))].join(', ');
    const failed = names(results.filter((result) => result.failed !== undefined));
    const wrong = names(results.filter((result) => result.failed === undefined && !result.exact));
    const pairs = wrong !== '' ? `These found other pairs than masu: ${wrong}.`
      : `${failed === '' ? 'All' : 'All others'} found the same pairs in every frame.`;
    return failed === '' ? pairs : `Could not run: ${failed}. ${pairs}`;
  }

  function show(): void {
    const {dimension} = course();
    copy.disabled = results.length === 0;
    table!.show(results);
    draw(results, methodsIn(dimension).map(({name}) => name));
    count();
  }

  function count(): void {
    const largest = Math.max(0, ...results.map(({n}) => n));
    const first = results.find(({n, name}) => n === largest && name === 'masu:finder');
    counters.set('objects', largest);
    counters.set('pairs', first?.pairs ?? 0);
    counters.set('tests', first?.tests ?? 0);
    const best = Math.min(...results.filter(({n, name}) => n === largest && name.startsWith('masu:')).map(({ms}) => ms));
    counters.set('us', Number.isFinite(best) ? Math.round(1000 * best) : 0, 'µs');
  }

  async function copyCsv(): Promise<void> {
    const text = csvOf(course(), results);
    root.dataset.csv = text;
    try {
      await navigator.clipboard.writeText(text);
      line.textContent = 'Copied to the clipboard.';
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      area.readOnly = true;
      line.textContent = 'This browser does not allow writing to the clipboard. Copy the text below.';
      below.append(area);
      area.select();
    }
  }

  return {
    stop() {
      race?.stop();
      chart?.stop();
    },
  };
}
