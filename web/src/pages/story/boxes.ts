// SPDX-License-Identifier: MIT
// The dozen boxes of the story, which the reader drags, and the runs of all methods on them.
import type {Steps} from '../../shell/steps';
import {methods} from '../sorting/methods';
import {Replay} from '../sorting/replay';
import type {SceneView} from '../sorting/space';
import {runOnBoxes} from '../sorting/tape';

/** Minimum and maximum corner of the scene. */
const kDomain = [0, 0, 12, 9] as const;
const kBoxes = [
  0.7, 6.2, 2.4, 8.1, 1.9, 5.1, 3.6, 6.8, 4.3, 7.0, 5.5, 8.4, 6.1, 5.9, 8.2, 7.5, 7.7, 6.9, 9.2, 8.3, 10.0, 6.1, 11.3, 7.9,
  0.8, 2.4, 2.2, 4.3, 3.0, 2.9, 4.9, 4.4, 4.4, 1.0, 6.0, 3.3, 6.9, 2.8, 8.1, 4.6, 8.8, 0.8, 10.6, 2.5, 9.9, 2.0, 11.4, 3.9,
];

/** How far a finger may miss a box, in units of the scene. */
const kMiss = 0.25;

export class Boxes {
  readonly boxes = Float32Array.from(kBoxes);
  readonly scene: SceneView = {domain: kDomain, boxes: this.boxes};
  /** In the order of the methods; replaced when a box moves. */
  replays: Replay[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(private readonly steps: Steps) {
    this.run();
  }

  get count(): number {
    return this.boxes.length / 4;
  }
  get pairs(): number {
    return this.replays[0]!.run.counted.pairs;
  }

  /** Calls the function whenever a box has moved. */
  onMove(moved: () => void): void {
    this.listeners.add(moved);
  }

  /** Returns the smallest box at a position, or -1. */
  at([x, y]: readonly [number, number]): number {
    let found = -1;
    let least = Infinity;
    for (let i = 0; i < this.count; ++i) {
      const [left, low, right, high] = this.boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
      if (x < left - kMiss || x > right + kMiss || y < low - kMiss || y > high + kMiss) continue;
      const area = (right - left) * (high - low);
      if (area < least) [least, found] = [area, i];
    }
    return found;
  }

  center(box: number): [number, number] {
    const [left, low, right, high] = this.boxes.subarray(4 * box, 4 * box + 4) as unknown as [number, number, number, number];
    return [(left + right) / 2, (low + high) / 2];
  }

  /** Moves a box to a center, inside the scene. */
  move(box: number, center: readonly [number, number]): void {
    for (const axis of [0, 1] as const) {
      const [from, to] = [4 * box + axis, 4 * box + axis + 2];
      const half = (this.boxes[to]! - this.boxes[from]!) / 2;
      const x = Math.min(kDomain[axis + 2]! - half, Math.max(kDomain[axis]! + half, center[axis]));
      this.boxes[from] = x - half;
      this.boxes[to] = x + half;
    }
    this.run();
    for (const listener of this.listeners) listener();
  }

  private run(): void {
    this.replays = methods.map(({id}, k) => new Replay(runOnBoxes(this.steps, k, id, this.boxes), kDomain));
  }
}
