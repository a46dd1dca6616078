// SPDX-License-Identifier: MIT
// Maps a square domain to a canvas and back; y is up.

export class Camera {
  scale = 1;
  private left = 0;
  private bottom = 0;

  fit(width: number, height: number, edge: number): void {
    const margin = 14;
    this.scale = Math.max(1e-6, Math.min(width, height) - 2 * margin) / edge;
    this.left = (width - this.scale * edge) / 2;
    this.bottom = (height + this.scale * edge) / 2;
  }

  x(x: number): number {
    return this.left + this.scale * x;
  }
  y(y: number): number {
    return this.bottom - this.scale * y;
  }
  toWorld({x, y}: {x: number; y: number}): number[] {
    return [(x - this.left) / this.scale, (this.bottom - y) / this.scale];
  }
}
