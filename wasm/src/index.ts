// SPDX-License-Identifier: MIT
// Collision detection in 2D and 3D: `const masu = await init()`.
import {Bodies} from './body.js';
import {BoxIndex, type BoxIndexOptions} from './box_index.js';
import {chainsOf, type Chains, type WallChain} from './chains.js';
import {Shapes} from './contacts.js';
import {ConvexHull, type ConvexHullOptions} from './convex_hull.js';
import {Corridor, type CorridorOptions} from './corridor.js';
import {whole} from './errors.js';
import {Finder, type FinderOptions} from './finder.js';
import {Resource, type Numbers, type View, type ViewType} from './heap.js';
import {load, simdSupported, type Callbacks, type InitOptions} from './loader.js';
import {Module} from './module.js';
import type {Scalar} from './structs.js';
import {World} from './world.js';
import type {WorldOptions} from './world_options.js';

export {Body, Bodies, tiles, type BodyOptions, type UserData} from './body.js';
export {
  BoxIndex, IndexGroups, type BoxHit, type BoxIndexOptions, type BoxOnRay, type NearBox,
} from './box_index.js';
export type {ChainFault, ChainReport, Chains, WallChain} from './chains.js';
export {Shapes, type ContactOptions, type ShapeContact} from './contacts.js';
export {ConvexHull, type ConvexHullOptions} from './convex_hull.js';
export {
  Corridor, noWall, type CorridorOptions, type MoveOptions, type MoveResult, type NearestWall,
  type PushResult, type Response, type WallHit, type WallKind, type WallWithin,
} from './corridor.js';
export {MasuError, type Status} from './errors.js';
export type {CarryResult, ObstacleMotion} from './carry.js';
export {
  Finder, finderMethods, type FinderMethod, type FinderOptions, type SearchOptions,
} from './finder.js';
export {Resource, type Numbers, type View, type ViewType} from './heap.js';
export {defaultCategory} from './filters.js';
export {LayerMatrix, layerCount, noLayer} from './layers.js';
export {simdSupported, type InitOptions} from './loader.js';
export {Movers, type MoverOptions} from './movers.js';
export {Rows} from './rows.js';
export {
  box, capsule, circle, cone, cylinder, ellipse, ellipsoid, halfSpace, plane, point, rounded,
  roundedBox, segment, sphere, triangle, type BoxQuery, type PoseLike, type RayQuery,
  type Shape, type ShapeKind, type Vector,
} from './shapes.js';
export type {
  CapsuleMover, SlideContact, SlideObstacle, SlideOptions, SlideResult,
} from './slide.js';
export type {
  Box, CastHit, Contact, Corner, EndedPair, Filter, Handle, Impact, Near, Nearest, Neighbor, Pair,
  PairCandidate, PairImpact, SubShapeImpact, SubShapeSeparation, Pose, QueryCandidate, QueryFilter,
  QueryStats, Ray, RayCast, RayHit, Scalar, Separation, SurfacePoint,
} from './structs.js';
export {
  compose, cosineAndSine, inverse, rotate, rotationFromAngle, rotationFromAxisAngle, toLocal,
  toWorld,
} from './transforms.js';
export type {ContactVolume, VolumeLoop} from './volumes.js';
export {World} from './world.js';
export type {
  BroadPhase, Detail, ObjectOptions, ObjectState, UpdateResult, WorldOptions,
} from './world_options.js';
export {Groups} from './world_queries.js';

/** A typed array in the module's memory: calls do not copy it. */
export class Memory<V extends View> extends Resource {
  /** @internal */
  constructor(
    private readonly module: Module, private readonly type: ViewType<V>,
    /** The number of elements. */
    readonly length: number,
  ) {
    super(module.heap.allocate(bytesOf(type, length)), 'memory');
    this.view.fill(0);
  }

  /**
   * The array. Made at each call: when the module's memory grows, earlier views lose their
   * elements.
   */
  get view(): V {
    return this.module.heap.array(this.type, this.pointer, this.length);
  }

  protected destroy(address: number): void {
    this.module.heap.free(address);
  }
}

function bytesOf(type: ViewType<View>, length: number): number {
  return whole('allocate', length, Number.MAX_SAFE_INTEGER) * type.BYTES_PER_ELEMENT;
}

/** The library, in a memory of its own. */
export class Masu {
  /** Meshes, hulls and other shapes that own their data. */
  readonly bodies: Bodies;

  /** @internal */
  constructor(
    private readonly module: Module,
    /** Which of the two modules it is. */
    readonly simd: boolean,
  ) {
    this.bodies = new Bodies(module);
  }

  /** "major.minor.patch". */
  get version(): string {
    return this.module.heap.text(this.module.call('version') as number);
  }
  /**
   * The size of the memory that everything in it shares, in bytes. It grows and does not shrink.
   */
  get memoryBytes(): number {
    return this.module.heap.bytes();
  }

  /** Makes a world: objects and their collisions. */
  world(options: WorldOptions): World {
    return new World(this.module, options);
  }
  /** Makes a finder: boxes in, pairs out. */
  finder(options: FinderOptions): Finder {
    return new Finder(this.module, options);
  }
  /** Makes an index of boxes for box, ray and nearest queries. */
  boxIndex(options: BoxIndexOptions): BoxIndex {
    return new BoxIndex(this.module, options);
  }
  /** Makes queries for shapes without a world: distances, contacts, casts. */
  shapes(dimension: 2 | 3, scalar?: Scalar): Shapes {
    return new Shapes(this.module, dimension, scalar);
  }
  /**
   * Makes convex hulls of points, as indices of the points; `bodies.hull()` makes shapes of them.
   */
  convexHull(options: ConvexHullOptions): ConvexHull {
    return new ConvexHull(this.module, options);
  }
  /** Connects loose walls into chains, for a corridor. */
  chains(
    walls: Numbers, options?: {scalar?: Scalar; weld?: number; splitJunctions?: boolean},
  ): Chains {
    return chainsOf(this.module, walls, options);
  }
  /** Makes a corridor: walls that movers cannot pass. */
  corridor(
    vertices: Numbers, chains: readonly WallChain[], options: CorridorOptions = {},
  ): Corridor {
    return new Corridor(this.module, vertices, chains, options);
  }
  /** Makes a typed array of zeros in the module's memory. */
  allocate<V extends View>(type: ViewType<V>, length: number): Memory<V> {
    return new Memory(this.module, type, length);
  }
}

const kStarted = new Map<boolean, Promise<Masu>>();

/**
 * Starts the library: each of its two modules once, however often it is called. With `module` every
 * call starts an instance with its own memory.
 */
export function init(options: InitOptions = {}): Promise<Masu> {
  const simd = options.simd ?? simdSupported();
  const start = async () => {
    const callbacks: Callbacks = {counts: () => true, allows: () => 1};
    return new Masu(new Module(await load({...options, simd}, callbacks), callbacks), simd);
  };
  if (options.module !== undefined) return start();
  let started = kStarted.get(simd);
  if (started === undefined) {
    started = start();
    kStarted.set(simd, started);
    // A failure is not permanent: the network may come back.
    started.catch(() => kStarted.delete(simd));
  }
  return started;
}
