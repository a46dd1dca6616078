// SPDX-License-Identifier: MIT
// Runs heats outside the page, which stays responsive.
import {Field} from '../../../../wasm/bench/field.js';
import {Heat} from '../../../../wasm/bench/heat.js';
import {library} from './libraries';
import type {Answer, Order} from './messages';
import {methodsIn} from './methods';

const kLeast = 3;  // frames
const kMost = 600;
const kParts = 9;
const kSprint = 40;  // milliseconds: many ticks of a browser's clock, which may be of 0.1

const answer = (message: Answer): void => postMessage(message);

async function run({n, dimension, share, seed, boxes, methods, warm, budget}: Order): Promise<void> {
  const field = new Field(boxes, dimension, share, seed);
  const heat = new Heat(field, () => performance.now());
  const chosen = methodsIn(dimension).filter(({name}) => methods.includes(name));
  for (const [k, method] of chosen.entries()) {
    answer({kind: 'progress', part: (0.3 * k) / chosen.length, line: `preparing ${method.name}`});
    try {
      heat.enter(method, await library(method.module, dimension));
    } catch (error) {
      heat.refuse(method, error);
    }
  }
  field.rest();
  heat.frame(false);
  const line = `${n.toLocaleString('en')} objects`;
  answer({kind: 'progress', part: 0.3, line: `${line}: warming up`});
  heat.warm(warm);
  const begin = performance.now();
  let frames = 0;
  for (let part = 0; part < 1; ++frames) {
    field.step();
    heat.frame(true);
    const used = (performance.now() - begin) / budget;
    part = Math.min(1, Math.max(Math.min(used, (frames + 1) / kLeast), (frames + 1) / kMost));
    answer({kind: 'progress', part: 0.5 + part / 2, line});
  }
  heat.sprint(kSprint, kMost);
  answer({
    kind: 'results',
    // The fastest frame is often shorter than a tick of a browser's clock.
    results: heat.results(kParts).map((result) => ({...result, n, frames, failed: result.failed, least: undefined})),
  });
  heat.free();
}

// One after the other.
let last = Promise.resolve();
addEventListener('message', ({data}: MessageEvent<Order>) => {
  // Errors here are reported to the page as errors of the worker.
  last = last.then(() => run(data)).catch((error) => { setTimeout(() => { throw error; }); });
});
