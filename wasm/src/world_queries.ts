// SPDX-License-Identifier: MIT
// Queries on the objects of a world in their present state.
import {number, whole} from './errors.js';
import type {Arguments, Heap, Numbers} from './heap.js';
import {u32} from './layout.js';
import {Rows} from './rows.js';
import type {BoxQuery, PoseLike, RayQuery, Shape, Vector} from './shapes.js';
import {carry, type CarryResult, type ObstacleMotion} from './carry.js';
import {slide, type CapsuleMover, type SlideOptions, type SlideResult} from './slide.js';
import {
  noIndex, type CastHit, type Handle, type Near, type Nearest, type Neighbor,
  type QueryFilter, type RayHit,
} from './structs.js';
import {WorldCalls} from './world_calls.js';
import type {Dimension} from './vectors.js';

/**
 * Queries of a world; a filter says which objects count. Rays and shape casts pass through sensors
 * unless `sensors` is true; the other queries find them unless it is false.
 */
export abstract class WorldQueries<D extends Dimension = Dimension> extends WorldCalls<D> {
  /** Returns the first object on a ray. */
  rayCast(ray: RayQuery<D>, queryFilter?: QueryFilter<D>): RayHit<D> | undefined {
    return this.module.heap.call('world.rayCast', (args) => {
      const hit = args.space(this.kind.structs.rayHit);
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_ray_cast', this.pointer, this.ray(args, ray), filter, hit));
      const found = this.read(this.kind.structs.rayHit, hit);
      return found.cast.hit ? found : undefined;
    });
  }
  /** Returns all objects on a ray, sorted by t; valid until the next batch of this world. */
  rayCastAll(ray: RayQuery<D>, queryFilter?: QueryFilter<D>): Rows<RayHit<D>> {
    return this.batch('world.rayCastAll', (args) => {
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_ray_cast_all', this.pointer, this.ray(args, ray), filter,
          this.results.replaced));
      return this.module.rows(this.kind.structs.rayHit, this.results, (count) =>
        this.module.call(this.named('results_hits'), this.results.pointer, 0, count) as number, this);
    });
  }
  /** Returns the first object that a shape hits as it moves. */
  shapeCast(
    shape: Shape<D>, pose: PoseLike<D>, translation: Vector<D>, queryFilter?: QueryFilter<D>,
  ): CastHit<D> | undefined {
    return this.module.heap.call('world.shapeCast', (args) => {
      const hit = args.space(this.kind.structs.castHit);
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_shape_cast', this.pointer, this.shape(args, shape), this.pose(args, pose),
          this.vector(args, translation), filter, hit));
      const found = this.read(this.kind.structs.castHit, hit);
      return found.impact.hit ? found : undefined;
    });
  }
  /** Returns objects whose shapes touch a shape. */
  touching(shape: Shape<D>, pose: PoseLike<D>, queryFilter?: QueryFilter<D>): Handle[] {
    return this.module.gather('world.touching', this.kind.structs.handle, 'object', (args, visit, into) =>
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_touching', this.pointer, this.shape(args, shape), this.pose(args, pose),
          filter, visit, into)));
  }
  /** Returns objects whose shapes contain a point. */
  at(point: Vector<D>, queryFilter?: QueryFilter<D>): Handle[] {
    return this.module.gather('world.at', this.kind.structs.handle, 'object', (args, visit, into) =>
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_at', this.pointer, this.vector(args, point), filter, visit, into)));
  }
  /** Returns objects whose boxes overlap a box. */
  overlapping(box: BoxQuery<D>, queryFilter?: QueryFilter<D>): Handle[] {
    return this.module.gather('world.overlapping', this.kind.structs.handle, 'object', (args, visit, into) =>
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_overlapping', this.pointer, this.box(args, box), filter, visit, into)));
  }
  /** Returns the objects nearest to a point, at most k, by distance to their shapes. */
  nearest(point: Vector<D>, k: number, queryFilter?: QueryFilter<D>): Neighbor[] {
    const most = this.atMost('world.nearest', k);
    return this.module.heap.call('world.nearest', (args) => {
      const {neighbor} = this.kind.structs;
      const found = args.space({size: most * neighbor.size});
      const count = args.space(u32);
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_nearest', this.pointer, this.vector(args, point), filter, found, most,
          count));
      return new Rows(this.module.heap, neighbor, found, this.read(u32, count)).toArray();
    });
  }
  /** Returns objects whose shapes are no farther from a point than `radius`. */
  within(point: Vector<D>, radius: number, queryFilter?: QueryFilter<D>): Near<D>[] {
    const {near} = this.kind.structs;
    number('world.within', 'radius', radius);
    return this.module.gather('world.within', near, `near_${this.kind.suffix}`, (args, visit, into) =>
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_within', this.pointer, this.vector(args, point), radius, filter, visit,
          into)));
  }
  /** Returns the two objects with the least distance. */
  closestPair(): Nearest<D> | undefined {
    return this.closest('world.closestPair', (_, found) =>
      this.run('world_closest_pair', this.pointer, found));
  }
  /** Returns the closest pair of an object of this world (a) and one of another (b). */
  closestBetween(other: WorldQueries<D>): Nearest<D> | undefined {
    const answer = this.closest('world.closestBetween', (_, found) =>
      this.run('world_closest_between', this.pointer, this.pointerOf(other), found));
    return answer && {...answer, b: other.handles.of(answer.b.index, answer.b.generation)};
  }
  /** Returns the object (a) nearest to a shape (b, without a handle). */
  closestTo(
    shape: Shape<D>, pose: PoseLike<D>, queryFilter?: QueryFilter<D>,
  ): Nearest<D> | undefined {
    return this.closest('world.closestTo', (args, found) =>
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_closest_to', this.pointer, this.shape(args, shape), this.pose(args, pose),
          filter, found)));
  }
  /** Returns pairs of objects of this world and of another whose shapes touch. */
  touchingIn(other: WorldQueries<D>): {object: Handle; ofOther: Handle}[] {
    const {touching} = this.kind.structs;
    return this.module.gather('world.touchingIn', touching, 'two', (_, visit, into) =>
      this.run('world_touching_in', this.pointer, this.pointerOf(other), visit, into))
      .map(({object, ofOther: {index, generation}}) =>
        ({object, ofOther: other.handles.of(index, generation)}));
  }

  /** Moves a character as objects allow; does not change the world. */
  slide(
    mover: CapsuleMover<D>, displacement: Vector<D>, options: SlideOptions<D> = {},
  ): SlideResult<D> {
    return slide(this.module, this.kind, this.pointer, mover, displacement, options);
  }
  /**
   * Moves a character along with the objects that moved in this frame: the ground carries it, and
   * objects that move into it push it. Call it after they have moved and before slide().
   */
  carry(
    mover: CapsuleMover<D>, moved: readonly ObstacleMotion<D>[], options: SlideOptions<D> = {},
  ): CarryResult<D> {
    return carry(this.module, this.kind, this.pointer, mover, moved, options);
  }

  // --- Many queries at once ----------------------------------------------------------------------
  // Results are valid until the next batch of the same world.

  /**
   * Returns a result for each of several consecutive rays (origin, direction, maxT); `cast.hit`
   * says whether it hit.
   */
  rayCastMany(rays: Numbers, queryFilter?: QueryFilter<D>): Rows<RayHit<D>> {
    const {ray, rayHit} = this.kind.structs;
    const count = this.countOf('world.rayCastMany', rays, ray);
    return this.batch('world.rayCastMany', (args) => {
      const at = args.numbers(this.kind.reals, rays);
      const hits = this.results.space(count * rayHit.size);
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_ray_cast_many', this.pointer, at, count, filter, 0, hits));
      return new Rows(this.module.heap, rayHit, hits, count, this.results, this);
    });
  }
  /**
   * Takes consecutive boxes: minimum corner, maximum corner. The objects that overlap box i are
   * handles first[i] to first[i + 1] - 1.
   */
  overlappingMany(boxes: Numbers, queryFilter?: QueryFilter<D>): Groups<Handle> {
    const count = this.countOf('world.overlappingMany', boxes, this.kind.structs.box);
    return this.batch('world.overlappingMany', (args) => {
      const at = args.numbers(this.kind.reals, boxes);
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_overlapping_many', this.pointer, at, count, filter, 0,
          this.results.replaced));
      const found = this.results.rows(this.kind.structs.handle, 'results_handles', this);
      return new Groups(this.module.heap, this.results.first(), count, found);
    });
  }
  /** Returns for each of several consecutive points the k nearest objects. */
  nearestMany(points: Numbers, k: number, queryFilter?: QueryFilter<D>): Groups<Neighbor> {
    const {vec, neighbor} = this.kind.structs;
    const count = this.countOf('world.nearestMany', points, vec);
    const most = this.atMost('world.nearestMany', k);
    return this.batch('world.nearestMany', (args) => {
      const at = args.numbers(this.kind.reals, points);
      this.filtered(args, queryFilter, (filter) =>
        this.run('world_nearest_many', this.pointer, at, count, most, filter, 0,
          this.results.replaced));
      const first = args.space(u32);
      const rows = this.module.rows(neighbor, this.results, (length) => this.module.call(
        this.named('results_neighbors'), this.results.pointer, first, length) as number, this);
      return new Groups(this.module.heap, this.read(u32, first), count, rows);
    });
  }

  /**
   * Returns k, or the number of objects if that is less, so that no memory is requested for more.
   */
  private atMost(call: string, k: number): number {
    const size = this.module.call('world_size', this.pointer) >>> 0;
    return k === Infinity ? size : Math.min(size, whole(call, k, Number.MAX_SAFE_INTEGER));
  }
  /** Calls `body`, which replaces the results of the last batch. */
  private batch<R>(call: string, body: (args: Arguments) => R): R {
    return this.module.heap.call(call, (args) => this.results.alone(call, () => body(args)));
  }
  private closest(
    call: string, search: (args: Arguments, found: number) => void,
  ): Nearest<D> | undefined {
    return this.module.heap.call(call, (args) => {
      const {nearest} = this.kind.structs;
      const found = args.space(nearest);
      search(args, found);
      const answer = this.read(nearest, found);
      return answer.a.index === noIndex ? undefined : answer;
    });
  }
}

/** Results of many queries: query i has rows first[i] to first[i + 1] - 1. */
export class Groups<T extends object> {
  /** @internal */
  constructor(
    private readonly heap: Heap, private readonly address: number,
    /** The number of queries. */
    readonly length: number,
    readonly rows: Rows<T>,
  ) {}

  /**
   * The start of the results of each query: a view, made at each call, since memory may have grown.
   */
  get first(): Uint32Array {
    this.rows.check();
    return this.heap.array(Uint32Array, this.address, this.length + 1);
  }
  /** Returns the results of query i. */
  of(i: number): T[] {
    const found: T[] = [];
    const {first} = this;
    whole('groups.of', i, this.length - 1);
    for (let k = first[i]!; k < first[i + 1]!; ++k) found.push(this.rows.at(k)!);
    return found;
  }
}
