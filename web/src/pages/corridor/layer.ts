// SPDX-License-Identifier: MIT
// Rock, free space and walls: painted once, wider than the stage, and shifted while it suffices.
import {colour} from '../../shell/theme';
import type {Camera} from './camera';
import type {Room} from './room';

/** Pixels around the stage. */
const kMargin = 160;

export class WallLayer {
  private readonly canvas = document.createElement('canvas');
  private readonly walls = new Path2D();
  private readonly free = new Path2D();
  private painted = {x: 0, y: 0, scale: 0, width: 0, height: 0, ratio: 0};

  constructor(room: Room) {
    const {vertices, chains} = room;
    for (const {first, count} of chains) {
      this.walls.moveTo(vertices[2 * first]!, vertices[2 * first + 1]!);
      for (let i = first + 1; i < first + count; ++i) {
        this.walls.lineTo(vertices[2 * i]!, vertices[2 * i + 1]!);
      }
    }
    if (room.closed) this.addFree(room);
  }

  /** Colours have changed. */
  forget(): void {
    this.painted.scale = 0;
  }

  draw(to: CanvasRenderingContext2D, camera: Camera, width: number, height: number): void {
    // paint() changes `painted`.
    const shift = (): [number, number] => [
      (this.painted.x - camera.x) * camera.scale, (camera.y - this.painted.y) * camera.scale];
    const {painted} = this;
    const stale = painted.scale !== camera.scale || painted.width !== width ||
      painted.height !== height || painted.ratio !== devicePixelRatio || shift().some((s) => Math.abs(s) > kMargin);
    if (stale) this.paint(camera, width, height);
    const [dx, dy] = shift();
    to.drawImage(this.canvas, dx - kMargin, dy - kMargin, width + 2 * kMargin, height + 2 * kMargin);
  }

  private paint(camera: Camera, width: number, height: number): void {
    const {x, y, scale} = camera;
    this.painted = {x, y, scale, width, height, ratio: devicePixelRatio};
    const wide = Math.ceil((width + 2 * kMargin) * devicePixelRatio);
    const high = Math.ceil((height + 2 * kMargin) * devicePixelRatio);
    if (this.canvas.width !== wide) this.canvas.width = wide;
    if (this.canvas.height !== high) this.canvas.height = high;
    // Like the stage in the memory of the processor: a copy from a graphics card takes longer than all else.
    const context = this.canvas.getContext('2d', {alpha: false, willReadFrequently: true})!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colour('line');
    context.fillRect(0, 0, wide, high);
    const zoom = scale * devicePixelRatio;
    context.setTransform(zoom, 0, 0, -zoom, wide / 2 - x * zoom, high / 2 + y * zoom);
    context.fillStyle = colour('paper');
    context.fill(this.free, 'evenodd');
    context.strokeStyle = colour('ink');
    context.lineWidth = 1.3 / scale;
    context.lineJoin = 'round';
    context.stroke(this.walls);
  }

  // Fills what lies in an odd number of loops. Where chains end at junctions, each wall toggles
  // everything below it.
  private addFree({chains, walls, bounds}: Room): void {
    if (chains.every(({kind}) => kind !== 0)) {
      this.free.addPath(this.walls);
      return;
    }
    const [, low] = bounds.least;
    for (let w = 0; w < walls.closing; ++w) {
      const [ax, ay, bx, by] = walls.ends.subarray(4 * w, 4 * w + 4) as unknown as
        [number, number, number, number];
      if (ax === bx) continue;
      this.free.moveTo(ax, low);
      this.free.lineTo(ax, ay);
      this.free.lineTo(bx, by);
      this.free.lineTo(bx, low);
      this.free.closePath();
    }
  }
}
