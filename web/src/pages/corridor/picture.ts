// SPDX-License-Identifier: MIT
// Draws balls, boxes, and the path of the ball that is steered.
import {Pixels, Sprite} from '../../shell/pixels';
import {colour} from '../../shell/theme';
import type {Camera} from './camera';
import type {Crowd} from './crowd';
import type {Room, WallBox, BallPath} from './room';

type Context = CanvasRenderingContext2D;

/** Smaller boxes are not drawn: they would cover everything. */
const kLeastBox = 3;
/** More balls are blended pixel by pixel. */
const kMostCalls = 1000;

export class Picture {
  private sprite: HTMLCanvasElement | undefined;
  private pixelSprite: Sprite | undefined;
  private spriteRadius = 0;
  private spriteRatio = 0;

  constructor(private readonly camera: Camera) {}

  /** Colours have changed. */
  forget(): void {
    this.sprite = this.pixelSprite = undefined;
  }

  crowd(context: Context, crowd: Crowd, width: number, height: number): void {
    const {camera} = this;
    const {numbers, stride} = crowd.movers;
    const radius = Math.max(crowd.radius * camera.scale, 0.75);
    const many = crowd.count > kMostCalls;
    const round = radius > 1.5;
    this.updateSprite(radius);
    const pixels = many && round ? new Pixels(context, width) : undefined;
    const [left, top] = [width / 2 - camera.x * camera.scale, height / 2 + camera.y * camera.scale];
    context.fillStyle = colour('object');
    for (let i = 0, offset = 0; i < crowd.count; ++i, offset += stride) {
      const x = left + numbers[offset]! * camera.scale;
      const y = top - numbers[offset + 1]! * camera.scale;
      if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue;
      if (!round) context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
      else if (pixels !== undefined) pixels.sprite(this.manySprite(radius), x - radius - 1, y - radius - 1);
      else context.drawImage(this.oneSprite(radius), x - radius - 1, y - radius - 1, 2 * radius + 2, 2 * radius + 2);
    }
    pixels?.end();
  }

  /** Draws all boxes thin, and fills the tested ones. */
  boxes(
    context: Context, boxes: readonly WallBox[], tested: ReadonlySet<number>, right: number,
    bottom: number,
  ): void {
    const plain = new Path2D();
    const filled = new Path2D();
    const above = new Path2D();
    for (const box of boxes) {
      const x = this.camera.pixelX(box.least[0]);
      const y = this.camera.pixelY(box.greatest[1]);
      const width = this.camera.pixelX(box.greatest[0]) - x;
      const height = this.camera.pixelY(box.least[1]) - y;
      if (x > right || y > bottom || x + width < 0 || y + height < 0) continue;
      const is = tested.has(box.node);
      if (is && box.level > 0) above.rect(x - 2, y - 2, width + 4, height + 4);
      else if (is) filled.rect(x, y, width, height);
      else if (box.level === 0 && Math.max(width, height) > kLeastBox) plain.rect(x, y, width, height);
    }
    context.lineWidth = 1;
    context.strokeStyle = colour('object');
    context.globalAlpha = 0.35;
    context.stroke(plain);
    context.strokeStyle = context.fillStyle = colour('candidate');
    context.globalAlpha = 0.6;
    context.setLineDash([5, 4]);
    context.stroke(above);
    context.setLineDash([]);
    context.globalAlpha = 0.25;
    context.fill(filled);
    context.globalAlpha = 1;
    context.stroke(filled);
  }

  walls(context: Context, room: Room, walls: Iterable<number>, name: string, thick: number): void {
    const path = new Path2D();
    for (const w of walls) {
      const [ax, ay, bx, by] = room.vertices.subarray(2 * w, 2 * w + 4);
      path.moveTo(this.camera.pixelX(ax!), this.camera.pixelY(ay!));
      path.lineTo(this.camera.pixelX(bx!), this.camera.pixelY(by!));
    }
    context.lineCap = 'round';
    context.lineWidth = thick;
    context.strokeStyle = colour(name);
    context.stroke(path);
  }

