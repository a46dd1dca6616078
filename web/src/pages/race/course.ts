// SPDX-License-Identifier: MIT
// Runs the heats of a race, size by size, in a worker that can be stopped at any time.
import {snapped} from '../../../../wasm/bench/field.js';
import {makeScene, type SceneName} from '../../scene/scene';
import type {Steps} from '../../shell/steps';
import type {Answer, Order, Result} from './messages';
import {methodsIn} from './methods';

export interface Course {
  readonly scene: SceneName;
  readonly dimension: 2 | 3;
  readonly share: number;
  readonly seed: number;
  readonly most: number;
}

export interface Watcher {
  /** part: of the whole race. */
  progress(part: number, line: string): void;
  results(results: readonly Result[]): void;
  /** With a message if it failed. */
  ended(failure?: string): void;
}

const kSizes = [1000, 3000, 10000, 30000, 100000];
export const sizesTo = (most: number): number[] => kSizes.filter((n) => n <= most);

const kBudget = 2000;
/** Engines compile frequently run code in the background: once, then only what larger sizes add. */
const kWarm = {first: 300, later: 60};
/** A method that would take longer per frame is left out of larger sizes. */
const kPatience = 1500;

export class Race {
  private worker: Worker | undefined;
  private readonly history = new Map<string, Result[]>();

  constructor(private readonly steps: Steps, private readonly course: Course, private readonly watcher: Watcher) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), {type: 'module'});
    this.worker.addEventListener('error', (event) => {
      this.stop();
      watcher.ended(event.message || 'The worker could not be loaded.');
    });
    this.heat(0);
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private heat(index: number): void {
    const {scene, dimension, share, seed, most} = this.course;
    const sizes = sizesTo(most);
    const n = sizes[index];
    if (n === undefined) {
      this.stop();
      this.watcher.ended();
      return;
    }
    const boxes = snapped(makeScene(this.steps, dimension, scene, n, seed).boxes, dimension);
    const methods = methodsIn(dimension).map(({name}) => name).filter((name) => this.mayTry(name, n));
    const order: Order = {
      n, dimension, share, seed, boxes, methods, warm: index === 0 ? kWarm.first : kWarm.later, budget: kBudget,
    };
    this.worker!.onmessage = ({data}: MessageEvent<Answer>) => {
      if (data.kind === 'progress') {
        this.watcher.progress((index + data.part) / sizes.length, data.line);
        return;
      }
      for (const result of data.results) {
        this.history.set(result.name, [...(this.history.get(result.name) ?? []), result]);
      }
      this.watcher.results(data.results);
      const [first] = data.results;
      if (first?.failed !== undefined) {
        this.stop();
        this.watcher.ended(`masu, the reference for all others, failed: ${first.failed}`);
        return;
      }
      this.heat(index + 1);
    };
    this.worker!.postMessage(order, [order.boxes.buffer]);
  }

  /** Returns whether its growth so far predicts an acceptable time per frame. */
  private mayTry(name: string, n: number): boolean {
    const [last, before] = (this.history.get(name) ?? []).slice(-2).reverse();
    if (last === undefined) return true;
    if (last.failed !== undefined) return false;
    const power = before === undefined || !(before.ms > 0) || !(last.ms > 0) ? 1
      : Math.log(last.ms / before.ms) / Math.log(last.n / before.n);
    return last.ms * (n / last.n) ** Math.min(2, Math.max(1, power)) < kPatience;
  }
}
