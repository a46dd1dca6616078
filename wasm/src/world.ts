// SPDX-License-Identifier: MIT
import {MasuError} from './errors.js';
import {Resource, type Arguments, type Heap, type Numbers} from './heap.js';
import {bits64, u32, type Layout, type Struct} from './layout.js';
import {indexOf, type Kind, type Module} from './module.js';
import {Results} from './results.js';
import {Rows} from './rows.js';
import {poseOf, rawShape, shapeOf, vectorOf, type Place, type Shape, type Vector} from './shapes.js';
import {
  endedPair, filter, handle, objectOptions, pair, twoObjects, updateResult, worldOptions,
  type Box, type CastHit, type Contact, type Corner, type EndedPair, type Filter, type Handle,
  type Near, type Nearest, type Neighbor, type Pair, type PairImpact, type Pose, type QueryStats,
  type RawObjectOptions, type Ray, type RayHit, type Scalar,
} from './structs.js';

/** What a pair is, and what it is asked for; each costs more than the one before. */
export type Detail = 'boxes' | 'touch' | 'points' | 'areas';
export const details: readonly Detail[] = ['boxes', 'touch', 'points', 'areas'];

/** Which method finds the pairs of a world. */
export type BroadPhase =
  | 'all_pairs' | 'sweep_and_prune' | 'sorted_orthtree' | 'bvh' | 'pair_tracker'
  | 'incremental_sweep';
const kBroadPhases: readonly BroadPhase[] = [
  'all_pairs', 'sweep_and_prune', 'sorted_orthtree', 'bvh', 'pair_tracker', 'incremental_sweep',
];
const kAutomatic = 255;
const kNoIndex = 0xffffffff;
const kNoLayer = 0xff;

export interface WorldOptions {
  /** The plane or space. */
  dimension: 2 | 3;
  /** `'float'` by default. */
  scalar?: Scalar;
  /** `'points'` by default. */
  detail?: Detail;
  /** Shapes as far apart as this touch too. */
  margin?: number;
  /** The length of each axis that wraps around, 0 of others. */
  period?: Vector;
  /** No pushes from inner edges of meshes and their like; by default. */
  seamFree?: boolean;
  /** Keep a tree for queries; by default. Without it each costs O(objects). */
  queries?: boolean;
  /** Worlds with other ones refuse each other's handles, but by chance. */
  handleSalt?: number;
}

/** What an object is beside its shape and place. */
export interface ObjectOptions {
  userData?: bigint | number;
  /** Meets all by default. */
  filter?: Partial<Filter>;
  /** 0 to 63; with one only the filter's mask counts. */
  layer?: number;
  /** Has pairs, but no contacts; what crosses it within a frame is told, too. */
  sensor?: boolean;
  /** When it first touches others on its way is told. */
  continuous?: boolean;
  /** Never meets what is fixed too. */
  fixed?: boolean;
}

/** What the world has of an object. */
export interface ObjectState {
  at: Pose;
  box: Box;
  shape: Omit<Shape, 'body'>;
  /** With the filter that counts. */
  options: RawObjectOptions;
  /** Of the world's bounds, at the last update. */
  outside: boolean;
}

/** What an update took. */
export interface UpdateResult {
  stats: QueryStats;
  pairsLookedAt: number;
}

/** A ray: `maxT` is 1 where it is left out, so that the direction is the way. */
export interface RayQuery {
  origin: Vector;
  direction: Vector;
  maxT?: number;
}

const kMeetsAll: Filter = {category: 1n, mask: 0xffffffffffffffffn};
const filled = (given: Partial<Filter> | undefined): Filter => ({...kMeetsAll, ...given});
const bits = (value: bigint | number): bigint => BigInt.asUintN(64, BigInt(value));

/** Objects, and which of them meet. Made by `Masu.world()`. */
export class World extends Resource {
  readonly dimension: 2 | 3;
  readonly scalar: Scalar;
  private readonly results: Results;

  /** @internal */
  constructor(private readonly module: Module, options: WorldOptions) {
    const kind = module.kind(options.dimension, options.scalar);
    super(create(module, options), 'world');
    this.kind = kind;
    this.dimension = kind.dimension;
    this.scalar = kind.scalar;
    this.results = new Results(module);
  }
  private readonly kind: Kind;

  protected destroy(address: number): void {
    this.module.run('world_destroy', address);
    this.results.free();
  }

