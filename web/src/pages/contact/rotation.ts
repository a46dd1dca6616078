// SPDX-License-Identifier: MIT
// Rotations: by an angle in 2D, about x, y and z in turn in 3D; in degrees.
import type {Vector} from './records';

const radians = Math.PI / 180;

/** Returns cosine and sine; in 3D x, y, z, w. */
export function quaternion(angles: Vector): number[] {
  if (angles.length === 1) return [Math.cos(angles[0]! * radians), Math.sin(angles[0]! * radians)];
  let q = [0, 0, 0, 1];
  angles.forEach((degrees, axis) => {
    if (degrees === 0) return;
    const by = [0, 0, 0, Math.cos(degrees * radians / 2)];
    by[axis] = Math.sin(degrees * radians / 2);
    q = product(by, q);
  });
  return q;
}

/** Returns the product: first q, then p. */
export function product(p: Vector, q: Vector): number[] {
  const [a, b, c, d] = p as [number, number, number, number];
  const [x, y, z, w] = q as [number, number, number, number];
  return [
    d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z,
  ];
}

export function rotated(angles: Vector, p: Vector): Vector {
  const r = quaternion(angles);
  if (r.length === 2) return [r[0]! * p[0]! - r[1]! * p[1]!, r[1]! * p[0]! + r[0]! * p[1]!];
  const back = [-r[0]!, -r[1]!, -r[2]!, r[3]!];
  return product(product(r, [...p, 0]), back).slice(0, 3);
}

/** Returns the rotations about x, y, z whose product is the rotation. */
export function degreesOf([x, y, z, w]: Vector): Vector {
  const up = 2 * (w! * y! - z! * x!);
  return [
    Math.atan2(2 * (w! * x! + y! * z!), 1 - 2 * (x! * x! + y! * y!)),
    Math.asin(Math.min(1, Math.max(-1, up))),
    Math.atan2(2 * (w! * z! + x! * y!), 1 - 2 * (y! * y! + z! * z!)),
  ].map((angle) => angle / radians);
}

/** Returns the shortest rotation from direction p to q. */
export function between(p: Vector, q: Vector): Vector {
  const size = Math.hypot(...p) * Math.hypot(...q);
  const across = [
    p[1]! * q[2]! - p[2]! * q[1]!, p[2]! * q[0]! - p[0]! * q[2]!, p[0]! * q[1]! - p[1]! * q[0]!,
  ];
  const w = size + p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!;
  const length = Math.hypot(...across, w);
  return length > 0 ? [...across, w].map((v) => v / length) : [0, 0, 0, 1];
}
