// SPDX-License-Identifier: MIT
import {framesOf} from '../gjk/frames';
import type {PairScene} from '../scene';
import {phases, type Contacts} from './contacts';

const views = [['kinds', 'three kinds of contact'], ['duals', 'the volume by duals, step by step']] as const;

export function addViews(pairs: PairScene, view: 'kinds' | 'duals'): void {
  pairs.controls.select('view', 'Show', views, view, (choice) =>
    pairs.scene.restart({view: choice === 'kinds' ? undefined : choice, step: undefined}));
}

export const kindsLegend = [
  ['focus', 'normal, from A to B'], ['cell', 'contact: point, area, cut'], ['hit', 'volume, or distance'],
] as const;

export function showCounters(pairs: PairScene, contacts: Contacts): void {
  const {counters} = pairs.scene.host;
  counters.set('distance', Math.max(0, contacts.distance));
  counters.set('depth', Math.max(0, -contacts.distance));
  counters.set('pairs', contacts.distance <= 0 ? 1 : 0, 'touching');
  const {rounds, growths} = framesOf(pairs.records('gjk'), pairs.pair.dimension);
  counters.set('tests', rounds + growths, 'support queries');
  counters.set('corners', contacts.corners.length);
  counters.set(pairs.pair.dimension === 2 ? 'common area' : 'volume', contacts.volume?.size ?? 0);
}

export function describeStep(contacts: Contacts, index: number, dimension: 2 | 3): string {
  const step = contacts.steps[index];
  if (step === undefined) return 'Apart: the shapes do not intersect. Drag one into the other.';
  if (step.corners.length > 0 && index === contacts.steps.length - 1) {
    return `The ${dimension === 2 ? 'edges' : 'faces'} of the hull, dualized again, are the corners of ` +
      'the intersection: done (Muller and Preparata).';
  }
  const [plane, ball] = dimension === 2 ? ['line', 'circle'] : ['plane', 'ball'];
  switch (phases[step.phase]) {
    case 'duals': return `Each ${plane} becomes a point on its normal: the nearer the ${plane}, the farther the point.`;
    case 'hull': return `The hull of these points (${dimension === 2 ? 'Andrew’s chain' : 'quickhull'}): ` +
      `a point inside the hull is a redundant ${plane}.`;
    case 'corners': return `Dualized again: each ${dimension === 2 ? 'edge' : 'face'} of the hull is a corner of the intersection.`;
    default: return step.center === undefined
      ? `A point inside both: a ${ball} shrinks until it fits between all ${plane}s.`
      : `The point inside is found: the duals of all ${plane}s are taken around it.`;
  }
}
