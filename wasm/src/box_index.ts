// SPDX-License-Identifier: MIT
import {checkOptions, number, whole, wrongType, type Status} from './errors.js';
import {filterBytes, maybeFilter} from './filters.js';
import {checkEpoch, Resource, type Arguments, type Heap, type Numbers} from './heap.js';
import {flag, struct, u32} from './layout.js';
import {countIn, type Kind, type Module} from './module.js';
import {orFree, releaseWith, Results} from './results.js';
import {Rows} from './rows.js';
import {
  boxOf, rayOf, vectorOf, type BoxQuery, type RayQuery, type Vector,
} from './shapes.js';
import {
  list, stats, statusCode, type Filter, type QueryStats, type Scalar, type Structs,
} from './structs.js';
import type {Dimension} from './vectors.js';
import {
  atMost, makeLists, releaseIndex, WindowSearch, type SearchPoint,
  type SearchWindow,
} from './window_search.js';

const kOptions = new Set(['dimension', 'scalar', 'period']);

export interface BoxIndexOptions<D extends Dimension = Dimension> {
  dimension: D;
  /** `'float'` by default. */
  scalar?: Scalar;
  /** The length of each periodic axis, 0 for others. */
  period?: Vector<D>;
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
    /** @internal What must not be dropped while they are in use. */
    readonly retained: object,
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
  /** Returns the indices for query i: ascending those of boxes that overlap, by distance the nearest. */
  of(i: number): Uint32Array {
    const {first} = this;
    whole('groups.of', i, this.length - 1);
    return this.indices.subarray(first[i], first[i + 1]);
  }
}

/**
 * A static index of boxes, built at once; each box is identified by its index in the input. For
 * boxes that come and go use `Masu.world()` with `'boxes'`. Made by `Masu.boxIndex()`.
 */
export class BoxIndex<D extends Dimension = Dimension> extends Resource {
  private readonly kind: Kind<D>;
  private readonly structs: ReturnType<typeof boxStructs>;
  private readonly results: Results;
  /** @internal */
  readonly windows: WindowSearch;

  /** @internal */
  constructor(private readonly module: Module, options: BoxIndexOptions<D>) {
    checkOptions('masu.boxIndex', options, kOptions);
    const kind = module.kind(options.dimension, options.scalar);
    const address = create(module, kind, options.period);
    const results = orFree(() => new Results(module), () => module.run('broad_phase_destroy', address));
    const lists = orFree(
      () => makeLists(module), () => releaseWith(module, 'broad_phase_destroy', results)(address));
    super(address, 'box index', releaseIndex(module, results, lists));
    this.kind = kind;
    this.structs = boxStructs(kind.structs);
    this.results = results;
    this.windows = new WindowSearch(module, kind, lists);
  }

  /**
   * Replaces the boxes: minimum corner, maximum corner of each, consecutively, which are copied.
   * `filters`: a category and a mask for each. If it throws, the index may be empty. O(n log n).
   */
  build(boxes: Numbers, filters?: BigUint64Array): void {
    const count = this.boxesIn('boxIndex.build', boxes);
    this.module.heap.call('boxIndex.build', (args) => {
      const [at, words] =
        args.arrays([this.kind.reals, boxes], [Uint8Array, filterBytes(args.call, filters, count)]);
      this.run('build', at, count, filters === undefined ? 0 : words);
    });
  }
  /**
   * Moves the boxes: O(n). Queries become slower the farther the boxes move. `'out_of_memory'`: the
   * index is empty then.
   */
  refit(boxes: Numbers): void {
    const count = this.boxesIn('boxIndex.refit', boxes);
    this.module.heap.call('boxIndex.refit', (args) =>
      this.run('refit', args.numbers(this.kind.reals, boxes), count));
  }
  /**
   * Returns the index as bytes, in a buffer of their own, which can go to other workers. O(n).
   * Not in `masu/boxes`.
   */
  save(): Uint8Array {
    return this.module.heap.call('boxIndex.save', (args) => {
      const at = args.space({size: 8});
      this.run('save', at, at + 4);
      const [bytes, size] = [at, at + 4].map((from) => u32.read(this.module.heap.view, from));
      return this.module.heap.array(Uint8Array, bytes!, size!).slice();
    });
  }
  /**
   * Replaces the boxes by those of a saved index of the same dimension and scalar, which may be
   * in shared memory. It has the period of that index, and refit() is refused until it is built again.
   * Not in `masu/boxes`.
   */
  restore(bytes: Uint8Array | ArrayBufferLike): void {
    const from = ArrayBuffer.isView(bytes) ? bytes : bytesOf(bytes);
    this.module.heap.call('boxIndex.restore', (args) =>
      this.run('restore', args.numbers(Uint8Array, from), from.length));
  }
  /** The number of boxes. */
  get size(): number {
    return this.module.call('broad_phase_size', this.pointer) >>> 0;
  }

  /**
   * Returns for each of several consecutive points the indices of the k nearest boxes, by distance:
   * views, valid until the next batch.
   */
  neighborsMany(points: Numbers, k: number): IndexGroups {
    const call = 'boxIndex.neighborsMany';
    const count = countIn(call, points, this.kind.structs.vec, this.kind);
    const most = atMost(call, k);
    return this.module.heap.call(call, (args) => {
      const at = args.numbers(this.kind.reals, points);
      return this.groups(count, () => this.windows.neighborsMany(this.pointer, at, count, most));
    });
  }

