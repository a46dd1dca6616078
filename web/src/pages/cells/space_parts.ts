// SPDX-License-Identifier: MIT
// Many boxes or lines in one object, rebuilt for each picture.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, Group, InstancedMesh, LineBasicMaterial, LineSegments,
  Matrix4, MeshLambertMaterial,
} from 'three';

/** Corners of the edges of a box: bit a of a corner is the upper side on axis a. */
const kEdges = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/** Boxes with translucent faces. */
export class Solids {
  readonly object = new Group();
  private readonly material: MeshLambertMaterial;
  private readonly geometry = new BoxGeometry(1, 1, 1);
  private mesh: InstancedMesh | undefined;
  private capacity = 0;

  constructor(opacity: number) {
    this.material = new MeshLambertMaterial({transparent: true, opacity, depthWrite: false});
  }

  clear(): void {
    if (this.mesh !== undefined) this.mesh.count = 0;
  }

  /** Six numbers each: minimum corner, maximum corner. */
  boxes(boxes: ArrayLike<number>, colour: string): void {
    const count = boxes.length / 6;
    const mesh = this.meshFor(count);
    this.material.color.set(colour);
    const to = new Matrix4();
    for (let i = 0; i < count; ++i) {
      const [x, y, z, right, top, front] = [0, 1, 2, 3, 4, 5].map((k) => boxes[6 * i + k]!) as
        [number, number, number, number, number, number];
      to.makeScale(right - x, top - y, front - z).setPosition((x + right) / 2, (y + top) / 2, (z + front) / 2);
      mesh.setMatrixAt(i, to);
    }
    mesh.count = count;
    mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh?.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }

  private meshFor(count: number): InstancedMesh {
    if (this.mesh !== undefined && count <= this.capacity) return this.mesh;
    this.mesh?.dispose();
    this.object.clear();
    this.capacity = 2 * Math.max(32, count);
    this.mesh = new InstancedMesh(this.geometry, this.material, this.capacity);
    this.mesh.frustumCulled = false;
    this.object.add(this.mesh);
    return this.mesh;
  }
}

/** Lines with two ends each. */
export class Wires {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  private ends = new Float32Array(0);
  private length = 0;

  constructor(transparent = false) {
    const material = new LineBasicMaterial({transparent});
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
  }

  set opacity(opacity: number) {
    this.object.material.opacity = opacity;
  }

  clear(): void {
    this.object.geometry.setDrawRange(0, 0);
  }

  /** Adds the edges of boxes. */
  boxes(boxes: ArrayLike<number>, colour: string): void {
    this.begin(boxes.length / 6 * 24);
    for (let offset = 0; offset < boxes.length; offset += 6) {
      for (const corner of kEdges) {
        for (let a = 0; a < 3; ++a) this.write(boxes[offset + a + (corner >> a & 1 ? 3 : 0)]!);
      }
    }
    this.end(colour);
  }

  /** Adds lines from center to center: two indices of boxes for each. */
  links(boxes: ArrayLike<number>, ends: ArrayLike<number>, colour: string): void {
    this.begin(ends.length);
    for (let i = 0; i < ends.length; ++i) {
      const offset = 6 * ends[i]!;
      for (let a = 0; a < 3; ++a) this.write((boxes[offset + a]! + boxes[offset + 3 + a]!) / 2);
    }
    this.end(colour);
  }

  /** Adds a line through points with coordinates in [0, 1] of a domain. */
  path(points: ArrayLike<number>, domain: readonly number[], colour: string): void {
    const count = points.length / 3;
    this.begin(2 * Math.max(0, count - 1));
    for (let i = 0; i + 1 < count; ++i) {
      for (let k = 3 * i; k < 3 * i + 6; ++k) {
        const axis = k % 3;
        this.write(domain[axis]! + points[k]! * (domain[axis + 3]! - domain[axis]!));
      }
    }
    this.end(colour);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }

  private begin(points: number): void {
    this.length = 0;
    if (3 * points <= this.ends.length) return;
    this.ends = new Float32Array(6 * points);
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute('position', new BufferAttribute(this.ends, 3));
  }
  private write(x: number): void {
    this.ends[this.length++] = x;
  }
  private end(colour: string): void {
    this.object.material.color.set(colour);
    const position = this.object.geometry.getAttribute('position');
    if (position !== undefined) position.needsUpdate = true;
    this.object.geometry.setDrawRange(0, this.length / 3);
  }
}
