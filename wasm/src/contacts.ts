// SPDX-License-Identifier: MIT
import {checkOptions, listOf, MasuError, number, truth} from './errors.js';
import type {Arguments} from './heap.js';
import {flag, u32, type Layout} from './layout.js';
import {callName, indexOf, type Kind, type Module} from './module.js';
import {Results} from './results.js';
import {
  poseOf, rawShape, rayOf, vectorOf, type PoseLike, type RayQuery, type Shape, type Vector,
} from './shapes.js';
import {
  contactOptions, type Box, type Contact, type Corner, type SubShapeImpact, type SubShapeSeparation,
  type QueryStats, type RayCast, type Scalar, type Separation, type SurfacePoint,
} from './structs.js';
import {details} from './world_options.js';
import type {Dimension} from './vectors.js';

const kOptions = new Set(['margin', 'skipInternalEdges', 'detail']);

export interface ContactOptions {
  /** Sub-shapes no farther apart than this count as touching. */
  margin?: number;
  /** Whether internal edges of meshes, height fields and compounds make no ghost contacts. */
  skipInternalEdges?: boolean;
  /** `'areas'`: also the corners of the contact areas. */
  detail?: 'points' | 'areas';
}

/** A contact of two shapes, and the corners of its contact area. */
export type ShapeContact<D extends Dimension = Dimension> = Contact<D> & {corners: Corner<D>[]};

/**
 * Queries for shapes at poses, without a world; `a` and `b` are shapes, `poseA` and `poseB`
 * their poses. Made by `Masu.shapes()`.
 */
export class Shapes<D extends Dimension = Dimension> {
  private readonly kind: Kind<D>;

  /** @internal */
  constructor(private readonly module: Module, dimension: D, scalar?: Scalar) {
    this.kind = module.kind(dimension, scalar);
  }

  /** Throws an error with the reason if a shape is invalid. */
  check(shape: Shape<D>): void {
    this.module.heap.call('shapes.check', (args) => this.run('shape_check', this.shape(args, shape)));
  }
  /** Returns a tight bounding box. */
  box(shape: Shape<D>, pose: PoseLike<D>): Box<D> {
    return this.ask(this.kind.structs.box, 'shape_box', (args) => this.placed(args, shape, pose));
  }
  rayCast(
    shape: Shape<D>, pose: PoseLike<D>, ray: RayQuery<D>,
  ): {cast: RayCast<D>; subShape: number; stats: QueryStats} {
    return this.ask(this.kind.structs.subShapeRayCast, 'shape_ray_cast', (args) => [
      ...this.placed(args, shape, pose),
      args.struct(this.kind.structs.ray, rayOf(args.call, ray, this.kind.dimension)),
    ]);
  }
  /** Returns the point of a shape nearest to a point. */
  closestPoint(
    shape: Shape<D>, pose: PoseLike<D>, point: Vector<D>,
  ): {nearest: SurfacePoint<D>; subShape: number; stats: QueryStats} {
    return this.ask(this.kind.structs.subShapeSurfacePoint, 'shape_closest_point', (args) =>
      [...this.placed(args, shape, pose),
        args.struct(this.kind.structs.vec, this.vector(args.call, 'point', point))]);
  }