  /** Shows the sheet for drawing, with instructions. */
  sheet(context: Context, size: readonly number[], words: string): void {
    const x = this.camera.pixelX(0);
    const y = this.camera.pixelY(size[1]!);
    const width = this.camera.pixelX(size[0]!) - x;
    const height = this.camera.pixelY(0) - y;
    context.strokeStyle = context.fillStyle = colour('quiet');
    context.lineWidth = 1;
    context.setLineDash([6, 6]);
    context.strokeRect(x, y, width, height);
    context.setLineDash([]);
    context.font = '600 1.1rem system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(words, x + width / 2, y + height / 2, width);
  }

  /** Draws the line in progress: x and y of its points. */
  line(context: Context, points: readonly number[]): void {
    if (points.length < 2) return;
    context.strokeStyle = colour('cell');
    context.lineWidth = 2;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) {
      context.lineTo(this.camera.pixelX(points[i]!), this.camera.pixelY(points[i + 1]!));
    }
    context.stroke();
  }

  /** Draws the path from the start by its contacts to the end. */
  path(context: Context, from: readonly number[], path: BallPath): void {
    context.strokeStyle = context.fillStyle = colour('hit');
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(this.camera.pixelX(from[0]!), this.camera.pixelY(from[1]!));
    for (const {position} of path.contacts) {
      context.lineTo(this.camera.pixelX(position[0]), this.camera.pixelY(position[1]));
    }
    context.lineTo(this.camera.pixelX(path.end[0]), this.camera.pixelY(path.end[1]));
    context.stroke();
    context.fillStyle = colour('cell');
    for (const {point} of path.contacts) {
      context.beginPath();
      context.arc(this.camera.pixelX(point[0]), this.camera.pixelY(point[1]), 3, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** Draws the ball, and its goal if the user points somewhere. */
  ball(context: Context, position: readonly number[], radius: number, goal?: readonly number[]): void {
    const [x, y] = [this.camera.pixelX(position[0]!), this.camera.pixelY(position[1]!)];
    const size = Math.max(radius * this.camera.scale, 3);
    if (goal !== undefined) {
      context.strokeStyle = colour('hit');
      context.setLineDash([2, 5]);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(this.camera.pixelX(goal[0]!), this.camera.pixelY(goal[1]!));
      context.stroke();
      context.setLineDash([]);
    }
    disc(context, x, y, size);
    context.fillStyle = colour('hit');
    context.fill();
    context.strokeStyle = colour('ink');
    context.lineWidth = 1.5;
    context.stroke();
    // A ring makes it visible among thousands.
    if (size > 14) return;
    context.strokeStyle = colour('hit');
    disc(context, x, y, 14);
    context.stroke();
  }

  /** Forgets sprites of another size or resolution. */
  private updateSprite(radius: number): void {
    if (this.spriteRadius === radius && this.spriteRatio === devicePixelRatio) return;
    this.forget();
    this.spriteRadius = radius;
    this.spriteRatio = devicePixelRatio;
  }

  private manySprite(radius: number): Sprite {
    this.pixelSprite ??= new Sprite(2 * radius + 2, (context) => drawBall(context, radius));
    return this.pixelSprite;
  }

  private oneSprite(radius: number): HTMLCanvasElement {
    if (this.sprite !== undefined) return this.sprite;
    this.sprite = document.createElement('canvas');
    this.sprite.width = this.sprite.height = Math.ceil((2 * radius + 2) * devicePixelRatio);
    const context = this.sprite.getContext('2d', {willReadFrequently: true})!;
    context.scale(devicePixelRatio, devicePixelRatio);
    drawBall(context, radius);
    return this.sprite;
  }
}

function drawBall(context: Context, radius: number): void {
  disc(context, radius + 1, radius + 1, radius);
  context.fillStyle = colour('object');
  context.globalAlpha = 0.75;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colour('panel');
  context.lineWidth = Math.min(1, radius / 4);
  context.stroke();
}

function disc(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}
