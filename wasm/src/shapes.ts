// SPDX-License-Identifier: MIT
// Shapes and poses: plain values, usable with any module and any world.
import {checkNumbers, checkOptions, listOf, MasuError, number, shown, wrongType} from './errors.js';
import type {Resource} from './heap.js';
import type {Kind} from './module.js';
import type {Box, Pose, RawShape, Ray} from './structs.js';
import type {AnyVector, Dimension, DimensionOf, Vector} from './vectors.js';

export type {Vector} from './vectors.js';

/**
 * A shape in its own frame, for worlds of dimension D: of both if it is `2 | 3`. Made by the
 * functions of this file, or by a body's `shape`.
 */
export interface Shape<D extends Dimension = Dimension> {
  /** For the compiler only: a shape of one dimension is none of the other. */
  readonly worlds?: (dimension: D) => void;
  readonly kind: ShapeKind;
  /** The radius added around the core; it makes a shape rounded. */
  readonly radius: number;
  /** The parameters of the core, by kind. */
  readonly p: readonly ArrayLike<number>[];
  /** The body of a shape of kind `'body'`. */
  readonly body?: Resource;
}

const kKinds = {
  point: 0, segment: 1, triangle: 2, box: 3, ellipsoid: 4, cylinder: 5, cone: 6, halfSpace: 10,
  body: 255,
};
export type ShapeKind = keyof typeof kKinds;
const kPose = new Set(['translation', 'rotation', 'angle']);
const kRay = new Set(['origin', 'direction', 'maxT']);

// By its sign the library distinguishes a radius of 0 that was given, which it refuses, from no
// radius.
const radiusParameter = (call: string, radius: number): number =>
  (number(call, 'radius', radius) === 0 ? -1 : radius);
/** The vectors of a shape by the names of the parameters. */
function make(
  call: string, kind: ShapeKind, vectors: {[name: string]: ArrayLike<number>}, radius = 0,
): Shape<any> {
  for (const [name, vector] of Object.entries(vectors)) checkNumbers(call, name, vector);
  return {kind, radius, p: Object.values(vectors)};
}

export const point = <const V extends AnyVector>(position: V): Shape<DimensionOf<V>> =>
  make('point', 'point', {position});
/** A sphere; in 2D a circle. */
export const sphere = <const V extends AnyVector>(
  radius: number, center?: V,
): Shape<DimensionOf<V>> =>
  make('sphere', 'point', {center: center ?? []}, radiusParameter('sphere', radius));
export const circle = <const V extends AnyVector>(
  radius: number, center?: V,
): Shape<DimensionOf<V>> =>
  make('circle', 'point', {center: center ?? []}, radiusParameter('circle', radius));
export const segment = <const V extends AnyVector>(a: V, b: V): Shape<DimensionOf<V>> =>
  make('segment', 'segment', {a, b});
export const capsule = <const V extends AnyVector>(
  a: V, b: V, radius: number,
): Shape<DimensionOf<V>> =>
  make('capsule', 'segment', {a, b}, radiusParameter('capsule', radius));
export const triangle = <const V extends AnyVector>(a: V, b: V, c: V): Shape<DimensionOf<V>> =>
  make('triangle', 'triangle', {a, b, c});
/** A box; in 2D a rectangle. */
export const box = <const V extends AnyVector>(
  halfExtents: V, center?: V,
): Shape<DimensionOf<V>> =>
  make('box', 'box', {halfExtents, center: center ?? []});
/** An ellipsoid; in 2D an ellipse. */
export const ellipsoid = <const V extends AnyVector>(halfAxes: V): Shape<DimensionOf<V>> =>
  make('ellipsoid', 'ellipsoid', {halfAxes});
export const ellipse = ellipsoid;
/** A cylinder along y, centered at the origin. */
export const cylinder = (radius: number, halfHeight: number): Shape<3> =>
  make('cylinder', 'cylinder', {'radius and halfHeight': [radius, halfHeight, 0]});
/** A cone along y with its apex at +halfHeight. */
export const cone = (radius: number, halfHeight: number): Shape<3> =>
  make('cone', 'cone', {'radius and halfHeight': [radius, halfHeight, 0]});
/** All x with normal . x <= offset; the normal has length 1. */
export const halfSpace = <const V extends AnyVector>(
  normal: V, offset: number,
): Shape<DimensionOf<V>> =>
  make('halfSpace', 'halfSpace', {normal, offset: [offset]});
/** All points within `radius` of a convex shape. */
export function rounded<D extends Dimension>(shape: Shape<D>, radius: number): Shape<D> {
  number('rounded', 'radius', radius);
  checkShape('rounded', shape);
  // An invalid radius stays invalid.
  return {...shape, radius: shape.radius < 0 || radius < 0 ? -1 : shape.radius + radius};
}

/** A box with rounded edges, of the same size as the sharp box with these half extents. */
export function roundedBox<const V extends AnyVector>(
  halfExtents: V, radius: number, center?: V,
): Shape<DimensionOf<V>> {
  checkNumbers('roundedBox', 'halfExtents', halfExtents);
  number('roundedBox', 'radius', radius);
  return rounded(make('roundedBox', 'box', {
    halfExtents: Array.from(halfExtents, (half) => half - radius), center: center ?? [],
  }), radius);
}
/** Another name of halfSpace: the normal points out of the solid. */
export const plane = halfSpace;

