// SPDX-License-Identifier: MIT
// What can be asked of the objects of a world, as they are now.
import {whole} from './errors.js';
import type {Arguments, Heap, Numbers} from './heap.js';
import {u32} from './layout.js';
import {Rows} from './rows.js';
import type {BoxQuery, Place, RayQuery, Shape, Vector} from './shapes.js';
import {carry, type CarryResult, type ObstacleMotion} from './carry.js';
import {slide, type CapsuleMover, type SlideOptions, type SlideResult} from './slide.js';
import {
  handle, noIndex, twoObjects, type CastHit, type Handle, type Near, type Nearest, type Neighbor,
  type QueryFilter, type RayHit,
} from './structs.js';
import {WorldCalls} from './world_calls.js';

/**
 * What worlds are asked; a filter says which objects count. Rays and shape casts pass through sensors
 * unless `sensors` is true; the other queries find them unless it is false.
 */
export abstract class WorldQueries extends WorldCalls {
  /** The first object on a ray. */
  rayCast(ray: RayQuery, wanted?: QueryFilter): RayHit | undefined {
    return this.module.heap.call((args) => {
      const hit = args.room(this.kind.structs.rayHit);
      this.filtered(args, wanted, (filter) =>
        this.run('world_ray_cast', this.pointer, this.ray(args, ray), filter, hit));
      const found = this.read(this.kind.structs.rayHit, hit);
      return found.cast.hit ? found : undefined;
    });
  }
  /** All objects on a ray, sorted by t; valid until the next batch of this world. */
  rayCastAll(ray: RayQuery, wanted?: QueryFilter): Rows<RayHit> {
    return this.module.heap.call((args) => {
      this.filtered(args, wanted, (filter) =>
        this.run('world_ray_cast_all', this.pointer, this.ray(args, ray), filter,
          this.results.pointer));
      return this.module.rows(this.kind.structs.rayHit, (count) =>
        this.module.call(this.named('results_hits'), this.results.pointer, 0, count) as number);
    });
  }
  /** The first object that a shape meets on its way. */
  shapeCast(
    shape: Shape, at: Place, translation: Vector, wanted?: QueryFilter,
  ): CastHit | undefined {
    return this.module.heap.call((args) => {
      const hit = args.room(this.kind.structs.castHit);
      this.filtered(args, wanted, (filter) =>
        this.run('world_shape_cast', this.pointer, this.shape(args, shape), this.pose(args, at),
          this.vector(args, translation), filter, hit));
      const found = this.read(this.kind.structs.castHit, hit);
      return found.impact.hit ? found : undefined;
    });
  }
  /** Objects whose shapes touch a shape. */
  touching(shape: Shape, at: Place, wanted?: QueryFilter): Handle[] {
    return this.module.gather(handle, 'object', (args, visit, into) =>
      this.filtered(args, wanted, (filter) =>
        this.run('world_touching', this.pointer, this.shape(args, shape), this.pose(args, at),
          filter, visit, into)));
  }
  /** Objects whose shapes contain a point. */
  at(point: Vector, wanted?: QueryFilter): Handle[] {
    return this.module.gather(handle, 'object', (args, visit, into) =>
      this.filtered(args, wanted, (filter) =>
        this.run('world_at', this.pointer, this.vector(args, point), filter, visit, into)));
  }
  /** Objects whose boxes overlap a box. */
  overlapping(box: BoxQuery, wanted?: QueryFilter): Handle[] {
    return this.module.gather(handle, 'object', (args, visit, into) =>
      this.filtered(args, wanted, (filter) =>
        this.run('world_overlapping', this.pointer, this.box(args, box), filter, visit, into)));
  }
  /** The objects nearest to a point, at most k, by distance to their shapes. */
  nearest(point: Vector, k: number, wanted?: QueryFilter): Neighbor[] {
    const most = this.atMost('nearest', k);
    return this.module.heap.call((args) => {
      const {neighbor} = this.kind.structs;
      const found = args.room({size: most * neighbor.size});
      const count = args.room(u32);
      this.filtered(args, wanted, (filter) =>
        this.run('world_nearest', this.pointer, this.vector(args, point), filter, found, most,
          count));
      return new Rows(this.module.heap, neighbor, found, this.read(u32, count)).toArray();
    });
  }
  /** Objects whose shapes are no farther from a point than `radius`. */
  within(point: Vector, radius: number, wanted?: QueryFilter): Near[] {
    const {near} = this.kind.structs;
    return this.module.gather(near, `near_${this.kind.suffix}`, (args, visit, into) =>
      this.filtered(args, wanted, (filter) =>
        this.run('world_within', this.pointer, this.vector(args, point), radius, filter, visit,
          into)));
  }
  /** The two objects with the least distance. */
  closestPair(): Nearest | undefined {
    return this.closest((_, found) => this.run('world_closest_pair', this.pointer, found));
  }
  /** The same of an object of this world (a) and one of another (b). */
  closestBetween(other: WorldQueries): Nearest | undefined {
    return this.closest((_, found) =>
      this.run('world_closest_between', this.pointer, this.beside(other), found));
  }
  /** The object (a) that is nearest to a shape (b, without a handle). */
  closestTo(shape: Shape, at: Place, wanted?: QueryFilter): Nearest | undefined {
    return this.closest((args, found) =>
      this.filtered(args, wanted, (filter) =>
        this.run('world_closest_to', this.pointer, this.shape(args, shape), this.pose(args, at),
          filter, found)));
  }
  /** Objects of this world and of another whose shapes touch. */
  touchingIn(other: WorldQueries): {object: Handle; ofOther: Handle}[] {
    return this.module.gather(twoObjects, 'two', (_, visit, into) =>
      this.run('world_touching_in', this.pointer, this.beside(other), visit, into));
  }

