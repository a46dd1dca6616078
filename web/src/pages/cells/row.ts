// SPDX-License-Identifier: MIT
// The array view: all cells as one array, level by level, each in Morton order; below, the objects
// sorted by their cells.
import {Stage, type Pointer} from '../../shell/stage';
import {RowPen} from './row_pen';
import type {Now, View} from './view';

export interface RowHands {
  /** Points at a cell by its index in the array, at an object, or at nothing. */
  point(index: number | undefined, object: number | undefined): void;
}

/** The layout: rows for the levels, one row for the objects. */
export interface RowLayout {
  left: number;
  width: number;
  /** The top of level 0, and the distance of levels. */
  top: number;
  step: number;
  objects: number;
  height: number;
}

export class Row implements View {
  private readonly stage: Stage;
  private now: Now | undefined;
  private sorted: number[] = [];

  constructor(parent: HTMLElement, private readonly hands: RowHands, changed: () => void) {
    this.stage = new Stage(parent, changed, 'The cells as an array, and the objects sorted by cell');
    this.stage.canvas.classList.add('row');
    this.stage.listen({
      down: (p) => { this.point(p); return true; }, move: (p) => this.point(p),
      grabs: () => false,
      hover: (p) => p === null ? this.hands.point(undefined, undefined) : this.point(p),
    });
  }

  stop(): void {
    this.stage.stop();
  }

  draw(now: Now): void {
    this.now = now;
    const context = this.stage.begin();
    const {tree} = now;
    if (tree === undefined) return;
    this.sorted = [];
    for (const {objects} of tree.cells) for (const object of objects) this.sorted.push(object);
    const pen = new RowPen(context, this.layout(tree.depth), now, tree);
    pen.levels();
    pen.focus();
    pen.cells();
    pen.links(this.sorted);
    pen.objects(this.sorted);
  }

  private layout(depth: number): RowLayout {
    const {width, height} = this.stage;
    const objects = 22;
    const top = 22;
    const gap = 34;
    const step = Math.max(6, Math.min(56, (height - top - gap - objects - 22) / (depth + 1)));
    return {left: 64, width: width - 74, top, step, objects: top + step * (depth + 1) + gap, height: objects};
  }

  private point({x, y}: Pointer): void {
    const {now} = this;
    if (now?.tree === undefined) return;
    const {tree} = now;
    const layout = this.layout(tree.depth);
    const part = (x - layout.left) / layout.width;
    const level = Math.floor((y - layout.top) / layout.step);
    if (part < 0 || part >= 1) return this.hands.point(undefined, undefined);
    if (y >= layout.objects && y < layout.objects + layout.height) {
      return this.hands.point(undefined, this.sorted[Math.floor(part * this.sorted.length)]);
    }
    if (level < 0 || level > tree.depth) return this.hands.point(undefined, undefined);
    const code = Math.floor(part * 2 ** (tree.dimension * level));
    this.hands.point(now.firsts[level]!.index + code, undefined);
  }
}