function checkShape(call: string, shape: Shape<any>): void {
  if (typeof shape !== 'object' || shape === null) throw wrongType(call, 'shape', shape);
  number(call, 'radius', shape.radius);
}

/** Returns a shape in the layout of C; missing vectors are 0. */
export function rawShape<D extends Dimension>(
  call: string, shape: Shape<D>, kind: Kind<D>,
): RawShape<any> {
  checkShape(call, shape);
  const known = typeof shape.kind === 'string' && Object.hasOwn(kKinds, shape.kind);
  if (!known) throw new MasuError('out_of_range', call, `unknown kind ${shown(shape.kind)}`);
  const code = kKinds[shape.kind];
  listOf(call, 'p', shape.p);
  const p = [0, 1, 2].map((i) => {
    const {length} = shape.p[i] ?? [];
    // The offset of a half-space is a single number.
    const short = shape.kind === 'halfSpace' && i === 1 && length === 1;
    if (short) checkNumbers(call, 'offset', shape.p[i]!);
    else if (length !== 0) vectorOf(call, 'shape', shape.p[i]!, kind.dimension);
    return filled(shape.p[i] ?? [], kind.dimension);
  });
  const body = shape.body === undefined ? 0 : addressOf(call, shape.body, kind);
  return {kind: code, radius: shape.radius, p, body};
}

/** Returns the address of a body; throws for a body of another module. */
function addressOf(call: string, body: Resource & {readonly kind?: Kind<any>}, kind: Kind<any>): number {
  if (body?.what !== 'body') throw wrongType(call, 'body', body);
  const at = body.pointer;
  if (body.kind?.key === kind.key) return at;
  throw new MasuError('wrong_format', call,
                      'the body is of another module, dimension or number type');
}

/** Converts back; for a body only its kind is known. */
export function shapeOf(raw: RawShape<any>): Omit<Shape, 'body' | 'worlds'> {
  const kinds = Object.keys(kKinds) as ShapeKind[];
  const kind = kinds.find((k) => kKinds[k] === raw.kind)!;
  return {kind, radius: raw.radius, p: raw.p};
}

function filled(v: ArrayLike<number>, dimension: number): any {
  return Array.from({length: dimension}, (_, i) => v[i] ?? 0);
}

/**
 * A pose: a position, or a position and a rotation. The rotation is an angle in radians,
 * counter-clockwise (2D), or cosine and sine, or in 3D a quaternion x, y, z, w of length 1. Sines
 * of angles differ between engines in the last bit; the rotations of rotationFromAngle() and
 * rotationFromAxisAngle() do not.
 */
export type PoseLike<D extends Dimension = Dimension> =
  | Vector<D>
  | {
    readonly translation: Vector<D>;
    readonly rotation?: ArrayLike<number>;
    readonly angle?: number;
  };

export function poseOf<D extends Dimension>(
  call: string, pose: PoseLike<D>, dimension: D,
): Pose<D> {
  if (typeof pose !== 'object' || pose === null) throw wrongType(call, 'pose', pose);
  const none = dimension === 2 ? [1, 0] : [0, 0, 0, 1];
  if (!('translation' in pose)) {
    return {translation: vectorOf(call, 'pose', pose, dimension), rotation: none};
  }
  checkOptions(call, pose, kPose);
  const translation = vectorOf(call, 'translation', pose.translation, dimension);
  if (pose.rotation !== undefined) {
    return {translation, rotation: vectorOf(call, 'rotation', pose.rotation, none.length)};
  }
  if (pose.angle === undefined) return {translation, rotation: none};
  if (dimension === 3) throw new MasuError('out_of_range', call, 'in 3D use `rotation`, not `angle`');
  const angle = number(call, 'angle', pose.angle);
  return {translation, rotation: [Math.cos(angle), Math.sin(angle)]};
}

/** A ray; `maxT` is 1 if left out, so that the ray ends at origin + direction. */
export interface RayQuery<D extends Dimension = Dimension> {
  origin: Vector<D>;
  direction: Vector<D>;
  maxT?: number;
}

export function rayOf<D extends Dimension>(call: string, ray: RayQuery<D>, dimension: D): Ray<D> {
  if (typeof ray !== 'object' || ray === null) throw wrongType(call, 'ray', ray);
  checkOptions(call, ray, kRay);
  return {
    origin: vectorOf(call, 'origin', ray.origin, dimension),
    direction: vectorOf(call, 'direction', ray.direction, dimension),
    maxT: ray.maxT === undefined ? 1 : number(call, 'maxT', ray.maxT),
  };
}

/** The minimum and maximum corner of a box; equal for a point. */
export interface BoxQuery<D extends Dimension = Dimension> {
  readonly min: Vector<D>;
  readonly max: Vector<D>;
}

export function boxOf<D extends Dimension>(call: string, box: BoxQuery<D>, dimension: D): Box<D> {
  if (typeof box !== 'object' || box === null) throw wrongType(call, 'box', box);
  return {min: vectorOf(call, 'min', box.min, dimension), max: vectorOf(call, 'max', box.max, dimension)};
}

/** Returns a vector with the required number of elements; throws otherwise. */
export function vectorOf(
  call: string, what: string, v: ArrayLike<number>, count: number,
): any {
  checkNumbers(call, what, v);
  if (v.length !== count) {
    throw new MasuError('size_mismatch', call, `${what} has ${v.length} numbers, not ${count}`);
  }
  return Array.from(v);
}
