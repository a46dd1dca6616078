// SPDX-License-Identifier: MIT
// Runs stories one after another, in a thread that can be ended if a call hangs.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {isMainThread, parentPort, workerData} from 'node:worker_threads';
import * as library from 'masu';
import * as boxes from 'masu/boxes';
import {declaredIn} from './declared.js';
import {end, withMemory} from './memory.js';
import {Story} from './story.js';

async function main({first, count, calls, progress}) {
  const folder = dirname(createRequire(import.meta.url).resolve('masu/package.json'));
  const {statusNames} = await import(join(folder, 'errors.js'));
  const statuses = new Set([...statusNames, 'freed', 'stale_rows', 'wrong_type']);
  const read = (file) => withMemory(readFileSync(join(folder, file)));
  const doors = [
    {init: library.init, names: declaredIn(folder, library), files: ['masu.wasm', 'masu-simd.wasm']},
    {init: boxes.init, names: declaredIn(folder, boxes), files: ['masu_boxes.wasm', 'masu_boxes-simd.wasm']},
  ];
  const tallies = {};
  const figures = {names: doors[0].names, tallies, stories: 0, calls: 0, fault: ''};
  for (const {init, names, files} of doors) {
    const loaded = await Promise.all(files.map((file) => init({module: read(file)})));
    const ends = loaded.map(() => 0);
    for (let i = -1; i < count && figures.fault === ''; ++i) {
      const seed = first + Math.max(i, 0);  // the first is run twice: it makes what stays
      const stories = loaded.map((masu, which) => {
        const before = ends[which];
        const story = new Story(masu, seed, {
          names, statuses, tallies,
          began: (name, call) => progress.set([seed, call, names.indexOf(name), progress[3] + 1]),
        });
        if (figures.fault !== '') return story;
        story.run(calls);
        ends[which] = story.fault === '' ? end(masu) : 0;
        ++figures.stories;
        figures.calls += story.calls;
        if (story.fault === '' && i >= 0 && ends[which] !== before) {
          story.fault = `seed ${seed}: a leak, memory in use ended at ${before} and now ends at ${ends[which]}`;
        }
        if (story.fault !== '') figures.fault = `${files[which]}, ${story.fault}`;
        return story;
      });
      const [a, b] = stories.map(({outcomes}) => outcomes);
      const different = a.findIndex((outcome, k) => outcome !== b[k]);
      if (figures.fault === '' && !stories[0].tight && different >= 0) {
        figures.fault = `seed ${seed}, call ${different}: ${a[different]}, with SIMD ${b[different]}`;
      }
    }
  }
  parentPort.postMessage(figures);
}

if (!isMainThread) await main({...workerData, progress: new Float64Array(workerData.shared)});
