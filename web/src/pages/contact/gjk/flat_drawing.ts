// SPDX-License-Identifier: MIT
// GJK in 2D: the shapes, and next to them their Minkowski difference.
import {colour} from '../../../shell/theme';
import type {Flat} from '../flat';
import type {FlatPair} from '../flat_pair';
import type {Body, Vector} from '../records';
import type {Frame, GjkRun} from './frames';

const plus = (p: Vector, q: Vector, by = 1): Vector => p.map((x, i) => x + by * q[i]!);
const unit = (p: Vector): Vector => {
  const size = Math.hypot(...p);
  return size > 0 ? p.map((x) => x / size) : p;
};

export function drawShapes(
  view: Flat, shapes: FlatPair, frame: Frame | undefined, run: GjkRun, last: boolean,
): void {
  view.begin();
  view.grid();
  shapes.draw(view);
  if (frame === undefined) return;
  const red = colour('cell');
  for (const {a, b} of frame.simplex) {
    for (const p of [a, b]) view.dot(p, 4, {fill: red});
  }
  const {found, direction} = frame;
  if (found !== undefined && direction !== undefined && !last) {
    const ink = colour('focus');
    const offset = unit(direction).map((x) => x * 50 / view.scale);
    view.arrow(found.a, plus(found.a, offset), {stroke: ink});
    view.arrow(found.b, plus(found.b, offset, -1), {stroke: ink});
    for (const p of [found.a, found.b]) view.dot(p, 5, {fill: ink});
  }
  if (!last) return;
  const ink = colour('hit');
  const ends: [Vector, Vector] = run.overlap && found !== undefined
    ? depthOf(frame, run) : [run.pointA, run.pointB];
  view.line(...ends, {stroke: ink, width: 3});
  for (const p of ends) view.dot(p, 4, {fill: ink});
}

// Returns the depth as a segment, from the point of b that is deepest in a.
function depthOf(frame: Frame, run: GjkRun): [Vector, Vector] {
  const from = run.pointB;
  return [from, plus(from, frame.direction!, frame.upper!)];
}

// In whole units, so that the view rarely jumps while shapes are dragged.
function fit(view: Flat, points: readonly Vector[]): void {
  const end = (round: (x: number) => number, pick: (...all: number[]) => number, more: number): Vector =>
    [0, 1].map((k) => round(pick(...points.map((p) => p[k]!)) + more));
  const least = end(Math.floor, Math.min, -0.3);
  const most = end(Math.ceil, Math.max, 0.3);
  view.center = least.map((x, k) => (x + most[k]!) / 2);
  const wide = Math.max(1, view.stage.width) / Math.max(1, Math.min(view.stage.width, view.stage.height));
  const high = Math.max(1, view.stage.height) / Math.max(1, Math.min(view.stage.width, view.stage.height));
  view.reach = Math.max((most[0]! - least[0]!) / wide, (most[1]! - least[1]!) / high) / 2;
}

export function drawDifference(view: Flat, difference: Body, frame: Frame | undefined, last: boolean): void {
  fit(view, [...difference.points, [0, 0]]);
  view.begin();
  view.grid();
  const origin = [0, 0];
  const quiet = colour('quiet');
  view.polygon(difference.points, {fill: quiet, alpha: 0.15, stroke: quiet, width: 1.5});
  if (frame !== undefined) drawFrame(view, frame, last);
  const arm = 9 / view.scale;
  view.line([-arm, 0], [arm, 0], {stroke: colour('ink'), width: 2});
  view.line([0, -arm], [0, arm], {stroke: colour('ink'), width: 2});
  const right = frame?.nearest === undefined || frame.nearest[0]! <= 0;
  view.label(origin, 'origin', colour('ink'), right ? 10 : -10, -18);
}

function drawFrame(view: Flat, frame: Frame, last: boolean): void {
  const [red, violet, green] = [colour('cell'), colour('focus'), colour('hit')] as const;
  const corners = frame.simplex.map(({w}) => w);
  const origin = [0, 0];
  if (corners.length === 3) view.polygon(corners, {fill: red, alpha: 0.2, stroke: red});
  if (corners.length === 2) view.line(corners[0]!, corners[1]!, {stroke: red, width: 3});
  for (const p of corners) view.dot(p, 5, {fill: red});
  const {nearest, found, direction, polytope, lower} = frame;
  const done = last && frame.what === 'support';
  if (nearest !== undefined && Math.hypot(...nearest) > 0) {
    view.line(origin, nearest, {stroke: done ? green : red, width: done ? 3 : 1.5, dash: done ? [] : [5, 4]});
    view.dot(nearest, 4, {fill: colour('panel'), stroke: done ? green : red});
    view.label(nearest, 'v', done ? green : red, 8, -14);
  }
  if (polytope !== undefined) {
    view.polygon(polytope.points, {fill: red, alpha: 0.12, stroke: red});
    for (const p of polytope.points) view.dot(p, 4, {fill: red});
    const foot = direction!.map((x) => x * lower!);
    if (!last) view.arrow(foot, plus(foot, direction!, 46 / view.scale), {stroke: violet});
    view.line(origin, foot, {stroke: last ? green : violet, width: 3});
    if (last) view.label(foot.map((x) => x / 2), 'depth', green);
  } else if (direction !== undefined && found !== undefined && !last) {
    const from = nearest ?? origin;
    view.arrow(from, plus(from, unit(direction), 55 / view.scale), {stroke: violet});
  }
  if (found !== undefined && !last) {
    const axis = unit(direction!);
    const across = [-axis[1]!, axis[0]!].map((x) => x * 70 / view.scale);
    view.line(plus(found.w, across), plus(found.w, across, -1), {stroke: violet, width: 1, dash: [4, 4]});
    view.dot(found.w, 6, {fill: violet});
    view.label(found.w, 'farthest', violet);
  }
}
