// SPDX-License-Identifier: MIT
import {contactsOf} from '../kinds/contacts';
import type {PairScene} from '../scene';
import type {GjkRun} from './frames';

/** Shows the library's result for the two, and the number of iterations of the steps. */
export function showCounters(pairs: PairScene, run: GjkRun): void {
  const {counters} = pairs.scene.host;
  const {distance} = contactsOf(pairs.records('contact'), pairs.pair.dimension);
  counters.set('distance', Math.max(0, distance));
  counters.set('depth', Math.max(0, -distance));
  counters.set('pairs', distance <= 0 ? 1 : 0, 'touching');
  counters.set('tests', run.rounds + run.growths, 'support queries');
  counters.set('GJK iterations', run.rounds);
  counters.set('EPA iterations', run.growths);
}
