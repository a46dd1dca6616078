// SPDX-License-Identifier: MIT
// A 3D view on a canvas: takes lengths of the world.
import * as three from 'three';
import type {Hands, Pointer} from '../../shell/stage';
import {onPixelRatio} from '../../shell/pixel_ratio';
import {colour} from '../../shell/theme';
import {leaveScrolling} from '../../shell/touch';
import type {Body, Vector} from './records';

/** The camera; adjacent panels share it. */
export class Eye {
  around = 0.35;
  up = 0.4;
  far = 1;
  readonly listeners: (() => void)[] = [];

  rotate(x: number, y: number): void {
    this.around -= x * 0.008;
    this.up = Math.min(1.5, Math.max(-1.5, this.up + y * 0.008));
    for (const draw of this.listeners) draw();
  }
  zoom(by: number): void {
    this.far = Math.min(4, Math.max(0.3, this.far * by));
    for (const draw of this.listeners) draw();
  }
  /** Direction towards the camera. */
  get direction(): Vector {
    const across = Math.cos(this.up);
    return [across * Math.sin(this.around), Math.sin(this.up), across * Math.cos(this.around)];
  }
}

export interface Style {
  ink: string;
  /** Opacity; 1: opaque. */
  alpha?: number;
  edges?: boolean;
}

const toThree = (p: Vector) => new three.Vector3(p[0]!, p[1]!, p[2]!);
export const toVector = ({x, y, z}: three.Vector3): Vector => [x, y, z];

export class Space {
  readonly canvas: HTMLCanvasElement;
  /** The least visible distance from the center. */
  reach = 3;
  center: Vector = [0, 0, 0];
  /** Whether what is drawn now is visible through everything else. */
  over = false;
  private readonly figure = document.createElement('figure');
  private readonly renderer: three.WebGLRenderer;
  private readonly camera = new three.PerspectiveCamera(35, 1, 0.05, 200);
  private readonly scene = new three.Scene();
  private readonly group = new three.Group();
  private readonly labels = document.createElement('div');
  private readonly observer: ResizeObserver;
  private readonly stopRatio: () => void;
  private readonly sphere = new three.SphereGeometry(1, 24, 16);
  private readonly rod = new three.CylinderGeometry(1, 1, 1, 12);
  private readonly tip = new three.ConeGeometry(1, 1, 20);

  constructor(parent: HTMLElement, name: string, caption: string, readonly eye: Eye, draw: () => void) {
    this.figure.className = 'panel';
    this.figure.dataset.panel = name;
    const text = document.createElement('figcaption');
    text.textContent = caption;
    const holder = document.createElement('div');
    holder.className = 'holder';
    this.labels.className = 'labels';
    this.renderer = new three.WebGLRenderer({antialias: true, alpha: true});
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', caption);
    holder.append(this.canvas, this.labels);
    this.figure.append(text, holder);
    parent.append(this.figure);
    const light = new three.DirectionalLight(0xffffff, 2.2);
    light.position.set(-0.4, 0.9, 0.6);
    this.camera.add(light);
    this.scene.add(new three.AmbientLight(0xffffff, 1.3), this.camera, this.group);
    eye.listeners.push(draw);
    this.observer = new ResizeObserver(() => {
      this.fit();
      draw();
    });
    this.observer.observe(holder);
    this.stopRatio = onPixelRatio(() => {
      this.fit();
      draw();
    });
    this.fit();
  }

  stop(): void {
    this.observer.disconnect();
    this.stopRatio();
    this.begin();
    for (const geometry of [this.sphere, this.rod, this.tip]) geometry.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.figure.remove();
  }

  /** Starts an empty picture. */
  begin(): void {
    this.labels.replaceChildren();
    this.over = false;
    this.group.traverse((child) => {
      if (!(child instanceof three.Mesh)) return;
      if (![this.sphere, this.rod, this.tip].includes(child.geometry)) child.geometry.dispose();
      (child.material as three.Material).dispose();
    });
    this.group.clear();
    const distance = this.reach / Math.tan(35 / 2 * Math.PI / 180) * this.eye.far /
      Math.min(1, this.camera.aspect);
    this.camera.position.copy(toThree(this.eye.direction).multiplyScalar(distance).add(toThree(this.center)));
    this.camera.lookAt(toThree(this.center));
    this.camera.updateMatrixWorld();
  }
  /** Shows the picture. */
  end(): void {
    this.renderer.render(this.scene, this.camera);
  }

