// SPDX-License-Identifier: MIT
// Two shapes in 3D: drawn, dragged, and rotated by a handle.
import type {Mesh} from 'three';
import type {Hands, Pointer} from '../../shell/stage';
import {colour} from '../../shell/theme';
import {inks, wordInks} from './inks';
import {sides, type Side} from './pair';
import type {Body, Vector} from './records';
import {between, degreesOf, product, quaternion, rotated} from './rotation';
import type {PairScene} from './scene';
import type {Space} from './space';

interface Drawn {
  shapes: Map<Mesh, Side>;
  handles: {side: Side; position: Vector}[];
}

export class SolidPair {
  private readonly drawn = new Map<Space, Drawn>();

  constructor(private readonly pairs: PairScene) {}

  world(side: Side): Body {
    const {points, faces} = this.pairs.bodies[side];
    return {points: points.map((p) => this.pairs.pair.toWorld(side, p)), faces};
  }

  draw(view: Space, alpha = 0.45): void {
    const drawn: Drawn = {shapes: new Map(), handles: []};
    this.drawn.set(view, drawn);
    for (const side of sides) {
      const ink = colour(inks[side]);
      drawn.shapes.set(view.body(this.world(side), {ink, alpha}), side);
      const {position} = this.pairs.pair[side];
      const handle = this.handle(side, view);
      drawn.handles.push({side, position: handle});
      view.line(position, handle, ink, 1.5);
      view.dot(handle, this.pairs.pair.held === side ? 9 : 6, ink);
      view.label(position, side.toUpperCase(), colour(wordInks[side]));
    }
  }

  hands(view: Space): Hands {
    const drags = new Map<number, (pointer: Pointer) => void>();
    return {
      down: (pointer) => {
        const drag = this.dragFrom(view, pointer);
        if (drag === undefined) return false;
        view.canvas.focus({preventScroll: true});
        drags.set(pointer.id, drag);
        return true;
      },
      move: (pointer) => drags.get(pointer.id)?.(pointer),
      up: ({id}) => drags.delete(id),
      hover: (pointer) => {
        const what = pointer === null ? undefined : this.what(view, pointer);
        view.canvas.style.cursor = what === undefined ? '' : what.from === undefined ? 'grab' : 'move';
      },
    };
  }

  // Along the shape's own y axis.
  private handle(side: Side, view: Space): Vector {
    const far = Math.max(...this.pairs.bodies[side].points.map((p) => p[1]!)) + 26 * view.pixel;
    return this.pairs.pair.toWorld(side, [0, far, 0]);
  }

  // from: where the shape is hit; undefined for a handle.
  private what(view: Space, pointer: Pointer): {side: Side; from?: Vector} | undefined {
    const drawn = this.drawn.get(view);
    if (drawn === undefined) return undefined;
    for (const {side, position} of drawn.handles) {
      const {x, y} = view.toPixel(position);
      if (Math.hypot(x - pointer.x, y - pointer.y) < 18) return {side};
    }
    const hit = view.hit(pointer, [...drawn.shapes.keys()]);
    return hit && {side: drawn.shapes.get(hit.mesh)!, from: hit.point};
  }

  private dragFrom(view: Space, pointer: Pointer): ((pointer: Pointer) => void) | undefined {
    const what = this.what(view, pointer);
    if (what === undefined) return undefined;
    const {pairs: {pair}} = this;
    const {side, from} = what;
    this.pairs.hold(side);
    const {position} = pair[side];
    const angles = pair[side].angles;
    if (from !== undefined) {
      return (to) => {
        const now = view.under(to, from);
        pair.move(side, position.map((x, i) => x + now[i]! - from[i]!));
        this.pairs.update();
      };
    }
    const begin = rotated(angles, [0, 1, 0]);
    const long = Math.hypot(...this.handle(side, view).map((x, i) => x - position[i]!));
    return (to) => {
      const by = between(begin, onBall(view, to, position, long));
      pair.rotateTo(side, degreesOf(product(by, quaternion(angles))));
      this.pairs.update();
    };
  }
}

// Returns the direction from the center of a sphere to the pointer on it, or to its outline.
function onBall(view: Space, pointer: Pointer, center: Vector, radius: number): Vector {
  const flat = view.under(pointer, center).map((x, i) => x - center[i]!);
  const left = radius * radius - flat.reduce((sum, x) => sum + x * x, 0);
  const rise = left > 0 ? Math.sqrt(left) : 0;
  return flat.map((x, i) => x + rise * view.eye.direction[i]!);
}
