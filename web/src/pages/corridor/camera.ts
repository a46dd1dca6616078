// SPDX-License-Identifier: MIT
// The visible part of the map: its center, and pixels per unit. The map's y points upwards.

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  private least = 1e-6;

  constructor(private readonly size: () => {width: number; height: number}) {}

  /** Shows all of a map, with a margin. */
  fit(bounds: {least: readonly number[]; greatest: readonly number[]}): void {
    const {width, height} = this.size();
    const wide = Math.max(bounds.greatest[0]! - bounds.least[0]!, 1e-6);
    const high = Math.max(bounds.greatest[1]! - bounds.least[1]!, 1e-6);
    this.scale = Math.max(Math.min((width - 16) / wide, (height - 16) / high), 1e-6);
    this.least = this.scale / 2;
    this.x = (bounds.least[0]! + bounds.greatest[0]!) / 2;
    this.y = (bounds.least[1]! + bounds.greatest[1]!) / 2;
  }

  /** Zooms in until a ball is clearly visible, unless it is already. */
  near(radius: number | undefined): void {
    if (radius !== undefined) this.scale = Math.max(this.scale, 9 / radius);
  }

  /** The view for an address: center and scale. The camera is rounded to it, so that both show the same. */
  settle(): string {
    const view = [this.x, this.y, this.scale].map((value) => Number(value.toPrecision(9)));
    [this.x, this.y, this.scale] = view as [number, number, number];
    return view.join('_');
  }

  /** Shows a view of an address. */
  show([x, y, scale]: readonly [number, number, number]): void {
    this.x = x;
    this.y = y;
    this.scale = Math.min(Math.max(scale, this.least), this.least * 4000);
  }

  /** Zooms by a factor; the point under the given pixel stays there. */
  zoom(factor: number, px: number, py: number): void {
    const [x, y] = this.pointAt(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, this.least), this.least * 4000);
    const {width, height} = this.size();
    this.x = x - (px - width / 2) / this.scale;
    this.y = y + (py - height / 2) / this.scale;
  }

  pointAt(px: number, py: number): [number, number] {
    const {width, height} = this.size();
    return [this.x + (px - width / 2) / this.scale, this.y - (py - height / 2) / this.scale];
  }

  pixelX(x: number): number {
    return this.size().width / 2 + (x - this.x) * this.scale;
  }
  pixelY(y: number): number {
    return this.size().height / 2 - (y - this.y) * this.scale;
  }
}
