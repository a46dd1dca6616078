// SPDX-License-Identifier: MIT
// Two shapes in 2D: drawn, dragged, and rotated by a handle.
import type {Hands, Pointer} from '../../shell/stage';
import {colour} from '../../shell/theme';
import type {Flat, Pen} from './flat';
import {inks, wordInks} from './inks';
import {sides, type Side} from './pair';
import type {Vector} from './records';
import type {PairScene} from './scene';

export class FlatPair {
  constructor(private readonly pairs: PairScene) {}

  outline(side: Side): Vector[] {
    return this.pairs.bodies[side].points.map((p) => this.pairs.pair.toWorld(side, p));
  }

  draw(view: Flat, pen: Pen = {}): void {
    for (const side of sides) {
      const ink = colour(inks[side]);
      view.polygon(this.outline(side), {fill: ink, alpha: 0.22, stroke: ink, width: 2, ...pen});
    }
    for (const side of sides) {
      const ink = colour(inks[side]);
      const {position} = this.pairs.pair[side];
      const held = this.pairs.pair.held === side;
      const handle = this.handle(side, view);
      view.line(position, handle, {stroke: ink, width: 1, dash: [3, 4]});
      view.dot(handle, 7, {fill: held ? ink : colour('panel'), stroke: ink, width: 2});
      view.label(position, side.toUpperCase(), colour(wordInks[side]), -4, -6);
    }
  }

  hands(view: Flat): Hands {
    const drags = new Map<number, (to: Vector) => void>();
    const down = (pointer: Pointer) => {
      const drag = this.dragFrom(view, pointer);
      if (drag === undefined) return false;
      view.stage.canvas.focus({preventScroll: true});
      drags.set(pointer.id, drag);
      return true;
    };
    return {
      down,
      move: (pointer) => drags.get(pointer.id)?.(view.toWorld(pointer)),
      up: ({id}) => drags.delete(id),
      hover: (pointer) => {
        const over = pointer === null ? undefined : this.what(view, pointer);
        view.stage.canvas.style.cursor = over === undefined ? '' : over.rotates ? 'grab' : 'move';
      },
    };
  }

  private handle(side: Side, view: Flat): Vector {
    const {position, angles} = this.pairs.pair[side];
    const far = Math.max(...this.pairs.bodies[side].points.map((p) => p[1]!)) + 22 / view.scale;
    const angle = (angles[0]! + 90) * Math.PI / 180;
    return [position[0]! + far * Math.cos(angle), position[1]! + far * Math.sin(angle)];
  }

  private what(view: Flat, pointer: Pointer): {side: Side; rotates: boolean} | undefined {
    const {pair} = this.pairs;
    const order: Side[] = pair.held === 'a' ? ['a', 'b'] : ['b', 'a'];
    for (const side of order) {
      const [x, y] = view.toPixel(this.handle(side, view));
      if (Math.hypot(x - pointer.x, y - pointer.y) < 20) return {side, rotates: true};
    }
    const p = view.toWorld(pointer);
    for (const side of order) {
      if (inside(this.outline(side), p)) return {side, rotates: false};
    }
    return undefined;
  }

  private dragFrom(view: Flat, pointer: Pointer): ((to: Vector) => void) | undefined {
    const what = this.what(view, pointer);
    if (what === undefined) return undefined;
    const {pair} = this.pairs;
    const {side} = what;
    this.pairs.hold(side);
    const begin = view.toWorld(pointer);
    const {position} = pair[side];
    return (to) => {
      if (what.rotates) {
        const [x, y] = pair[side].position as [number, number];
        pair.rotateTo(side, [Math.atan2(to[1]! - y, to[0]! - x) * 180 / Math.PI - 90]);
      } else {
        pair.move(side, position.map((x, i) => x + to[i]! - begin[i]!));
      }
      this.pairs.update();
    };
  }
}

function inside(polygon: readonly Vector[], p: Vector): boolean {
  return polygon.every((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    return (b[0]! - a[0]!) * (p[1]! - a[1]!) - (b[1]! - a[1]!) * (p[0]! - a[0]!) >= 0;
  });
}
