// SPDX-License-Identifier: MIT
// Features, and the walk over them: reads the records of web/steps/lin_canny_steps.cpp.
import type {Side} from '../pair';
import type {Record, Vector} from '../records';

const code = {visited: 1, violated: 2, end: 3, vertices: 4, edges: 5, face: 6, normals: 7};
export const kinds = ['vertex', 'edge', 'face'] as const;
export const outcomes = ['apart', 'overlapping', 'fell back'] as const;

export interface Feature {
  kind: number;
  index: number;
}
/** The features that the walk has reached, and the region that is violated there, if any. */
export interface Visit {
  a: Feature;
  b: Feature;
  leaves?: {side: Side; to: Feature};
}
export interface Walk {
  visits: Visit[];
  outcome: number;
  distance: number;
  pointA: Vector;
  pointB: Vector;
  steps: number;
  tests: number;
}
/** In the shape's own frame. In 2D edge i runs from vertex i to the next. */
export interface Features {
  vertices: Vector[];
  edges: {tail: number; head: number; left: number; right: number}[];
  faces: number[][];
  /** Of faces; in 2D of edges. */
  normals: Vector[];
}

const featureOf = (record: Record): Feature => ({kind: record.number(), index: record.number()});

export function walkOf(records: readonly Record[], d: number): Walk {
  const walk: Walk = {
    visits: [], outcome: 2, distance: NaN, pointA: [], pointB: [], steps: 0, tests: 0,
  };
  for (const record of records) {
    if (record.code === code.visited) {
      walk.visits.push({a: featureOf(record), b: featureOf(record)});
    } else if (record.code === code.violated) {
      const side = record.number() === 0 ? 'a' : 'b';
      featureOf(record);
      walk.visits[walk.visits.length - 1]!.leaves = {side, to: featureOf(record)};
    } else if (record.code === code.end) {
      walk.outcome = record.number();
      walk.distance = record.number();
      walk.pointA = record.vector(d);
      walk.pointB = record.vector(d);
      walk.steps = record.number();
      walk.tests = record.number();
    }
  }
  return walk;
}

export function featuresOf(records: readonly Record[], d: number): {a: Features; b: Features} {
  const all: Features[] = [];
  for (const record of records) {
    if (record.code === code.vertices) {
      all.push({vertices: record.vectors(d), edges: [], faces: [], normals: []});
    }
    const last = all[all.length - 1]!;
    if (record.code === code.normals) last.normals = record.vectors(d);
    if (record.code === code.face) last.faces.push([...record.numbers()]);
    if (record.code === code.edges) {
      last.edges = record.vectors(4).map(([tail, head, left, right]) =>
        ({tail: tail!, head: head!, left: left!, right: right!}));
    }
  }
  const [a, b] = all as [Features, Features];
  if (d === 2) {
    for (const one of [a, b]) {
      one.edges = one.vertices.map((_, i) =>
        ({tail: i, head: (i + 1) % one.vertices.length, left: i, right: i}));
    }
  }
  return {a, b};
}

/** Returns the vertices of a feature. */
export function cornersOf(features: Features, {kind, index}: Feature): number[] {
  if (kind === 0) return [index];
  const edge = features.edges[index]!;
  return kind === 1 ? [edge.tail, edge.head] : features.faces[index]!;
}

export const caption = 'Shaded: the Voronoi region of the feature in red';

/** The possible start features of a query. */
export const starts = [
  ['far', 'the far sides'], ['near', 'the facing sides'], ['last', 'the last result'],
] as const;
export type Start = (typeof starts)[number][0];

/** Returns the arguments of steps_walk. */
export function walkArguments(clip: boolean, start: Start, last: Visit | undefined): number[] {
  const method = clip ? 1 : 0;
  if (start !== 'last' || last === undefined) return [method, start === 'far' ? 1 : 0, 0, 0, 0, 0];
  return [method, 2, last.a.kind, last.a.index, last.b.kind, last.b.index];
}

export function describe(walk: Walk, step: number): string {
  const visit = walk.visits[step];
  if (visit === undefined) return '';
  const word = ({kind, index}: Feature) => `${kinds[kind]} ${index}`;
  const pair = `${word(visit.a)} of A, ${word(visit.b)} of B.`;
  if (visit.leaves !== undefined) {
    const {side, to} = visit.leaves;
    const [here, there] = side === 'a' ? ['A', 'B'] : ['B', 'A'];
    if (visit.a.kind === 2 || visit.b.kind === 2) {
      return `${pair} ${here}’s ${word(visit[side])} is replaced by its neighbor ${word(to)}, which is nearer.`;
    }
    return `${pair} The point of ${there} is outside the Voronoi region of ${here}’s ${word(visit[side])}: ` +
      `the neighbor ${word(to)} is nearer.`;
  }
  if (walk.outcome === 0) {
    return `${pair} Each nearest point lies in the Voronoi region of the other feature: ` +
      `these are the closest features, ${walk.distance.toPrecision(3)} apart.`;
  }
  return walk.outcome === 1 ? `${pair} The features cross: the shapes overlap.` :
    `${pair} The walk ends without a proof; GJK computes the answer.`;
}
