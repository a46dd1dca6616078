// SPDX-License-Identifier: MIT
import {checkNumbers, number, sameSize, truth, whole, wrongType} from './errors.js';
import {allBits, bitsOf, completeFilter} from './filters.js';
import type {Numbers} from './heap.js';
import {layerCount, LayerMatrix} from './layers.js';
import {bits64, u32, type Struct} from './layout.js';
import {callName, indexOf} from './module.js';
import type {Rows} from './rows.js';
import {shapeOf, type BoxQuery, type PoseLike, type Shape} from './shapes.js';
import * as snapshots from './snapshots.js';
import {
  filter, handle, noIndex, objectOptions, updateResult, type Box, type Contact, type Corner,
  type EndedPair, type Filter, type Handle, type Pair, type PairCandidate, type PairImpact,
} from './structs.js';
import {volumeOf, type ContactVolume} from './volumes.js';
import {
  broadPhases, groupOf, layerOf, rawOptions, userBits, type BroadPhase, type ObjectOptions, type ObjectState,
  type UpdateResult,
} from './world_options.js';
import {WorldQueries} from './world_queries.js';
import type {Dimension} from './vectors.js';

/** The code of the broad phase that is chosen by the objects. */
const kAutomatic = 255;

/** A world: objects and their collisions. Made by `Masu.world()`. */
export class World<D extends Dimension = Dimension> extends WorldQueries<D> {
  private pairFilter: ((pair: PairCandidate) => boolean) | undefined;

  // --- Objects -----------------------------------------------------------------------------------

  /** The number of objects. O(1). */
  get size(): number {
    return this.module.call('world_size', this.pointer) >>> 0;
  }

  /**
   * Adds an object; its handle, which pairs and hits give again, has `options.data`. Statuses: those of the
   * shape and its pose, too_many_objects, out_of_memory.
   */
  add(shape: Shape<D>, pose: PoseLike<D>, options: ObjectOptions = {}): Handle {
    return this.module.heap.call('world.add', (args) => {
      const made = args.space(handle);
      this.run('world_add', this.pointer, this.shape(args, shape), this.pose(args, pose),
        args.struct(objectOptions, rawOptions(args.call, options)), made);
      const object = this.read(this.kind.structs.handle, made);
      object.data = options.data;
      return object;
    });
  }

  /**
   * Adds one object for each pose; `poses` has the numbers of all poses, consecutively: x, y,
   * cosine, sine; in 3D x, y, z and a quaternion. Returns the handles consecutively, for
   * `moveMany()`. If one is refused, none is added.
   */
  addMany(shape: Shape<D>, poses: Numbers, options: ObjectOptions = {}): Uint32Array {
    return this.module.heap.call('world.addMany', (args) => {
      const count = this.posesIn('world.addMany', poses);
      const at = args.numbers(this.kind.reals, poses);
      const raw = args.struct(objectOptions, rawOptions(args.call, options));
      const made = args.space({size: count * handle.size});
      this.run('world_add_many', this.pointer, this.shape(args, shape), 1, at, raw, 1, count, made);
      const handles = this.module.heap.array(Uint32Array, made, 2 * count).slice();
      for (let i = 0; options.data !== undefined && i < handles.length; i += 2) {
        this.handles.of(handles[i]!, handles[i + 1]!).data = options.data;
      }
      return handles;
    });
  }

  remove(object: Handle): void {
    this.change('world_remove', object);
    this.handles.remove(object);
  }
  /** Removes all objects. */
  clear(): void {
    this.module.run('world_clear', this.pointer);
    this.handles.clear();
  }
  /** Reserves memory for this many objects, in the broad phase too. */
  reserve(objects: number): void {
    this.module.run('world_reserve', this.pointer, whole('world.reserve', objects));
  }
  /** Returns all objects. */
  objects(): Handle[] {
    return this.module.gather('world.objects', this.kind.structs.handle, 'object', (_, visit, into) =>
      this.module.run('world_for_each', this.pointer, visit, into));
  }
  /** Returns the object now in a slot (`Handle.index`). */
  handleIn(slot: number): Handle | undefined {
    return this.module.heap.call('world.handleIn', (args) => {
      const found = args.space(handle);
      this.module.call('world_handle_in', found, this.pointer, whole('world.handleIn', slot));
      return someHandle(this.read(this.kind.structs.handle, found));
    });
  }
  /**
   * Returns the user data of an object, for the handles of pairs, events and hits; with a sub-shape, as
   * numbered in contacts and hits, that of a mesh's triangle or a compound's child. 0n if there is
   * none.
   */
  userData(object: Handle, subShape?: number): bigint {
    return this.module.heap.call('world.userData', (args) => {
      const at = args.struct(handle, object);
      const data = subShape === undefined
        ? this.module.call('world_user_data', this.pointer, at)
        : this.module.call('world_sub_shape_user_data', this.pointer, at, whole('world.userData', subShape));
      return BigInt.asUintN(64, data as bigint);
    });
  }
  /** Returns the state of an object. */
  find(object: Handle): ObjectState<D> {
    return this.module.heap.call('world.find', (args) => {
      const found = args.space(this.kind.structs.object);
      this.run('world_find', this.pointer, args.struct(handle, object), found);
      const {shape, ...rest} = this.read(this.kind.structs.object, found);
      return {...rest, shape: shapeOf(shape)};
    });
  }

