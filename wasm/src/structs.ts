// SPDX-License-Identifier: MIT
// The structures of masu.h. A test compares their offsets with those of the C compiler.
import {statusNames, whole, wrongType, type Status} from './errors.js';
import {handle, type Handle} from './handles.js';
import type {Dimension, Vec} from './vectors.js';
import {
  array, bits64, count64, f32, f64, flag, i32, struct, u32, u8, type Layout, type Struct,
} from './layout.js';

export {handle, noIndex, type Handle} from './handles.js';

/** Two objects may collide if each one's mask has a bit of the other's category. */
export interface Filter {
  category: bigint;
  mask: bigint;
}

/** A candidate of a query. */
export interface QueryCandidate<D extends Dimension = Dimension> {
  object: Handle;
  /** The sub-shape of its shape; 0xffffffff if only shapes or boxes were tested. */
  subShape: number;
  /** For rays and casts the time, for nearest objects the distance; otherwise 0. */
  t: number;
  /** On the object, if there is a t. */
  point: Vec<D>;
  /** Of the surface at the point. */
  normal: Vec<D>;
}

/**
 * Which objects count for a query; all by default. With a category or mask, those that accept it.
 */
export interface QueryFilter<D extends Dimension = Dimension> extends Partial<Filter> {
  /** Whether sensors count; by default for all queries except rays and shape casts. */
  sensors?: boolean;
  /**
   * Returns whether a candidate counts. Rays and shape casts call it for each sub-shape of an object,
   * other queries for each object; for some more than once: it must return the same each time. It
   * may query the world, but not change it.
   */
  accept?: (candidate: QueryCandidate<D>) => boolean;
}

/** Counters of work: the same on every machine. */
export interface QueryStats {
  /** Tree nodes visited. */
  nodes: number;
  /** Pairs of boxes tested. */
  tests: number;
  /** Comparisons by sorts. */
  comparisons: number;
  /** Elements moved by sorts. */
  shifts: number;
  /** Number of results. */
  results: number;
}

/** Two objects: `const [a, b] = pair`. */
export interface TwoObjects extends Iterable<Handle> {
  // So that compilers know that there are two.
  readonly 0: Handle;
  readonly 1: Handle;
}

/**
 * Two objects that collide, a.index < b.index; `id` identifies the pair as long as it exists. Also
 * `for (const [a, b] of pairs)`, as for all rows with two objects.
 */
export interface Pair extends TwoObjects {
  a: Handle;
  b: Handle;
  id: number;
  /** Why its shapes have no contacts, if not `'ok'`. */
  status: Status;
}

/** A pair that has ended. Objects that were removed have stale handles. */
export interface EndedPair extends TwoObjects {
  a: Handle;
  b: Handle;
  userDataA: bigint;
  userDataB: bigint;
}

/**
 * Two objects that come near each other and whose filters, groups and exclusions allow a pair;
 * a.index < b.index.
 */
export interface PairCandidate extends TwoObjects {
  a: Handle;
  b: Handle;
  userDataA: bigint;
  userDataB: bigint;
}

/**
 * Unit normal from a to b; pointB - pointA = distance * normal. A negative distance is minus the
 * depth.
 */
export interface Separation<D extends Dimension = Dimension> {
  status: Status;
  distance: number;
  /** Bounds of the exact distance. */
  lower: number;
  upper: number;
  normal: Vec<D>;
  pointA: Vec<D>;
  pointB: Vec<D>;
}

/** The contact of two sub-shapes. */
export interface Contact<D extends Dimension = Dimension> {
  subShapeA: number;
  subShapeB: number;
  separation: Separation<D>;
  firstCorner: number;
  cornerCount: number;
}

/** A corner of a contact area. */
export interface Corner<D extends Dimension = Dimension> {
  /** On the surface of a. */
  pointA: Vec<D>;
  /** On the surface of b. */
  pointB: Vec<D>;
  /** pointB - pointA = distance * normal; negative if they overlap. */
  distance: number;
  /**
   * The features that make the corner: that of a in the high 16 bits, that of b in the low 16.
   * Stable from update to update while the features are the same: store a solver's impulses by
   * pair, sub-shapes and this id.
   */
  featureId: number;
}

/** A first touch, at fraction t of the motion, from 0 to 1. */
export interface Impact<D extends Dimension = Dimension> {
  status: Status;
  hit: boolean;
  t: number;
  normal: Vec<D>;
  pointA: Vec<D>;
  pointB: Vec<D>;
}

/** A first touch, and the sub-shapes that touch. */
export interface SubShapeImpact<D extends Dimension = Dimension> {
  impact: Impact<D>;
  subShapeA: number;
  subShapeB: number;
  stats: QueryStats;
}

/** A first touch of two objects within a frame. */
export interface PairImpact<D extends Dimension = Dimension> extends TwoObjects {
  a: Handle;
  b: Handle;
  first: SubShapeImpact<D>;
}

