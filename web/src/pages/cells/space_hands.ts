// SPDX-License-Identifier: MIT
// Pointers in 3D: objects are dragged in the plane that faces the camera; other drags rotate the
// view.
import {Box3, Plane, Raycaster, Vector2, Vector3, type PerspectiveCamera} from 'three';
import type {Hands} from './view';

interface Pressed {
  id: number;
  x: number;
  y: number;
  object: number | undefined;
  /** Faces the camera and contains the object. */
  plane: Plane;
  offset: Vector3;
  moved: boolean;
}

export class SpaceHands {
  boxes: Float32Array | undefined;
  edge = 1;
  /** Called with whether the pointer may rotate the view. */
  whileFree: (free: boolean) => void = () => {};
  private pressed: Pressed | undefined;
  private readonly ray = new Raycaster();
  private readonly ended = new AbortController();

  /**
   * Construct it before the controls that rotate, so that they learn first who uses the pointer.
   */
  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly camera: PerspectiveCamera,
    private readonly hands: Hands,
  ) {
    const options = {signal: this.ended.signal};
    canvas.addEventListener('pointerdown', (event) => this.down(event), options);
    canvas.addEventListener('pointermove', (event) => this.move(event), options);
    canvas.addEventListener('pointerup', (event) => this.up(event), options);
    canvas.addEventListener('pointercancel', (event) => this.up(event), options);
    canvas.addEventListener('pointerleave', ({pointerType}) => {
      if (this.pressed === undefined && pointerType !== 'touch') hands.point(undefined, undefined);
    }, options);
  }

  /** Whether the pointer is on an object. */
  get dragging(): boolean {
    return this.pressed?.object !== undefined;
  }

  stop(): void {
    this.ended.abort();
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.pressed !== undefined) return;
    this.aim(event);
    const object = this.objectAt();
    const center = object === undefined ? new Vector3().setScalar(this.edge / 2) : this.centerOf(object);
    const plane = new Plane().setFromNormalAndCoplanarPoint(
      this.camera.getWorldDirection(new Vector3()), center);
    const offset = center.clone().sub(this.onPlane(plane));
    this.pressed = {id: event.pointerId, x: event.clientX, y: event.clientY, object, plane, offset, moved: false};
    this.whileFree(object === undefined);
    if (object !== undefined) {
      this.canvas.setPointerCapture(event.pointerId);
      this.hands.point(this.centerOf(object).toArray(), object);
    }
  }

  private move(event: PointerEvent): void {
    const {pressed} = this;
    this.aim(event);
    if (pressed === undefined) {
      const object = this.objectAt();
      return this.hands.point(object === undefined ? undefined : this.centerOf(object).toArray(), object);
    }
    if (event.pointerId !== pressed.id) return;
    pressed.moved ||= Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 4;
    if (!pressed.moved || pressed.object === undefined) return;
    this.hands.hold(pressed.object, this.onPlane(pressed.plane).add(pressed.offset).toArray());
  }

  private up(event: PointerEvent): void {
    const {pressed} = this;
    if (pressed === undefined || event.pointerId !== pressed.id) return;
    this.pressed = undefined;
    this.whileFree(true);
    if (pressed.moved) return this.hands.release();
    this.aim(event);
    const point = this.onPlane(pressed.plane).clampScalar(0, this.edge);
    this.hands.tap(point.toArray(), pressed.object);
  }

  private aim({clientX, clientY}: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    const x = (clientX - box.left) / box.width * 2 - 1;
    const y = 1 - (clientY - box.top) / box.height * 2;
    this.ray.setFromCamera(new Vector2(x, y), this.camera);
  }

  private onPlane(plane: Plane): Vector3 {
    const point = new Vector3();
    return this.ray.ray.intersectPlane(plane, point) ?? plane.coplanarPoint(point);
  }

  /** Returns the nearest object on the ray. */
  private objectAt(): number | undefined {
    const {boxes = new Float32Array(0)} = this;
    const {ray} = this.ray;
    const box = new Box3();
    const point = new Vector3();
    let found: number | undefined;
    let least = Infinity;
    for (let i = 0; 6 * i < boxes.length; ++i) {
      box.min.fromArray(boxes, 6 * i);
      box.max.fromArray(boxes, 6 * i + 3);
      if (ray.intersectBox(box, point) === null) continue;
      const distance = point.distanceToSquared(ray.origin);
      if (distance < least) [least, found] = [distance, i];
    }
    return found;
  }

  private centerOf(object: number): Vector3 {
    const low = new Vector3().fromArray(this.boxes!, 6 * object);
    return low.add(new Vector3().fromArray(this.boxes!, 6 * object + 3)).divideScalar(2);
  }
}
