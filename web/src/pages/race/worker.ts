// SPDX-License-Identifier: MIT
// Runs heats, away from the page, which stays alive.
import {Field} from '../../../../wasm/bench/field.js';
import {Heat} from '../../../../wasm/bench/heat.js';
import {library} from './libraries';
import type {Answer, Order} from './messages';
import {methodsIn} from './methods';

const kWarm = 0.4;  // of the time, until the engine has compiled what it runs often
const kLeast = 3;  // frames of each kind
const kMost = 400;

const answer = (message: Answer): void => postMessage(message);

async function run({n, dimension, share, seed, boxes, methods, budget}: Order): Promise<void> {
  const field = new Field(boxes, dimension, share, seed);
  const heat = new Heat(field, () => performance.now());
  const chosen = methodsIn(dimension).filter(({name}) => methods.includes(name));
  for (const [k, method] of chosen.entries()) {
    answer({kind: 'progress', part: (0.3 * k) / chosen.length, line: `${method.name} gets ready`});
    try {
      heat.enter(method, await library(method.library, dimension));
    } catch (error) {
      heat.refuse(method, error);
    }
  }
  field.rest();
  heat.frame(false);
  const frames = rounds(kWarm * budget, () => heat.frame(false), 0.3, 0.6);
  rounds((1 - kWarm) * budget, () => heat.frame(true), 0.6, 1);
  answer({
    kind: 'results',
    results: heat.results().map((result) => ({...result, n, frames, failed: result.failed})),
  });
  heat.free();

  function rounds(milliseconds: number, frame: () => void, from: number, to: number): number {
    const begin = performance.now();
    for (let k = 1; ; ++k) {
      field.step();
      frame();
      const used = (performance.now() - begin) / milliseconds;
      const part = Math.min(1, Math.max(Math.min(used, k / kLeast), k / kMost));
      answer({kind: 'progress', part: from + part * (to - from), line: `${n.toLocaleString('en')} objects`});
      if (part === 1) return k;
    }
  }
}

// One after the other.
let last = Promise.resolve();
addEventListener('message', ({data}: MessageEvent<Order>) => {
  last = last.then(() => run(data));
});
