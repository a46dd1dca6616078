// SPDX-License-Identifier: MIT
// Draws the array view.
import {colour} from '../../shell/theme';
import type {RowLayout} from './row';
import {holds, type Cell, type Tree} from './tree';
import type {Now} from './view';

export class RowPen {
  /** By object: whether it overlaps another. */
  private readonly hit: Uint8Array;

  constructor(
    private readonly context: CanvasRenderingContext2D, private readonly layout: RowLayout,
    private readonly now: Now, private readonly tree: Tree,
  ) {
    this.hit = new Uint8Array(now.model.count);
    for (const object of now.model.pairs) this.hit[object] = 1;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
  }

  /** Draws each level as wide as the domain, with its range of indices in the array. */
  levels(): void {
    const {context, layout, tree} = this;
    const {firsts} = this.now;
    context.lineWidth = 0.6;
    for (let level = 0; level <= tree.depth; ++level) {
      const cells = 2 ** (tree.dimension * level);
      const top = layout.top + level * layout.step;
      context.strokeStyle = colour('line');
      context.beginPath();
      context.rect(layout.left, top, layout.width, layout.step - 2);
      if (layout.width / cells > 4) {
        for (let i = 1; i < cells; ++i) {
          context.moveTo(layout.left + layout.width * i / cells, top);
          context.lineTo(layout.left + layout.width * i / cells, top + layout.step - 2);
        }
      }
      context.stroke();
      if (layout.step < 11) continue;
      const first = firsts[level]?.index ?? 0;
      context.fillStyle = colour('quiet');
      context.textAlign = 'right';
      context.fillText(short(first, cells), layout.left - 6, top + layout.step / 2 - 1);
    }
    context.textAlign = 'left';
    context.fillStyle = colour('quiet');
    context.fillText('array of cells: one row per level, in Morton order', layout.left, layout.top - 10);
    context.fillText('objects sorted by cell', layout.left, layout.objects + layout.height + 10);
  }

  /** Draws the cell and its ancestors: the stack of the pass. */
  focus(): void {
    const {cell} = this.now.focus;
    if (cell === undefined) return;
    const {context, tree} = this;
    context.fillStyle = colour('focus');
    for (let level = 0; level <= cell.level; ++level) {
      const code = Math.floor(cell.code / 2 ** (tree.dimension * (cell.level - level)));
      context.globalAlpha = level === cell.level ? 0.75 : 0.2;
      const {x, y, width, height} = this.rectOf({level, code});
      context.fillRect(x, y, Math.max(2, width), height);
    }
    context.globalAlpha = 1;
  }

  cells(): void {
    const {context, tree} = this;
    const [red, ink] = [colour('cell'), colour('ink')];
    context.fillStyle = context.strokeStyle = red;
    context.textAlign = 'center';
    // Of many in one pixel the first is drawn. On a level they come in Morton order.
    const drawn = new Float64Array(tree.depth + 1).fill(-Infinity);
    for (const cell of tree.cells) {
      const {x, y, width, height} = this.rectOf(cell);
      if (x < drawn[cell.level]! + 0.5) continue;
      drawn[cell.level] = x;
      const shown = Math.max(1.5, width - 2);
      const least = width > 4 ? 0.25 : 0.5;
      context.globalAlpha = least + (0.85 - least) * Math.min(1, cell.objects.length / 8);
      context.fillRect(x + (width > 4 ? 1 : 0), y + 1, shown, height - 2);
      context.globalAlpha = 1;
      if (width > 4) context.strokeRect(x + 1, y + 1, shown, height - 2);
      if (width < 16 || height < 12) continue;
      context.fillStyle = ink;
      context.fillText(String(cell.objects.length), x + width / 2, y + height / 2);
      context.fillStyle = red;
    }
  }

  /** Draws a line from each object to its cell. */
  links(sorted: readonly number[]): void {
    if (sorted.length > 1000) return;
    const {context, layout, tree} = this;
    const {focus} = this.now;
    for (const inFocus of [false, true]) {
      context.beginPath();
      sorted.forEach((object, i) => {
        const cell = tree.cellOf[object]!;
        if ((this.focused(object, cell)) !== inFocus) return;
        const {x, y, width, height} = this.rectOf(cell);
        context.moveTo(layout.left + layout.width * (i + 0.5) / sorted.length, layout.objects);
        context.lineTo(x + width / 2, y + height - 1);
      });
      context.strokeStyle = colour(inFocus ? 'focus' : 'cell');
      context.lineWidth = inFocus ? 1.6 : 0.7;
      context.globalAlpha = inFocus ? 1
        : (focus.cell === undefined ? 0.5 : 0.2) * Math.min(1, 80 / sorted.length);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  objects(sorted: readonly number[]): void {
    const {context, layout, tree} = this;
    const each = layout.width / Math.max(1, sorted.length);
    const [focus, hit, plain, panel] = ['focus', 'hit', 'object', 'panel'].map(colour) as
      [string, string, string, string];
    if (each < 0.5) return this.columns(sorted);
    sorted.forEach((object, i) => {
      const cell = tree.cellOf[object]!;
      const x = layout.left + each * i;
      const gap = each > 4 ? 1 : 0;
      const focused = this.focused(object, cell);
      context.fillStyle = focused ? focus : this.hit[object] === 1 ? hit : plain;
      context.fillRect(x + gap, layout.objects, Math.max(0.5, each - 2 * gap), layout.height);
      if (each < 20) return;
      context.fillStyle = panel;
      context.textAlign = 'center';
      context.fillText(
        String(this.now.model.idOf(object)), x + each / 2, layout.objects + layout.height / 2 + 1);
    });
  }

  /** More objects than pixels: a column for each pixel, by the share of its objects that overlap. */
  private columns(sorted: readonly number[]): void {
    const {context, layout, tree} = this;
    const [focus, hit, plain] = ['focus', 'hit', 'object'].map(colour) as [string, string, string];
    const wide = Math.floor(layout.width);
    for (let column = 0; column < wide; ++column) {
      const end = Math.floor(sorted.length * (column + 1) / wide);
      let [overlapping, count, focused] = [0, 0, false];
      for (let i = Math.floor(sorted.length * column / wide); i < end; ++i, ++count) {
        overlapping += this.hit[sorted[i]!]!;
        focused ||= this.focused(sorted[i]!, tree.cellOf[sorted[i]!]!);
      }
      const x = layout.left + column;
      context.fillStyle = focused ? focus : plain;
      context.fillRect(x, layout.objects, 1, layout.height);
      if (focused || overlapping === 0) continue;
      context.fillStyle = hit;
      const high = layout.height * overlapping / count;
      context.fillRect(x, layout.objects + layout.height - high, 1, high);
    }
  }

  private focused(object: number, of: Cell): boolean {
    const {cell, object: pointed} = this.now.focus;
    if (pointed !== undefined) return pointed === object;
    return cell !== undefined && holds(cell, of, this.tree.dimension);
  }

  private rectOf({level, code}: {level: number; code: number}) {
    const {layout, tree} = this;
    const width = layout.width / 2 ** (tree.dimension * level);
    return {
      x: layout.left + width * code, y: layout.top + level * layout.step, width,
      height: layout.step - 2,
    };
  }
}

function short(first: number, cells: number): string {
  const number = (x: number) => x < 1000 ? String(x) : `${Number((x / 1000).toPrecision(2))}k`;
  return cells === 1 ? number(first) : `${number(first)}–${number(first + cells - 1)}`;
}
