// SPDX-License-Identifier: MIT
// Very many boxes that move, their pairs found by masu in every picture.
import type {Finder, Masu, Memory} from 'masu';
import {makeScene} from '../../scene/scene';
import {eachFrame, MedianTime} from '../../shell/frames';
import {ManyBoxes} from '../../shell/many_boxes';
import {calm} from '../../shell/motion';
import type {Steps} from '../../shell/steps';
import {onVisible} from '../../shell/visible';

/** Of a box, in edges of a unit box per second. */
const kSpeed = 1.6;
/** Seconds between updates of the numbers. */
const kCounted = 0.4;

export interface CrowdNumbers {
  readonly search: number;
  readonly drawing: number;
  readonly pictures: number;
  readonly pairs: number;
  readonly tests: number;
}

export class Crowd {
  private readonly picture: ManyBoxes;
  private readonly search = new MedianTime();
  private readonly drawing = new MedianTime();
  private readonly ends: (() => void)[];
  private state: {
    finder: Finder; boxes: Memory<Float32Array>; velocities: Float32Array; marks: Uint8Array; side: number;
  } | undefined;
  private visible = false;
  private running = !calm();
  private since = 0;
  private pairs = 0;
  private pictures = 0;

  constructor(
    parent: HTMLElement, label: string, private readonly masu: Masu, private readonly steps: Steps,
    readonly count: number, private readonly counted: (numbers: CrowdNumbers) => void,
  ) {
    this.picture = new ManyBoxes(parent, label, () => this.redraw());
    this.redraw();
    this.ends = [
      onVisible(this.picture.canvas, (visible) => {
        this.visible = visible;
        this.since = this.pictures = 0;
        if (visible && this.state === undefined) this.start();
      }, 0.3),
      eachFrame((seconds) => { if (this.visible && this.running) this.frame(seconds); }),
    ];
  }

  get isRunning(): boolean {
    return this.running;
  }
  toggle(): void {
    this.running = !this.running;
    this.since = this.pictures = 0;
  }

  /** Draws again, in other colours or another size. */
  redraw(): void {
    const picture: ManyBoxes | undefined = this.picture;
    // The picture calls this while it is being constructed; before it is seen it is empty, not black.
    if (picture === undefined) return;
    if (this.state === undefined) return picture.draw(new Float32Array(0), new Uint8Array(0), 1);
    const {boxes, marks, side} = this.state;
    picture.draw(boxes.view, marks, side);
  }

  stop(): void {
    for (const end of this.ends) end();
    this.picture.stop();
    this.state?.finder.free();
    this.state?.boxes.free();
    this.state = undefined;
  }

  // Not before it is seen: the boxes of a page that is left at its start cost nothing.
  private start(): void {
    const {boxes: scene, side} = makeScene(this.steps, 2, 'uniform', this.count, 1);
    const boxes = this.masu.allocate(Float32Array, scene.length);
    boxes.view.set(scene);
    const velocities = new Float32Array(2 * this.count);
    // Directions by the golden angle: no two neighbors in the list go the same way.
    for (let i = 0; i < this.count; ++i) {
      velocities[2 * i] = kSpeed * Math.cos(2.399963 * i);
      velocities[2 * i + 1] = kSpeed * Math.sin(2.399963 * i);
    }
    const finder = this.masu.finder({dimension: 2, method: 'automatic'});
    this.state = {finder, boxes, velocities, marks: new Uint8Array(this.count), side};
    this.frame(0);
    this.report();
  }

  private frame(seconds: number): void {
    if (this.state === undefined) return;
    const {finder, boxes, marks} = this.state;
    this.move(Math.min(seconds, 0.05));
    const pairs = this.search.of(() => finder.findPairs(boxes.view));
    this.drawing.of(() => {
      marks.fill(0);
      for (let i = 0; i < pairs.length; ++i) marks[pairs[i]!] = 1;
      this.redraw();
    });
    ++this.pictures;
    this.since += seconds;
    this.pairs = pairs.length / 2;
    if (this.since >= kCounted) this.report();
  }

  private report(): void {
    const {state, since} = this;
    this.counted({
      search: this.search.microseconds / 1000, drawing: this.drawing.microseconds / 1000,
      pictures: since > 0 ? this.pictures / since : NaN, pairs: this.pairs, tests: state!.finder.stats.tests,
    });
    this.since = this.pictures = 0;
  }

  // Boxes are reflected by the border.
  private move(seconds: number): void {
    const {boxes, velocities, side} = this.state!;
    const all = boxes.view;
    for (let i = 0, v = 0; i < all.length; i += 4, v += 2) {
      for (let a = 0; a < 2; ++a) {
        const step = velocities[v + a]! * seconds;
        const [low, high] = [all[i + a]! + step, all[i + a + 2]! + step];
        if (low < 0 && step < 0 || high > side && step > 0) {
          velocities[v + a] = -velocities[v + a]!;
          continue;
        }
        all[i + a] = low;
        all[i + a + 2] = high;
      }
    }
  }
}
