// SPDX-License-Identifier: MIT
// A 2D view on a canvas: takes lengths of the world.
import {Stage, type Hands, type Pointer} from '../../shell/stage';
import {colour} from '../../shell/theme';
import type {Vector} from './records';

export interface Pen {
  fill?: string;
  /** Opacity of the fill. */
  alpha?: number;
  stroke?: string;
  width?: number;
  dash?: number[];
}

export class Flat {
  readonly stage: Stage;
  private readonly figure = document.createElement('figure');
  private readonly caption = document.createElement('figcaption');
  /** The least visible distance from the center. */
  reach = 3;
  center: Vector = [0, 0];
  private context!: CanvasRenderingContext2D;

  constructor(parent: HTMLElement, name: string, caption: string, private readonly draw: () => void) {
    this.figure.className = 'panel';
    this.figure.dataset.panel = name;
    this.caption.textContent = caption;
    this.figure.append(this.caption);
    parent.append(this.figure);
    this.stage = new Stage(this.figure, () => { if (this.context !== undefined) this.draw(); }, caption);
    this.context = this.stage.context;
  }

  title(text: string): void {
    this.caption.textContent = text;
  }
  listen(hands: Hands): void {
    this.stage.listen(hands);
  }
  stop(): void {
    this.stage.stop();
  }

  begin(): void {
    this.context = this.stage.begin();
    this.context.lineJoin = 'round';
    this.context.lineCap = 'round';
  }
  get scale(): number {
    return Math.max(1, Math.min(this.stage.width, this.stage.height)) / 2 / this.reach;
  }
  toPixel(p: Vector): [number, number] {
    return [
      this.stage.width / 2 + (p[0]! - this.center[0]!) * this.scale,
      this.stage.height / 2 - (p[1]! - this.center[1]!) * this.scale,
    ];
  }
  toWorld({x, y}: Pick<Pointer, 'x' | 'y'>): [number, number] {
    return [
      (x - this.stage.width / 2) / this.scale + this.center[0]!,
      (this.stage.height / 2 - y) / this.scale + this.center[1]!,
    ];
  }

  /** Draws lines at whole units. */
  grid(): void {
    const [left, top] = this.toWorld({x: 0, y: 0});
    const [right, bottom] = this.toWorld({x: this.stage.width, y: this.stage.height});
    this.context.globalAlpha = 0.5;
    const pen = {stroke: colour('line'), width: 1};
    for (let x = Math.ceil(left); x <= right; ++x) this.line([x, bottom], [x, top], pen);
    for (let y = Math.ceil(bottom); y <= top; ++y) this.line([left, y], [right, y], pen);
    this.context.globalAlpha = 1;
  }
  polygon(points: readonly Vector[], pen: Pen): void {
    this.path(points);
    this.context.closePath();
    this.paint(pen);
  }
  line(p: Vector, q: Vector, pen: Pen): void {
    this.path([p, q]);
    this.paint(pen);
  }
  /** Draws a circle; the radius is in world units. */
  circle(p: Vector, radius: number, pen: Pen): void {
    this.context.beginPath();
    this.context.arc(...this.toPixel(p), radius * this.scale, 0, 2 * Math.PI);
    this.paint(pen);
  }
  /** Draws a dot; the radius is in pixels. */
  dot(p: Vector, radius: number, pen: Pen): void {
    this.circle(p, radius / this.scale, pen);
  }
  arrow(from: Vector, to: Vector, pen: Pen): void {
    const [x, y] = this.toPixel(from);
    const [u, v] = this.toPixel(to);
    const size = Math.hypot(u - x, v - y);
    if (size < 1) return;
    const head = Math.min(10, size / 2);
    const [c, s] = [(u - x) / size * head, (v - y) / size * head];
    this.line(from, to, pen);
    this.context.beginPath();
    this.context.moveTo(u, v);
    this.context.lineTo(u - c - s / 2, v - s + c / 2);
    this.context.lineTo(u - c + s / 2, v - s - c / 2);
    this.context.closePath();
    this.paint({fill: pen.stroke});
  }
  /** Writes text this many pixels to the right of and above the point. */
  label(p: Vector, text: string, ink: string, right = 8, above = 8): void {
    const {context} = this;
    const [x, y] = this.toPixel(p);
    if (x < 0 || y < 0 || x > this.stage.width || y > this.stage.height) return;
    context.font = '600 13px system-ui, sans-serif';
    const wide = context.measureText(text).width;
    const left = Math.min(this.stage.width - wide - 4, Math.max(4, right < 0 ? x + right - wide : x + right));
    const base = Math.min(this.stage.height - 6, Math.max(14, y - above));
    context.lineWidth = 4;
    context.strokeStyle = colour('panel');
    context.strokeText(text, left, base);
    context.fillStyle = ink;
    context.fillText(text, left, base);
  }

  private path(points: readonly Vector[]): void {
    this.context.beginPath();
    for (const p of points) this.context.lineTo(...this.toPixel(p));
  }
  private paint({fill, alpha = 1, stroke, width = 2, dash = []}: Pen): void {
    const {context} = this;
    if (fill !== undefined) {
      const before = context.globalAlpha;
      context.globalAlpha = alpha * before;
      context.fillStyle = fill;
      context.fill();
      context.globalAlpha = before;
    }
    if (stroke === undefined) return;
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }
}