  // --- Objects -----------------------------------------------------------------------------------

  /** How many objects there are. O(1). */
  get size(): number {
    return this.module.call('world_size', this.pointer) >>> 0;
  }

  /** Statuses: those of the shape and its place, too_many_objects, out_of_memory. */
  add(shape: Shape, at: Place, options: ObjectOptions = {}): Handle {
    return this.module.heap.call((args) => {
      const made = args.room(handle);
      this.run('world_add', this.pointer, this.shape(args, shape), this.pose(args, at),
        args.struct(objectOptions, rawOptions(options)), made);
      return this.read(handle, made);
    });
  }

  /**
   * One object for each pose, `poses` being the numbers of all poses in a row: x, y, cosine, sine;
   * in space x, y, z and a quaternion. Gives the handles in a row, for `moveMany()`. Those before
   * one that is refused are there.
   */
  addMany(shape: Shape, poses: Numbers, options: ObjectOptions = {}): Uint32Array {
    return this.module.heap.call((args) => {
      const {pose} = this.kind.structs;
      const count = this.posesIn(poses);
      const at = args.numbers(this.kind.reals, poses);
      const raw = args.struct(objectOptions, rawOptions(options));
      const object = this.shape(args, shape);
      const made = args.room(handle);
      const handles = new Uint32Array(2 * count);
      for (let i = 0; i < count; ++i) {
        this.run('world_add', this.pointer, object, at + i * pose.size, raw, made);
        handles.set(this.module.heap.array(Uint32Array, made, 2), 2 * i);
      }
      return handles;
    });
  }

  remove(object: Handle): void {
    this.change('world_remove', object);
  }
  /** Removes all. */
  clear(): void {
    this.module.run('world_clear', this.pointer);
  }
  contains(object: Handle): boolean {
    return this.module.heap.call((args) =>
      this.module.call('world_contains', this.pointer, args.struct(handle, object)) !== 0);
  }
  /** Room in the tables of objects for so many. */
  reserve(objects: number): void {
    this.module.run('world_reserve', this.pointer, objects);
  }
  /** All objects. */
  objects(): Handle[] {
    return this.module.gather(handle, 'object', (_, visit, into) =>
      this.module.run('world_for_each', this.pointer, visit, into));
  }
  /** The object in a slot (`Handle.index`) now. */
  handleIn(slot: number): Handle | undefined {
    return this.module.heap.call((args) => {
      const found = args.room(handle);
      this.module.call('world_handle_in', found, this.pointer, slot);
      return someHandle(this.read(handle, found));
    });
  }
  /** What the world has of it. */
  find(object: Handle): ObjectState {
    return this.module.heap.call((args) => {
      const found = args.room(this.kind.structs.object);
      this.run('world_find', this.pointer, args.struct(handle, object), found);
      const {shape, ...rest} = this.read(this.kind.structs.object, found);
      return {...rest, shape: shapeOf(shape)};
    });
  }