/** Where a ray hits a shape: at origin + t * direction. */
export interface RayCast<D extends Dimension = Dimension> {
  status: Status;
  hit: boolean;
  t: number;
  point: Vec<D>;
  normal: Vec<D>;
}

/** The object that a ray hits, and where. */
export interface RayHit<D extends Dimension = Dimension> {
  status: Status;
  object: Handle;
  subShape: number;
  cast: RayCast<D>;
  stats: QueryStats;
}

/** The object that a moving shape hits. */
export interface CastHit<D extends Dimension = Dimension> {
  status: Status;
  object: Handle;
  subShape: number;
  impact: Impact<D>;
  stats: QueryStats;
}

/** queryPoint = point + distance * normal; negative inside. */
export interface SurfacePoint<D extends Dimension = Dimension> {
  status: Status;
  distance: number;
  point: Vec<D>;
  normal: Vec<D>;
}

/** An object, and its squared distance. */
export interface Neighbor {
  object: Handle;
  distanceSquared: number;
}

/** An object within a radius, and its nearest point. */
export interface Near<D extends Dimension = Dimension> {
  object: Handle;
  nearest: SurfacePoint<D>;
}

/** The distance of two shapes, and the nearest sub-shapes. */
export interface SubShapeSeparation<D extends Dimension = Dimension> {
  separation: Separation<D>;
  subShapeA: number;
  subShapeB: number;
  stats: QueryStats;
}

/** The two objects with the least distance. */
export interface Nearest<D extends Dimension = Dimension> {
  status: Status;
  a: Handle;
  b: Handle;
  separation: SubShapeSeparation<D>;
  stats: QueryStats;
}

/** A pose in the layout of C: a rotation, then a translation. */
export interface Pose<D extends Dimension = Dimension> {
  translation: Vec<D>;
  /** Cosine and sine of an angle; in 3D a quaternion x, y, z, w. Of length 1. */
  rotation: number[];
}

/** A closed box; empty if min > max or NaN on an axis. */
export interface Box<D extends Dimension = Dimension> {
  min: Vec<D>;
  max: Vec<D>;
}

/** origin + t * direction for 0 <= t <= maxT. */
export interface Ray<D extends Dimension = Dimension> {
  origin: Vec<D>;
  direction: Vec<D>;
  maxT: number;
}

/** A shape in the layout of C. */
export interface RawShape<D extends Dimension = Dimension> {
  kind: number;
  radius: number;
  p: Vec<D>[];
  body: number;
}

export const statusCode: Layout<Status> = {
  size: 1,
  align: 1,
  read: (m, at) => statusNames[m.getUint8(at)]!,
  write: (m, at, status) => m.setUint8(at, statusNames.indexOf(status as 'ok')),
};

export const filter = struct<Filter>({category: bits64, mask: bits64});
export const stats = struct<QueryStats>(
  {nodes: count64, tests: count64, comparisons: count64, shifts: count64, results: count64});
export const updateResult = struct<{stats: QueryStats; pairsTested: number}>(
  {stats, pairsTested: count64});
/** Options of an object in the layout of C. */
export interface RawObjectOptions {
  size: number;
  layer: number;
  sensor: boolean;
  continuous: boolean;
  fixed: boolean;
  userData: bigint;
  filter: Filter;
  margin: number;
  group: number;
}
export const objectOptions = struct<RawObjectOptions>({
  size: u32, layer: u8, sensor: flag, continuous: flag, fixed: flag, userData: bits64, filter,
  margin: f64, group: i32,
});

export const worldOptions = struct<{
  size: number; abi: number; dimension: number; scalar: number; detail: number; handleSalt: number;
  margin: number; period: number[]; skipInternalEdges: boolean; queries: boolean; reserved: number[];
  run: number; context: number; workers: number;
}>({
  size: u32, abi: u32, dimension: u32, scalar: u32, detail: u32, handleSalt: u32, margin: f64,
  period: array(f64, 3), skipInternalEdges: flag, queries: flag, reserved: array(u8, 6), run: u32,
  context: u32, workers: u32,
});

export const contactOptions = struct<{
  size: number; detail: number; margin: number; skipInternalEdges: boolean; reserved: number[];
}>({size: u32, detail: u32, margin: f64, skipInternalEdges: flag, reserved: array(u8, 7)});

export const queryFilter = struct<
  {size: number; sensors: number; filter: number; accept: number; context: number}>(
  {size: u32, sensors: u32, filter: u32, accept: u32, context: u32});
/** A list that visitors fill. */
export const list = struct<{data: number; size: number; capacity: number; full: number}>(
  {data: u32, size: u32, capacity: u32, full: u32});

export const search = struct<{
  boxes: number; count: number; boxesB: number; countB: number; filters: number; filtersB: number;
  period: number[];
}>({
  boxes: u32, count: u32, boxesB: u32, countB: u32, filters: u32, filtersB: u32,
  period: array(f64, 3),
});

