// SPDX-License-Identifier: MIT
// Every public function, with arguments that a generator draws: each call returns or throws a
// MasuError, and objects stay valid. MASU_PIECE=N takes other seeds, MASU_STORIES more of them.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Worker} from 'node:worker_threads';
import {exempt} from './calls/table.js';

const kCalls = 400;  // in a story
const kPatience = 60;  // seconds for a call
const stories = Number(process.env.MASU_STORIES ?? (process.env.MASU_TEST_TIER === 'long' ? 400 : 30));
const first = Number(process.env.MASU_SEED ?? Number(process.env.MASU_PIECE ?? 0) * 2 ** 20);

/** Runs stories in a thread, which is ended if a call takes too long; returns the figures. */
function run(count) {
  const shared = new SharedArrayBuffer(32);
  const progress = new Float64Array(shared);  // seed, call, function, calls in all
  const worker = new Worker(new URL('./calls/worker.js', import.meta.url),
    {workerData: {first, count, calls: kCalls, shared}});
  return new Promise((resolve, reject) => {
    let [seen, seconds] = [-1, 0];
    const watch = setInterval(() => {
      seconds = progress[3] === seen ? seconds + 1 : 0;
      seen = progress[3];
      if (seconds < kPatience) return;
      reject(new Error(`seed ${progress[0]}, call ${progress[1]}, function ${progress[2]}: hangs`));
    }, 1000);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearInterval(watch);
      reject(new Error('the thread has ended'));
    });
  }).finally(() => worker.terminate());
}

test('calls with any arguments return or throw a MasuError, and lose nothing', async (t) => {
  const {names, tallies, calls, fault, stories: number} = await run(stories);
  assert.equal(fault, '');
  const all = Object.values(tallies);
  const errors = all.flatMap(({called, succeeded, ...byStatus}) => Object.values(byStatus)).reduce((a, b) => a + b, 0);
  t.diagnostic(`${calls} calls of ${all.length} functions in ${number} stories, ${errors} errors`);
  console.log(`cases of calls: ${calls}`);
  const missing = names.filter((name) => !(name.split('.')[0] in exempt) && !(tallies[name]?.succeeded > 0));
  if (first === 0) assert.deepEqual(missing, []);
});
