// SPDX-License-Identifier: MIT
// Tens of thousands of small shapes, blended into the pixels of an opaque canvas: without a graphics
// card that takes a tenth of the time of as many calls of its context.

export type Rgb = readonly [number, number, number];

/** Reads a colour of style.css: '#rrggbb'. */
export function rgbOf(hex: string): Rgb {
  const bits = Number.parseInt(hex.slice(1), 16);
  return [bits >> 16 & 255, bits >> 8 & 255, bits & 255];
}

/** Positions are in CSS pixels. */
export class Pixels {
  private readonly image: ImageData;
  private readonly width: number;
  private readonly height: number;
  private readonly ratio: number;

  /** Takes the picture as drawn so far, which must be opaque. */
  constructor(private readonly context: CanvasRenderingContext2D, cssWidth: number) {
    const {width, height} = context.canvas;
    this.image = context.getImageData(0, 0, Math.max(1, width), Math.max(1, height));
    [this.width, this.height] = [width, height];
    this.ratio = width / Math.max(1, cssWidth);
  }

  /** Puts the picture back. */
  end(): void {
    this.context.putImageData(this.image, 0, 0);
  }

  /** Fills a rectangle, at least one pixel of the screen. */
  rect(left: number, top: number, right: number, bottom: number, rgb: Rgb, alpha: number): void {
    const {ratio} = this;
    const x = Math.round(left * ratio);
    const y = Math.round(top * ratio);
    this.fill(x, y, Math.max(x + 1, Math.round(right * ratio)), Math.max(y + 1, Math.round(bottom * ratio)), rgb, alpha);
  }

  /** Draws the border of a rectangle, one pixel wide, inside it. */
  frame(left: number, top: number, right: number, bottom: number, rgb: Rgb, alpha: number): void {
    const {ratio} = this;
    const [x, y] = [Math.round(left * ratio), Math.round(top * ratio)];
    const [u, v] = [Math.max(x + 1, Math.round(right * ratio)), Math.max(y + 1, Math.round(bottom * ratio))];
    this.fill(x, y, u, y + 1, rgb, alpha);
    if (v - y > 1) this.fill(x, v - 1, u, v, rgb, alpha);
    if (v - y <= 2) return;
    this.fill(x, y + 1, x + 1, v - 1, rgb, alpha);
    if (u - x > 1) this.fill(u - 1, y + 1, u, v - 1, rgb, alpha);
  }

  /** Blends a sprite; x and y are the upper left corner of its grid. */
  sprite(sprite: Sprite, x: number, y: number): void {
    const {ratio, width, height} = this;
    const {data} = this.image;
    const px = x * ratio;
    const py = y * ratio;
    const left = Math.floor(px);
    const top = Math.floor(py);
    const {size, bytes} = sprite.at(px - left, py - top);
    if (left + size <= 0 || top + size <= 0 || left >= width || top >= height) return;
    const [u, v] = [Math.min(size, width - left), Math.min(size, height - top)];
    for (let row = Math.max(0, -top); row < v; ++row) {
      let from = 4 * (row * size + Math.max(0, -left));
      let to = 4 * ((top + row) * width + Math.max(0, left));
      for (let column = Math.max(0, -left); column < u; ++column, from += 4, to += 4) {
        const a = bytes[from + 3]!;
        if (a === 0) continue;
        for (let k = 0; k < 3; ++k) data[to + k] = data[to + k]! + ((bytes[from + k]! - data[to + k]!) * a) / 255;
      }
    }
  }

  private fill(x: number, y: number, u: number, v: number, [r, g, b]: Rgb, alpha: number): void {
    const {width} = this;
    const {data} = this.image;
    const [left, right] = [Math.max(0, x), Math.min(width, u)];
    const bottom = Math.min(this.height, v);
    for (let row = Math.max(0, y); row < bottom; ++row) {
      for (let to = 4 * (row * width + left), end = 4 * (row * width + right); to < end; to += 4) {
        data[to] = data[to]! + (r - data[to]!) * alpha;
        data[to + 1] = data[to + 1]! + (g - data[to + 1]!) * alpha;
        data[to + 2] = data[to + 2]! + (b - data[to + 2]!) * alpha;
      }
    }
  }
}

interface Raster {
  readonly size: number;
  readonly bytes: Uint8ClampedArray;
}

/** A small picture at quarters of a pixel, so that what moves slowly moves smoothly. */
export class Sprite {
  private readonly rasters: Raster[] = [];

  /** draw: at the origin, in CSS pixels; edge: of the square that it needs. */
  constructor(edge: number, draw: (context: CanvasRenderingContext2D) => void) {
    const size = Math.ceil(edge * devicePixelRatio) + 1;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d', {willReadFrequently: true})!;
    for (let k = 0; k < 16; ++k) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, size, size);
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, (k & 3) / 4, (k >> 2) / 4);
      draw(context);
      this.rasters.push({size, bytes: context.getImageData(0, 0, size, size).data});
    }
  }

  /** x and y: the parts of a pixel, in [0, 1). */
  at(x: number, y: number): Raster {
    return this.rasters[(x * 4 & 3) + 4 * (y * 4 & 3)]!;
  }
}
