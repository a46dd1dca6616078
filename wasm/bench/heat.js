// SPDX-License-Identifier: MIT
// One heat of a race: all on the same field, in turn, in each frame.
import {digest} from './pairs.js';

/** @typedef {import('./peers/index.js').Method} Method */
/**
 * @typedef {{
 *   name: string, ms: number, least: number, tests: number | undefined, pairs: number, exact: boolean,
 *   failed?: string,
 * }} Result of one: the middle and the least time of a frame, and the pairs of the first
 */

const middle = (/** @type {number[]} */ of) => [...of].sort((x, y) => x - y)[of.length >> 1];

/** Means of so many parts at most, one after the other. @param {number[]} times @param {number} parts */
function means(times, parts) {
  const each = Math.max(1, Math.ceil(times.length / parts));
  const found = [];
  for (let k = 0; k < times.length; k += each) {
    const part = times.slice(k, k + each);
    found.push(part.reduce((sum, time) => sum + time, 0) / part.length);
  }
  return found;
}

export class Heat {
  /**
   * @param {import('./field.js').Field} field
   * @param {() => number} now milliseconds
   */
  constructor(field, now) {
    this.field = field;
    this.now = now;
    this.frames = 0;
    /** @type {{name: string, runner: any, times: number[], pairs?: number, exact: boolean, failed?: string}[]} */
    this.racers = [];
  }

  /** The first to enter is held to be right. @param {Method} method @param {any} library */
  enter(method, library) {
    const racer = {name: method.name, runner: undefined, times: [], pairs: undefined, exact: true};
    this.racers.push(racer);
    this.guard(racer, () => { racer.runner = method.make(library, this.field); });
  }

  /** One whose library cannot be had. @param {Method} method @param {unknown} error */
  refuse(method, error) {
    const racer = {name: method.name, runner: undefined, times: [], pairs: 0, exact: false};
    this.racers.push(racer);
    this.guard(racer, () => { throw error; });
  }

  /**
   * Pairs are told of the first frame, times of those kept. Each time another one begins, which
   * finds the boxes in no cache.
   * @param {boolean} kept
   * @param {(racer: any) => boolean} [runs] who takes part; the first always does. Who has left
   *   out a frame cannot come back.
   */
  frame(kept, runs = () => true) {
    const count = this.racers.length;
    const marks = this.racers.map(() => '');
    const takes = this.racers.map((racer, turn) => turn === 0 || runs(racer));
    for (let k = 0; k < count; ++k) {
      const turn = (this.frames + k) % count;
      const racer = this.racers[turn];
      if (!takes[turn]) continue;
      this.guard(racer, () => {
        const begin = this.now();
        racer.runner.frame();
        const ms = this.now() - begin;
        if (kept) racer.times.push(ms);
        const found = racer.runner.pairs();
        marks[turn] = digest(found);
        racer.pairs ??= found.count;
      });
    }
    this.frames += 1;
    this.racers.forEach((racer, turn) => {
      if (takes[turn] && marks[turn] !== marks[0]) racer.exact = false;
    });
  }

  /** Lets each run alone for so long, until the engine has compiled it. @param {number} ms */
  warm(ms) {
    for (const racer of this.racers) {
      const end = this.now() + ms;
      this.guard(racer, () => { do racer.runner.frame(); while (this.now() < end); });
    }
  }

  /**
   * More frames for those that have run for less than so long in all, which a
   * coarse clock needs.
   * @param {number} ms @param {number} frames at most
   */
  sprint(ms, frames) {
    const short = (/** @type {any} */ racer) => racer.failed === undefined &&
      racer.times.reduce((/** @type {number} */ sum, /** @type {number} */ time) => sum + time, 0) < ms;
    for (let k = 0; k < frames && this.racers.some(short); ++k) {
      this.field.step();
      this.frame(true, short);
    }
  }

  /**
   * Where the clock is coarse, few parts let its steps even out.
   * @param {number} [parts] of the time, of whose means the middle one counts
   * @returns {Result[]}
   */
  results(parts = Infinity) {
    return this.racers.map(({name, runner, times, pairs, exact, failed}) => ({
      name, ms: middle(means(times, parts)), least: Math.min(...times), tests: failed === undefined ? runner.tests?.() : undefined,
      pairs: pairs ?? 0, exact: exact && failed === undefined, failed,
    }));
  }

  free() {
    for (const {runner} of this.racers) runner?.free();
    this.racers = [];
  }

  /** Who fails is out; the others go on. @param {any} racer @param {() => void} run */
  guard(racer, run) {
    if (racer.failed !== undefined) return;
    try {
      run();
    } catch (error) {
      racer.failed = String(error instanceof Error ? error.message : error);
    }
  }
}
