// SPDX-License-Identifier: MIT

export type Vec2 = [x: number, y: number];
export type Vec3 = [x: number, y: number, z: number];

/** A dimension; where it is `2 | 3`, it is known only when the program runs. */
export type Dimension = 2 | 3;

/** A vector as a result. */
export type Vec<D extends Dimension = Dimension> =
  [D] extends [2] ? Vec2 : [D] extends [3] ? Vec3 : number[];

/**
 * A vector as an argument: two numbers in 2D, three in 3D. Arrays and typed arrays of unknown length
 * compile; the call refuses those of another length.
 */
export type Vector<D extends Dimension = Dimension> = ArrayLike<number> & (
  [D] extends [2] ? {readonly 0?: number; readonly 2?: undefined}
    : [D] extends [3] ? {readonly 0?: number; readonly 3?: undefined}
      : unknown);

/** A vector of either dimension; its length decides the dimension of a shape. */
export type AnyVector = Readonly<Vec2> | Readonly<Vec3> | ArrayLike<number>;

/** The dimensions that vectors of this type have. */
export type DimensionOf<V> = V extends Readonly<Vec2> ? 2 : V extends Readonly<Vec3> ? 3 : Dimension;
