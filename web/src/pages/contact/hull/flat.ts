// SPDX-License-Identifier: MIT
// Points in 2D and their hull; next to them the dual lines and the area that they enclose.
import type {Running} from '../../../shell/page';
import type {Hands, Pointer} from '../../../shell/stage';
import {Flat} from '../flat';
import type {Vector} from '../records';
import type {Scene} from '../scene';
import {drawDual, drawPoints, dualLine} from './flat_drawing';
import {HullScene} from './hull_scene';

export function start(scene: Scene): Running {
  let hovered: number | undefined;
  const draw = () => {
    if (hull.hull === undefined) return;
    drawPoints(left, hull, hovered);
    drawDual(right, hull, hovered);
  };
  const hull: HullScene = new HullScene(scene, [
    ['cell', 'vertices so far'], ['focus', 'used in this step'],
    ['candidate', 'under the pointer'], ['hit', 'enclosed by the lines'],
  ], draw);
  const left = new Flat(
    hull.panels, 'points', 'Points: click to add or remove one, drag to move it', draw,
  );
  const right = new Flat(hull.panels, 'dual', 'Duals: each point is a line, near points are far lines', draw);
  const hover = (index: number | undefined) => {
    if (index === hovered) return;
    hovered = index;
    draw();
  };
  left.listen(handsOnPoints(left, hull, hover));
  right.listen({hover: (pointer) => hover(pointer === null ? undefined : lineAt(right, hull, pointer))});
  hull.start();
  return {stop() { hull.stop(); left.stop(); right.stop(); }};
}

function pointAt(view: Flat, hull: HullScene, {x, y}: Pointer): number | undefined {
  const near = hull.points.all.map((p) => {
    const [u, v] = view.toPixel(p);
    return Math.hypot(u - x, v - y);
  });
  const least = Math.min(...near);
  return least < 14 ? near.indexOf(least) : undefined;
}

function handsOnPoints(view: Flat, hull: HullScene, hover: (index: number | undefined) => void): Hands {
  let held: {id: number; begin: Pointer; index: number | 'center'; added: boolean; moved: boolean} | undefined;
  const {points} = hull;
  return {
    down(pointer) {
      if (held !== undefined) return false;
      const [x, y] = view.toPixel(points.center);
      let index: number | 'center' | undefined = pointAt(view, hull, pointer);
      const added = index === undefined && Math.hypot(x - pointer.x, y - pointer.y) >= 14;
      if (added) {
        points.add(view.toWorld(pointer));
        index = points.all.length - 1;
        hull.update();
      }
      held = {id: pointer.id, begin: pointer, index: index ?? 'center', added, moved: false};
      return true;
    },
    move(pointer) {
      if (held?.id !== pointer.id) return;
      held.moved ||= Math.hypot(pointer.x - held.begin.x, pointer.y - held.begin.y) > 4;
      if (!held.moved) return;
      if (held.index === 'center') points.center = view.toWorld(pointer);
      else points.move(held.index, view.toWorld(pointer));
      hull.update();
    },
    up({id}) {
      if (held?.id !== id) return;
      const {index, added, moved} = held;
      held = undefined;
      if (added || moved || index === 'center') return;
      hover(undefined); // a removed point must not be drawn
      points.remove(index);
      hull.update();
    },
    hover: (pointer) => hover(pointer === null ? undefined : pointAt(view, hull, pointer)),
  };
}

function lineAt(view: Flat, hull: HullScene, pointer: Pointer): number | undefined {
  const x = view.toWorld(pointer);
  let least = 8 / view.scale;
  let nearest: number | undefined;
  hull.points.all.forEach((_, index) => {
    const line = dualLine(hull, index);
    if (line === undefined) return;
    const off = distanceTo(line, x);
    if (off < least) [least, nearest] = [off, index];
  });
  return nearest;
}

function distanceTo([p, q]: readonly [Vector, Vector], x: Vector): number {
  const [u, v] = [q[0]! - p[0]!, q[1]! - p[1]!];
  return Math.abs(u * (x[1]! - p[1]!) - v * (x[0]! - p[0]!)) / Math.hypot(u, v);
}