  /** Returns the indices of boxes that overlap a box, in no order. Touching boxes overlap. */
  overlapping(box: BoxQuery<D>, filter?: Partial<Filter>): Uint32Array {
    return this.module.gatherWords('boxIndex.overlapping', 'index', (args, visit, into) =>
      this.run('overlapping', this.box(args, box), maybeFilter(args, filter), visit, into));
  }
  /** Returns the indices of boxes no farther from a box than `radius`. */
  within(box: BoxQuery<D>, radius: number, filter?: Partial<Filter>): Uint32Array {
    number('boxIndex.within', 'radius', radius);
    return this.module.gatherWords('boxIndex.within', 'index', (args, visit, into) =>
      this.run('within', this.box(args, box), radius, maybeFilter(args, filter), visit, into));
  }
  /** Returns the boxes nearest to a box, at most k, by distance. */
  nearest(box: BoxQuery<D>, k: number, filter?: Partial<Filter>): NearBox[] {
    const {near} = this.structs;
    // So that no memory is requested for more.
    const most = Math.min(this.size, atMost('boxIndex.nearest', k));
    return this.module.heap.call('boxIndex.nearest', (args) => {
      const found = args.space({size: most * near.size});
      const count = args.space(u32);
      this.run('nearest', this.box(args, box), maybeFilter(args, filter), found, most, count);
      return new Rows(this.module.heap, near, found, u32.read(this.module.heap.view, count)).toArray();
    });
  }
  /** Returns the first box on a ray. */
  rayCast(ray: RayQuery<D>, filter?: Partial<Filter>): BoxHit | undefined {
    return this.module.heap.call('boxIndex.rayCast', (args) => {
      const at = args.space(this.structs.hit);
      this.run('ray_cast', this.ray(args, ray), maybeFilter(args, filter), at);
      const found = this.structs.hit.read(this.module.heap.view, at);
      return found.hit ? found : undefined;
    });
  }
  /** Returns all boxes on a ray, in no order. */
  onRay(ray: RayQuery<D>, filter?: Partial<Filter>): BoxOnRay[] {
    const visitor = `on_ray_${this.kind.suffix}`;
    return this.module.gather('boxIndex.onRay', this.structs.onRay, visitor, (args, visit, into) =>
      this.run('on_ray', this.ray(args, ray), maybeFilter(args, filter), visit, into));
  }

  /**
   * Returns for each of several consecutive boxes the indices of those that overlap it: views,
   * valid until the next batch.
   */
  overlappingMany(boxes: Numbers, filter?: Partial<Filter>): IndexGroups {
    const count = this.boxesIn('boxIndex.overlappingMany', boxes);
    return this.module.heap.call('boxIndex.overlappingMany', (args) => {
      const at = args.numbers(this.kind.reals, boxes);
      const words = maybeFilter(args, filter);
      return this.groups(count, () => this.windows.overlappingMany(this.pointer, at, count, words));
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
      return new Rows(this.module.heap, this.structs.hit, hits, count, this.results, this);
    });
  }

  /** Returns the results of a batch of so many queries, in the place of the last ones. */
  private groups(count: number, find: () => number): IndexGroups {
    const {heap} = this.module;
    void this.results.replaced;
    const found = find();
    const begins = list.read(heap.view, this.windows.many).data;
    return new IndexGroups(heap, begins, begins + 4 * (count + 1), found, count, this.results, this);
  }
  private boxesIn(call: string, boxes: Numbers): number {
    return countIn(call, boxes, this.kind.structs.box, this.kind);
  }
  private run(name: string, ...values: number[]): void {
    this.module.run(`broad_phase_${name}_${this.kind.suffix}`, this.pointer, ...values);
  }
  private box(args: Arguments, box: BoxQuery<D>): number {
    return args.struct(this.kind.structs.box, boxOf(args.call, box, this.kind.dimension));
  }
  private ray(args: Arguments, ray: RayQuery<D>): number {
    return args.struct(this.kind.structs.ray, rayOf(args.call, ray, this.kind.dimension));
  }
}

export interface BoxIndex<D extends Dimension> {
  /**
   * Returns the indices of boxes that overlap a window, in no order: `search(minX, minY, maxX,
   * maxY)`, in 3D `search(minX, minY, minZ, maxX, maxY, maxZ)`. Touching boxes overlap. A predicate
   * may follow. The fastest query: it makes no object except the result.
   */
  search(...window: SearchWindow<D>): Uint32Array;
  /**
   * Returns the indices of the k boxes nearest to a point, by distance and then index:
   * `neighbors(x, y, k)`, in 3D `neighbors(x, y, z, k)`. A predicate may follow, or an object with
   * `accept` and `maxDistance`.
   */
  neighbors(...point: SearchPoint<D>): Uint32Array;
}
// Here, as no class can declare such parameters and take them one by one.
BoxIndex.prototype.search = function (
  this: BoxIndex, a?: any, b?: any, c?: any, d?: any, e?: any, f?: any, g?: any,
) {
  return this.windows.overlapping(this.pointer, a, b, c, d, e, f, g);
};
BoxIndex.prototype.neighbors = function (this: BoxIndex, a?: any, b?: any, c?: any, d?: any, e?: any) {
  return this.windows.neighbors(this, a, b, c, d, e);
};

function bytesOf(buffer: ArrayBufferLike): Uint8Array {
  const shared = typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
  if (shared || buffer instanceof ArrayBuffer) return new Uint8Array(buffer);
  throw wrongType('boxIndex.restore', 'bytes', buffer);
}

function create<D extends Dimension>(module: Module, kind: Kind<D>, period: Vector<D> | undefined): number {
  return module.heap.call('masu.boxIndex', (args) => {
    const {dimension, structs, suffix} = kind;
    const made = args.space(u32);
    const at = period === undefined ? 0 :
      args.struct(structs.vec, vectorOf(args.call, 'period', period, dimension));
    module.run(`broad_phase_create_${suffix}`, at, 0, made);
    return u32.read(module.heap.view, made);
  });
}
