// SPDX-License-Identifier: MIT
// Describes the cell under the cursor and the colours in words.
import {isDense, mortonOf, pathOf, type Cell, type Tree} from './tree';

const kRows = [
  ['cell', 'Cell'], ['morton', 'Morton code'], ['path', 'Path'], ['index', 'Linear index'],
  ['holds', 'Contains'], ['candidates', 'Candidates'],
] as const;

const kLegend = [
  ['object', 'object'], ['cell', 'cell with objects'], ['candidate', 'candidate pair'],
  ['hit', 'overlap'], ['focus', 'under the cursor'],
] as const;

export class Panel {
  private readonly candidates: HTMLElement;
  private readonly values = new Map<string, HTMLElement>();
  private readonly title = document.createElement('h2');

  constructor(parent: HTMLElement) {
    const list = document.createElement('dl');
    for (const [name, label] of kRows) {
      const term = document.createElement('dt');
      term.textContent = label;
      const value = document.createElement('dd');
      value.dataset.name = name;
      list.append(term, value);
      this.values.set(name, value);
    }
    const legend = document.createElement('ul');
    legend.className = 'legend';
    for (const [name, label] of kLegend) {
      const entry = document.createElement('li');
      entry.dataset.colour = name;
      entry.textContent = label;
      legend.append(entry);
    }
    this.candidates = legend.querySelector<HTMLElement>('[data-colour=candidate]')!;
    const box = document.createElement('aside');
    box.append(this.title, list, legend);
    parent.append(box);
  }

  /** Shows the cell, and its object if it belongs to one. */
  show(cell: Cell | undefined, object: number | undefined, tree: Tree | undefined): void {
    this.title.textContent =
      cell === undefined ? 'Point at a cell or an object' : object === undefined ? 'This cell' : `Object ${object}`;
    const words = tree === undefined || !isDense(tree) ? 'candidate pair'
      : `${tree.candidates.toLocaleString('en')} candidate pairs, as a density; point at an object for its own`;
    if (this.candidates.textContent !== words) this.candidates.textContent = words;
    const full = tree?.cells.find(({index}) => index === cell?.index);
    const text = cell === undefined || tree === undefined ? {} : {
      cell: `level ${cell.level} of ${tree.depth}, number ${cell.code}`,
      morton: mortonOf(cell, tree.dimension) || '(empty)',
      path: pathOf(cell, tree.dimension),
      index: cell.index.toLocaleString('en'),
      holds: full === undefined ? 'no objects' : `${full.objects.length} of ${tree.cellOf.length} objects`,
      candidates: (full?.candidates ?? 0).toLocaleString('en'),
    };
    for (const [name, value] of this.values) {
      const shown = (text as Record<string, string>)[name] ?? '–';
      if (value.textContent !== shown) value.textContent = shown;
    }
  }
}