  /** On a straight way, if sensors or continuous objects want to know. */
  move(object: Handle, to: Place): void {
    this.module.heap.call((args) =>
      this.run('world_move', this.pointer, args.struct(handle, object), this.pose(args, to)));
  }
  /**
   * Many at once: handles and poses each in a row, as `addMany()` has them. Nothing is copied of
   * arrays that lie in the module's memory (`Masu.allocate()`). Stops at the first that is refused;
   * those before it have moved.
   */
  moveMany(objects: Numbers, poses: Numbers): void {
    const count = this.posesIn(poses);
    sameSize('moveMany', objects.length, 2 * count);
    this.module.heap.call((args) => {
      const [handles, places] = args.arrays([Uint32Array, objects], [this.kind.reals, poses]);
      this.run('world_move_many', this.pointer, handles, places, count);
    });
  }
  /** Without a way. */
  teleport(object: Handle, to: Place): void {
    this.module.heap.call((args) =>
      this.run('world_teleport', this.pointer, args.struct(handle, object), this.pose(args, to)));
  }
  /** Another shape, or the same whose body has changed. */
  setShape(object: Handle, shape: Shape): void {
    this.module.heap.call((args) =>
      this.run('world_set_shape', this.pointer, args.struct(handle, object),
        this.shape(args, shape)));
  }
  setSensor(object: Handle, sensor: boolean): void {
    this.change('world_set_sensor', object, sensor ? 1 : 0);
  }
  setContinuous(object: Handle, continuous: boolean): void {
    this.change('world_set_continuous', object, continuous ? 1 : 0);
  }
  setFixed(object: Handle, fixed: boolean): void {
    this.change('world_set_fixed', object, fixed ? 1 : 0);
  }
  setUserData(object: Handle, userData: bigint | number): void {
    this.change('world_set_user_data', object, bits(userData));
  }
  setFilter(object: Handle, given: Partial<Filter>): void {
    this.module.heap.call((args) =>
      this.module.run('world_set_filter', this.pointer, args.struct(handle, object),
        args.struct(filter, filled(given))));
  }
  setLayer(object: Handle, layer: number, mask: bigint = kMeetsAll.mask): void {
    this.change('world_set_layer', object, layer, mask);
  }
  /** rows[i] has bit j if layers i and j meet: 64 of them. `'out_of_range'`: not symmetric. */
  setLayers(rows: BigUint64Array): void {
    sameSize('setLayers', rows.length, 64);
    this.module.heap.call((args) => {
      const at = args.room({size: 512});
      rows.forEach((row, i) => bits64.write(this.module.heap.view, at + 8 * i, row));
      this.module.run('world_set_layers', this.pointer, at);
    });
  }
  /** Where objects are to stay; `left()` tells of those that do not. */
  setBounds(bounds: {readonly min: Vector; readonly max: Vector}): void {
    this.module.heap.call((args) =>
      this.run('world_set_bounds', this.pointer, this.box(args, bounds)));
  }
  get bounds(): Box {
    return this.module.heap.call((args) => {
      const found = args.room(this.kind.structs.box);
      this.run('world_bounds', this.pointer, found);
      return this.read(this.kind.structs.box, found);
    });
  }

  // --- The frame ---------------------------------------------------------------------------------

  /** Brings pairs, contacts and events up to date. */
  update(): UpdateResult {
    return this.module.heap.call((args) => {
      const result = args.room(updateResult);
      this.module.run('world_update', this.pointer, result);
      return this.read(updateResult, result);
    });
  }
  /** As of the last update, valid until the next, like the lists that follow. */
  pairs(): Rows<Pair> {
    return this.list(pair, 'world_pairs');
  }
  /** Those of `pairs()` that are new. */
  begun(): Rows<Pair> {
    return this.list(pair, 'world_begun');
  }
  /** Those that were there before. */
  stayed(): Rows<Pair> {
    return this.list(pair, 'world_stayed');
  }
  ended(): Rows<EndedPair> {
    return this.list(endedPair, 'world_ended');
  }
  /** Objects that are outside of the bounds and were not before. */
  left(): Rows<Handle> {
    return this.list(handle, 'world_left');
  }
  /** Sensors and what passed them within the frame, earliest first. */
  crossed(): Rows<PairImpact> {
    return this.list(this.kind.structs.pairImpact, this.named('world_crossed'));
  }
  /** First touches on the ways of continuous objects, earliest first. */
  impacts(): Rows<PairImpact> {
    return this.list(this.kind.structs.pairImpact, this.named('world_impacts'));
  }
  /** Of a pair; none if it is no more. */
  contacts(of: Pair): Rows<Contact> {
    return this.module.heap.call((args) => {
      const at = args.struct(pair, of);
      return this.module.rows(this.kind.structs.contact, (count) =>
        this.module.call(this.named('world_contacts'), this.pointer, at, count) as number);
    });
  }
  /** Of a contact of a pair, with `'areas'`. */
  corners(of: Pair, contact: number): Rows<Corner> {
    return this.module.heap.call((args) => {
      const at = args.struct(pair, of);
      return this.module.rows(this.kind.structs.corner, (count) =>
        this.module.call(this.named('world_corners'), this.pointer, at, contact, count) as number);
    });
  }
  pairsOf(object: Handle): Pair[] {
    return this.module.gather(pair, 'pair', (args, visit, into) =>
      this.module.run('world_pairs_of', this.pointer, args.struct(handle, object), visit, into));
  }

