// SPDX-License-Identifier: MIT
// The shapes to choose from, as named by the steps, the command line tool and its files.
import type {Vector} from './records';

export interface Shape {
  readonly name: string;
  /** Of include/masu/shapes/shape_view.hpp. */
  readonly kind: number;
  readonly radius: number;
  readonly points: readonly Vector[];
  /** As an argument of `masu contact`. */
  readonly words: string;
  /** As in the tool's files, without a pose. */
  readonly fields: object;
  /**
   * Whether it has corners and is not smooth or rounded: then it has features and contact volumes.
   */
  readonly sharp: boolean;
}

const listed = (points: readonly Vector[]) => points.map((p) => p.join(',')).join('/');

function ball(name: string, shape: string, radius: number, dimension: number): Shape {
  return {
    name, kind: 0, radius, points: [Array<number>(dimension).fill(0)], words: `${shape}:${radius}`,
    fields: {shape, radius}, sharp: false,
  };
}
function capsule(a: Vector, b: Vector, radius: number): Shape {
  return {
    name: 'capsule', kind: 1, radius, points: [a, b], words: `capsule:${radius}:${listed([a, b])}`,
    fields: {shape: 'capsule', radius, a, b}, sharp: false,
  };
}
function triangle(a: Vector, b: Vector, c: Vector): Shape {
  return {
    name: 'triangle', kind: 2, radius: 0, points: [a, b, c], words: `triangle:${listed([a, b, c])}`,
    fields: {shape: 'triangle', a, b, c}, sharp: true,
  };
}
function box(...edges: number[]): Shape {
  const half = edges.map((edge) => edge / 2);
  return {
    name: 'box', kind: 3, radius: 0, points: [half, half.map(() => 0)], words: `box:${edges.join('x')}`,
    fields: {shape: 'box', half_extents: half}, sharp: true,
  };
}
function ellipse(name: string, ...axes: number[]): Shape {
  return {
    name, kind: 4, radius: 0, points: [axes], words: `${name}:${axes.join('x')}`,
    fields: {shape: name, half_axes: axes}, sharp: false,
  };
}
function upright(name: 'cylinder' | 'cone', radius: number, height: number): Shape {
  return {
    name, kind: name === 'cylinder' ? 5 : 6, radius: 0, points: [[radius, height / 2, 0]],
    words: `${name}:${radius}x${height}`, fields: {shape: name, radius, height}, sharp: false,
  };
}
function polytope(name: string, points: readonly Vector[]): Shape {
  const shape = points[0]!.length === 2 ? 'polygon' : 'polyhedron';
  return {
    name, kind: shape === 'polygon' ? 7 : 8, radius: 0, points, words: `${shape}:${listed(points)}`,
    fields: {shape, points}, sharp: true,
  };
}

// 1/phi and 1 on a sphere of radius about 1, two decimals.
const icosahedron: Vector[] = [];
for (const p of [-0.53, 0.53]) {
  for (const q of [-0.86, 0.86]) icosahedron.push([0, p, q], [p, q, 0], [q, 0, p]);
}
const diamond: Vector[] = [
  [0, -1.1, 0], [0.55, 0.45, 0], [-0.55, 0.45, 0], [0.9, 0.1, 0], [-0.9, 0.1, 0], [0, 0.1, 0.9],
  [0, 0.1, -0.9], [0.64, 0.1, 0.64], [-0.64, 0.1, 0.64], [0.64, 0.1, -0.64], [-0.64, 0.1, -0.64],
  [0, 0.45, 0.55], [0, 0.45, -0.55], [0.39, 0.45, 0.39], [-0.39, 0.45, 0.39], [0.39, 0.45, -0.39],
  [-0.39, 0.45, -0.39],
];

export const flatShapes: readonly Shape[] = [
  box(2, 1.2), triangle([-1, -0.7], [1, -0.7], [0.2, 1.1]),
  polytope('pentagon', [[0, 1], [-0.95, 0.31], [-0.59, -0.81], [0.59, -0.81], [0.95, 0.31]]),
  polytope('stone', [
    [-1.2, -0.2], [-0.8, -0.75], [0.1, -0.95], [0.95, -0.6], [1.25, 0], [1, 0.6], [0.2, 0.9], [-0.7, 0.65],
  ]),
  ball('circle', 'circle', 0.8, 2), capsule([-0.8, 0], [0.8, 0], 0.4), ellipse('ellipse', 1.2, 0.6),
];
export const solidShapes: readonly Shape[] = [
  box(1.6, 1.2, 1), polytope('tetrahedron', [[1, -0.6, 0], [-0.6, -0.6, 0.9], [-0.6, -0.6, -0.9], [0, 1.1, 0]]),
  polytope('icosahedron', icosahedron), polytope('diamond', diamond),
  ball('sphere', 'sphere', 0.8, 3), capsule([-0.6, 0, 0], [0.6, 0, 0], 0.45), upright('cylinder', 0.6, 1.4),
  upright('cone', 0.8, 1.5), ellipse('ellipsoid', 1.1, 0.7, 0.6),
];
