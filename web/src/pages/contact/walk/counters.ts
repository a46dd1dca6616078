// SPDX-License-Identifier: MIT
import type {PairScene} from '../scene';
import type {Walk} from './walk';

export function showCounters(pairs: PairScene, walk: Walk): void {
  const {counters} = pairs.scene.host;
  counters.set('distance', walk.distance);
  counters.set('pairs', walk.distance <= 0 ? 1 : 0, 'touching');
  counters.set('steps', walk.steps);
  counters.set('tests', walk.tests);
}