/** The objects a and b of a structure, in turn. */
const twoObjects = {
  get 0() {
    return (this as unknown as Pair).a;
  },
  get 1() {
    return (this as unknown as Pair).b;
  },
  [Symbol.iterator](this: {a: Handle; b: Handle}) {
    return [this.a, this.b][Symbol.iterator]();
  },
};

/** The structures that depend on dimension and scalar, and on how a world makes its handles. */
export function structsOf<D extends Dimension>(
  dimension: D, real: Layout<number>, object: Struct<Handle> = handle,
) {
  const vec = array(real, dimension) as Layout<any> as Layout<Vec<D>>;
  // Of three numbers in 2D too.
  const exact = array(f64, 3) as Layout<any> as Layout<Vec<D>>;
  const pose = struct<Pose<D>>({translation: vec, rotation: array(real, dimension === 2 ? 2 : 4)});
  const box = struct<Box<D>>({min: vec, max: vec});
  const shape = struct<RawShape<D>>({kind: u32, radius: real, p: array(vec, 3), body: u32});
  const separation = struct<Separation<D>>({
    status: statusCode, distance: real, lower: real, upper: real, normal: vec, pointA: vec,
    pointB: vec,
  });
  const impact = struct<Impact<D>>(
    {status: statusCode, hit: flag, t: real, normal: vec, pointA: vec, pointB: vec});
  const subShapeImpact = struct<SubShapeImpact<D>>({impact, subShapeA: u32, subShapeB: u32, stats});
  const rayCast =
    struct<RayCast<D>>({status: statusCode, hit: flag, t: real, point: vec, normal: vec});
  const surfacePoint =
    struct<SurfacePoint<D>>({status: statusCode, distance: real, point: vec, normal: vec});
  const subShapeSeparation =
    struct<SubShapeSeparation<D>>({separation, subShapeA: u32, subShapeB: u32, stats});
  return {
    handle: object,
    pair: {
      ...struct<Pair>({a: object, b: object, id: u32, status: statusCode}, twoObjects),
      check: (call: string, pair: Pair) => {
        if (typeof pair?.a !== 'object') throw wrongType(call, 'pair', pair);
        for (const one of [pair.a, pair.b]) handle.check!(call, one);
        whole(`${call}: id`, pair.id);
      },
    },
    endedPair: struct<EndedPair>(
      {a: object, b: object, userDataA: bits64, userDataB: bits64}, twoObjects),
    pairCandidate: struct<PairCandidate>(
      {a: object, b: object, userDataA: bits64, userDataB: bits64}, twoObjects),
    touching: struct<{object: Handle; ofOther: Handle}>({object, ofOther: handle}),
    queryCandidate: struct<QueryCandidate<D> & {reserved: number}>({
      object, subShape: u32, reserved: u32, t: f64, point: exact, normal: exact,
    }),
    real, vec, pose, box, shape, separation, impact, subShapeImpact, rayCast, surfacePoint,
    subShapeSeparation,
    ray: struct<Ray<D>>({origin: vec, direction: vec, maxT: real}),
    child: struct<{shape: RawShape<D>; pose: Pose<D>}>({shape, pose}),
    contact: struct<Contact<D>>(
      {subShapeA: u32, subShapeB: u32, separation, firstCorner: u32, cornerCount: u32}),
    corner: struct<Corner<D>>({pointA: vec, pointB: vec, distance: real, featureId: u32}),
    pairImpact: struct<PairImpact<D>>({a: object, b: object, first: subShapeImpact}, twoObjects),
    rayHit:
      struct<RayHit<D>>({status: statusCode, object, subShape: u32, cast: rayCast, stats}),
    castHit: struct<CastHit<D>>({status: statusCode, object, subShape: u32, impact, stats}),
    neighbor: struct<Neighbor>({object, distanceSquared: real}),
    near: struct<Near<D>>({object, nearest: surfacePoint}),
    nearest: struct<Nearest<D>>(
      {status: statusCode, a: object, b: object, separation: subShapeSeparation, stats}),
    object: struct<
      {pose: Pose<D>; box: Box<D>; shape: RawShape<D>; options: RawObjectOptions; outside: boolean}>(
      {pose, box, shape, options: objectOptions, outside: flag}),
    sweep: struct<{begin: Pose<D>; end: Pose<D>}>({begin: pose, end: pose}),
    subShapeRayCast: struct<{cast: RayCast<D>; subShape: number; stats: QueryStats}>(
      {cast: rayCast, subShape: u32, stats}),
    subShapeSurfacePoint: struct<{nearest: SurfacePoint<D>; subShape: number; stats: QueryStats}>(
      {nearest: surfacePoint, subShape: u32, stats}),
  };
}
export type Structs<D extends Dimension = Dimension> = ReturnType<typeof structsOf<D>>;

/** 'float': 32-bit numbers; 'double': 64-bit. */
export type Scalar = 'float' | 'double';
export const realOf = {float: f32, double: f64};
export type AnyStruct = Struct<any>;
