// SPDX-License-Identifier: MIT
// The scene, with the method's subdivision of space and the boxes of the present step.
import {orderColour, type Area, type Palette} from './paint';
import type {Replay} from './replay';

export interface SceneView {
  /** Minimum and maximum corner of all boxes, with a margin. */
  readonly domain: readonly number[];
  /** Four numbers per box. */
  readonly boxes: Float32Array;
}

type Box = readonly number[];

export class SpaceView {
  private readonly scale: number;
  private readonly left: number;
  private readonly bottom: number;

  constructor(
    private readonly c: CanvasRenderingContext2D, private readonly area: Area,
    private readonly scene: SceneView, private readonly colours: Palette,
  ) {
    const [x0, y0, x1, y1] = scene.domain as [number, number, number, number];
    this.scale = Math.min(area.width / (x1 - x0), area.height / (y1 - y0));
    this.left = area.x + (area.width - this.scale * (x1 - x0)) / 2 - this.scale * x0;
    this.bottom = area.y + area.height - (area.height - this.scale * (y1 - y0)) / 2 + this.scale * y0;
  }

  /** tested: whether the boxes of the present step are outlined. */
  draw(replay: Replay, numbers: boolean, tested = true): void {
    const {c, area} = this;
    c.save();
    c.beginPath();
    c.rect(area.x, area.y, area.width, area.height);
    c.clip();
    this.behind(replay);
    this.drawBoxes(replay);
    this.drawPairs(replay);
    if (tested) this.drawTested(replay);
    if (numbers) this.drawNumbers(replay);
    c.restore();
  }

  /** Returns the position in the scene of a pixel. */
  toScene({x, y}: {x: number; y: number}): [number, number] {
    return [(x - this.left) / this.scale, (this.bottom - y) / this.scale];
  }

  private x(x: number): number { return this.left + this.scale * x; }
  private y(y: number): number { return this.bottom - this.scale * y; }
  private box(object: number): Box { return this.scene.boxes.subarray(4 * object, 4 * object + 4) as unknown as Box; }
  private center(object: number): [number, number] {
    const [x0, y0, x1, y1] = this.box(object) as unknown as [number, number, number, number];
    return [this.x((x0 + x1) / 2), this.y((y0 + y1) / 2)];
  }
  /** Boxes of no extent are drawn with one pixel. */
  private rect([x0, y0, x1, y1]: Box, grow = 0): [number, number, number, number] {
    const width = Math.max(1.5, this.scale * (x1! - x0!));
    const height = Math.max(1.5, this.scale * (y1! - y0!));
    return [this.x(x0!) - grow, this.y(y1!) - grow, width + 2 * grow, height + 2 * grow];
  }

  /** Draws the subdivision of space. */
  private behind(replay: Replay): void {
    const {c, colours} = this;
    c.strokeStyle = colours.cell;
    const sweeping = replay.run.axis >= 0 && replay.searching && replay.seeker >= 0;
    if (sweeping) this.band(this.box(replay.seeker), replay.run.axis);
    for (const cell of replay.run.cells) {
      if (!cell.objects.some((object) => replay.placed.has(object))) continue;
      c.lineWidth = cell.depth === 0 ? 1.5 : 1;
      c.strokeRect(...this.rect(cell.box));
    }
    const deepest = new Map<string, readonly number[]>();
    for (const cell of replay.keys.values()) deepest.set(`${cell.level}/${cell.code}`, cell.box);
    c.lineWidth = 1.2;
    for (const box of deepest.values()) c.strokeRect(...this.rect(box, -1));
    for (const {axis, coordinate, depth, region} of replay.cuts) {
      const line = [...region];
      line[axis] = line[axis + 2] = coordinate;
      this.line(line, Math.max(0.8, 3 - depth / 2));
    }
    for (const plane of replay.planes) this.line(plane, Math.max(0.8, 3 - plane[4]! / 2));
    if (replay.reading === undefined) return;
    c.fillStyle = colours.candidate;
    c.globalAlpha = 0.3;
    c.fillRect(...this.rect(replay.reading));
    c.globalAlpha = 1;
  }

  private line([x0, y0, x1, y1]: Box, width: number): void {
    const {c} = this;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(this.x(x0!), this.y(y0!));
    c.lineTo(this.x(x1!), this.y(y1!));
    c.stroke();
  }

  /** Everything that begins in it is a candidate. */
  private band(box: Box, axis: number): void {
    const {c, area, colours} = this;
    c.fillStyle = colours.candidate;
    c.globalAlpha = 0.25;
    if (axis === 0) c.fillRect(this.x(box[0]!), area.y, this.scale * (box[2]! - box[0]!), area.height);
    else c.fillRect(area.x, this.y(box[3]!), area.width, this.scale * (box[3]! - box[1]!));
    c.globalAlpha = 1;
  }

  private drawBoxes(replay: Replay): void {
    const {c, colours} = this;
    const count = replay.run.order.length;
    c.lineWidth = 1;
    c.strokeStyle = colours.ink;
    for (let object = 0; object < count; ++object) {
      c.fillStyle = orderColour(replay.run.rank[object]! / Math.max(1, count - 1), 0.75);
      const rect = this.rect(this.box(object));
      c.fillRect(...rect);
      c.globalAlpha = 0.45;
      c.strokeRect(...rect);
      c.globalAlpha = 1;
    }
  }

  private drawPairs(replay: Replay): void {
    const {c, colours} = this;
    c.strokeStyle = colours.hit;
    c.lineWidth = 2;
    for (const [a, b] of replay.found) {
      for (const object of [a, b]) c.strokeRect(...this.rect(this.box(object)));
      c.beginPath();
      c.moveTo(...this.center(a));
      c.lineTo(...this.center(b));
      c.stroke();
    }
  }

  /** Draws the objects of the step. */
  private drawTested(replay: Replay): void {
    const {c, colours} = this;
    c.setLineDash([5, 3]);
    c.strokeStyle = colours.focus;
    c.lineWidth = 2.5;
    for (const box of replay.boxes) c.strokeRect(...this.rect(box));
    c.setLineDash([]);
    const [a, b] = replay.objects;
    const objects = replay.objects.length > 0 ? replay.objects : replay.indices.map((index) => replay.list[index]!);
    c.strokeStyle = replay.hit ? colours.hit : colours.candidate;
    c.lineWidth = 3.5;
    for (const object of objects) c.strokeRect(...this.rect(this.box(object), 1.5));
    if (a === undefined || b === undefined) return;
    c.beginPath();
    c.moveTo(...this.center(a));
    c.lineTo(...this.center(b));
    c.stroke();
  }

  private drawNumbers(replay: Replay): void {
    const {c, colours} = this;
    c.font = '11px system-ui, sans-serif';
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    c.lineWidth = 3;
    c.strokeStyle = colours.panel;
    c.fillStyle = colours.ink;
    for (let object = 0; object < replay.run.order.length; ++object) {
      const [x, y] = this.center(object);
      c.strokeText(String(object), x, y);
      c.fillText(String(object), x, y);
    }
  }
}
