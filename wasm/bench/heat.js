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

export class Heat {
  /**
   * @param {import('./field.js').Field} field
   * @param {() => number} now milliseconds
   */
  constructor(field, now) {
    this.field = field;
    this.now = now;
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

  /** Pairs are told of the first frame, times of those kept. @param {boolean} kept */
  frame(kept) {
    let right = '';
    for (const racer of this.racers) {
      if (racer.failed !== undefined) continue;
      this.guard(racer, () => {
        const begin = this.now();
        racer.runner.frame();
        const ms = this.now() - begin;
        if (kept) racer.times.push(ms);
        const found = racer.runner.pairs();
        const mark = digest(found);
        if (right === '') right = mark;
        if (mark !== right) racer.exact = false;
        racer.pairs ??= found.count;
      });
    }
  }

  /** @returns {Result[]} */
  results() {
    return this.racers.map(({name, runner, times, pairs, exact, failed}) => ({
      name, ms: middle(times), least: Math.min(...times), tests: failed === undefined ? runner.tests?.() : undefined,
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
