// SPDX-License-Identifier: MIT
// The frames of the hull builders: reads the records of web/steps/hull_steps.cpp.
import type {Record, Vector} from '../records';

const code = {
  phase: 1, pushes: 2, pops: 3, splits: 4, edgeAccepted: 5, candidateReplaced: 6,
  candidateAccepted: 7, joins: 8, appears: 9, vanishes: 10, planeRotates: 11, faceFound: 12, end: 13, face: 14,
};
export const methods = [
  ['quickhull', 'quickhull'], ['gift', 'gift wrapping'], ['andrew', 'Andrew’s chain'],
] as const;
export type Method = (typeof methods)[number][0];

export interface Frame {
  text: string;
  /** Consecutive points; closed: the first follows the last. */
  path: number[];
  closed: boolean;
  /** The edge that is tested. */
  edge?: readonly [number, number];
  /** The point that is tested. */
  point?: number;
  /** 3D: triangles or faces of the present hull, and those that this step made. */
  faces: number[][];
  added: number;
}
export interface Hull {
  frames: Frame[];
  /** 2D: one loop. */
  faces: (readonly number[])[];
  vertices: number;
  tests: number;
  built: number;
}

export function hullOf(records: readonly Record[]): Hull {
  const hull: Hull = {frames: [], faces: [], vertices: 0, tests: 0, built: 0};
  let path: number[] = [];
  let faces: number[][] = [];
  let upper = true;
  const addFrame = (text: string, more: Partial<Frame> = {}) =>
    hull.frames.push({text, path: [...path], closed: false, faces: [...faces], added: 0, ...more});
  for (const record of records) {
    const numbers = record.numbers();
    const [p, q, r] = numbers as [number, number, number];
    switch (record.code) {
      case code.phase:
        if (p === 0) addFrame('Sort the points from left to right.');
        upper = p === 1;
        break;
      case code.pushes:
        path.push(p);
        addFrame(`The chain adds the next point to the ${upper ? 'right' : 'left'}.`, {point: p});
        break;
      case code.pops:
        path.pop();
        addFrame('The chain is concave here: it removes its last point.', {point: p});
        break;
      case code.splits: {
        if (path.length === 0) path = [p, q];
        path.splice(path.indexOf(p) + 1, 0, r);
        addFrame('The point farthest outside this edge becomes a vertex: two edges replace the edge.', {
          closed: true, edge: [p, q], point: r,
        });
        break;
      }
      case code.edgeAccepted:
        if (path.length === 0) path = [p, q];
        addFrame('No point lies outside this edge: it is an edge of the hull.', {closed: true, edge: [p, q]});
        break;
      case code.candidateReplaced:
        if (path.length === 0) path = [p];
        addFrame('The wrapping line rotates to a point that lies farther out.', {edge: [p, q], point: q});
        break;
      case code.candidateAccepted:
        if (path.length === 0) path = [p];
        path.push(q);
        addFrame('All points lie to the left of the wrapping line: an edge of the hull.', {edge: [p, q]});
        break;
      case code.vanishes: {
        const removed = [...numbers].sort().join();
        faces = faces.filter((face) => [...face].sort().join() !== removed);
        break;
      }
      case code.joins:
        addFrame('The point farthest outside becomes a vertex: new faces replace the faces that it sees.', {
          point: p,
        });
        break;
      case code.appears: {
        faces = [...faces, [...numbers]];
        const last = hull.frames[hull.frames.length - 1]!;
        last.faces = faces;
        last.added += 1;
        break;
      }
      case code.planeRotates:
        addFrame('The wrapping plane rotates about an edge to a point that lies farther out.', {
          edge: [p, q], point: r,
        });
        break;
      case code.faceFound:
        faces = [...faces, [...numbers]];
        addFrame('All points lie behind the wrapping plane: a face of the hull.', {added: 1});
        break;
      case code.end:
        [hull.vertices, hull.tests, hull.built] = [numbers[2]!, numbers[3]!, numbers[5]!];
        break;
      case code.face: hull.faces.push(numbers); break;
    }
  }
  path = [...(hull.faces[0] ?? [])];
  faces = hull.faces.map((face) => [...face]);
  addFrame('The hull. In the dual each vertex is a side, and each side a corner; ' +
    'the dual of a point inside the hull cuts nothing off.', {closed: true});
  return hull;
}

/** The polytope enclosed by the duals of points, corners relative to the center. */
export interface Dual {
  bounded: boolean;
  corners: Vector[];
  /** For each edge or face the point that it is the dual of; in 3D its corners too. */
  faces: {source: number; corners: number[]}[];
}

export function dualOf(records: readonly Record[], d: number): Dual {
  const dual: Dual = {bounded: false, corners: [], faces: []};
  for (const record of records) {
    if (record.code === code.end) {
      dual.bounded = record.number() === 0;
      dual.corners = record.vectors(d);
    } else {
      const source = record.number();
      dual.faces.push({source, corners: [...record.numbers()]});
    }
  }
  return dual;
}