  /** Moves a character as objects let it; changes nothing in the world. */
  slide(mover: CapsuleMover, displacement: Vector, options: SlideOptions = {}): SlideResult {
    return slide(this.module, this.kind, this.pointer, mover, displacement, options);
  }
  /**
   * Moves a character along with the objects that moved in this frame: what it stands on carries
   * it, what comes at it pushes it. To be called after they have moved and before slide().
   */
  carry(
    mover: CapsuleMover, moved: readonly ObstacleMotion[], options: SlideOptions = {},
  ): CarryResult {
    return carry(this.module, this.kind, this.pointer, mover, moved, options);
  }

  // --- Many queries at once ----------------------------------------------------------------------
  // What they give is valid until the next batch of the same world.

  /** Rays in a row: origin, direction, maxT. An answer for each; `cast.hit` says whether. */
  rayCastMany(rays: Numbers, wanted?: QueryFilter): Rows<RayHit> {
    const {ray, rayHit} = this.kind.structs;
    const count = this.countOf('rayCastMany', rays, ray);
    return this.module.heap.call((args) => {
      const at = args.numbers(this.kind.reals, rays);
      const hits = this.results.room(count * rayHit.size);
      this.filtered(args, wanted, (filter) =>
        this.run('world_ray_cast_many', this.pointer, at, count, filter, 0, hits));
      return new Rows(this.module.heap, rayHit, hits, count);
    });
  }
  /**
   * Boxes in a row: the least corner, the greatest corner. Those that overlap box i are
   * handles number first[i] to first[i + 1] - 1.
   */
  overlappingMany(boxes: Numbers, wanted?: QueryFilter): Groups<Handle> {
    const count = this.countOf('overlappingMany', boxes, this.kind.structs.box);
    return this.module.heap.call((args) => {
      const at = args.numbers(this.kind.reals, boxes);
      this.filtered(args, wanted, (filter) =>
        this.run('world_overlapping_many', this.pointer, at, count, filter, 0,
          this.results.pointer));
      const found = this.results.rows(handle, 'results_handles');
      return new Groups(this.module.heap, this.results.first(), count, found);
    });
  }
  /** Points in a row; of each the k nearest objects. */
  nearestMany(points: Numbers, k: number, wanted?: QueryFilter): Groups<Neighbor> {
    const {vec, neighbor} = this.kind.structs;
    const count = this.countOf('nearestMany', points, vec);
    const most = this.atMost('nearestMany', k);
    return this.module.heap.call((args) => {
      const at = args.numbers(this.kind.reals, points);
      this.filtered(args, wanted, (filter) =>
        this.run('world_nearest_many', this.pointer, at, count, most, filter, 0,
          this.results.pointer));
      const first = args.room(u32);
      const rows = this.module.rows(neighbor, (length) => this.module.call(
        this.named('results_neighbors'), this.results.pointer, first, length) as number);
      return new Groups(this.module.heap, this.read(u32, first), count, rows);
    });
  }

  /** No more than there are, so that room for the rest is not asked for. */
  private atMost(call: string, k: number): number {
    const size = this.module.call('world_size', this.pointer) >>> 0;
    return k === Infinity ? size : Math.min(size, whole(call, k, Number.MAX_SAFE_INTEGER));
  }
  private closest(search: (args: Arguments, found: number) => void): Nearest | undefined {
    return this.module.heap.call((args) => {
      const {nearest} = this.kind.structs;
      const found = args.room(nearest);
      search(args, found);
      const answer = this.read(nearest, found);
      return answer.a.index === noIndex ? undefined : answer;
    });
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