  /** From the next update on; handles stay. */
  useBroadPhase(method: BroadPhase | 'automatic'): void {
    const code = method === 'automatic' ? kAutomatic : indexOf(kBroadPhases, method, 'useBroadPhase');
    this.module.run('world_use_broad_phase', this.pointer, code);
  }
  /** The one in use. */
  get broadPhase(): BroadPhase {
    return this.module.heap.call((args) => {
      const method = args.room(u32);
      this.module.run('world_broad_phase', this.pointer, method);
      return kBroadPhases[this.read(u32, method)]!;
    });
  }
  /** A sentence: why the chooser would take the one it would. */
  get advice(): string {
    return this.module.heap.text(this.module.call('world_advice', this.pointer) as number);
  }

  /** The state as bytes, a copy. `'not_updated'`: changes wait for an update. */
  save(): Uint8Array {
    return this.module.heap.call((args) => {
      const at = args.room({size: 8});
      this.module.run('world_save', this.pointer, at, at + 4);
      const view = this.module.heap.view;
      const size = u32.read(view, at + 4);
      return this.module.heap.array(Uint8Array, u32.read(view, at), size).slice();
    });
  }
  /** As it was when the bytes were saved. */
  restore(bytes: Uint8Array): void {
    this.module.heap.call((args) =>
      this.module.run('world_restore', this.pointer, args.numbers(Uint8Array, bytes), bytes.length));
  }
  /** One number for all that it holds: equal on every machine. */
  hash(): bigint {
    return BigInt.asUintN(64, this.module.call('world_hash', this.pointer) as bigint);
  }
  /** Does every invariant hold? For tests. O(objects + pairs). */
  validate(): boolean {
    return this.module.call('world_validate', this.pointer) !== 0;
  }

  // --- Queries: of the objects as they are now ---------------------------------------------------

  /** The first object on a ray. */
  rayCast(ray: RayQuery, wanted?: Partial<Filter>): RayHit | undefined {
    return this.module.heap.call((args) => {
      const hit = args.room(this.kind.structs.rayHit);
      this.run('world_ray_cast', this.pointer, this.ray(args, ray), maybe(args, wanted), hit);
      const found = this.read(this.kind.structs.rayHit, hit);
      return found.cast.hit ? found : undefined;
    });
  }
  /** All objects on a ray, sorted by t; valid until the next batch of this world. */
  rayCastAll(ray: RayQuery, wanted?: Partial<Filter>): Rows<RayHit> {
    return this.module.heap.call((args) => {
      this.run('world_ray_cast_all', this.pointer, this.ray(args, ray), maybe(args, wanted),
        this.results.pointer);
      return this.module.rows(this.kind.structs.rayHit, (count) =>
        this.module.call(this.named('results_hits'), this.results.pointer, 0, count) as number);
    });
  }
  /** The first object that a shape meets on its way. */
  shapeCast(
    shape: Shape, at: Place, translation: Vector, wanted?: Partial<Filter>,
  ): CastHit | undefined {
    return this.module.heap.call((args) => {
      const hit = args.room(this.kind.structs.castHit);
      this.run('world_shape_cast', this.pointer, this.shape(args, shape), this.pose(args, at),
        this.vector(args, translation), maybe(args, wanted), hit);
      const found = this.read(this.kind.structs.castHit, hit);
      return found.impact.hit ? found : undefined;
    });
  }
  /** Objects whose shapes touch a shape. */
  touching(shape: Shape, at: Place, wanted?: Partial<Filter>): Handle[] {
    return this.module.gather(handle, 'object', (args, visit, into) =>
      this.run('world_touching', this.pointer, this.shape(args, shape), this.pose(args, at),
        maybe(args, wanted), visit, into));
  }
  /** Objects whose shapes contain a point. */
  at(point: Vector, wanted?: Partial<Filter>): Handle[] {
    return this.module.gather(handle, 'object', (args, visit, into) =>
      this.run('world_at', this.pointer, this.vector(args, point), maybe(args, wanted), visit,
        into));
  }
  /** Objects whose boxes overlap a box. */
  overlapping(
    box: {readonly min: Vector; readonly max: Vector}, wanted?: Partial<Filter>,
  ): Handle[] {
    return this.module.gather(handle, 'object', (args, visit, into) =>
      this.run('world_overlapping', this.pointer, this.box(args, box), maybe(args, wanted), visit,
        into));
  }
  /** The objects nearest to a point, at most k, by distance to their shapes. */
  nearest(point: Vector, k: number, wanted?: Partial<Filter>): Neighbor[] {
    return this.module.heap.call((args) => {
      const {neighbor} = this.kind.structs;
      const found = args.room({size: k * neighbor.size});
      const count = args.room(u32);
      this.run('world_nearest', this.pointer, this.vector(args, point), maybe(args, wanted), found,
        k, count);
      return new Rows(this.module.heap, neighbor, found, this.read(u32, count)).toArray();
    });
  }
  /** Objects whose shapes are no farther from a point than `radius`. */
  within(point: Vector, radius: number, wanted?: Partial<Filter>): Near[] {
    const {near} = this.kind.structs;
    return this.module.gather(near, `near_${this.kind.suffix}`, (args, visit, into) =>
      this.run('world_within', this.pointer, this.vector(args, point), radius, maybe(args, wanted),
        visit, into));
  }
  /** The two objects with the least distance. */
  closestPair(): Nearest | undefined {
    return this.closest((_, found) => this.run('world_closest_pair', this.pointer, found));
  }
  /** The same of an object of this world (a) and one of another (b). */
  closestBetween(other: World): Nearest | undefined {
    return this.closest((_, found) =>
      this.run('world_closest_between', this.pointer, other.pointer, found));
  }
  /** The object (a) that is nearest to a shape (b, without a handle). */
  closestTo(shape: Shape, at: Place, wanted?: Partial<Filter>): Nearest | undefined {
    return this.closest((args, found) =>
      this.run('world_closest_to', this.pointer, this.shape(args, shape), this.pose(args, at),
        maybe(args, wanted), found));
  }
  /** Objects of this world and of another whose shapes touch. */
  touchingIn(other: World): {object: Handle; ofOther: Handle}[] {
    return this.module.gather(twoObjects, 'two', (_, visit, into) =>
      this.run('world_touching_in', this.pointer, other.pointer, visit, into));
  }

