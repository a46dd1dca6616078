// SPDX-License-Identifier: MIT
// Sorting without comparisons: buckets of a grid, and the levels of cells by the digits of their
// keys.
import {drawBars, label, type Sheet} from './lists';
import {orderColour} from './paint';
import type {Replay} from './replay';

/** Draws columns for the buckets, with their objects stacked. */
export function drawBuckets(sheet: Sheet): void {
  const {c, area, replay, colours, captions} = sheet;
  const top = area.height * 0.36;
  drawBars({...sheet, area: {...area, y: area.y + 14, height: top - 18}}, order(replay), {pale: (object) => replay.placed.has(object)});
  label(sheet, captions.placed(replay.placed.size, replay.run.order.length), area.x, area.y);
  const used = usedBuckets(replay);
  // If all buckets would be too thin, only those that will be used.
  const all = replay.cellCount > 0 && area.width / replay.cellCount >= 4;
  const columns = all ? [...Array(replay.cellCount).keys(), ...(used.includes(-1) ? [-1] : [])] : used;
  const wide = area.width / Math.max(1, columns.length);
  const high = area.height - top - 14;
  const stacks = new Map<number, number[]>();
  for (const [object, bucket] of replay.buckets) {
    const stack = stacks.get(bucket) ?? [];
    stack.push(object);
    stacks.set(bucket, stack);
  }
  const most = Math.max(3, ...mostInOne(replay));
  const block = Math.min(16, high / most);
  const floor = area.y + top + high;
  columns.forEach((bucket, k) => {
    const x = area.x + k * wide;
    const wall = Math.min(high, 2.2 * block);
    c.strokeStyle = stacks.has(bucket) ? colours.cell : colours.line;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(x + 0.5, floor - wall);
    c.lineTo(x + 0.5, floor);
    c.lineTo(x + wide - 0.5, floor);
    c.lineTo(x + wide - 0.5, floor - wall);
    c.stroke();
    (stacks.get(bucket) ?? []).forEach((object, level) => {
      drawBlock(sheet, object, x + 1.5, floor - (level + 1) * block, wide - 3, block - 1);
    });
  });
  label(sheet, all ? captions.buckets(replay.cellCount) : captions.usedBuckets(columns.length), area.x, floor + 2);
}

/** Draws rows for the levels of the tree: each cell over its interval of the keys. */
export function drawLevels(sheet: Sheet): void {
  const {c, area, replay, colours, captions} = sheet;
  const levels = 1 + Math.max(0, ...levelsOf(replay));
  const visited = replay.run.order.filter((object) => {
    const cell = replay.keys.get(object);
    return cell !== undefined && replay.entered.has(`${cell.level}/${cell.code}`);
  });
  const bars = area.height * 0.34;
  const list = replay.searching ? visited : order(replay);
  drawBars({...sheet, area: {...area, y: area.y + 14, height: bars - 18}}, list, {pale: (object) => !replay.searching && replay.keys.has(object)});
  const heading = replay.searching ? captions.stack(replay.stacked) : captions.keys(replay.keys.size, replay.run.order.length);
  label(sheet, heading, area.x, area.y);
  const row = (area.height - bars) / levels;
  const stacks = new Map<string, number[]>();
  for (const [object, {level, code}] of replay.keys) {
    const stack = stacks.get(`${level}/${code}`) ?? [];
    stack.push(object);
    stacks.set(`${level}/${code}`, stack);
  }
  for (let level = 0; level < levels; ++level) {
    const floor = area.y + bars + (level + 1) * row - 3;
    const wide = area.width / 4 ** level;
    const cell = replay.path[level];
    c.fillStyle = colours.candidate;
    c.globalAlpha = 0.4;
    if (cell !== undefined && replay.searching) c.fillRect(area.x + cell.code * wide, floor - row + 4, Math.max(3, wide), row - 3);
    c.globalAlpha = 1;
    c.strokeStyle = colours.line;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(area.x, floor + 0.5);
    c.lineTo(area.x + area.width, floor + 0.5);
    for (let k = 0; k <= 4 ** level && wide >= 4; ++k) {
      c.moveTo(area.x + k * wide, floor - 3);
      c.lineTo(area.x + k * wide, floor);
    }
    c.stroke();
    if (row > 28) label(sheet, captions.digits(level), area.x + 2, floor - row + 4);
  }
  for (const [name, stack] of stacks) {
    const [level, code] = name.split('/').map(Number) as [number, number];
    const floor = area.y + bars + (level + 1) * row - 3;
    const wide = area.width / 4 ** level;
    // Side by side if there is space, else stacked.
    const abreast = Math.max(1, Math.min(stack.length, Math.floor(wide / 5)));
    const high = Math.min(row - 5, 20) / Math.ceil(stack.length / abreast);
    const size = Math.min(16, Math.max(3, wide / abreast));
    const left = area.x + code * wide + Math.max(0, (wide - abreast * size) / 2);
    stack.forEach((object, k) => {
      const up = Math.floor(k / abreast) + 1;
      drawBlock(sheet, object, left + (k % abreast) * size, floor - up * high, size - (size > 3 ? 1 : 0), high - (high > 3 ? 1 : 0));
    });
  }
}

function drawBlock({c, replay, colours}: Sheet, object: number, x: number, y: number, wide: number, high: number): void {
  c.fillStyle = orderColour(replay.run.rank[object]! / Math.max(1, replay.run.order.length - 1));
  c.fillRect(x, y, Math.max(1, wide), Math.max(1, high));
  if (!replay.objects.includes(object)) return;
  c.strokeStyle = replay.hit ? colours.hit : colours.candidate;
  c.lineWidth = 2.5;
  c.strokeRect(x - 1, y - 1, Math.max(3, wide + 2), Math.max(3, high + 2));
}

/** The order of the input. */
function order(replay: Replay): number[] {
  return replay.run.order.map((_, index) => index);
}

function firstInserts(replay: Replay): (readonly number[])[] {
  return replay.run.steps.filter(({kind, of}) => kind === 'insert' && of[1] === 0).map(({of}) => of);
}
function usedBuckets(replay: Replay): number[] {
  return [...new Set(firstInserts(replay).map((of) => of[2]!))].sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b));
}
function mostInOne(replay: Replay): number[] {
  const counts = new Map<number, number>();
  for (const of of firstInserts(replay)) counts.set(of[2]!, (counts.get(of[2]!) ?? 0) + 1);
  return [...counts.values()];
}
function levelsOf(replay: Replay): number[] {
  return replay.run.steps.filter(({kind}) => kind === 'key').map(({of}) => of[1]!);
}
