// SPDX-License-Identifier: MIT
// Draws the 2D picture, layer by layer.
import {Pixels, rgbOf} from '../../shell/pixels';
import {colour} from '../../shell/theme';
import type {Camera} from './camera';
import {holds, pathOf, type Cell, type Tree} from './tree';
import type {Now} from './view';

/** With more cells, paths are not written. */
const kMostNamed = 100;

export class PlanePen {
  constructor(
    private readonly context: CanvasRenderingContext2D, private readonly camera: Camera,
    private readonly now: Now, private readonly tree: Tree,
  ) {}

  /** Draws all cells of the finest level while they are distinguishable. */
  grid(): void {
    const {context, camera, tree} = this;
    const [left, low, right, high] = tree.domain as [number, number, number, number];
    const cells = 2 ** tree.depth;
    if (camera.scale * (right - left) / cells < 5) return;
    context.beginPath();
    for (let i = 0; i <= cells; ++i) {
      const x = camera.x(left + (right - left) * i / cells);
      const y = camera.y(low + (high - low) * i / cells);
      context.moveTo(x, camera.y(low));
      context.lineTo(x, camera.y(high));
      context.moveTo(camera.x(left), y);
      context.lineTo(camera.x(right), y);
    }
    context.strokeStyle = colour('line');
    context.lineWidth = 0.6;
    context.stroke();
  }

