// SPDX-License-Identifier: MIT
import {checkNumbers, checkOptions, MasuError, shown} from './errors.js';
import {filterBytes} from './filters.js';
import {Resource, type Numbers} from './heap.js';
import {u32} from './layout.js';
import {countIn, type Kind, type Module} from './module.js';
import {vectorOf, type Vector} from './shapes.js';
import {search, stats, type QueryStats, type Scalar} from './structs.js';

const kOptions = new Set(['dimension', 'scalar', 'method']);
const kSearchOptions = new Set(['filters', 'filtersB', 'period']);

/** Methods of finding pairs of boxes: each is a kind of sorting. */
export type FinderMethod =
  | 'all_pairs' | 'sweep_and_prune' | 'sorted_orthtree' | 'bvh' | 'uniform_grid' | 'kd_tree'
  | 'automatic';
const kMethods: {readonly [method in FinderMethod]: number} = {
  all_pairs: 0, sweep_and_prune: 1, sorted_orthtree: 2, bvh: 3, uniform_grid: 4, kd_tree: 5,
  automatic: 255,
};
/** All methods. */
export const finderMethods = Object.keys(kMethods) as FinderMethod[];

export interface FinderOptions {
  dimension: 2 | 3;
  /** `'float'` by default. */
  scalar?: Scalar;
  /** `'automatic'` by default: chosen by the boxes. */
  method?: FinderMethod;
}

export interface SearchOptions {
  /** A category and a mask for each box, consecutively. */
  filters?: BigUint64Array;
  /** The filters of the second set. */
  filtersB?: BigUint64Array;
  /** The length of each periodic axis, 0 for others. */
  period?: Vector;
}

/**
 * Finds pairs of overlapping boxes. Made by `Masu.finder()`; keeps its memory from search to
 * search.
 */
export class Finder extends Resource {
  readonly method: FinderMethod;
  private readonly kind: Kind;

  /** @internal */
  constructor(private readonly module: Module, options: FinderOptions) {
    checkOptions('masu.finder', options, kOptions);
    const method = options.method ?? 'automatic';
    const kind = module.kind(options.dimension, options.scalar);
    super(create(module, kind, method), 'finder',
      (address) => void module.call('js_finder_destroy', address), true);
    this.method = method;
    this.kind = kind;
  }

  /**
   * Finds pairs among consecutive boxes: minimum corner, maximum corner. Returns each unordered
   * pair of overlapping boxes once, a < b, consecutively: a view, valid until the next search.
   * Touching boxes overlap.
   */
  findPairs(boxes: Numbers, options: SearchOptions = {}): Uint32Array {
    return this.find('finder.findPairs', boxes, undefined, options);
  }

  /** Finds each overlapping pair of a box of the first set and one of the second. */
  findPairsBetween(boxes: Numbers, others: Numbers, options: SearchOptions = {}): Uint32Array {
    checkNumbers('finder.findPairsBetween', 'others', others);
    return this.find('finder.findPairsBetween', boxes, others, options);
  }

  /** Counters of the last search. */
  get stats(): QueryStats {
    const at = (this.module.call('js_finder_stats', this.pointer) as number) >>> 0;
    return stats.read(this.module.heap.view, at);
  }

  private find(
    call: string, boxes: Numbers, others: Numbers | undefined, options: SearchOptions,
  ): Uint32Array {
    checkOptions(call, options, kSearchOptions);
    const {heap} = this.module;
    const {filters, filtersB} = options;
    const period = options.period === undefined ? []
      : vectorOf(call, 'period', options.period, this.kind.dimension);
    return heap.call(call, (args) => {
      const {reals, structs} = this.kind;
      const countOf = (from: Numbers) => countIn(call, from, structs.box, this.kind);
      const count = countOf(boxes);
      const countB = others === undefined ? 0 : countOf(others);
      const [address, addressB, words, wordsB] = args.arrays(
        [reals, boxes], [reals, others ?? []], [Uint8Array, filterBytes(call, filters, count)],
        [Uint8Array, filterBytes(call, filtersB, countB)]);
      const input = args.struct(search, {
        boxes: address,
        count,
        boxesB: others === undefined ? 0 : addressB,
        countB,
        filters: filters === undefined ? 0 : words,
        filtersB: filtersB === undefined ? 0 : wordsB,
        period: [0, 1, 2].map((axis) => period[axis] ?? 0),
      });
      this.module.run('js_finder_find', this.pointer, input);
      const found = args.space(u32);
      const pairs = (this.module.call('js_finder_pairs', this.pointer, found) as number) >>> 0;
      return heap.array(Uint32Array, pairs, 2 * u32.read(heap.view, found));
    });
  }
}

function create(module: Module, {suffix}: Kind, method: FinderMethod): number {
  const code = finderMethods.includes(method) ? kMethods[method] : undefined;
  if (code === undefined) {
    throw new MasuError('out_of_range', 'finder', `unknown method ${shown(method)}`);
  }
  if (!module.has('world_size') && method !== 'automatic' && method !== 'bvh') {
    throw new MasuError('out_of_range', 'finder', `masu/boxes has no method '${method}': import masu`);
  }
  const made = module.call(`js_finder_create_${suffix}`, code) as number;
  if (made === 0) {
    throw new MasuError('out_of_memory', 'finder', 'the finder could not be allocated');
  }
  return made >>> 0;
}
