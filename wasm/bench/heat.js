// SPDX-License-Identifier: MIT
// Heat: times several methods on the same field, in turn, frame by frame.
import {digest} from './pairs.js';

/** @typedef {import('./peers/index.js').Method} Method */
/**
 * @typedef {{
 *   name: string, ms: number, least: number, tests: number | undefined, pairs: number, exact: boolean,
 *   failed?: string,
 * }} Result of a method: the median and least time of a frame, and the pairs of the first
 */

const median = (/** @type {number[]} */ of) => [...of].sort((x, y) => x - y)[of.length >> 1];

/**
 * Returns the means of at most this many consecutive parts. @param {number[]} times @param {number}
 * parts
 */
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

  /**
   * Adds a method. The first one is taken as correct. @param {Method} method @param {any} library
   */
  enter(method, library) {
    const racer = {name: method.name, runner: undefined, times: [], pairs: undefined, exact: true};
    this.racers.push(racer);
    this.guard(racer, () => { racer.runner = method.make(library, this.field); });
  }

  /** Adds a method whose library is not available. @param {Method} method @param {unknown} error */
  refuse(method, error) {
    const racer = {name: method.name, runner: undefined, times: [], pairs: 0, exact: false};
    this.racers.push(racer);
    this.guard(racer, () => { throw error; });
  }

  /**
   * Runs a frame. Pairs are reported for the first frame, times for those with `timed`. Each frame
   * starts with another method, so that each is equally often the one that finds the boxes in no
   * cache.
   * @param {boolean} timed
   * @param {(racer: any) => boolean} [runs] which methods run; the first always does. A method that
   *   skipped a frame cannot run again.
   */
  frame(timed, runs = () => true) {
    const count = this.racers.length;
    const marks = this.racers.map(() => '');
    const takes = this.racers.map((racer, index) => index === 0 || runs(racer));
    for (let k = 0; k < count; ++k) {
      const index = (this.frames + k) % count;
      const racer = this.racers[index];
      if (!takes[index]) continue;
      this.guard(racer, () => {
        const begin = this.now();
        racer.runner.frame();
        const ms = this.now() - begin;
        if (timed) racer.times.push(ms);
        const found = racer.runner.pairs();
        marks[index] = digest(found);
        racer.pairs ??= found.count;
      });
    }
    this.frames += 1;
    this.racers.forEach((racer, index) => {
      if (takes[index] && marks[index] !== marks[0]) racer.exact = false;
    });
  }

  /** Runs each method alone for this long, until the engine has compiled it. @param {number} ms */
  warm(ms) {
    for (const racer of this.racers) {
      const end = this.now() + ms;
      this.guard(racer, () => { do racer.runner.frame(); while (this.now() < end); });
    }
  }

  /**
   * Runs more frames for methods whose total time is below `ms`, as a coarse clock requires.
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
   * Returns the results. With a coarse clock, few parts average out its steps.
   * @param {number} [parts] of the times, of whose means the median counts
   * @returns {Result[]}
   */
  results(parts = Infinity) {
    return this.racers.map(({name, runner, times, pairs, exact, failed}) => ({
      name, ms: median(means(times, parts)), least: Math.min(...times), tests: failed === undefined ? runner.tests?.() : undefined,
      pairs: pairs ?? 0, exact: exact && failed === undefined, failed,
    }));
  }

  free() {
    for (const {runner} of this.racers) runner?.free();
    this.racers = [];
  }

  /**
   * Runs a step of a method. One that throws takes no further part. @param {any} racer @param {()
   * => void} run
   */
  guard(racer, run) {
    if (racer.failed !== undefined) return;
    try {
      run();
    } catch (error) {
      racer.failed = String(error instanceof Error ? error.message : error);
    }
  }
}
