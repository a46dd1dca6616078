// SPDX-License-Identifier: MIT
import {checkOptions, type Status, whole} from './errors.js';
import {filterBytes, maybeFilter} from './filters.js';
import {checkEpoch, Resource, type Arguments, type Heap, type Numbers} from './heap.js';
import {flag, struct, u32} from './layout.js';
import {countIn, type Kind, type Module} from './module.js';
import {releaseWith, Results} from './results.js';
import {Rows} from './rows.js';
import {boxOf, rayOf, type BoxQuery, type RayQuery, type Vector} from './shapes.js';
import {stats, statusCode, type Filter, type QueryStats, type Scalar, type Structs} from './structs.js';

const kOptions = new Set(['dimension', 'scalar', 'period']);

export interface BoxIndexOptions {
  dimension: 2 | 3;
  /** `'float'` by default. */
  scalar?: Scalar;
  /** The length of each periodic axis, 0 for others. */
  period?: Vector;
}

/** The first box on a ray, by its index, at origin + t * direction. */
export interface BoxHit {
  status: Status;
  hit: boolean;
  index: number;
  t: number;
  stats: QueryStats;
}

/** A box by its index, and its squared distance. */
export interface NearBox {
  index: number;
  distanceSquared: number;
}

/** A box on a ray, by its index. */
export interface BoxOnRay {
  index: number;
  t: number;
}

export const boxStructs = ({real}: Structs) => ({
  hit: struct<BoxHit>({status: statusCode, hit: flag, index: u32, t: real, stats}),
  near: struct<NearBox>({index: u32, distanceSquared: real}),
  onRay: struct<BoxOnRay>({index: u32, t: real}),
});

/**
 * Results of many queries: indices of boxes. Query i has elements first[i] to first[i + 1] - 1.
 * Views are made at each call, since memory may have grown.
 */
export class IndexGroups {
  private readonly epoch: number;

  /** @internal */
  constructor(
    private readonly heap: Heap, private readonly begins: number, private readonly address: number,
    private readonly found: number,
    /** The number of queries. */
    readonly length: number,
    private readonly owner: Resource,
  ) {
    this.epoch = owner.epoch;
  }

  /** The start of the results of each query. */
  get first(): Uint32Array {
    checkEpoch(this.owner, this.epoch);
    return this.heap.array(Uint32Array, this.begins, this.length + 1);
  }
  get indices(): Uint32Array {
    checkEpoch(this.owner, this.epoch);
    return this.heap.array(Uint32Array, this.address, this.found);
  }
  /** Returns the indices for query i, ascending. */
  of(i: number): Uint32Array {
    const {first} = this;
    return this.indices.subarray(first[i], first[i + 1]);
  }
}

/**
 * A static index of boxes, built at once; each box is identified by its index in the input. For
 * boxes that come and go use `Masu.world()` with `'boxes'`. Made by `Masu.boxIndex()`.
 */
export class BoxIndex extends Resource {
  private readonly kind: Kind;
  private readonly structs: ReturnType<typeof boxStructs>;
  private readonly results: Results;

  /** @internal */
  constructor(private readonly module: Module, options: BoxIndexOptions) {
    checkOptions('masu.boxIndex', options, kOptions);
    const kind = module.kind(options.dimension, options.scalar);
    const address = create(module, kind, options.period);
    const results = new Results(module);
    super(address, 'box index', releaseWith(module, 'broad_phase_destroy', results));
    this.kind = kind;
    this.structs = boxStructs(kind.structs);
    this.results = results;
  }

  /**
   * Replaces the boxes: minimum corner, maximum corner of each, consecutively, which are copied.
   * `filters`: a category and a mask for each. O(n log n).
   */
  build(boxes: Numbers, filters?: BigUint64Array): void {
    const count = this.boxesIn('boxIndex.build', boxes);
    this.module.heap.call('boxIndex.build', (args) => {
      const [at, words] =
        args.arrays([this.kind.reals, boxes], [Uint8Array, filterBytes(filters, count)]);
      this.run('build', at, count, filters === undefined ? 0 : words);
    });
  }
  /** Moves the boxes: O(n). Queries become slower the farther the boxes move. */
  refit(boxes: Numbers): void {
    const count = this.boxesIn('boxIndex.refit', boxes);
    this.module.heap.call('boxIndex.refit', (args) =>
      this.run('refit', args.numbers(this.kind.reals, boxes), count));
  }
  /** The number of boxes. */
  get size(): number {
    return this.module.call('broad_phase_size', this.pointer) >>> 0;
  }

