// SPDX-License-Identifier: MIT
import type {Course} from './course';
import type {Result} from './messages';

const kHead = 'scene,dim,n,moving_pct,seed,method,ms,frames_per_second,pairs,tests,exact,frames';

/** Returns one row for each method and size. */
export function csvOf({scene, dimension, share, seed}: Course, results: readonly Result[]): string {
  const rows = results.map(({name, n, ms, pairs, tests, exact, frames, failed}) => [
    scene, dimension, n, 100 * share, seed, name, failed === undefined ? ms : '',
    failed === undefined ? 1000 / ms : '', pairs, tests ?? '', exact, frames,
  ].join(','));
  return `${[kHead, ...rows].join('\n')}\n`;
}
