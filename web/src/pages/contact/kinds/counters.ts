// SPDX-License-Identifier: MIT
import type {PairScene} from '../scene';
import {phases, type Contacts} from './contacts';

export const views = [['kinds', 'the three kinds'], ['duals', 'the volume by duals, step by step']] as const;

export const kindsLegend = [
  ['focus', 'normal, from A to B'], ['cell', 'contact: point, area, cut'], ['hit', 'volume, or distance'],
] as const;

export function showCounters(pairs: PairScene, contacts: Contacts): void {
  const {counters} = pairs.scene.host;
  counters.set('distance', Math.max(0, contacts.distance));
  counters.set('depth', Math.max(0, -contacts.distance));
  counters.set('corners', contacts.corners.length);
  counters.set(pairs.pair.dimension === 2 ? 'common area' : 'volume', contacts.volume?.size ?? 0);
}

export function tellStep(contacts: Contacts, at: number): string {
  const step = contacts.steps[at];
  if (step === undefined) return 'Apart: they have nothing in common. Drag one into the other.';
  if (step.corners.length > 0 && at === contacts.steps.length - 1) {
    return 'The edges of the hull, turned back, are the corners of what both have in common: done (Muller and Preparata).';
  }
  switch (phases[step.phase]) {
    case 'duals': return 'Each line becomes a point: on its normal, as far out as the line is near.';
    case 'hull': return 'The hull of these points (Andrew’s chain): what is not on it is a line that does not matter.';
    case 'corners': return 'Turned back: each edge of the hull is a corner of what both have in common.';
    default: return step.center === undefined
      ? 'A point inside both: a circle shrinks until it fits between all lines.'
      : 'The point inside is found: from here all lines are seen.';
  }
}
