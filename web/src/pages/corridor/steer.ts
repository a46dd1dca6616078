// SPDX-License-Identifier: MIT
// Pointer and arrow keys on the stage: steering, zooming, drawing.
import {isItsOwn, nameOf} from '../../shell/keys';
import type {Pointer, Stage} from '../../shell/stage';
import type {Camera} from './camera';

const kDirections: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0], a: [-1, 0], ArrowRight: [1, 0], d: [1, 0],
  ArrowUp: [0, 1], w: [0, 1], ArrowDown: [0, -1], s: [0, -1],
};

export interface Drawer {
  /** Whether the pointer draws a line instead of steering the ball. */
  drawing(): boolean;
  drawn(points: number[]): void;
  /** The view has changed by hand, not by following the ball. */
  moved(): void;
}

export class Steering {
  /** The goal of the ball at the pointer, in the map. */
  goal: [number, number] | undefined;
  /** The line in progress: x and y of its points. */
  line: number[] = [];
  private readonly pressed = new Set<string>();
  private readonly pointers = new Map<number, Pointer>();
  private readonly ends: (() => void)[] = [];
  private lastPointer: Pointer | undefined;

  constructor(stage: Stage, private readonly camera: Camera, private readonly drawer: Drawer) {
    stage.listen({
      down: (pointer) => this.down(pointer),
      move: (pointer) => this.move(pointer),
      up: (pointer) => this.up(pointer),
      wheel: ({x, y}, delta) => {
        camera.zoom(Math.exp(-delta / 400), x, y);
        drawer.moved();
      },
    });
    const down = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isItsOwn(event.target, event.key)) return;
      const key = nameOf(event.key);
      if (!(key in kDirections)) return;
      this.pressed.add(key);
      event.preventDefault();
    };
    const up = (event: KeyboardEvent) => this.pressed.delete(nameOf(event.key));
    const none = () => this.pressed.clear();
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    addEventListener('blur', none);
    this.ends.push(
      () => removeEventListener('keydown', down), () => removeEventListener('keyup', up),
      () => removeEventListener('blur', none));
  }

  /** Returns the displacement for a frame, at most `speed` long; undefined if nothing steers. */
  displacementFrom(position: readonly number[], speed: number): [number, number] | undefined {
    let x = 0;
    let y = 0;
    for (const key of this.pressed) {
      x += kDirections[key]![0];
      y += kDirections[key]![1];
    }
    const size = Math.hypot(x, y);
    if (size > 0) return [(x / size) * speed, (y / size) * speed];
    // The camera may have moved under the pointer.
    if (this.goal === undefined || this.lastPointer === undefined) return undefined;
    this.goal = this.camera.pointAt(this.lastPointer.x, this.lastPointer.y);
    const toGoal: [number, number] = [this.goal[0] - position[0]!, this.goal[1] - position[1]!];
    const far = Math.hypot(...toGoal);
    const share = far > speed ? speed / far : 1;
    return [toGoal[0] * share, toGoal[1] * share];
  }

  stop(): void {
    for (const end of this.ends) end();
  }

  private down(pointer: Pointer): boolean {
    this.pointers.set(pointer.id, pointer);
    if (this.pointers.size > 1) {
      this.goal = undefined;
      this.line = [];
    } else if (this.drawer.drawing()) {
      this.line = [...this.camera.pointAt(pointer.x, pointer.y)];
    } else {
      this.lastPointer = pointer;
      this.goal = this.camera.pointAt(pointer.x, pointer.y);
    }
    return true;
  }

  private move(pointer: Pointer): void {
    const before = this.pointers.get(pointer.id);
    if (before === undefined) return;
    const other = [...this.pointers.values()].find(({id}) => id !== pointer.id);
    this.pointers.set(pointer.id, pointer);
    if (other !== undefined) this.pinch(before, pointer, other);
    else if (this.line.length > 0) this.line.push(...this.camera.pointAt(pointer.x, pointer.y));
    else this.lastPointer = pointer;
  }

  private up(pointer: Pointer): void {
    this.pointers.delete(pointer.id);
    this.goal = undefined;
    const {line} = this;
    this.line = [];
    if (line.length > 0) this.drawer.drawn(line);
  }

  private pinch(before: Pointer, now: Pointer, other: Pointer): void {
    const width = (p: Pointer) => Math.max(Math.hypot(p.x - other.x, p.y - other.y), 8);
    const midpoint = (p: Pointer): [number, number] => [(p.x + other.x) / 2, (p.y + other.y) / 2];
    const [bx, by] = midpoint(before);
    const [nx, ny] = midpoint(now);
    this.camera.x -= (nx - bx) / this.camera.scale;
    this.camera.y += (ny - by) / this.camera.scale;
    this.camera.zoom(width(now) / width(before), nx, ny);
    this.drawer.moved();
  }
}