  // --- Many queries at once ----------------------------------------------------------------------
  // What they give is valid until the next batch of the same world.

  /** Rays in a row: origin, direction, maxT. An answer for each; `cast.hit` says whether. */
  rayCastMany(rays: Numbers, wanted?: Partial<Filter>): Rows<RayHit> {
    const {ray, rayHit} = this.kind.structs;
    const count = this.countOf('rayCastMany', rays, ray);
    return this.module.heap.call((args) => {
      const at = args.numbers(this.kind.reals, rays);
      const hits = this.results.room(count * rayHit.size);
      this.run('world_ray_cast_many', this.pointer, at, count, maybe(args, wanted), 0, hits);
      return new Rows(this.module.heap, rayHit, hits, count);
    });
  }
  /**
   * Boxes in a row: the least corner, the greatest corner. Those that overlap box i are
   * handles number first[i] to first[i + 1] - 1.
   */
  overlappingMany(boxes: Numbers, wanted?: Partial<Filter>): Groups<Handle> {
    const count = this.countOf('overlappingMany', boxes, this.kind.structs.box);
    return this.module.heap.call((args) => {
      this.run('world_overlapping_many', this.pointer, args.numbers(this.kind.reals, boxes), count,
        maybe(args, wanted), 0, this.results.pointer);
      const found = this.results.rows(handle, 'results_handles');
      return new Groups(this.module.heap, this.results.first(), count, found);
    });
  }
  /** Points in a row; of each the k nearest objects. */
  nearestMany(points: Numbers, k: number, wanted?: Partial<Filter>): Groups<Neighbor> {
    const {vec, neighbor} = this.kind.structs;
    const count = this.countOf('nearestMany', points, vec);
    return this.module.heap.call((args) => {
      this.run('world_nearest_many', this.pointer, args.numbers(this.kind.reals, points), count, k,
        maybe(args, wanted), 0, this.results.pointer);
      const first = args.room(u32);
      const rows = this.module.rows(neighbor, (length) => this.module.call(
        this.named('results_neighbors'), this.results.pointer, first, length) as number);
      return new Groups(this.module.heap, this.read(u32, first), count, rows);
    });
  }

  // --- Arguments ---------------------------------------------------------------------------------

