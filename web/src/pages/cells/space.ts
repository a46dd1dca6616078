// SPDX-License-Identifier: MIT
// The 3D view: the same elements as the 2D view, rotated by dragging.
import {
  AmbientLight, DirectionalLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer,
} from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {onPixelRatio} from '../../shell/pixel_ratio';
import {colour} from '../../shell/theme';
import {leaveScrolling} from '../../shell/touch';
import {SpaceHands} from './space_hands';
import {Solids, Wires} from './space_parts';
import type {Cell, Tree} from './tree';
import {fewObjects, type Hands, type Now, type View} from './view';

export class Space implements View {
  private readonly renderer = new WebGLRenderer({antialias: true, alpha: true});
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.1, 1000);
  private readonly controls: OrbitControls;
  private readonly hands: SpaceHands;
  private readonly observer: ResizeObserver;
  private readonly stopRatio: () => void;
  private readonly objects = new Solids(0.28);
  private readonly overlaps = new Solids(0.85);
  private readonly focus = new Solids(0.16);
  private readonly edges = new Wires();
  private readonly cells = new Wires();
  private readonly domain = new Wires();
  private readonly candidates = new Wires(true);
  private readonly links = new Wires();
  private readonly curve = new Wires();
  private edge = 0;

  constructor(parent: HTMLElement, hands: Hands, private readonly changed: () => void) {
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'Objects in 3D and the cells that contain them');
    parent.append(canvas);
    this.hands = new SpaceHands(canvas, this.camera, hands);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', changed);
    // Sideways it rotates, up and down the page scrolls; objects are dragged in every direction.
    canvas.style.touchAction = 'pan-y';
    leaveScrolling(canvas, () => this.hands.dragging);
    this.hands.whileFree = (free) => { this.controls.enabled = free; };
    this.scene.add(new AmbientLight(0xffffff, 1.8), this.camera);
    const lamp = new DirectionalLight(0xffffff, 2);
    lamp.position.set(1, 2, 3);
    this.camera.add(lamp);
    for (const part of this.parts()) this.scene.add(part.object);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(canvas);
    this.stopRatio = onPixelRatio(() => this.fit());
    this.fit();
  }

  stop(): void {
    this.observer.disconnect();
    this.stopRatio();
    this.hands.stop();
    this.controls.dispose();
    for (const part of this.parts()) part.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  draw(now: Now): void {
    const {model, tree} = now;
    this.lookAt(model.edge);
    this.hands.boxes = tree === undefined ? undefined : model.boxes;
    this.hands.edge = model.edge;
    for (const part of this.parts()) part.clear();
    if (tree !== undefined) this.drawTree(now, tree);
    this.renderer.render(this.scene, this.camera);
  }

  private drawTree(now: Now, tree: Tree): void {
    const {model, focus} = now;
    const {boxes, pairs} = model;
    this.objects.boxes(boxes, colour('object'));
    if (model.count <= fewObjects) this.edges.boxes(boxes, colour('object'));
    this.overlaps.boxes(commonBoxes(boxes, pairs), colour('hit'));
    this.links.links(boxes, pairs, colour('hit'));
    if (now.links) {
      this.candidates.opacity = Math.max(0.15, Math.min(0.8, 150 / tree.listed.length));
      this.candidates.links(boxes, tree.listed, colour('candidate'));
    }
    this.domain.boxes(tree.domain, colour('quiet'));
    this.cells.boxes(tree.cells.flatMap(corners), colour('cell'));
    if (now.curve !== undefined) this.curve.path(now.curve, tree.domain, colour('quiet'));
    const pointed = focus.cell === undefined ? [] : corners(focus.cell);
    if (focus.object !== undefined) pointed.push(...boxes.subarray(6 * focus.object, 6 * focus.object + 6));
    this.focus.boxes(pointed, colour('focus'));
  }

  /** Looks from a corner when the size of the world changes. */
  private lookAt(edge: number): void {
    if (edge === this.edge) return;
    const center = new Vector3(edge / 2, edge / 2, edge / 2);
    if (this.edge === 0) this.camera.position.set(1.05, 0.55, 2.3).multiplyScalar(edge).add(center);
    else this.camera.position.sub(this.controls.target).multiplyScalar(edge / this.edge).add(center);
    this.edge = edge;
    this.camera.near = edge / 100;
    this.camera.far = edge * 20;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(center);
    this.controls.update();
  }

  private fit(): void {
    const {clientWidth, clientHeight} = this.renderer.domElement;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / Math.max(1, clientHeight);
    // A narrow window shows as much horizontally as a wide one does vertically.
    this.camera.zoom = Math.min(1, this.camera.aspect);
    this.camera.updateProjectionMatrix();
    this.changed();
  }

  private parts() {
    return [
      this.objects, this.overlaps, this.focus, this.edges, this.cells, this.domain, this.candidates,
      this.links, this.curve];
  }
}

function corners(cell: Cell): number[] {
  return [...cell.min, ...cell.max];
}

function commonBoxes(boxes: Float32Array, pairs: Uint32Array): number[] {
  const common: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const [a, b] = [6 * pairs[i]!, 6 * pairs[i + 1]!];
    for (let k = 0; k < 3; ++k) common.push(Math.max(boxes[a + k]!, boxes[b + k]!));
    for (let k = 3; k < 6; ++k) common.push(Math.min(boxes[a + k]!, boxes[b + k]!));
  }
  return common;
}
