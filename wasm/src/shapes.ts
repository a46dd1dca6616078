// SPDX-License-Identifier: MIT
// Shapes and poses: plain values, usable with any module and any world.
import {MasuError} from './errors.js';
import type {Resource} from './heap.js';
import type {Kind} from './module.js';
import type {Box, Pose, RawShape, Ray} from './structs.js';

/** Two numbers in 2D, three in 3D. */
export type Vector = ArrayLike<number>;

/** A shape in its own frame. Made by the functions of this file, or by a body's `shape`. */
export interface Shape {
  readonly kind: ShapeKind;
  /** The radius added around the core; it makes a shape rounded. */
  readonly radius: number;
  /** The parameters of the core, by kind. */
  readonly p: readonly Vector[];
  /** The body of a shape of kind `'body'`. */
  readonly body?: Resource;
}

const kKinds = {
  point: 0, segment: 1, triangle: 2, box: 3, ellipsoid: 4, cylinder: 5, cone: 6, halfSpace: 10,
  body: 255,
};
export type ShapeKind = keyof typeof kKinds;

// By its sign the library distinguishes a radius of 0 that was given, which it refuses, from no
// radius.
const radiusParameter = (radius: number): number => (radius === 0 ? -1 : radius);
const make = (kind: ShapeKind, p: Vector[], radius = 0): Shape => ({kind, radius, p});

export const point = (position: Vector): Shape => make('point', [position]);
/** A sphere; in 2D a circle. */
export const sphere = (radius: number, center: Vector = []): Shape =>
  make('point', [center], radiusParameter(radius));
export const circle = sphere;
export const segment = (a: Vector, b: Vector): Shape => make('segment', [a, b]);
export const capsule = (a: Vector, b: Vector, radius: number): Shape =>
  make('segment', [a, b], radiusParameter(radius));
export const triangle = (a: Vector, b: Vector, c: Vector): Shape => make('triangle', [a, b, c]);
/** A box; in 2D a rectangle. */
export const box = (halfExtents: Vector, center: Vector = []): Shape =>
  make('box', [halfExtents, center]);
/** An ellipsoid; in 2D an ellipse. */
export const ellipsoid = (halfAxes: Vector): Shape => make('ellipsoid', [halfAxes]);
export const ellipse = ellipsoid;
/** A cylinder along y, centered at the origin. 3D only. */
export const cylinder = (radius: number, halfHeight: number): Shape =>
  make('cylinder', [[radius, halfHeight, 0]]);
/** A cone along y with its apex at +halfHeight. 3D only. */
export const cone = (radius: number, halfHeight: number): Shape =>
  make('cone', [[radius, halfHeight, 0]]);
/** All x with normal . x <= offset; the normal has length 1. */
export const halfSpace = (normal: Vector, offset: number): Shape =>
  make('halfSpace', [normal, [offset]]);
/** All points within `radius` of a convex shape. */
export const rounded = (shape: Shape, radius: number): Shape =>
  // An invalid radius stays invalid.
  ({...shape, radius: shape.radius < 0 || radius < 0 ? -1 : shape.radius + radius});

/** A box with rounded edges, of the same size as the sharp box with these half extents. */
export const roundedBox = (halfExtents: Vector, radius: number, center: Vector = []): Shape =>
  rounded(box(Array.from(halfExtents, (half) => half - radius), center), radius);
/** Another name of halfSpace: the normal points out of the solid. */
export const plane = halfSpace;

/** Returns a shape in the layout of C; missing vectors are 0. */
export function rawShape(shape: Shape, kind: Kind): RawShape {
  const code = Object.hasOwn(kKinds, shape.kind) ? kKinds[shape.kind] : undefined;
  if (code === undefined) {
    throw new MasuError('out_of_range', 'shape', `unknown kind '${shape.kind}'`);
  }
  const p = [0, 1, 2].map((i) => {
    const {length} = shape.p[i] ?? [];
    // The offset of a half-space is a single number.
    const short = shape.kind === 'halfSpace' && i === 1 && length === 1;
    if (length !== 0 && !short) vectorOf(shape.p[i]!, kind.dimension);
    return filled(shape.p[i] ?? [], kind.dimension);
  });
  return {kind: code, radius: shape.radius, p, body: shape.body === undefined ? 0 : addressOf(shape.body, kind)};
}

/** Returns the address of a body; throws for a body of another module. */
function addressOf(body: Resource & {readonly kind?: Kind}, kind: Kind): number {
  const at = body.pointer;
  if (body.kind === kind) return at;
  throw new MasuError('wrong_format', 'shape',
                      'the body is of another module, dimension or number type');
}

/** Converts back; for a body only its kind is known. */
export function shapeOf(raw: RawShape): Omit<Shape, 'body'> {
  const kinds = Object.keys(kKinds) as ShapeKind[];
  const kind = kinds.find((k) => kKinds[k] === raw.kind)!;
  return {kind, radius: raw.radius, p: raw.p};
}

function filled(v: Vector, dimension: number): number[] {
  return Array.from({length: dimension}, (_, i) => v[i] ?? 0);
}

/**
 * A pose: a position, or a position and a rotation. The rotation is an angle in radians,
 * counter-clockwise (2D), or cosine and sine, or in 3D a quaternion x, y, z, w of length 1. Sines
 * of angles differ between engines in the last bit; the rotations of rotationFromAngle() and
 * rotationFromAxisAngle() do not.
 */
export type PoseLike =
  | Vector
  | {readonly translation: Vector; readonly rotation?: Vector; readonly angle?: number};

export function poseOf(pose: PoseLike, dimension: 2 | 3): Pose {
  const none = dimension === 2 ? [1, 0] : [0, 0, 0, 1];
  if (!('translation' in pose)) return {translation: vectorOf(pose, dimension), rotation: none};
  const translation = vectorOf(pose.translation, dimension);
  if (pose.rotation !== undefined) {
    return {translation, rotation: vectorOf(pose.rotation, none.length)};
  }
  if (pose.angle === undefined) return {translation, rotation: none};
  if (dimension === 3) throw new MasuError('out_of_range', 'pose', 'in 3D use `rotation`, not `angle`');
  return {translation, rotation: [Math.cos(pose.angle), Math.sin(pose.angle)]};
}

/** A ray; `maxT` is 1 if left out, so that the ray ends at origin + direction. */
export interface RayQuery {
  origin: Vector;
  direction: Vector;
  maxT?: number;
}

export function rayOf({origin, direction, maxT = 1}: RayQuery, dimension: 2 | 3): Ray {
  return {origin: vectorOf(origin, dimension), direction: vectorOf(direction, dimension), maxT};
}

/** The minimum and maximum corner of a box; equal for a point. */
export interface BoxQuery {
  readonly min: Vector;
  readonly max: Vector;
}

export function boxOf({min, max}: BoxQuery, dimension: 2 | 3): Box {
  return {min: vectorOf(min, dimension), max: vectorOf(max, dimension)};
}

/** Returns a vector with the required number of elements; throws otherwise. */
export function vectorOf(v: Vector, count: number): number[] {
  if (v.length !== count) {
    throw new MasuError('size_mismatch', 'vector', `${v.length} numbers where ${count} are expected`);
  }
  return Array.from(v);
}