  private named(name: string): string {
    return `${name}_${this.kind.suffix}`;
  }
  private run(name: string, ...values: (number | bigint)[]): void {
    this.module.run(this.named(name), ...values);
  }
  private read<T>(layout: Layout<T>, at: number): T {
    return layout.read(this.module.heap.view, at);
  }
  private list<T extends object>(layout: Struct<T>, name: string): Rows<T> {
    return this.module.rows(layout, (count) =>
      this.module.call(name, this.pointer, count) as number);
  }
  private change(name: string, object: Handle, ...values: (number | bigint)[]): void {
    this.module.heap.call((args) =>
      this.module.run(name, this.pointer, args.struct(handle, object), ...values));
  }
  private closest(search: (args: Arguments, found: number) => void): Nearest | undefined {
    return this.module.heap.call((args) => {
      const {nearest} = this.kind.structs;
      const found = args.room(nearest);
      search(args, found);
      const answer = this.read(nearest, found);
      return answer.a.index === kNoIndex ? undefined : answer;
    });
  }
  private shape(args: Arguments, shape: Shape): number {
    return args.struct(this.kind.structs.shape, rawShape(shape, this.dimension));
  }
  private pose(args: Arguments, at: Place): number {
    return args.struct(this.kind.structs.pose, poseOf(at, this.dimension));
  }
  private vector(args: Arguments, v: Vector): number {
    return args.struct(this.kind.structs.vec, vectorOf(v, this.dimension));
  }
  private box(args: Arguments, {min, max}: {readonly min: Vector; readonly max: Vector}): number {
    return args.struct(this.kind.structs.box,
      {min: vectorOf(min, this.dimension), max: vectorOf(max, this.dimension)});
  }
  private ray(args: Arguments, {origin, direction, maxT = 1}: RayQuery): number {
    const ray: Ray = {
      origin: vectorOf(origin, this.dimension), direction: vectorOf(direction, this.dimension), maxT,
    };
    return args.struct(this.kind.structs.ray, ray);
  }
  private posesIn(poses: Numbers): number {
    return this.countOf('poses', poses, this.kind.structs.pose);
  }
  private countOf(what: string, numbers: Numbers, layout: {readonly size: number}): number {
    const each = layout.size / this.kind.reals.BYTES_PER_ELEMENT;
    const count = Math.floor(numbers.length / each);
    sameSize(what, numbers.length, count * each);
    return count;
  }
}

/** Answers of many queries: those of query i are rows first[i] to first[i + 1] - 1. */
export class Groups<T extends object> {
  /** @internal */
  constructor(
    private readonly heap: Heap, private readonly address: number,
    /** How many queries there were. */
    readonly length: number,
    readonly rows: Rows<T>,
  ) {}

  /** Where those of each query begin: a view; taken anew at each call, since memory may have grown. */
  get first(): Uint32Array {
    return this.heap.array(Uint32Array, this.address, this.length + 1);
  }
  /** The answers of query i. */
  of(i: number): T[] {
    const found: T[] = [];
    const {first} = this;
    for (let k = first[i]!; k < first[i + 1]!; ++k) found.push(this.rows.at(k)!);
    return found;
  }
}

function create(module: Module, options: WorldOptions): number {
  const {dimension, scalar = 'float', detail = 'points', margin = 0, period = []} = options;
  return module.heap.call((args) => {
    const made = args.room(u32);
    module.run('world_create', args.struct(worldOptions, {
      size: worldOptions.size,
      abi: module.call('c_abi') as number,
      dimension,
      scalar: scalar === 'float' ? 0 : 1,
      detail: indexOf(details, detail, 'world'),
      handleSalt: options.handleSalt ?? 0,
      margin,
      period: [0, 1, 2].map((axis) => period[axis] ?? 0),
      seamFree: options.seamFree ?? true,
      queries: options.queries ?? true,
      reserved: [0, 0, 0, 0, 0, 0],
      run: 0,
      context: 0,
      workers: 1,
    }), 0, made);
    return u32.read(module.heap.view, made);
  });
}

function rawOptions(options: ObjectOptions): RawObjectOptions {
  return {
    size: objectOptions.size,
    layer: options.layer ?? kNoLayer,
    sensor: options.sensor ?? false,
    continuous: options.continuous ?? false,
    fixed: options.fixed ?? false,
    userData: bits(options.userData ?? 0),
    filter: filled(options.filter),
  };
}

function maybe(args: Arguments, wanted: Partial<Filter> | undefined): number {
  return wanted === undefined ? 0 : args.struct(filter, filled(wanted));
}
function someHandle(h: Handle): Handle | undefined {
  return h.index === kNoIndex ? undefined : h;
}
function sameSize(call: string, given: number, wanted: number): void {
  if (given === wanted) return;
  throw new MasuError('size_mismatch', call, `${given} numbers where ${wanted} are wanted`);
}