  /** The size of a pixel at the center. */
  get pixel(): number {
    const far = this.camera.position.distanceTo(toThree(this.center));
    return 2 * far * Math.tan(35 / 2 * Math.PI / 180) / Math.max(1, this.canvas.clientHeight);
  }
  body({points, faces}: Body, {ink, alpha = 1, edges = true}: Style): three.Mesh {
    const coordinates: number[] = [];
    for (const face of faces) {
      for (let i = 2; i < face.length; ++i) {
        for (const corner of [face[0]!, face[i - 1]!, face[i]!]) coordinates.push(...points[corner]!);
      }
    }
    const mesh = this.triangles(coordinates, ink, alpha);
    if (edges) this.edges(points, faces, ink);
    return mesh;
  }
  polygon(points: readonly Vector[], {ink, alpha = 1}: Style): void {
    const coordinates: number[] = [];
    for (let i = 2; i < points.length; ++i) {
      coordinates.push(...points[0]!, ...points[i - 1]!, ...points[i]!);
    }
    this.triangles(coordinates, ink, alpha);
  }
  /** Draws a line this many pixels wide. */
  line(p: Vector, q: Vector, ink: string, width = 2): void {
    const [from, to] = [toThree(p), toThree(q)];
    const long = from.distanceTo(to);
    if (!(long > 0)) return;
    const mesh = this.mesh(this.rod, ink);
    mesh.scale.set(width / 2 * this.pixel, long, width / 2 * this.pixel);
    mesh.position.copy(from).add(to).multiplyScalar(0.5);
    mesh.quaternion.setFromUnitVectors(new three.Vector3(0, 1, 0), to.sub(from).normalize());
  }
  /** Draws a dot; the radius is in pixels. */
  dot(p: Vector, radius: number, ink: string, alpha = 1): three.Mesh {
    const mesh = this.mesh(this.sphere, ink, alpha);
    mesh.position.copy(toThree(p));
    mesh.scale.setScalar(radius * this.pixel);
    return mesh;
  }
  /** Draws an arrow this many pixels long. */
  arrow(from: Vector, direction: Vector, ink: string, long = 55): void {
    const unit = toThree(direction).normalize();
    if (unit.lengthSq() === 0) return;
    const end = toThree(from).addScaledVector(unit, long * this.pixel);
    this.line(from, toVector(end), ink, 3);
    const mesh = this.mesh(this.tip, ink);
    mesh.scale.set(5 * this.pixel, 13 * this.pixel, 5 * this.pixel);
    mesh.position.copy(end);
    mesh.quaternion.setFromUnitVectors(new three.Vector3(0, 1, 0), unit);
  }
  label(p: Vector, text: string, ink: string): void {
    const {x, y} = this.toPixel(p);
    const label = document.createElement('span');
    label.textContent = text;
    label.style.color = ink;
    label.style.left = `${x}px`;
    label.style.top = `${y}px`;
    this.labels.append(label);
  }

  toPixel(p: Vector): {x: number; y: number} {
    const point = toThree(p).project(this.camera);
    return {x: (point.x + 1) / 2 * this.canvas.clientWidth, y: (1 - point.y) / 2 * this.canvas.clientHeight};
  }
  ray({x, y}: Pick<Pointer, 'x' | 'y'>): three.Ray {
    const point = new three.Vector2(x / this.canvas.clientWidth * 2 - 1, 1 - y / this.canvas.clientHeight * 2);
    const caster = new three.Raycaster();
    caster.setFromCamera(point, this.camera);
    return caster.ray;
  }
  /** Returns where the pointer hits the plane through the point that faces the camera. */
  under(pointer: Pick<Pointer, 'x' | 'y'>, through: Vector): Vector {
    const direction = this.camera.getWorldDirection(new three.Vector3());
    const plane = new three.Plane().setFromNormalAndCoplanarPoint(direction, toThree(through));
    const point = this.ray(pointer).intersectPlane(plane, new three.Vector3());
    return point === null ? through : toVector(point);
  }
  /** Returns the first of the meshes under the pointer. */
  hit(pointer: Pointer, meshes: readonly three.Mesh[]): {mesh: three.Mesh; point: Vector} | undefined {
    const {origin, direction} = this.ray(pointer);
    const [first] = new three.Raycaster(origin, direction).intersectObjects([...meshes], false);
    return first && {mesh: first.object as three.Mesh, point: toVector(first.point)};
  }

