// SPDX-License-Identifier: MIT
// The linear tree of the boxes, as reported by C++ (steps/cells.cpp).
import type {Steps} from '../../shell/steps';

export interface Cell {
  level: number;
  /** Its index on its level, in Morton order. */
  code: number;
  /** Its index in the array of all cells of all levels. */
  index: number;
  min: number[];
  max: number[];
}

export interface FullCell extends Cell {
  objects: number[];
  /** Pairs of its objects among themselves and with those of its ancestors. */
  candidates: number;
}

export interface Tree {
  dimension: 2 | 3;
  depth: number;
  domain: number[];
  /** Number of candidate pairs. */
  candidates: number;
  /** Cells with objects, depth first, and the cell of each object. */
  cells: FullCell[];
  cellOf: FullCell[];
  /** Candidates to show: two indices each. */
  listed: number[];
}

/**
 * Builds the tree. domain: in the format of the boxes, empty for their bounds. focus: index of a
 * cell, or -1 for all.
 */
export function buildTree(
  steps: Steps, dimension: 2 | 3, boxes: Float32Array, domain: readonly number[], depth: number,
  focus: number, most: number,
): Tree {
  const count = boxes.length / (2 * dimension);
  const input = new Float64Array(boxes.length + 2 * dimension);
  input.set(boxes);
  input.set(domain, boxes.length);
  const numbers = steps.call('cells', [dimension, count, depth, focus, most], input);
  const [candidates = 0, , full = 0, listed = 0] = numbers;
  let offset = 4;
  const next = (length: number) => Array.from(numbers.subarray(offset, offset += length));
  const bounds = next(2 * dimension);
  const cells: FullCell[] = [];
  const cellOf = new Array<FullCell>(count);
  for (let i = 0; i < full; ++i) {
    const cell: FullCell = Object.assign(readCell(numbers, offset, dimension), {candidates: 0, objects: []});
    offset += 3 + 2 * dimension;
    cell.candidates = numbers[offset]!;
    const objects = numbers[offset + 1]!;
    offset += 2;
    for (let k = 0; k < objects; ++k) {
      cell.objects.push(numbers[offset]!);
      cellOf[numbers[offset++]!] = cell;
    }
    cells.push(cell);
  }
  return {dimension, depth, domain: bounds, candidates, cells, cellOf, listed: next(2 * listed)};
}

/** Whether the candidates are too many to list: then their density is shown. */
export function isDense(tree: Tree): boolean {
  return tree.listed.length === 0 && tree.candidates > 0;
}

/** Returns the cells that contain a point, from the root down. */
export function cellsContaining(steps: Steps, tree: Tree, point: readonly number[]): Cell[] {
  const {dimension, depth, domain} = tree;
  const numbers = steps.call('cell_path', [dimension, depth], [...domain, ...point]);
  const each = 3 + 2 * dimension;
  return Array.from({length: numbers.length / each}, (_, i) =>
    readCell(numbers, i * each, dimension));
}

/** Returns the cell with this index in the array. */
export function cellOfIndex(steps: Steps, tree: Tree, index: number): Cell {
  const numbers = steps.call('cell_of_index', [tree.dimension, index], tree.domain);
  return readCell(numbers, 0, tree.dimension);
}

/** Returns the children from the root to a cell: the digits of its code. */
export function pathOf({level, code}: Cell, dimension: 2 | 3): string {
  if (level === 0) return 'root';
  return [...code.toString(2 ** dimension).padStart(level, '0')].join('·');
}

/** Returns its code in bits, in groups for each level. */
export function mortonOf({level, code}: Cell, dimension: 2 | 3): string {
  const bits = level === 0 ? '' : code.toString(2).padStart(level * dimension, '0');
  return bits.replace(new RegExp(`.{${dimension}}(?=.)`, 'g'), '$& ');
}

export function holds(outer: Cell, inner: Cell, dimension: 2 | 3): boolean {
  const down = inner.level - outer.level;
  return down >= 0 && Math.floor(inner.code / 2 ** (dimension * down)) === outer.code;
}

/** Returns the listed candidates with the object. */
export function pairsOf(object: number, listed: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < listed.length; i += 2) {
    const [a, b] = [listed[i]!, listed[i + 1]!];
    if (a === object || b === object) found.push(a, b);
  }
  return found;
}

function readCell(numbers: Float64Array, offset: number, dimension: number): Cell {
  const corner = (from: number) => dimension === 2 ? [numbers[from]!, numbers[from + 1]!]
    : [numbers[from]!, numbers[from + 1]!, numbers[from + 2]!];
  return {
    level: numbers[offset]!, code: numbers[offset + 1]!, index: numbers[offset + 2]!,
    min: corner(offset + 3), max: corner(offset + 3 + dimension),
  };
}