  /** Moves an object to a pose; sensors and continuous objects sweep the straight path to it. */
  move(object: Handle, pose: PoseLike<D>): void {
    this.module.heap.call('world.move', (args) =>
      this.run('world_move', this.pointer, args.struct(handle, object), this.pose(args, pose)));
  }
  /**
   * Moves many objects: consecutive handles and poses, as for `addMany()`. Arrays in the module's
   * memory (`Masu.allocate()`) are not copied. Stops at the first that is refused; those before it
   * have moved.
   */
  moveMany(objects: Numbers, poses: Numbers): void {
    const count = this.posesIn('world.moveMany', poses);
    checkNumbers('world.moveMany', 'objects', objects);
    sameSize('world.moveMany', objects.length, 2 * count);
    this.module.heap.call('world.moveMany', (args) => {
      const [handles, values] = args.arrays([Uint32Array, objects], [this.kind.reals, poses]);
      this.run('world_move_many', this.pointer, handles, values, count);
    });
  }
  /** Moves an object without sweeping the path. */
  teleport(object: Handle, pose: PoseLike<D>): void {
    this.module.heap.call('world.teleport', (args) =>
      this.run('world_teleport', this.pointer, args.struct(handle, object), this.pose(args, pose)));
  }
  /** Sets another shape, or updates the object after its body has changed. */
  setShape(object: Handle, shape: Shape<D>): void {
    this.module.heap.call('world.setShape', (args) =>
      this.run('world_set_shape', this.pointer, args.struct(handle, object),
        this.shape(args, shape)));
  }
  setSensor(object: Handle, sensor: boolean): void {
    this.change('world_set_sensor', object, truth('world.setSensor', 'sensor', sensor) ? 1 : 0);
  }
  setContinuous(object: Handle, continuous: boolean): void {
    const on = truth('world.setContinuous', 'continuous', continuous);
    this.change('world_set_continuous', object, on ? 1 : 0);
  }
  /**
   * Applies from the next update() on. Throws if memory is refused; the object is unchanged then.
   */
  setFixed(object: Handle, fixed: boolean): void {
    this.change('world_set_fixed', object, truth('world.setFixed', 'fixed', fixed) ? 1 : 0);
  }
  /**
   * Sets the margin that is added to the world's for this object; applies from the next update()
   * on.
   */
  setMargin(object: Handle, margin: number): void {
    this.change('world_set_margin', object, number('world.setMargin', 'margin', margin));
  }
  setUserData(object: Handle, userData: bigint | number): void {
    this.change('world_set_user_data', object, userBits('world.setUserData', userData));
  }
  setFilter(object: Handle, filterOptions: Partial<Filter>): void {
    this.module.heap.call('world.setFilter', (args) =>
      this.module.run('world_set_filter', this.pointer, args.struct(handle, object),
        args.struct(filter, completeFilter('world.setFilter', filterOptions))));
  }
  setLayer(object: Handle, layer: number, mask: bigint = allBits): void {
    const call = 'world.setLayer';
    this.change('world_set_layer', object, layerOf(call, layer), bitsOf(call, 'mask', mask));
  }
  /**
   * Sets the collision rules of all objects in layers: a matrix, or its 63 rows, where bit j of
   * rows[i] says whether layers i and j collide, and bit 63 whether layer i collides with objects
   * in no layer. `'out_of_range'`: not symmetric. `'out_of_memory'`: some objects have their new
   * filters; call it again.
   */
  setLayers(layers: LayerMatrix | BigUint64Array): void {
    const rows = layers instanceof LayerMatrix ? layers.rows : layers;
    if (!(rows instanceof BigUint64Array)) throw wrongType('world.setLayers', 'layers', rows);
    sameSize('world.setLayers', rows.length, layerCount);
    this.module.heap.call('world.setLayers', (args) => {
      const at = args.space({size: 8 * layerCount});
      rows.forEach((row, i) => bits64.write(this.module.heap.view, at + 8 * i, row));
      this.module.run('world_set_layers', this.pointer, at);
    });
  }
  /** Sets `ObjectOptions.group`; applies from the next update() on. */
  setGroup(object: Handle, group: number): void {
    this.change('world_set_group', object, groupOf('world.setGroup', group));
  }

