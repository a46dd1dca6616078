// SPDX-License-Identifier: MIT
// Points in 3D and their hull; next to them the polytope bounded by their dual planes.
import type {Running} from '../../../shell/page';
import type {Hands, Pointer} from '../../../shell/stage';
import {colour} from '../../../shell/theme';
import type {Scene} from '../scene';
import {Eye, fitted, Space} from '../space';
import {HullScene} from './hull_scene';

export function start(scene: Scene): Running {
  const draw = () => {
    if (hull.hull === undefined) return;
    drawPoints(left, hull);
    drawDual(right, hull);
  };
  const hull: HullScene = new HullScene(scene, [
    ['cell', 'vertices so far'], ['focus', 'used in this step'], ['hit', 'enclosed by the planes'],
  ], draw);
  const eye = new Eye();
  const left = new Space(
    hull.panels, 'points',
    'Points: click to add or remove one, drag to move it, drag the background to orbit', eye, draw,
  );
  const right = new Space(
    hull.panels, 'dual', 'Duals: each point is a plane, near points are far planes', eye, draw,
  );
  left.reach = 2.8;
  left.listen(handsOnPoints(left, hull));
  right.listen({});
  hull.start();
  return {stop() { hull.stop(); left.stop(); right.stop(); }};
}

function drawPoints(view: Space, hull: HullScene): void {
  const {points: {all, center}, frame, last} = hull;
  view.begin();
  const [red, violet, blue] = [colour('cell'), colour('focus'), colour('object')] as const;
  const old = frame.faces.slice(0, frame.faces.length - frame.added);
  const added = frame.faces.slice(frame.faces.length - frame.added);
  if (old.length > 0) view.body({points: all, faces: old}, {ink: last ? red : blue, alpha: 0.3});
  if (added.length > 0) view.body({points: all, faces: added}, {ink: violet, alpha: 0.5});
  const on = new Set(frame.faces.flat());
  all.forEach((p, index) => view.dot(p, on.has(index) ? 6 : 4, on.has(index) ? red : blue));
  if (frame.edge !== undefined) {
    const [p, q] = frame.edge.map((index) => all[index]!);
    view.line(p!, q!, violet, 4);
    if (frame.point !== undefined) view.polygon([p!, q!, all[frame.point]!], {ink: violet, alpha: 0.35});
  }
  if (frame.point !== undefined) view.dot(all[frame.point]!, 9, violet);
  view.dot(center, 5, colour('ink'));
  view.label(center, 'center of the dual', colour('ink'));
  view.end();
}

// Draws the dual of the points so far; in front of it that of all.
function drawDual(view: Space, hull: HullScene): void {
  const {dual, frame, last} = hull;
  [view.center, view.reach] = fitted(dual.bounded ? [...dual.corners, [0, 0, 0]] : [[-1, -1, -1], [1, 1, 1]]);
  view.begin();
  const vertices = [...new Set(frame.faces.flat())];
  const part = last ? dual : hull.dualOfSome(vertices);
  if (part.bounded) {
    view.body({points: part.corners, faces: part.faces.map(({corners}) => corners)}, {
      ink: colour('hit'), alpha: last ? 0.6 : 0.3,
    });
  }
  // The face in the dual plane of the point of this step.
  const cut = part.faces.find(({source}) => (last ? source : vertices[source]) === frame.point);
  view.over = true;
  if (cut !== undefined) {
    const corners = cut.corners.map((corner) => part.corners[corner]!);
    view.polygon(corners, {ink: colour('focus'), alpha: 0.8});
  }
  view.dot([0, 0, 0], 5, colour('ink'));
  if (!part.bounded) view.label([0, 0, 0], 'unbounded so far', colour('ink'));
  view.end();
}

function handsOnPoints(view: Space, hull: HullScene): Hands {
  const {points} = hull;
  let held: {begin: Pointer; index: number; moved: boolean} | undefined;
  // Away from all points a drag rotates the view, and a click drops a point.
  let empty: Pointer | undefined;
  view.canvas.addEventListener('pointerup', (event) => {
    if (empty === undefined || event.pointerId !== empty.id) return;
    const box = view.canvas.getBoundingClientRect();
    const to = {x: event.clientX - box.left, y: event.clientY - box.top};
    const still = Math.hypot(to.x - empty.x, to.y - empty.y) < 4;
    empty = undefined;
    if (!still) return;
    points.add(view.under(to, [0, 0, 0]));
    hull.update();
  });
  return {
    down(pointer) {
      const near = points.all.map((p) => {
        const {x, y} = view.toPixel(p);
        return Math.hypot(x - pointer.x, y - pointer.y);
      });
      const index = near.indexOf(Math.min(...near));
      if (!(near[index]! < 14)) {
        empty = empty === undefined ? pointer : undefined;
        return false;
      }
      held = {begin: pointer, index, moved: false};
      return true;
    },
    move(pointer) {
      if (held === undefined || held.begin.id !== pointer.id) return;
      held.moved ||= Math.hypot(pointer.x - held.begin.x, pointer.y - held.begin.y) > 4;
      if (!held.moved) return;
      points.move(held.index, view.under(pointer, points.all[held.index]!));
      hull.update();
    },
    up({id}) {
      if (held === undefined || held.begin.id !== id) return;
      const {index, moved} = held;
      held = undefined;
      if (moved) return;
      points.remove(index);
      hull.update();
    },
  };
}
