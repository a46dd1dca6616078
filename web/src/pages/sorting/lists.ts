// SPDX-License-Identifier: MIT
// Sorts drawn as bars: the index of each object in the final order is its height and its colour, so
// that a sorted list is a ramp.
import type {Captions} from './captions';
import {orderColour, type Area, type Palette} from './paint';
import type {Replay} from './replay';

export interface Sheet {
  readonly c: CanvasRenderingContext2D;
  readonly area: Area;
  readonly replay: Replay;
  readonly colours: Palette;
  readonly captions: Captions;
}

export interface BarStyle {
  readonly pale?: (object: number) => boolean;
  /** Outlined objects: by default those of the present step. */
  readonly objects?: readonly number[];
}

export function drawBars(
  {c, area, replay, colours}: Sheet, list: readonly number[], {pale, objects = replay.objects}: BarStyle = {},
): void {
  const n = replay.run.order.length;
  const step = area.width / n;
  list.forEach((object, index) => {
    const height = area.height * (0.12 + 0.88 * (replay.run.rank[object]! + 1) / n);
    const [x, y] = [area.x + index * step, area.y + area.height - height];
    const wide = Math.max(1, step - Math.min(2, step / 4));
    c.fillStyle = orderColour(replay.run.rank[object]! / Math.max(1, n - 1), pale?.(object) === true ? 0.2 : 1);
    c.fillRect(x, y, wide, height);
    const outlined = objects.includes(object);
    if (!outlined && !replay.indices.includes(index)) return;
    c.strokeStyle = replay.hit && outlined ? colours.hit : colours.candidate;
    c.lineWidth = 2.5;
    c.strokeRect(x - 1, y - 1, wide + 2, height + 1);
  });
}

export function label({c, colours}: Sheet, text: string, x: number, y: number, align: CanvasTextAlign = 'left'): void {
  c.font = '11px system-ui, sans-serif';
  c.textAlign = align;
  c.textBaseline = 'top';
  c.fillStyle = colours.quiet;
  c.fillText(text, x, y);
}

/** Draws selection and insertion sort: an array, with marks at the indices that are compared. */
export function drawList(sheet: Sheet): void {
  const {c, area, replay, colours} = sheet;
  const bars = {...area, y: area.y + 14, height: area.height - 26};
  // The objects that all pairs compares differ from those of the sort next to it.
  drawBars({...sheet, area: bars}, replay.list, replay.indices.length > 0 ? {objects: []} : {});
  const step = area.width / replay.run.order.length;
  c.fillStyle = colours.candidate;
  for (const index of replay.indices) {
    const x = area.x + (index + 0.5) * step;
    c.beginPath();
    c.moveTo(x, area.y + area.height - 10);
    c.lineTo(x - 5, area.y + area.height - 1);
    c.lineTo(x + 5, area.y + area.height - 1);
    c.fill();
  }
  const {captions} = sheet;
  const {comparisons, exchanges} = replay.selection;
  if (comparisons > 0) label(sheet, captions.selection(comparisons, exchanges), area.x, area.y);
  else label(sheet, captions.list(replay.run.axis === 0 ? 'x' : 'y'), area.x, area.y);
}

/**
 * Draws quicksort: below the array a bracket for each part, a row for each depth, a dot at each
 * pivot.
 */
export function drawHalves(sheet: Sheet): void {
  const {c, area, replay, colours} = sheet;
  const deepest = 1 + Math.max(0, ...depths(replay));
  const row = Math.min(11, area.height * 0.45 / deepest);
  const bars = {...area, y: area.y + 14, height: area.height - 20 - row * deepest};
  const last = replay.searching ? undefined : replay.cuts.at(-1);
  const step = area.width / replay.run.order.length;
  if (last !== undefined) {
    c.fillStyle = colours.candidate;
    c.globalAlpha = 0.25;
    c.fillRect(area.x + last.begin * step, bars.y, (last.end - last.begin) * step, bars.height);
    c.globalAlpha = 1;
  }
  drawBars({...sheet, area: bars}, replay.list);
  for (const {begin, pivot, end, depth, axis} of replay.cuts) {
    const y = bars.y + bars.height + 5 + depth * row;
    const stretch = (from: number, to: number) => {
      if (to > from) c.fillRect(area.x + from * step + 1, y, Math.max(1, (to - from) * step - 2), Math.max(2, row - 4));
    };
    c.fillStyle = axis === 0 ? colours.cell : colours.focus;
    c.globalAlpha = 0.45;
    stretch(begin, pivot);
    stretch(pivot + 1, end);
    c.globalAlpha = 1;
    stretch(pivot, pivot + 1);
  }
  label(sheet, sheet.captions.halves, area.x, area.y);
}

const known = new WeakMap<object, number[]>();
/** The depths of all later cuts, so that rows keep their height. */
function depths({run}: Replay): number[] {
  let all = known.get(run);
  if (all !== undefined) return all;
  all = [];
  const open: (readonly number[])[] = [];
  for (const {kind, of} of run.steps) {
    if (kind !== 'cut') continue;
    all.push(open.filter((around) => of[2]! >= around[2]! && of[4]! <= around[4]!).length);
    open.push(of);
  }
  known.set(run, all);
  return all;
}
