// SPDX-License-Identifier: MIT
import {colour} from '../../../shell/theme';
import type {Flat} from '../flat';
import type {Vector} from '../records';
import type {HullScene} from './hull_scene';

export function drawPoints(view: Flat, hull: HullScene, hovered: number | undefined): void {
  const {points: {all, center}, frame, last} = hull;
  view.begin();
  view.grid();
  const [red, violet, blue] = [colour('cell'), colour('focus'), colour('object')] as const;
  const path = frame.path.map((index) => all[index]!);
  if (frame.closed && path.length > 1) {
    view.polygon(path, {fill: blue, alpha: 0.15, stroke: last ? red : blue, width: last ? 3 : 2});
  }
  for (let i = 1; i < path.length && !frame.closed; ++i) {
    view.line(path[i - 1]!, path[i]!, {stroke: red, width: 3});
  }
  if (frame.edge !== undefined) {
    const [p, q] = frame.edge.map((index) => all[index]!) as [Vector, Vector];
    view.line(p, q, {stroke: violet, width: 3, dash: frame.point === undefined ? [] : [6, 5]});
  }
  const on = new Set(frame.path);
  all.forEach((p, index) => view.dot(p, on.has(index) ? 6 : 4, {fill: on.has(index) ? red : blue}));
  if (frame.point !== undefined) view.dot(all[frame.point]!, 9, {stroke: violet, width: 3});
  if (hovered !== undefined) view.dot(all[hovered]!, 9, {stroke: colour('candidate'), width: 3});
  view.dot(center, 5, {fill: colour('panel'), stroke: colour('ink')});
  view.label(center, 'center of the dual', colour('ink'), 9, -4);
}

/** Returns two points of the dual line of the point with this index, seen from the center. */
export function dualLine(hull: HullScene, index: number): [Vector, Vector] | undefined {
  const {all, center} = hull.points;
  const [x, y] = all[index]!.map((p, k) => p - center[k]!) as [number, number];
  const squared = x * x + y * y;
  if (squared < 1e-6) return undefined;
  const far = 1e3 / Math.sqrt(squared);
  const foot = [x / squared, y / squared] as const;
  return [[foot[0] - far * y, foot[1] + far * x], [foot[0] + far * y, foot[1] - far * x]];
}

export function drawDual(view: Flat, hull: HullScene, hovered: number | undefined): void {
  const {dual, frame, points, last} = hull;
  const far = dual.bounded ? Math.max(...dual.corners.map((p) => Math.hypot(...p))) : 1;
  view.reach = far * 1.35;
  view.begin();
  const [red, violet, green] = [colour('cell'), colour('focus'), colour('hit')] as const;
  const on = new Set(frame.path);
  points.all.forEach((_, index) => {
    const line = dualLine(hull, index);
    if (line === undefined) return;
    view.line(...line, {stroke: on.has(index) ? red : colour('object'), width: on.has(index) ? 1.8 : 0.6});
  });
  const part = last ? dual : hull.dualOfSome(frame.path);
  if (part.bounded) {
    const pen = last ? {alpha: 0.35, stroke: red, width: 3} : {alpha: 0.2, stroke: green, width: 2};
    view.polygon(part.corners, {fill: green, ...pen});
  }
  for (const [index, ink] of [[frame.point, violet], [hovered, colour('candidate')]] as const) {
    const line = index === undefined ? undefined : dualLine(hull, index);
    if (line !== undefined) view.line(...line, {stroke: ink, width: 3});
  }
  const corner = frame.edge === undefined ? undefined : intersection(hull, ...frame.edge);
  if (corner !== undefined) {
    view.dot(corner, 7, {fill: violet});
    view.label(corner, 'this edge', violet);
  }
  view.dot([0, 0], 5, {fill: colour('panel'), stroke: colour('ink')});
  if (!dual.bounded) view.label([0, 0], 'unbounded: move the center inside the hull', colour('ink'), 12, 12);
}

// Returns where the duals of two points intersect: the dual of the line through them.
function intersection(hull: HullScene, i: number, j: number): Vector | undefined {
  const {all, center} = hull.points;
  const [a, b] = all[i]!.map((p, k) => p - center[k]!) as [number, number];
  const [c, d] = all[j]!.map((p, k) => p - center[k]!) as [number, number];
  const area = a * d - b * c;
  return Math.abs(area) < 1e-9 ? undefined : [(d - b) / area, (a - c) / area];
}
