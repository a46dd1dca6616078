// SPDX-License-Identifier: MIT
import {checkOptions, MasuError, number, shown} from './errors.js';
import {Resource, type Numbers} from './heap.js';
import {u32} from './layout.js';
import {countIn, type Kind, type Module} from './module.js';
import type {Scalar} from './structs.js';

const kOptions = new Set(['dimension', 'scalar', 'merge']);

export interface ConvexHullOptions {
  dimension: 2 | 3;
  /** `'float'` by default. */
  scalar?: Scalar;
  /**
   * For a simpler hull, points may lie outside it by this share of the largest extent: 0 to 0.1, 0
   * by default.
   */
  merge?: number;
}

/**
 * The convex hull of points, as indices of these points; as a shape use `Bodies.hull()`. Made by
 * `Masu.convexHull()`; keeps its memory from build to build. Results are views, valid until the
 * next build.
 */
export class ConvexHull extends Resource {
  private readonly kind: Kind;

  /** @internal */
  constructor(private readonly module: Module, options: ConvexHullOptions) {
    checkOptions('masu.convexHull', options, kOptions);
    const kind = module.kind(options.dimension, options.scalar);
    super(create(module, kind, options.merge ?? 0), 'convex hull',
      (address) => module.run('convex_hull_destroy', address), true);
    this.kind = kind;
  }

  /** Builds the hull of consecutive points, in place of the last one. O(n log n) typically. */
  build(points: Numbers): void {
    const {reals, structs, suffix} = this.kind;
    const count = countIn('convexHull.build', points, structs.vec, this.kind);
    this.module.heap.call('convexHull.build', (args) =>
      this.module.run(`convex_hull_build_${suffix}`, this.pointer, args.numbers(reals, points), count));
  }

  /**
   * The dimension of the affine hull of the points: lower than the space's if they are flat, -1
   * without points.
   */
  get dimension(): number {
    return this.module.call('convex_hull_dimension', this.pointer) as number;
  }
  /** Indices of points: counter-clockwise in 2D, ascending in 3D. */
  get vertices(): Uint32Array {
    return this.indices((count) => this.module.call('convex_hull_vertices', this.pointer, count));
  }
  /** Number of faces, in 3D: one if the points are flat, none if they are collinear. */
  get faceCount(): number {
    return (this.module.call('convex_hull_face_count', this.pointer) as number) >>> 0;
  }
  /** Returns indices into the points, counter-clockwise from outside. */
  face(i: number): Uint32Array {
    this.checkFace(i);
    return this.indices((count) => this.module.call('convex_hull_face', this.pointer, i, count));
  }
  /** Returns the plane of a face: all of the hull has normal . x <= offset, except for rounding. */
  plane(i: number): {normal: number[]; offset: number} {
    this.checkFace(i);
    const {structs, suffix} = this.kind;
    return this.module.heap.call('convexHull.plane', (args) => {
      const normal = args.space(structs.vec);
      const offset = args.space(structs.real);
      this.module.run(`convex_hull_plane_${suffix}`, this.pointer, i, normal, offset);
      const {view} = this.module.heap;
      return {normal: structs.vec.read(view, normal), offset: structs.real.read(view, offset)};
    });
  }

  private checkFace(i: number): void {
    if (Number.isInteger(i) && i >= 0 && i < this.faceCount) return;
    throw new MasuError('bad_index', 'convexHull', `there is no face ${shown(i)}`);
  }
  private indices(get: (count: number) => number): Uint32Array {
    const {heap} = this.module;
    return heap.call('convexHull.face', (args) => {
      const count = args.space(u32);
      const at = get(count) >>> 0;
      return heap.array(Uint32Array, at, u32.read(heap.view, count));
    });
  }
}

function create(module: Module, kind: Kind, merge: number): number {
  return module.heap.call('masu.convexHull', (args) => {
    const made = args.space(u32);
    module.run(`convex_hull_create_${kind.suffix}`, number(args.call, 'merge', merge), 0, made);
    return u32.read(module.heap.view, made);
  });
}
