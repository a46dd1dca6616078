// SPDX-License-Identifier: MIT
// The seeded scene as moved by C++, frame by frame, with the edits of the page.
import {sceneNames} from '../../scene/scene';
import type {Steps} from '../../shell/steps';
import type {Edit} from './edits';
import type {Settings} from './settings';

export class MovingScene {
  /** Permanent ids of objects, and their boxes in the last frame and in this one. */
  ids: number[] = [];
  before = new Float32Array(0);
  now = new Float32Array(0);
  /** The boxes of frame 0, before any edit. */
  readonly first: Float32Array;
  readonly dimension: 2 | 3;
  /** Lower corners stay in [0, side]. */
  side = 1;
  frame = 0;

  constructor(
    private readonly steps: Steps, {dimension, scene, n, seed}: Settings,
    /** Sorted by frame; new ones are appended. */
    readonly edits: Edit[],
  ) {
    this.dimension = dimension;
    this.take(steps.call('moving_start', [dimension, sceneNames.indexOf(scene), n, seed]));
    this.before = this.first = this.now;
    this.redo(-1);
  }

  /** Advances to a frame that is not in the past, applying edits. */
  goTo(frame: number): void {
    while (this.frame < frame) {
      const next = this.edits.find((edit) => edit.frame > this.frame)?.frame ?? frame;
      const from = this.frame;
      const to = Math.min(frame, next);
      if (to - from > 1) this.take(this.steps.call('moving_step', [to - from - 1]));
      const {now} = this;
      this.take(this.steps.call('moving_step', [1]));
      this.before = now;
      this.frame = to;
      this.redo(from);
    }
  }

  /** Applies an edit by hand now. */
  edit(change: Edit): void {
    this.edits.push(change);
    this.apply(change);
  }

  get count(): number {
    return this.ids.length;
  }

  private redo(after: number): void {
    for (const edit of this.edits) if (edit.frame > after && edit.frame <= this.frame) this.apply(edit);
  }

  /**
   * The other objects continue between their two frames; a new or moved one starts at its new
   * position.
   */
  private apply(edit: Edit): void {
    const {ids, before, dimension} = this;
    const [x, y, z = 0] = edit.kind === 'remove' ? [0, 0] : edit.center;
    if (edit.kind === 'add') this.take(this.steps.call('moving_add', [x!, y!, z]));
    else if (edit.kind === 'move') this.take(this.steps.call('moving_set_center', [edit.object, x!, y!, z]));
    else this.take(this.steps.call('moving_remove', [edit.object]));
    const each = 2 * dimension;
    const oldIndices = new Map(ids.map((id, index) => [id, index]));
    this.before = this.now.slice();
    this.ids.forEach((id, index) => {
      const old = oldIndices.get(id);
      if (old === undefined || (edit.kind === 'move' && edit.object === id)) return;
      this.before.set(before.subarray(each * old, each * (old + 1)), each * index);
    });
  }

  private take(numbers: Float64Array): void {
    this.side = numbers[0]!;
    const count = numbers[1]!;
    this.ids = Array.from(numbers.subarray(2, 2 + count));
    this.now = Float32Array.from(numbers.subarray(2 + count));
  }
}