  /** Returns the indices of boxes that overlap a box, in no order. Touching boxes overlap. */
  overlapping(box: BoxQuery, filter?: Partial<Filter>): Uint32Array {
    return this.module.gatherWords('boxIndex.overlapping', 'index', (args, visit, into) =>
      this.run('overlapping', this.box(args, box), maybeFilter(args, filter), visit, into));
  }
  /** Returns the indices of boxes no farther from a box than `radius`. */
  within(box: BoxQuery, radius: number, filter?: Partial<Filter>): Uint32Array {
    return this.module.gatherWords('boxIndex.within', 'index', (args, visit, into) =>
      this.run('within', this.box(args, box), radius, maybeFilter(args, filter), visit, into));
  }
  /** Returns the boxes nearest to a box, at most k, by distance. */
  nearest(box: BoxQuery, k: number, filter?: Partial<Filter>): NearBox[] {
    const {near} = this.structs;
    // At most the number of boxes, so that no memory is requested for more.
    const most = k === Infinity ? this.size :
      Math.min(this.size, whole('nearest', k, Number.MAX_SAFE_INTEGER));
    return this.module.heap.call('boxIndex.nearest', (args) => {
      const found = args.space({size: most * near.size});
      const count = args.space(u32);
      this.run('nearest', this.box(args, box), maybeFilter(args, filter), found, most, count);
      return new Rows(this.module.heap, near, found, u32.read(this.module.heap.view, count)).toArray();
    });
  }
  /** Returns the first box on a ray. */
  rayCast(ray: RayQuery, filter?: Partial<Filter>): BoxHit | undefined {
    return this.module.heap.call('boxIndex.rayCast', (args) => {
      const at = args.space(this.structs.hit);
      this.run('ray_cast', this.ray(args, ray), maybeFilter(args, filter), at);
      const found = this.structs.hit.read(this.module.heap.view, at);
      return found.hit ? found : undefined;
    });
  }
  /** Returns all boxes on a ray, in no order. */
  onRay(ray: RayQuery, filter?: Partial<Filter>): BoxOnRay[] {
    const visitor = `on_ray_${this.kind.suffix}`;
    return this.module.gather('boxIndex.onRay', this.structs.onRay, visitor, (args, visit, into) =>
      this.run('on_ray', this.ray(args, ray), maybeFilter(args, filter), visit, into));
  }

  /**
   * Returns for each of several consecutive boxes the indices of those that overlap it: views,
   * valid until the next batch.
   */
  overlappingMany(boxes: Numbers, filter?: Partial<Filter>): IndexGroups {
    const {heap} = this.module;
    const count = this.boxesIn('boxIndex.overlappingMany', boxes);
    return heap.call('boxIndex.overlappingMany', (args) => {
      this.run('overlapping_many', args.numbers(this.kind.reals, boxes), count,
        maybeFilter(args, filter), 0, this.results.replaced);
      const first = args.space(u32);
      const found = args.space(u32);
      const indices =
        this.module.call('results_indices', this.results.pointer, first, found) as number;
      return new IndexGroups(heap, u32.read(heap.view, first), indices >>> 0,
        u32.read(heap.view, found), count, this.results);
    });
  }
  /**
   * Returns a result for each of several consecutive rays (origin, direction, maxT), valid until
   * the next batch.
   */
  rayCastMany(rays: Numbers, filter?: Partial<Filter>): Rows<BoxHit> {
    const count = countIn('boxIndex.rayCastMany', rays, this.kind.structs.ray, this.kind);
    return this.module.heap.call('boxIndex.rayCastMany', (args) => {
      const at = args.numbers(this.kind.reals, rays);
      const hits = this.results.space(count * this.structs.hit.size);
      this.run('ray_cast_many', at, count, maybeFilter(args, filter), 0, hits);
      return new Rows(this.module.heap, this.structs.hit, hits, count, this.results);
    });
  }

  private boxesIn(call: string, boxes: Numbers): number {
    return countIn(call, boxes, this.kind.structs.box, this.kind);
  }
  private run(name: string, ...values: number[]): void {
    this.module.run(`broad_phase_${name}_${this.kind.suffix}`, this.pointer, ...values);
  }
  private box(args: Arguments, box: BoxQuery): number {
    return args.struct(this.kind.structs.box, boxOf(args.call, box, this.kind.dimension));
  }
  private ray(args: Arguments, ray: RayQuery): number {
    return args.struct(this.kind.structs.ray, rayOf(args.call, ray, this.kind.dimension));
  }
}

function create(module: Module, kind: Kind, period: Vector | undefined): number {
  return module.heap.call('masu.boxIndex', (args) => {
    const {dimension, structs, suffix} = kind;
    const made = args.space(u32);
    const lengths = Array.from({length: dimension}, (_, axis) => period?.[axis] ?? 0);
    const at = period === undefined ? 0 : args.struct(structs.vec, lengths);
    module.run(`broad_phase_create_${suffix}`, at, 0, made);
    return u32.read(module.heap.view, made);
  });
}
