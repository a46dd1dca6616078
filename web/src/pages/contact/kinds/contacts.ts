// SPDX-License-Identifier: MIT
// The three kinds of contact, and the steps of the volume: reads the records of
// web/steps/contact_steps.cpp.
import type {Side} from '../pair';
import type {Record, Vector} from '../records';

const code = {
  point: 1, corner: 2, volume: 3, vertices: 4, face: 5, cut: 6, phase: 7, plane: 8, ball: 9,
  center: 10, dual: 11, joins: 12, leaves: 13, appears: 14, vertex: 15, triangle: 16, vanishes: 17,
};
export const phases = ['planes', 'point inside', 'duals', 'hull', 'corners', 'exact planes'] as const;

export interface Corner {
  a: Vector;
  b: Vector;
  distance: number;
}
export interface Volume {
  size: number;
  centroid: Vector;
  /** The area of the cut, projected along the normal. */
  area: number;
  normal: Vector;
  vertices: Vector[];
  faces: {side: Side; corners: readonly number[]}[];
  cuts: (readonly number[])[];
}
/** The state of the duality method. */
export interface VolumeStep {
  phase: number;
  planes: {side: Side; face: number}[];
  ball?: {center: Vector; radius: number};
  center?: Vector;
  duals: Vector[];
  /** Indices of duals in the chain, in 2D. */
  chain: number[];
  /** Triangles of duals, in 3D, and the dual added last. */
  triangles: (readonly number[])[];
  joined?: number;
  corners: Vector[];
}
export interface Contacts {
  distance: number;
  normal: Vector;
  a: Vector;
  b: Vector;
  corners: Corner[];
  volume?: Volume;
  steps: VolumeStep[];
}

export function contactsOf(records: readonly Record[], d: number): Contacts {
  const found: Contacts = {distance: NaN, normal: [], a: [], b: [], corners: [], steps: []};
  let now: VolumeStep = {phase: 0, planes: [], duals: [], chain: [], triangles: [], corners: []};
  const sideOf = (number: number): Side => number === 0 ? 'a' : 'b';
  const step = (change: Partial<VolumeStep>) => {
    now = {...now, ...change};
    found.steps.push(now);
  };
  for (const record of records) {
    switch (record.code) {
      case code.point: {
        record.number();
        found.distance = record.number();
        [found.normal, found.a, found.b] = [record.vector(d), record.vector(d), record.vector(d)];
        break;
      }
      case code.corner:
        found.corners.push({a: record.vector(d), b: record.vector(d), distance: record.number()});
        break;
      case code.volume: {
        if (record.number() !== 0) break;
        const [size, centroid] = [record.number(), record.vector(d)];
        found.volume = {
          size, centroid, area: record.number(), normal: record.vector(d), vertices: [], faces: [], cuts: [],
        };
        break;
      }
      case code.vertices: found.volume!.vertices = record.vectors(d); break;
      case code.face:
        found.volume!.faces.push({side: sideOf(record.number()), corners: record.numbers()});
        break;
      case code.cut: found.volume!.cuts.push(record.numbers()); break;
      case code.phase: {
        const phase = record.number();
        now = {...now, phase, joined: undefined};
        if (phases[phase] === 'exact planes') {
          now = {...now, planes: [], duals: [], chain: [], triangles: [], corners: []};
        }
        break;
      }
      case code.plane: {
        record.number();
        const plane = {side: sideOf(record.number()), face: record.number()};
        now = {...now, planes: [...now.planes, plane]};
        break;
      }
      case code.ball: step({ball: {center: record.vector(d), radius: record.number()}}); break;
      case code.center: step({center: record.vector(d)}); break;
      case code.dual: {
        record.number();
        step({duals: [...now.duals, record.vector(d)]});
        break;
      }
      case code.joins: step({chain: [...now.chain, record.number()]}); break;
      case code.leaves: step({chain: now.chain.slice(0, -1)}); break;
      case code.vertex: step({joined: record.number()}); break;
      case code.triangle:
        now.triangles = [...now.triangles, record.numbers()];
        break;
      case code.vanishes: {
        const removed = [...record.numbers()].sort().join();
        now.triangles = now.triangles.filter((triangle) => [...triangle].sort().join() !== removed);
        break;
      }
      case code.appears: step({corners: [...now.corners, record.vector(d)]}); break;
    }
  }
  return found;
}
