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
 * support: a support point is requested; simplex: the simplex after it; expand: EPA at one of its
 * faces.
 */
export interface Frame {
  what: 'support' | 'simplex' | 'expand';
  simplex: Found[];
  nearest?: Vector;
  direction?: Vector;
  found?: Found;
  polytope?: Body;
  lower?: number;
  upper?: number;
}
export interface GjkRun {
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

export function framesOf(records: readonly Record[], d: number): GjkRun {
  const run: GjkRun = {
    frames: [], overlap: false, distance: NaN, rounds: 0, growths: 0, pointA: [], pointB: [],
  };
  let simplex: Found[] = [];
  let nearest: Vector | undefined;
  let polytope: Body | undefined;
  for (const record of records) {
    if (record.code === code.support) {
      const direction = record.vector(d);
      run.frames.push({what: 'support', simplex, nearest, direction, found: foundOf(record, d)});
    } else if (record.code === code.simplex) {
      nearest = record.vector(d);
      simplex = Array.from({length: record.number()}, () => foundOf(record, d));
      run.frames.push({what: 'simplex', simplex, nearest});
    } else if (record.code === code.polytope) {
      polytope = bodyOf(record, d);
    } else if (record.code === code.face) {
      const direction = record.vector(d);
      const [lower, upper] = record.vector(2) as [number, number];
      run.frames.push({
        what: 'expand', simplex: [], polytope, direction, lower, upper, found: foundOf(record, d),
      });
    } else {
      run.overlap = record.number() === 1;
      run.distance = record.number();
      run.rounds = record.number();
      run.growths = record.number();
      run.pointA = record.vector(d);
      run.pointB = record.vector(d);
    }
  }
  return run;
}

const short = (x: number) => x.toPrecision(3);

export function describe(run: GjkRun, step: number, d: number): string {
  const frame = run.frames[step];
  if (frame === undefined) return '';
  const last = step === run.frames.length - 1;
  const names = ['', 'point', 'edge', 'triangle', 'tetrahedron'];
  const face = d === 2 ? 'edge' : 'face';
  if (frame.what === 'support') {
    if (step === 0) return 'Start with any point, here the rightmost point of A − B.';
    if (last) {
      return 'No point of A − B is nearer to the origin: v is the nearest point. ' +
        `The shapes are ${short(run.distance)} apart.`;
    }
    return 'Search from v towards the origin: the support point of A − B in this direction is ' +
      'the support point of A minus the support point of B in the opposite direction.';
  }
  if (frame.what === 'simplex') {
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