  /** Drags that hit nothing rotate the camera; the wheel or two fingers zoom. */
  listen(hands: Hands): void {
    const pointers = new Map<number, {x: number; y: number; captured: boolean}>();
    // Sideways it rotates, up and down the page scrolls; what is draggable moves in every direction.
    leaveScrolling(this.canvas, () => [...pointers.values()].some(({captured}) => captured));
    const pointerOf = (event: PointerEvent): Pointer => {
      const box = this.canvas.getBoundingClientRect();
      return {id: event.pointerId, x: event.clientX - box.left, y: event.clientY - box.top};
    };
    const apart = () => {
      const [p, q] = [...pointers.values()];
      return p === undefined || q === undefined ? 0 : Math.hypot(p.x - q.x, p.y - q.y);
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      const pointer = pointerOf(event);
      pointers.set(pointer.id, {...pointer, captured: hands.down?.(pointer) === true});
      this.canvas.setPointerCapture(pointer.id);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      const pointer = pointerOf(event);
      const before = pointers.get(pointer.id);
      if (before === undefined) return hands.hover?.(pointer);
      const [x, y, wide] = [pointer.x - before.x, pointer.y - before.y, apart()];
      pointers.set(pointer.id, {...pointer, captured: before.captured});
      if (before.captured) hands.move?.(pointer);
      else if (wide > 0) this.eye.zoom(wide / Math.max(1, apart()));
      else this.eye.rotate(x, y);
    });
    const end = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      pointers.delete(event.pointerId);
      if (before?.captured === true) hands.up?.(pointerOf(event));
    };
    this.canvas.addEventListener('pointerup', end);
    this.canvas.addEventListener('pointercancel', end);
    this.canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.eye.zoom(Math.exp(event.deltaY * 0.001));
    }, {passive: false});
  }

  private edges(points: readonly Vector[], faces: readonly number[][], ink: string): void {
    if (faces.length > 60) return; // smooth surfaces have none
    const drawn = new Set<string>();
    for (const face of faces) {
      face.forEach((p, i) => {
        const q = face[(i + 1) % face.length]!;
        const name = p < q ? `${p} ${q}` : `${q} ${p}`;
        if (drawn.has(name)) return;
        drawn.add(name);
        this.line(points[p]!, points[q]!, ink, 1.6);
      });
    }
  }
  private triangles(coordinates: readonly number[], ink: string, alpha: number): three.Mesh {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', new three.Float32BufferAttribute(coordinates, 3));
    geometry.computeVertexNormals();
    const mesh = this.mesh(geometry, ink, alpha);
    if (!this.over) mesh.renderOrder = alpha < 1 ? 1 : 0;
    return mesh;
  }
  private mesh(geometry: three.BufferGeometry, ink: string, alpha = 1): three.Mesh {
    const material = new three.MeshLambertMaterial({
      color: ink, transparent: alpha < 1, opacity: alpha, depthWrite: alpha === 1, side: three.DoubleSide,
      emissive: ink, emissiveIntensity: 0.25,
    });
    const mesh = new three.Mesh(geometry, material);
    if (this.over) {
      material.transparent = true;
      material.depthTest = false;
      mesh.renderOrder = 2;
    }
    this.group.add(mesh);
    return mesh;
  }
  private fit(): void {
    const {clientWidth, clientHeight} = this.canvas.parentElement!;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / Math.max(1, clientHeight);
    this.camera.updateProjectionMatrix();
  }
}

/** Draws the axes, faint. */
export function axes(view: Space, long = 0.6): void {
  const quiet = colour('quiet');
  ['x', 'y', 'z'].forEach((name, axis) => {
    const end = [0, 0, 0].map((_, i) => i === axis ? long : 0);
    view.line([0, 0, 0], end, quiet, 1.5);
    view.label(end, name, quiet);
  });
}

/** Returns the center of points and the largest distance from it. */
export function fitted(points: readonly Vector[]): [Vector, number] {
  const least = [0, 1, 2].map((k) => Math.min(...points.map((p) => p[k]!)));
  const most = [0, 1, 2].map((k) => Math.max(...points.map((p) => p[k]!)));
  const reach = Math.hypot(...least.map((x, k) => (most[k]! - x) / 2));
  return [least.map((x, k) => (x + most[k]!) / 2), Math.max(0.5, reach)];
}