  curve(points: Float64Array): void {
    const {context, camera, tree} = this;
    const [left, low, right, high] = tree.domain as [number, number, number, number];
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) {
      context.lineTo(
        camera.x(left + (right - left) * points[i]!), camera.y(low + (high - low) * points[i + 1]!));
    }
    context.strokeStyle = colour('quiet');
    context.lineWidth = 1.2;
    context.lineJoin = 'round';
    context.stroke();
  }

  focus(): void {
    const {cell} = this.now.focus;
    if (cell === undefined) return;
    const {context} = this;
    context.fillStyle = colour('focus');
    context.globalAlpha = 0.18;
    this.rect(cell);
    context.fill();
    context.globalAlpha = 1;
  }

  /**
   * Draws what `objects`, `cells` and `overlaps` draw, for many: pixel by pixel. dense: candidates
   * are too many for lines.
   */
  many(width: number, dense: boolean): void {
    const {camera, tree} = this;
    const {boxes, pairs} = this.now.model;
    const pixels = new Pixels(this.context, width);
    const [object, red, green] = ['object', 'cell', 'hit'].map((name) => rgbOf(colour(name)));
    if (dense) this.density(pixels);
    for (let i = 0; i < boxes.length; i += 4) {
      pixels.rect(camera.x(boxes[i]!), camera.y(boxes[i + 3]!), camera.x(boxes[i + 2]!), camera.y(boxes[i + 1]!), object!, 0.6);
    }
    for (const {min, max} of tree.cells) {
      pixels.frame(camera.x(min[0]!), camera.y(max[1]!), camera.x(max[0]!), camera.y(min[1]!), red!, 0.8);
    }
    for (let i = 0; i < pairs.length; i += 2) {
      const [a, b] = [4 * pairs[i]!, 4 * pairs[i + 1]!];
      const left = Math.max(boxes[a]!, boxes[b]!);
      const low = Math.max(boxes[a + 1]!, boxes[b + 1]!);
      const right = Math.min(boxes[a + 2]!, boxes[b + 2]!);
      const high = Math.min(boxes[a + 3]!, boxes[b + 3]!);
      pixels.rect(camera.x(left), camera.y(high), camera.x(right), camera.y(low), green!, 0.8);
    }
    pixels.end();
  }

  /** Fills each cell by the candidates of its objects per area, on a logarithmic scale. */
  density(pixels: Pixels): void {
    const {camera, tree} = this;
    const yellow = rgbOf(colour('candidate'));
    const area = (cell: Cell) => (cell.max[0]! - cell.min[0]!) * (cell.max[1]! - cell.min[1]!);
    const logs = tree.cells.map((cell) => Math.log(1 + cell.candidates / area(cell)));
    const most = logs.reduce((a, b) => Math.max(a, b), 1e-9);
    tree.cells.forEach(({min, max, candidates}, k) => {
      if (candidates === 0) return;
      pixels.rect(
        camera.x(min[0]!), camera.y(max[1]!), camera.x(max[0]!), camera.y(min[1]!), yellow, 0.75 * logs[k]! / most);
    });
  }

  objects(): void {
    const {context} = this;
    context.beginPath();
    const {boxes} = this.now.model;
    for (let offset = 0; offset < boxes.length; offset += 4) this.box(boxes, offset);
    context.fillStyle = colour('object');
    context.globalAlpha = 0.22;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colour('object');
    context.lineWidth = 1.2;
    context.stroke();
  }

  cells(): void {
    const {context, tree} = this;
    context.strokeStyle = colour('cell');
    for (const cell of tree.cells) {
      // Lines become thinner with each level and are drawn inside, so that nested cells stay
      // distinct.
      context.lineWidth = Math.max(0.8, 3 - 0.5 * cell.level);
      this.rect(cell, context.lineWidth / 2 + 0.5);
      context.stroke();
    }
    if (tree.cells.length <= kMostNamed) this.paths();
  }

  /** Writes paths at the center of the upper side, where no inner cell has its own. */
  private paths(): void {
    const {context, tree, camera} = this;
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'top';
    context.fillStyle = colour('cell');
    context.strokeStyle = colour('panel');
    context.lineWidth = 3;
    for (const cell of tree.cells) {
      const x = camera.x((cell.min[0]! + cell.max[0]!) / 2);
      const text = pathOf(cell, 2);
      const width = camera.scale * (cell.max[0]! - cell.min[0]!);
      if (width < 40 || context.measureText(text).width + 10 > width) continue;
      const y = camera.y(cell.max[1]!) + 5;
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    }
  }

  candidates(): void {
    const {context, tree} = this;
    context.beginPath();
    for (let i = 0; i < tree.listed.length; i += 2) this.link(tree.listed[i]!, tree.listed[i + 1]!);
    context.strokeStyle = colour('candidate');
    context.lineWidth = 1;
    context.globalAlpha = Math.max(0.12, Math.min(0.8, 120 / tree.listed.length));
    context.stroke();
    context.globalAlpha = 1;
  }

  /** Draws where two objects overlap, and a line from one to the other. */
  overlaps(): void {
    const {context} = this;
    const {boxes, pairs} = this.now.model;
    context.fillStyle = context.strokeStyle = colour('hit');
    context.beginPath();
    const common = new Float64Array(4);
    for (let i = 0; i < pairs.length; i += 2) {
      const [a, b] = [4 * pairs[i]!, 4 * pairs[i + 1]!];
      for (let k = 0; k < 2; ++k) {
        common[k] = Math.max(boxes[a + k]!, boxes[b + k]!);
        common[k + 2] = Math.min(boxes[a + k + 2]!, boxes[b + k + 2]!);
      }
      this.box(common, 0);
    }
    context.globalAlpha = 0.7;
    context.fill();
    context.globalAlpha = 1;
    context.beginPath();
    for (let i = 0; i < pairs.length; i += 2) this.link(pairs[i]!, pairs[i + 1]!);
    context.lineWidth = 2;
    context.stroke();
  }

  /** Outlines the object under the cursor; else all objects that the cell and its descendants hold. */
  focusedObject(): void {
    const {context, tree} = this;
    const {cell, object} = this.now.focus;
    const {boxes} = this.now.model;
    context.strokeStyle = colour('focus');
    context.lineWidth = 2.5;
    context.beginPath();
    if (object !== undefined && 4 * object < boxes.length) {
      this.box(boxes, 4 * object);
    } else if (cell !== undefined) {
      for (const {objects, ...inner} of tree.cells) {
        if (holds(cell, inner, 2)) for (const i of objects) this.box(boxes, 4 * i);
      }
    }
    context.stroke();
    if (cell === undefined) return;
    this.rect(cell, 0);
    context.stroke();
  }

  private rect(cell: Cell, inside = 0): void {
    const {context, camera} = this;
    const [left, low] = cell.min as [number, number];
    const [right, high] = cell.max as [number, number];
    context.beginPath();
    const edge = (length: number) => Math.max(1, camera.scale * length - 2 * inside);
    context.rect(camera.x(left) + inside, camera.y(high) + inside, edge(right - left), edge(high - low));
  }
  private box(boxes: ArrayLike<number>, offset: number): void {
    const {camera} = this;
    const left = camera.x(boxes[offset]!);
    const top = camera.y(boxes[offset + 3]!);
    this.context.rect(
      left, top, camera.x(boxes[offset + 2]!) - left, camera.y(boxes[offset + 1]!) - top);
  }
  private link(a: number, b: number): void {
    const {boxes} = this.now.model;
    const {context, camera} = this;
    const center = (i: number, axis: number) => (boxes[4 * i + axis]! + boxes[4 * i + axis + 2]!) / 2;
    context.moveTo(camera.x(center(a, 0)), camera.y(center(a, 1)));
    context.lineTo(camera.x(center(b, 0)), camera.y(center(b, 1)));
  }
}
