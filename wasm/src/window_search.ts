// SPDX-License-Identifier: MIT
// Searches of a box index that write no structure: numbers in, indices out.
import {checkOptions, MasuError, number, whole, wrongType} from './errors.js';
import type {Call, Kind, Module} from './module.js';
import {releaseWith, type Results} from './results.js';
import {list} from './structs.js';

/** Returns whether a box counts, by its index. It may search, too. */
export type AcceptIndex = (index: number) => boolean;

/** The arguments of `BoxIndex.search()`. */
export type SearchWindow<D> =
  [D] extends [2]
    ? [minX: number, minY: number, maxX: number, maxY: number, accept?: AcceptIndex]
    : [D] extends [3]
      ? [
        minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number,
        accept?: AcceptIndex,
      ]
      : (number | AcceptIndex)[];
/** The arguments of `BoxIndex.neighbors()`. */
export type SearchPoint<D> =
  [D] extends [2] ? [x: number, y: number, k: number, accept?: AcceptIndex | NeighborOptions]
    : [D] extends [3] ? [x: number, y: number, z: number, k: number, accept?: AcceptIndex | NeighborOptions]
      : (number | AcceptIndex | NeighborOptions)[];

/** Which boxes `BoxIndex.neighbors()` returns. */
export interface NeighborOptions {
  accept?: AcceptIndex;
  /** The greatest distance of a box. */
  maxDistance?: number;
}
const kOptions = new Set(['accept', 'maxDistance']);

const kMost = 0xffffffff;
// How many are searched first within a distance: there may be fewer.
const kFew = 16;

type Argument = number | AcceptIndex | NeighborOptions | undefined;

/** The searches of one index. */
export class WindowSearch {
  private readonly flat: boolean;
  private readonly search: Call;
  private readonly near: Call;
  private readonly overlappingOfMany: Call;
  private readonly nearMany: Call;

  /** `lists`: the address that makeLists() returned. */
  constructor(private readonly module: Module, kind: Kind<any>, private readonly lists: number) {
    this.flat = kind.dimension === 2;
    this.search = module.get(`js_search_${kind.suffix}`);
    this.near = module.get(`js_neighbors_${kind.suffix}`);
    this.overlappingOfMany = module.get(`js_overlapping_many_${kind.suffix}`);
    this.nearMany = module.get(`js_neighbors_many_${kind.suffix}`);
  }

  /** Windows: a to d in 2D, a to f in 3D, and then the predicate. */
  overlapping(
    index: number, a: Argument, b: Argument, c: Argument, d: Argument, e: Argument, f: Argument,
    g: Argument,
  ): Uint32Array {
    const {flat} = this;
    if (!(areNumbers(a, b, c, d) && (flat ? typeof e !== 'number' : areNumbers(e, f, 0, 0)))) {
      throw notNumbers('search', flat ? 4 : 6, [a, b, c, d, e, f]);
    }
    // In 2D the function takes no e and f.
    const count = this.search(index, this.lists, a, b, c, d, e, f);
    return this.accepted('search', count, flat ? e : g);
  }

  /** Points: a and b in 2D, a to c in 3D, then how many, and the predicate or options. */
  neighbors(
    index: {readonly pointer: number}, a: Argument, b: Argument, c: Argument, d: Argument, e: Argument,
  ): Uint32Array {
    const {flat} = this;
    if (!(areNumbers(a, b, c, 0) && (typeof d === 'number') === !flat)) {
      throw notNumbers('neighbors', flat ? 3 : 4, [a, b, c, d]);
    }
    const k = atMost('boxIndex.neighbors', (flat ? c : d) as number);
    const options = flat ? d : e;
    if (options !== undefined) return this.neighborsWith(index, a, b, c, k, options);
    return this.nearest(index, a, b, c, k, Infinity);
  }

  /** Returns the k nearest no farther than `reach`. In 2D c is not used. */
  private nearest(
    {pointer}: {readonly pointer: number}, a: Argument, b: Argument, c: Argument, k: number, reach: number,
  ): Uint32Array {
    const count = this.flat ? this.near(pointer, this.lists, a, b, k, reach)
      : this.near(pointer, this.lists, a, b, c, k, reach);
    return this.taken('neighbors', count);
  }