  /**
   * Excludes a pair: the two never collide, whatever their filters and groups say, until `includePair()`
   * or until one of them is removed. A pair that exists ends at the next update().
   */
  excludePair(a: Handle, b: Handle): void {
    this.changePair('world_exclude_pair', a, b);
  }
  /** Allows the two to collide again, from the next update() on. */
  includePair(a: Handle, b: Handle): void {
    this.changePair('world_include_pair', a, b);
  }
  /** Returns whether a pair is excluded by `excludePair()`. */
  isExcluded(a: Handle, b: Handle): boolean {
    return this.module.heap.call('world.isExcluded', (args) => this.module.call('world_is_excluded',
      this.pointer, args.struct(handle, a), args.struct(handle, b)) !== 0);
  }
  /**
   * Sets the filter that decides which pairs may collide; without an argument removes it, and all
   * may. update() calls it once for each two objects that come near each other, in the order of
   * their slots. Its result holds until they separate, `refilter()` is called, or a filter, layer
   * or group changes; at the next update() it is called for all existing pairs. It may query the
   * world, but not change it. Its exceptions are thrown by update(); the next update() resumes
   * there.
   */
  setPairFilter(accept?: (pair: PairCandidate) => boolean): void {
    if (accept !== undefined && typeof accept !== 'function') {
      throw wrongType('world.setPairFilter', 'accept', accept);
    }
    const code = accept === undefined ? 0 : this.module.call('js_pair_filter') as number;
    this.module.run('world_set_pair_filter', this.pointer, code, 0);
    this.pairFilter = accept;
  }
  /** Makes the next update() call the pair filter again for all objects near this one. */
  refilter(object: Handle): void {
    this.change('world_refilter', object);
  }
  /** Sets the bounds in which objects should stay; `left()` returns those that left them. */
  setBounds(bounds: BoxQuery<D>): void {
    this.module.heap.call('world.setBounds', (args) =>
      this.run('world_set_bounds', this.pointer, this.box(args, bounds)));
  }
  get bounds(): Box<D> {
    return this.module.heap.call('world.bounds', (args) => {
      const found = args.space(this.kind.structs.box);
      this.run('world_bounds', this.pointer, found);
      return this.read(this.kind.structs.box, found);
    });
  }

  // --- The frame ---------------------------------------------------------------------------------

