// SPDX-License-Identifier: MIT
// Reads the numbers written by the C++ traces of web/steps/sort_tape.hpp.
import type {Steps} from '../../shell/steps';
import {orderOf, spansOf, type Span} from './planes';

/** In the order of Step, each with the number of values that follow it. */
const kinds = [
  ['phase', 1], ['compare', 3], ['select', 5], ['swap', 2], ['elements', 2], ['move', 2], ['cut', 5],
  ['bounds', 8], ['visit', 1], ['cells', 3], ['insert', 3], ['search', 1], ['read', 5], ['plane', 10],
  ['query', 3], ['key', 7], ['enter', 6], ['push', 1], ['pop', 1],
] as const;
export type Kind = (typeof kinds)[number][0];

export interface Step {
  readonly kind: Kind;
  readonly of: readonly number[];
}

export interface Counted {
  tests: number;
  nodes: number;
  comparisons: number;
  shifts: number;
  pairs: number;
}

/** A node of the BSP tree, parents first, the front before the back. */
export interface PlaneNode {
  readonly depth: number;
  /** Boxes with edges in it. */
  readonly boxes: readonly number[];
}

export interface GridCell {
  readonly box: readonly number[];
  readonly depth: number;
  readonly objects: readonly number[];
}

export interface Run {
  /** Counters of the same search without a trace. */
  readonly counted: Counted;
  readonly pairs: readonly (readonly [number, number])[];
  /** The final order of the objects, and the index of each in it. */
  readonly order: readonly number[];
  readonly rank: readonly number[];
  readonly steps: readonly Step[];
  /** The axis that sweep and prune sorts along; -1: another method. */
  readonly axis: number;
  readonly planes: readonly PlaneNode[];
  readonly spans: readonly Span[];
  readonly cells: readonly GridCell[];
  /** Of the linear tree. */
  readonly depth: number;
}

class Reader {
  private at = 0;
  constructor(private readonly numbers: Float64Array) {}
  get ended(): boolean { return this.at >= this.numbers.length; }
  next(): number { return this.numbers[this.at++]!; }
  take(count: number): number[] {
    this.at += count;
    return [...this.numbers.subarray(this.at - count, this.at)];
  }
  list<R>(count: number, read: () => R): R[] { return Array.from({length: count}, read); }
}

/** Runs a method on a seeded scene. */
export function runMethod(steps: Steps, method: number, id: string, scene: number, n: number, seed: number): Run {
  return readRun(steps.call('sorting', [method, scene, n, seed]), id);
}

/** Runs a method on boxes, four numbers each. */
export function runOnBoxes(steps: Steps, method: number, id: string, boxes: Float32Array): Run {
  return readRun(steps.call('sorting_boxes', [method, boxes.length / 4], boxes), id);
}

function readRun(numbers: Float64Array, id: string): Run {
  const tape = new Reader(numbers);
  const [tests, nodes, comparisons, shifts, found, objects] = tape.take(6) as [number, number, number, number, number, number];
  const pairs = tape.list(found, () => tape.take(2) as [number, number]);
  let order = tape.take(objects);
  const axis = id === 'sweep' ? tape.next() : -1;
  const planes = id === 'planes'
    ? tape.list(tape.next(), () => ({depth: tape.next(), boxes: tape.take(tape.next())})) : [];
  const cells = id === 'grid' ? tape.list(tape.next(), () => {
    const [x0, y0, x1, y1, depth, count] = tape.take(6) as [number, number, number, number, number, number];
    return {box: [x0, y0, x1, y1], depth, objects: tape.take(count)};
  }) : [];
  const depth = id === 'tree' ? tape.next() : 0;
  const all: Step[] = [];
  while (!tape.ended) {
    const [kind, count] = kinds[tape.next()]!;
    const of = tape.take(count);
    if (kind === 'cut') of.push(...tape.take(of[4]! - of[2]!));
    all.push({kind, of});
  }
  const spans = spansOf(planes, all);
  if (id === 'planes') order = orderOf(planes, spans);
  const rank: number[] = [];
  order.forEach((object, index) => { rank[object] = index; });
  const counted = {tests, nodes, comparisons, shifts, pairs: found};
  return {counted, pairs, order, rank, steps: all, axis, planes, spans, cells, depth};
}
