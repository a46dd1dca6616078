// SPDX-License-Identifier: MIT
// The objects in their present state, between two frames of the scene, in the memory of masu's
// module, and their pairs by masu's finder.
import type {Finder, Masu, Memory} from 'masu';
import {MedianTime} from '../../shell/frames';
import {rounded, type Edit} from './edits';
import type {MovingScene} from './scene';
import type {Settings} from './settings';

/** Frames per second at which a frame that has begun is completed when paused. */
const kSettling = 6;

export class Model {
  private readonly finder: Finder;
  private memory: Memory<Float32Array>;
  /** Interpolation between the previous frame (0) and this one (1). */
  private part = 1;
  private held: {object: number; center: number[]} | undefined;
  private readonly clock = new MedianTime();
  private measured = {size: 0, world: 0, edge: 0};
  /** Two numbers for each pair: indices of boxes. Valid until the next update. */
  pairs = new Uint32Array(0);

  /** Starts with the scene's present frame. */
  constructor(
    private readonly masu: Masu, readonly settings: Settings, private readonly scene: MovingScene,
  ) {
    this.finder = masu.finder({dimension: settings.dimension, method: 'sorted_orthtree'});
    this.memory = masu.allocate(Float32Array, scene.now.length);
  }

  get dimension(): 2 | 3 {
    return this.settings.dimension;
  }
  get count(): number {
    return this.scene.count;
  }
  get frame(): number {
    return this.scene.frame;
  }
  get edits(): readonly Edit[] {
    return this.scene.edits;
  }
  /** Edge of the cube that holds the objects, except those far away, in frame 0. */
  get edge(): number {
    const {size, world} = this.settings;
    if (this.measured.size !== size || this.measured.world !== world) this.measure();
    return this.measured.edge;
  }
  /** The boxes in masu's memory, not copied; valid until memory grows. */
  get boxes(): Float32Array {
    return this.memory.view;
  }
  get tests(): number {
    return this.finder.stats.tests;
  }
  get microseconds(): number {
    return this.clock.microseconds;
  }
  idOf(index: number): number {
    return this.scene.ids[index]!;
  }

  centerOf(index: number): number[] {
    const d = this.dimension;
    const {boxes} = this;
    return Array.from({length: d}, (_, a) =>
      (boxes[2 * d * index + a]! + boxes[2 * d * index + d + a]!) / 2);
  }

  /** Advances time and finds the pairs. */
  update(seconds: number): void {
    this.clock.of(() => {
      const {running, speed} = this.settings;
      if (running) this.pass(seconds * speed);
      else this.part = Math.min(1, this.part + seconds * kSettling);
      this.updateBoxes();
      this.pairs = this.finder.findPairs(this.boxes);
    });
  }

  /** Advances to the next frame. */
  step(): void {
    this.scene.goTo(this.frame + 1);
    this.part = 0;
  }

  /** Whether it is at the end of a frame, where boxes equal the scene's. */
  get still(): boolean {
    return !this.settings.running && this.part === 1;
  }

  add(center: readonly number[]): void {
    this.scene.edit({frame: this.frame, kind: 'add', center: rounded(this.unscaled(center))});
  }
  remove(index: number): void {
    this.scene.edit({frame: this.frame, kind: 'remove', object: this.idOf(index)});
  }
  /** Holds an object that is dragged, so that it does not move by itself. */
  hold(index: number, center: readonly number[]): void {
    this.held = {object: this.idOf(index), center: [...center]};
  }
  release(): void {
    const {held} = this;
    this.held = undefined;
    if (held === undefined) return;
    this.scene.edit(
      {frame: this.frame, kind: 'move', object: held.object, center: rounded(this.unscaled(held.center))});
  }

  free(): void {
    this.finder.free();
    this.memory.free();
  }

  private pass(frames: number): void {
    this.part += frames;
    if (this.part <= 1) return;
    const whole = Math.ceil(this.part - 1);
    this.scene.goTo(this.frame + whole);
    this.part -= whole;
  }

  private measure(): void {
    const {size, world} = this.settings;
    const {first, side} = this.scene;
    const d = this.dimension;
    let edge = side * world + size;
    for (let offset = 0; offset < first.length; offset += 2 * d) {
      if (first.subarray(offset, offset + d).some((low) => low < 0 || low > side)) continue;
      for (let a = offset; a < offset + d; ++a) {
        const half = (first[a + d]! - first[a]!) / 2;
        edge = Math.max(edge, (first[a]! + half - 0.5) * world + 0.5 + half * size);
      }
    }
    this.measured = {size, world, edge};
  }

  /**
   * Undoes the scaling: the size of the world scales the scene's lower corners, the size of the
   * objects their centers.
   */
  private unscaled(center: readonly number[]): number[] {
    return center.map((x) => (x - 0.5) / this.settings.world + 0.5);
  }

  private updateBoxes(): void {
    const {before, now} = this.scene;
    if (this.memory.length !== now.length) {
      this.memory.free();
      this.memory = this.masu.allocate(Float32Array, now.length);
    }
    const boxes = this.memory.view;
    const {part} = this;
    if (part === 1 || before.length !== now.length) boxes.set(now);
    else for (let i = 0; i < now.length; ++i) boxes[i] = before[i]! + part * (now[i]! - before[i]!);
    this.resize(boxes);
    this.applyHeld(boxes);
  }

  private resize(boxes: Float32Array): void {
    const {size, world} = this.settings;
    if (size === 1 && world === 1) return;
    const d = this.dimension;
    for (let offset = 0; offset < boxes.length; offset += 2 * d) {
      for (let a = offset; a < offset + d; ++a) {
        const half = (boxes[a + d]! - boxes[a]!) / 2;
        const center = (boxes[a]! + half - 0.5) * world + 0.5;
        boxes[a] = center - half * size;
        boxes[a + d] = center + half * size;
      }
    }
  }

  private applyHeld(boxes: Float32Array): void {
    const {held} = this;
    const index = held === undefined ? -1 : this.scene.ids.indexOf(held.object);
    if (held === undefined || index < 0) return;
    const d = this.dimension;
    held.center.forEach((x, axis) => {
      const a = 2 * d * index + axis;
      const half = (boxes[a + d]! - boxes[a]!) / 2;
      boxes[a] = x - half;
      boxes[a + d] = x + half;
    });
  }
}