  /** Updates pairs, contacts and events. */
  update(): UpdateResult {
    const accept = this.pairFilter;
    const allows = accept && ((at: number) => accept(this.read(this.kind.structs.pairCandidate, at)));
    return this.module.heap.call('world.update', (args) => {
      const result = args.space(updateResult);
      this.module.withPairFilter(allows, () =>
        this.module.run('world_update', this.pointer, result));
      ++this.epoch;
      this.handles.updated();
      return this.read(updateResult, result);
    });
  }
  /** Returns the pairs of the last update, valid until the next one, like the following lists. */
  pairs(): Rows<Pair> {
    return this.list(this.kind.structs.pair, 'world_pairs');
  }
  /** Returns the pairs that are new. */
  began(): Rows<Pair> {
    return this.list(this.kind.structs.pair, 'world_began');
  }
  /** Returns the pairs that existed before. */
  stayed(): Rows<Pair> {
    return this.list(this.kind.structs.pair, 'world_stayed');
  }
  ended(): Rows<EndedPair> {
    return this.list(this.kind.structs.endedPair, 'world_ended');
  }
  /** Returns objects that are outside of the bounds and were not before. */
  left(): Rows<Handle> {
    return this.list(this.kind.structs.handle, 'world_left');
  }
  /** Returns sensors and the objects that passed through them within the frame, earliest first. */
  crossed(): Rows<PairImpact<D>> {
    return this.list(this.kind.structs.pairImpact, this.named('world_crossed'));
  }
  /** Returns first touches on the paths of continuous objects, earliest first. */
  impacts(): Rows<PairImpact<D>> {
    return this.list(this.kind.structs.pairImpact, this.named('world_impacts'));
  }
  /** Returns the contacts of a pair; empty if the pair has ended. */
  contacts(of: Pair): Rows<Contact<D>> {
    return this.module.heap.call('world.contacts', (args) => {
      const at = args.struct(this.kind.structs.pair, of);
      return this.module.rows(this.kind.structs.contact, this, (count) =>
        this.module.call(this.named('world_contacts'), this.pointer, at, count) as number);
    });
  }
  /** Returns the corners of a contact of a pair, with `'areas'` or `'volumes'`. */
  corners(of: Pair, contact: number): Rows<Corner<D>> {
    return this.module.heap.call('world.corners', (args) => {
      const at = args.struct(this.kind.structs.pair, of);
      return this.module.rows(this.kind.structs.corner, this, (count) =>
        this.module.call(this.named('world_corners'), this.pointer, at, whole('world.corners', contact), count) as number);
    });
  }
  /**
   * Returns the intersection of the sub-shapes of a contact, with `'volumes'`; valid until the next
   * update.
   */
  volume(of: Pair, contact: number): ContactVolume<D> {
    return volumeOf(this.module, this.kind, this, of, contact);
  }
  /**
   * Returns the offset from b of a pair to its periodic image that a meets: zero without periodic
   * axes.
   */
  shift(of: Pair): number[] {
    return this.module.heap.call('world.shift', (args) => {
      const found = args.space(this.kind.structs.vec);
      this.run('world_shift', this.pointer, args.struct(this.kind.structs.pair, of), found);
      return this.read(this.kind.structs.vec, found);
    });
  }
  pairsOf(object: Handle): Pair[] {
    return this.module.gather('world.pairsOf', this.kind.structs.pair, 'pair', (args, visit, into) =>
      this.module.run('world_pairs_of', this.pointer, args.struct(handle, object), visit, into));
  }

  /** Sets the broad phase; applies from the next update on. Handles stay valid. */
  useBroadPhase(method: BroadPhase | 'automatic'): void {
    const code = method === 'automatic' ? kAutomatic : indexOf(broadPhases, method, 'world.useBroadPhase');
    this.module.run('world_use_broad_phase', this.pointer, code);
  }
  /** The broad phase in use. */
  get broadPhase(): BroadPhase {
    return this.module.heap.call('world.broadPhase', (args) => {
      const method = args.space(u32);
      this.module.run('world_broad_phase', this.pointer, method);
      return broadPhases[this.read(u32, method)]!;
    });
  }
  /** A sentence: why the chooser would use its method. */
  get advice(): string {
    return this.module.heap.text(this.module.call('world_advice', this.pointer) as number);
  }

  /**
   * Returns the state as bytes, a copy. `'not_updated'`: changes have been made since the last
   * update.
   */
  save(): Uint8Array {
    return snapshots.save(this.module, this.pointer);
  }
  /** Restores the state saved in these bytes. */
  restore(bytes: Uint8Array): void {
    snapshots.restore(this.module, this.pointer, bytes);
    ++this.epoch;
  }
  /** Returns a hash of the whole state: equal on every machine. */
  hash(): bigint {
    return snapshots.hash(this.module, this.pointer);
  }
  /** Returns whether every invariant holds. For tests. O(objects + pairs). */
  validate(): boolean {
    return this.module.call('world_validate', this.pointer) !== 0;
  }

  private list<T extends object>(layout: Struct<T>, name: string): Rows<T> {
    return this.module.rows(layout, this, (count) =>
      this.module.call(name, this.pointer, count) as number);
  }
  private change(name: string, object: Handle, ...values: (number | bigint)[]): void {
    this.module.heap.call(callName(name), (args) =>
      this.module.run(name, this.pointer, args.struct(handle, object), ...values));
  }
  private changePair(name: string, a: Handle, b: Handle): void {
    this.module.heap.call(callName(name), (args) =>
      this.module.run(name, this.pointer, args.struct(handle, a), args.struct(handle, b)));
  }
  private posesIn(call: string, poses: Numbers): number {
    return this.countOf(call, poses, this.kind.structs.pose);
  }
}

function someHandle(h: Handle): Handle | undefined {
  return h.index === noIndex ? undefined : h;
}