  /** Returns how many there are for all boxes; first[] and indices stand in the second list. */
  overlappingMany(index: number, boxes: number, count: number, filter: number): number {
    const found = this.overlappingOfMany(index, this.many, boxes, count, filter) as number;
    if (found < 0) this.module.check('broad_phase_overlapping_many', -found);
    return found;
  }
  /** Returns how many there are for all points; first[] and indices stand in the second list. */
  neighborsMany(index: number, points: number, count: number, k: number): number {
    const found = this.nearMany(index, this.many, points, count, k) as number;
    if (found < 0) this.module.check('broad_phase_neighbors_many', -found);
    return found;
  }
  /** The address of the second list. */
  get many(): number {
    return this.lists + list.size;
  }

  /** Asks for more until k are accepted, or all within the distance: the first ones stay the same. */
  private neighborsWith(
    index: {readonly pointer: number}, a: Argument, b: Argument, c: Argument, k: number, options: Argument,
  ): Uint32Array {
    const {accept, maxDistance = Infinity} = neighborOptions(options);
    const some: number[] = [];
    let asked = 0;
    let most = maxDistance === Infinity ? k : Math.min(k, kFew);
    for (; some.length < k; most = Math.min(2 * most, kMost)) {
      // The predicate may have freed the index: its pointer is asked for again.
      const found = this.nearest(index, a, b, c, most, maxDistance);
      for (; asked < found.length && some.length < k; ++asked) {
        if (accept === undefined || accept(found[asked]!)) some.push(found[asked]!);
      }
      if (found.length < most) break;
    }
    return Uint32Array.from(some);
  }

  private accepted(call: string, count: number, accept: Argument): Uint32Array {
    const found = this.taken(call, count);
    if (accept === undefined) return found;
    checkAccept(call, accept);
    return found.filter((index) => accept(index));
  }

  /** Returns what a search has found, as a copy. */
  private taken(call: string, count: number): Uint32Array {
    if (count < 0) this.module.check(`broad_phase_${call}`, -count);
    const {words} = this.module.heap;
    const at = words[this.lists >>> 2]! >>> 2;
    return words.slice(at, at + count);
  }
}

/** Returns k as a count; the module takes no memory for more than there are. */
export function atMost(call: string, k: number): number {
  return k === Infinity ? kMost : Math.min(kMost, whole(call, k, Number.MAX_SAFE_INTEGER));
}

/** Makes the lists of an index: that of a search, and that of a batch. */
export function makeLists(module: Module): number {
  const at = module.heap.allocate(2 * list.size);
  module.heap.array(Uint8Array, at, 2 * list.size).fill(0);
  return at;
}

/** Returns the function that frees an index with its lists; of its own as releaseWith(). */
export function releaseIndex(module: Module, results: Results, lists: number) {
  const release = releaseWith(module, 'broad_phase_destroy', results);
  return (address: number): void => {
    release(address);
    for (const at of [lists, lists + list.size]) module.call('js_list_free', at);
    module.heap.free(lists);
  };
}

function areNumbers(a: unknown, b: unknown, c: unknown, d: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' && typeof c === 'number' &&
    typeof d === 'number';
}

function checkAccept(call: string, accept: unknown): asserts accept is AcceptIndex {
  if (typeof accept !== 'function') throw wrongType(`boxIndex.${call}`, 'accept', accept);
}

/** Returns the options that stand behind k: a predicate, or an object. */
function neighborOptions(options: unknown): NeighborOptions {
  if (typeof options === 'function') return {accept: options as AcceptIndex};
  const call = 'boxIndex.neighbors';
  checkOptions(call, options as object, kOptions);
  const {accept, maxDistance} = options as NeighborOptions;
  if (accept !== undefined) checkAccept('neighbors', accept);
  if (maxDistance !== undefined && !(number(call, 'maxDistance', maxDistance) >= 0)) {
    throw new MasuError('out_of_range', call, `maxDistance is ${maxDistance}`);
  }
  return options as NeighborOptions;
}

/** Returns the error of a call that takes exactly `count` numbers and got `args`. */
function notNumbers(call: string, count: number, args: unknown[]): MasuError {
  const name = `boxIndex.${call}`;
  const at = args.findIndex((value, i) => i < count && typeof value !== 'number');
  if (at >= 0) return wrongType(name, `number ${at + 1} of ${count}`, args[at]);
  return new MasuError('size_mismatch', name, `more numbers than the ${count} of this dimension`);
}
