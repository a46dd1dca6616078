// SPDX-License-Identifier: MIT
// The frames of GJK and EPA: reads the records of web/steps/gjk_steps.cpp.
import {bodyOf, type Body, type Record, type Vector} from '../records';

const code = {support: 1, simplex: 2, polytope: 3, face: 4, end: 5};

/** A point w = a - b of the difference. */
export interface Found {
  w: Vector;
  a: Vector;
  b: Vector;
}
/**
 * look: a support point is requested; keep: the simplex after it; grow: EPA at one of its faces.
 */
export interface Frame {
  what: 'look' | 'keep' | 'grow';
  simplex: Found[];
  nearest?: Vector;
  direction?: Vector;
  found?: Found;
  polytope?: Body;
  lower?: number;
  upper?: number;
}
export interface Told {
  frames: Frame[];
  overlap: boolean;
  distance: number;
  rounds: number;
  growths: number;
  /** The points of the shapes that correspond to the nearest point. */
  pointA: Vector;
  pointB: Vector;
}

const foundOf = (record: Record, d: number): Found =>
  ({w: record.vector(d), a: record.vector(d), b: record.vector(d)});

export function framesOf(records: readonly Record[], d: number): Told {
  const told: Told = {
    frames: [], overlap: false, distance: NaN, rounds: 0, growths: 0, pointA: [], pointB: [],
  };
  let simplex: Found[] = [];
  let nearest: Vector | undefined;
  let polytope: Body | undefined;
  for (const record of records) {
    if (record.code === code.support) {
      const direction = record.vector(d);
      told.frames.push({what: 'look', simplex, nearest, direction, found: foundOf(record, d)});
    } else if (record.code === code.simplex) {
      nearest = record.vector(d);
      simplex = Array.from({length: record.number()}, () => foundOf(record, d));
      told.frames.push({what: 'keep', simplex, nearest});
    } else if (record.code === code.polytope) {
      polytope = bodyOf(record, d);
    } else if (record.code === code.face) {
      const direction = record.vector(d);
      const [lower, upper] = record.vector(2) as [number, number];
      told.frames.push({
        what: 'grow', simplex: [], polytope, direction, lower, upper, found: foundOf(record, d),
      });
    } else {
      told.overlap = record.number() === 1;
      told.distance = record.number();
      told.rounds = record.number();
      told.growths = record.number();
      told.pointA = record.vector(d);
      told.pointB = record.vector(d);
    }
  }
  return told;
}

const short = (x: number) => x.toPrecision(3);

export function tell(told: Told, step: number, d: number): string {
  const frame = told.frames[step];
  if (frame === undefined) return '';
  const last = step === told.frames.length - 1;
  const names = ['', 'point', 'edge', 'triangle', 'tetrahedron'];
  const face = d === 2 ? 'edge' : 'face';
  if (frame.what === 'look') {
    if (step === 0) return 'Start with any point, here the rightmost point of A − B.';
    if (last) {
      return 'No point of A − B is nearer to the origin: v is the nearest point. ' +
        `The shapes are ${short(told.distance)} apart.`;
    }
    return 'Search from v towards the origin: the support point of A − B in this direction is ' +
      'the support point of A minus the support point of B in the opposite direction.';
  }
  if (frame.what === 'keep') {
    if (frame.simplex.length === d + 1) {
      return `The ${names[d + 1]} contains the origin: A and B have a common point. ` +
        'The shapes overlap.';
    }
    const size = Math.hypot(...frame.nearest!);
    const name = names[frame.simplex.length];
    return `Keep the ${name} with the point v that is nearest to the origin, ${short(size)} away.`;
  }
  const {lower, upper} = frame as {lower: number; upper: number};
  return last
    ? `EPA: the nearest ${face} is on the boundary of A − B. ` +
      `The shapes are ${short(upper)} deep in each other: that is the shortest translation that separates them.`
    : `EPA: the nearest ${face} is ${short(lower)} from the origin; ` +
      `along its normal A − B reaches to ${short(upper)}. Expand the polytope to there.`;
}
