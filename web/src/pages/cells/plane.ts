// SPDX-License-Identifier: MIT
// The 2D view: cells, objects, candidates, overlaps.
import {Stage, type Pointer} from '../../shell/stage';
import {Pixels} from '../../shell/pixels';
import {colour} from '../../shell/theme';
import {Camera} from './camera';
import {PlanePen} from './plane_pen';
import type {Model} from './model';
import {isDense} from './tree';
import {fewObjects, type Hands, type Now, type View} from './view';

export class Plane implements View {
  private readonly stage: Stage;
  private now: Now | undefined;
  private readonly camera = new Camera();
  private pressed: {object: number | undefined; from: Pointer; offset: number[]; moved: boolean} | undefined;

  constructor(parent: HTMLElement, private readonly hands: Hands, changed: () => void) {
    this.stage = new Stage(parent, changed, 'Objects in 2D and the cells that contain them');
    this.stage.listen({
      down: (p) => this.down(p), move: (p) => this.move(p), up: (p) => this.up(p),
      cancel: () => this.cancel(),
      hover: (p) => this.hover(p), grabs: () => this.pressed?.object !== undefined,
    });
  }

  stop(): void {
    this.stage.stop();
  }

  draw(now: Now): void {
    this.now = now;
    const context = this.stage.begin(colour('panel'));
    this.camera.fit(this.stage.width, this.stage.height, now.model.edge);
    const {tree} = now;
    if (tree === undefined) return this.drawNothing(context, now.model);
    const pen = new PlanePen(context, this.camera, now, tree);
    pen.grid();
    if (now.curve !== undefined) pen.curve(now.curve);
    pen.focus();
    if (now.links) pen.candidates();
    const dense = now.links && isDense(tree);
    if (now.model.count > fewObjects) {
      pen.many(this.stage.width, dense);
    } else {
      if (dense) {
        const pixels = new Pixels(context, this.stage.width);
        pen.density(pixels);
        pixels.end();
      }
      pen.objects();
      pen.cells();
      pen.overlaps();
    }
    pen.focusedObject();
  }

  private drawNothing(context: CanvasRenderingContext2D, model: Model): void {
    context.fillStyle = colour('quiet');
    context.font = '15px system-ui, sans-serif';
    context.textAlign = 'center';
    const {width, height} = this.stage;
    context.fillText(`${model.count.toLocaleString('en')} objects, not drawn:`, width / 2, height / 2 - 12);
    context.fillText('only their motion and the pair search run.', width / 2, height / 2 + 12);
  }

  private down(pointer: Pointer): boolean {
    if (this.pressed !== undefined) return false;
    const position = this.camera.toWorld(pointer);
    const object = this.objectAt(position);
    const center = object === undefined ? position : this.now!.model.centerOf(object);
    this.pressed = {object, from: pointer, offset: center.map((x, a) => x - position[a]!), moved: false};
    this.hands.point(position, object);
    return true;
  }
  private move(pointer: Pointer): void {
    const {pressed} = this;
    if (pressed === undefined || pointer.id !== pressed.from.id) return;
    const position = this.camera.toWorld(pointer);
    pressed.moved ||= Math.hypot(pointer.x - pressed.from.x, pointer.y - pressed.from.y) > 4;
    this.hands.point(position, pressed.object ?? this.objectAt(position));
    if (!pressed.moved || pressed.object === undefined) return;
    this.hands.hold(pressed.object, position.map((x, a) => x + pressed.offset[a]!));
  }
  private up(pointer: Pointer): void {
    const {pressed} = this;
    if (pressed === undefined || pointer.id !== pressed.from.id) return;
    this.pressed = undefined;
    if (pressed.moved) this.hands.release();
    else this.hands.tap(this.camera.toWorld(pointer), pressed.object);
  }
  /** The browser scrolls instead. */
  private cancel(): void {
    if (this.pressed?.moved === true) this.hands.release();
    this.pressed = undefined;
  }
  private hover(pointer: Pointer | null): void {
    if (pointer === null) return this.hands.point(undefined, undefined);
    const position = this.camera.toWorld(pointer);
    this.hands.point(position, this.objectAt(position));
  }

  /** Returns the smallest object at the position; undefined while boxes are not drawn. */
  private objectAt([x, y]: readonly number[]): number | undefined {
    if (this.now?.tree === undefined) return undefined;
    const {boxes} = this.now.model;
    let found: number | undefined;
    let least = Infinity;
    for (let i = 0; 4 * i < boxes.length; ++i) {
      const [left, low, right, high] = boxes.subarray(4 * i, 4 * i + 4) as unknown as number[];
      if (!(left! <= x! && x! <= right! && low! <= y! && y! <= high!)) continue;
      const area = (right! - left!) * (high! - low!);
      if (area < least) [least, found] = [area, i];
    }
    return found;
  }
}