  /** Returns whether two shapes are no farther apart than `margin`. */
  touch(a: Shape<D>, poseA: PoseLike<D>, b: Shape<D>, poseB: PoseLike<D>, margin = 0): boolean {
    return this.module.heap.call('shapes.touch', (args) => {
      const touching = args.space(u32);
      this.run('shapes_touch', ...this.two(args, a, poseA, b, poseB),
        number(args.call, 'margin', margin), 0, touching);
      return flag.read(this.module.heap.view, touching);
    });
  }
  /** Returns the distance of two shapes; 0 if they overlap. */
  distance(a: Shape<D>, poseA: PoseLike<D>, b: Shape<D>, poseB: PoseLike<D>): SubShapeSeparation<D> {
    return this.ask(this.kind.structs.subShapeSeparation, 'shapes_distance', (args) =>
      this.two(args, a, poseA, b, poseB));
  }
  /** Returns the signed distance of two convex shapes: minus the depth if they overlap. */
  penetration(a: Shape<D>, poseA: PoseLike<D>, b: Shape<D>, poseB: PoseLike<D>): Separation<D> {
    return this.ask(this.kind.structs.separation, 'shapes_penetration', (args) =>
      [...this.two(args, a, poseA, b, poseB), 0]);
  }
  /**
   * Returns the signed distance of a convex shape from the solid bounded by a closed mesh: minus
   * the depth if they overlap. A point is a shape: `point([0, 0, 0])`.
   */
  signedDistance(
    mesh: Shape<D>, meshPose: PoseLike<D>, shape: Shape<D>, shapePose: PoseLike<D>,
  ): SubShapeSeparation<D> {
    return this.ask(this.kind.structs.subShapeSeparation, 'mesh_signed_distance', (args) => {
      const [, ...others] = this.two(args, mesh, meshPose, shape, shapePose);
      if (mesh.body === undefined) throw new MasuError('wrong_format', args.call, 'the shape is not a mesh');
      return [mesh.body.pointer, ...others];
    });
  }
  /** Returns contacts: none, one or many, one for each two sub-shapes that touch. */
  contacts(
    a: Shape<D>, poseA: PoseLike<D>, b: Shape<D>, poseB: PoseLike<D>, options: ContactOptions = {},
  ): ShapeContact<D>[] {
    checkOptions('shapes.contacts', options, kOptions);
    const results = new Results(this.module);
    try {
      return this.module.heap.call('shapes.contacts', (args) => {
        const rawOptions = args.struct(contactOptions, {
          size: contactOptions.size,
          detail: indexOf(details, options.detail ?? 'points', 'contacts'),
          margin: number(args.call, 'margin', options.margin ?? 0),
          skipInternalEdges: truth(args.call, 'skipInternalEdges', options.skipInternalEdges ?? false),
          reserved: [0, 0, 0, 0, 0, 0, 0],
        });
        this.run('shapes_contacts', ...this.two(args, a, poseA, b, poseB), rawOptions, 0,
          results.pointer);
        const found = results.rows(this.kind.structs.contact, this.named('results_contacts'));
        return found.toArray().map((contact, i) => ({...contact, corners: this.corners(results, i)}));
      });
    } finally {
      results.free();
    }
  }
  /** Returns when b first touches a while it moves by `translation` without rotation. */
  cast(a: Shape<D>, poseA: PoseLike<D>, b: Shape<D>, poseB: PoseLike<D>, translation: Vector<D>): SubShapeImpact<D> {
    return this.ask(this.kind.structs.subShapeImpact, 'shapes_cast', (args) => [
      ...this.two(args, a, poseA, b, poseB),
      args.struct(this.kind.structs.vec, this.vector(args.call, 'translation', translation)),
    ]);
  }
  /**
   * Returns when two shapes first touch that both move and rotate from their first to their second
   * pose.
   */
  impact(
    a: Shape<D>, sweepA: readonly [PoseLike<D>, PoseLike<D>], b: Shape<D>,
    sweepB: readonly [PoseLike<D>, PoseLike<D>],
  ): SubShapeImpact<D> {
    const {sweep} = this.kind.structs;
    const {dimension} = this.kind;
    const sweepOf = ({call}: Arguments, sweep: readonly [PoseLike<D>, PoseLike<D>]) => {
      const [begin, end] = listOf(call, 'sweep', sweep);
      return {begin: poseOf(call, begin!, dimension), end: poseOf(call, end!, dimension)};
    };
    return this.ask(this.kind.structs.subShapeImpact, 'shapes_impact', (args) => [
      this.shape(args, a), args.struct(sweep, sweepOf(args, sweepA)), this.shape(args, b),
      args.struct(sweep, sweepOf(args, sweepB)),
    ]);
  }

  private corners(results: Results, contact: number): Corner<D>[] {
    return this.module.rows(this.kind.structs.corner, undefined, (count) =>
      this.module.call(this.named('results_corners'), results.pointer, contact, count) as number)
      .toArray();
  }
  private ask<T>(layout: Layout<T>, name: string, fill: (args: Arguments) => number[]): T {
    return this.module.heap.call(callName(name), (args) => {
      const found = args.space(layout);
      this.module.settle(this.named(name), ...fill(args), found);
      return layout.read(this.module.heap.view, found);
    });
  }
  private named(name: string): string {
    return `${name}_${this.kind.suffix}`;
  }
  private run(name: string, ...values: number[]): void {
    this.module.run(this.named(name), ...values);
  }
  private vector(call: string, what: string, v: Vector<D>): number[] {
    return vectorOf(call, what, v, this.kind.dimension);
  }
  private shape(args: Arguments, shape: Shape<D>): number {
    return args.struct(this.kind.structs.shape, rawShape(args.call, shape, this.kind));
  }
  private placed(args: Arguments, shape: Shape<D>, pose: PoseLike<D>): number[] {
    return [
      this.shape(args, shape),
      args.struct(this.kind.structs.pose, poseOf(args.call, pose, this.kind.dimension)),
    ];
  }
  private two(args: Arguments, a: Shape<D>, poseA: PoseLike<D>, b: Shape<D>, poseB: PoseLike<D>): number[] {
    return [...this.placed(args, a, poseA), ...this.placed(args, b, poseB)];
  }
}
