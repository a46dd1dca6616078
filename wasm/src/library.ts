// SPDX-License-Identifier: MIT
// The library without a module: each door adds `init()` with its own.
import {Bodies} from './body.js';
import {Boxes} from './boxes_library.js';
import {chainsOf, type Chains, type WallChain} from './chains.js';
import {Shapes} from './contacts.js';
import {ConvexHull, type ConvexHullOptions} from './convex_hull.js';
import {Corridor, type CorridorOptions} from './corridor.js';
import type {Numbers} from './heap.js';
import type {Module} from './module.js';
import type {Scalar} from './structs.js';
import type {Dimension} from './vectors.js';
import {World} from './world.js';
import type {WorldOptions} from './world_options.js';

export {Body, Bodies, tiles, type BodyOptions, type UserData} from './body.js';
export * from './boxes_library.js';
export type {ChainFault, ChainReport, Chains, WallChain} from './chains.js';
export {Shapes, type ContactOptions, type ShapeContact} from './contacts.js';
export {ConvexHull, type ConvexHullOptions} from './convex_hull.js';
export {
  Corridor, noWall, type CorridorOptions, type MoveOptions, type MoveResult, type NearestWall,
  type PushResult, type Response, type WallHit, type WallKind, type WallWithin,
} from './corridor.js';
export type {CarryResult, ObstacleMotion} from './carry.js';
export {LayerMatrix, layerCount, noLayer} from './layers.js';
export {Movers, type MoverOptions} from './movers.js';
export {
  box, capsule, circle, cone, cylinder, ellipse, ellipsoid, halfSpace, plane, point, rounded,
  roundedBox, segment, sphere, triangle, type PoseLike, type Shape,
  type ShapeKind,
} from './shapes.js';
export type {
  CapsuleMover, SlideContact, SlideObstacle, SlideOptions, SlideResult,
} from './slide.js';
export type {
  Box, CastHit, Contact, Corner, EndedPair, Handle, Impact, Near, Nearest, Neighbor, Pair,
  PairCandidate, PairImpact, SubShapeImpact, SubShapeSeparation, Pose, QueryCandidate, QueryFilter,
  Ray, RayCast, RayHit, Separation, SurfacePoint,
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

/** The library, in a memory of its own. */
export class Masu<D extends Dimension = Dimension> extends Boxes {
  /** Meshes, hulls and other shapes that own their data. */
  readonly bodies: Bodies;

  /** @internal */
  constructor(module: Module, simd: boolean) {
    super(module, simd);
    this.bodies = new Bodies(module);
  }

  /** Makes a world: objects and their collisions. */
  world<E extends D>(options: WorldOptions<E>): World<E> {
    return new World(this.module, options);
  }
  /** Makes queries for shapes without a world: distances, contacts, casts. */
  shapes<E extends D>(dimension: E, scalar?: Scalar): Shapes<E> {
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
}
