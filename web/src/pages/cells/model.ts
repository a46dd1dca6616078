// SPDX-License-Identifier: MIT
// The objects as they are now, between two frames of the scene, in the memory of masu's module, and
// the pairs that its finder sees there.
import type {Finder, Masu, Memory} from 'masu';
import {MedianTime} from '../../shell/frames';
import type {Steps} from '../../shell/steps';
import {rounded, type Edit} from './edits';
import {MovingScene} from './scene';
import type {Settings} from './settings';

/** Frames a second at which a frame that has begun comes to its end in a pause. */
const kSettling = 6;

export class Model {
  private scene: MovingScene;
  private readonly finder: Finder;
  private memory: Memory<Float32Array>;
  /** From the frame before (0) to this one (1). */
  private part = 1;
  private held: {object: number; centre: number[]} | undefined;
  private readonly clock = new MedianTime();
  /** Two numbers a pair: places in the row of boxes. Until the next update. */
  pairs = new Uint32Array(0);

  /** From the scene's frame in the settings on, with edits sorted by frame. */
  constructor(
    private readonly masu: Masu, steps: Steps, readonly settings: Settings, edits: Edit[],
  ) {
    const {dimension, scene, n, seed, frame} = settings;
    this.scene = new MovingScene(steps, dimension, scene, n, seed, edits);
    this.scene.goTo(frame);
    this.finder = masu.finder({dimension, method: 'sorted_orthtree'});
    this.memory = masu.allocate(Float32Array, this.scene.now.length);
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
  /** Edge of the cube that the objects stay in. */
  get edge(): number {
    return this.scene.side * this.settings.world + this.settings.size;
  }
  /** Boxes where masu reads them, nothing copied; until memory grows. */
  get boxes(): Float32Array {
    return this.memory.view;
  }
  get tests(): number {
    return this.finder.stats.tests;
  }
  get microseconds(): number {
    return this.clock.microseconds;
  }
  idOf(place: number): number {
    return this.scene.ids[place]!;
  }

  centreOf(place: number): number[] {
    const d = this.dimension;
    const {boxes} = this;
    return Array.from({length: d}, (_, a) =>
      (boxes[2 * d * place + a]! + boxes[2 * d * place + d + a]!) / 2);
  }

  /** Lets time pass, and finds the pairs. */
  update(seconds: number): void {
    this.clock.of(() => {
      const {running, speed} = this.settings;
      if (running) this.pass(seconds * speed);
      else this.part = Math.min(1, this.part + seconds * kSettling);
      this.place();
      this.pairs = this.finder.findPairs(this.boxes);
    });
  }

  /** On to the next frame. */
  step(): void {
    this.scene.goTo(this.frame + 1);
    this.part = 0;
  }

  /** Has it come to the end of a frame, where boxes are the scene's own? */
  get still(): boolean {
    return !this.settings.running && this.part === 1;
  }

  add(centre: readonly number[]): void {
    this.scene.edit({frame: this.frame, kind: 'add', centre: rounded(this.unscaled(centre))});
  }
  remove(place: number): void {
    this.scene.edit({frame: this.frame, kind: 'remove', object: this.idOf(place)});
  }
  /** In the hand, where it does not move by itself. */
  hold(place: number, centre: readonly number[]): void {
    this.held = {object: this.idOf(place), centre: [...centre]};
  }
  drop(): void {
    const {held} = this;
    this.held = undefined;
    if (held === undefined) return;
    this.scene.edit(
      {frame: this.frame, kind: 'place', object: held.object, centre: rounded(this.unscaled(held.centre))});
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

  /** The scene has lower corners; the world's size moves these, the objects' sizes their middles. */
  private unscaled(centre: readonly number[]): number[] {
    return centre.map((x) => (x - 0.5) / this.settings.world + 0.5);
  }

  private place(): void {
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
    this.placeHeld(boxes);
  }

  private resize(boxes: Float32Array): void {
    const {size, world} = this.settings;
    if (size === 1 && world === 1) return;
    const d = this.dimension;
    for (let at = 0; at < boxes.length; at += 2 * d) {
      for (let a = at; a < at + d; ++a) {
        const half = (boxes[a + d]! - boxes[a]!) / 2;
        const centre = (boxes[a]! + half - 0.5) * world + 0.5;
        boxes[a] = centre - half * size;
        boxes[a + d] = centre + half * size;
      }
    }
  }

  private placeHeld(boxes: Float32Array): void {
    const {held} = this;
    const place = held === undefined ? -1 : this.scene.ids.indexOf(held.object);
    if (held === undefined || place < 0) return;
    const d = this.dimension;
    held.centre.forEach((x, axis) => {
      const a = 2 * d * place + axis;
      const half = (boxes[a + d]! - boxes[a]!) / 2;
      boxes[a] = x - half;
      boxes[a + d] = x + half;
    });
  }
}
