// SPDX-License-Identifier: MIT
// Measures how the work of each method grows, counted by C++ without a trace: one search between
// two pictures, so that the page stays responsive.
import {Chart, type Point} from '../../shell/chart';
import type {Steps} from '../../shell/steps';
import {growing} from './methods';

export const measures = [
  ['work', 'all counters'], ['tests', 'box tests'], ['comparisons', 'comparisons and shifts of the sort'],
] as const;
export type Measure = (typeof measures)[number][0];

/** tests, nodes, comparisons, shifts. */
const counts: Record<Measure, (of: readonly number[]) => number> = {
  work: ([tests, nodes, comparisons, shifts]) => tests! + nodes! + comparisons! + shifts!,
  tests: ([tests]) => tests!,
  comparisons: ([, , comparisons, shifts]) => comparisons! + shifts!,
};

export class Growth {
  private readonly chart: Chart;
  private found: {n: number; of: readonly number[]}[][] = growing.map(() => []);
  private measure: Measure = 'work';
  /** The measurement in progress; a new one ends it. */
  private current = 0;

  constructor(private readonly root: HTMLElement, private readonly steps: Steps) {
    this.chart = new Chart(root, {title: 'Growth: the work for n objects', x: 'objects', y: 'count'});
  }

  /** Doubles the size from 128 to the largest; up to 64 elements are sorted by insertion. */
  async run(scene: number, seed: number, most: number): Promise<void> {
    const request = ++this.current;
    this.found = growing.map(() => []);
    delete this.root.dataset.ready;
    for (let n = 128; n <= most; n *= 2) {
      for (const [k, method] of growing.entries()) {
        if (n > method.most) continue;
        const of = this.steps.call('sort_work', [k, scene, n, seed]);
        this.found[k]!.push({n, of: [...of]});
        await new Promise((next) => setTimeout(next, 0));
        if (request !== this.current) return;
      }
      this.show(this.measure);
    }
    this.root.dataset.ready = String(most);
  }

  show(measure: Measure): void {
    this.measure = measure;
    this.chart.show(growing.map(({name, colour}, k) => ({
      name, colour,
      points: this.found[k]!.map(({n, of}): Point => [n, counts[measure](of)]),
    })));
  }

  stop(): void {
    ++this.current;
    this.chart.stop();
  }
}
