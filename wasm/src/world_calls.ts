// SPDX-License-Identifier: MIT
import {MasuError} from './errors.js';
import {withQueryFilter} from './filters.js';
import {Resource, type Arguments, type Numbers} from './heap.js';
import type {Layout} from './layout.js';
import {countIn, type Kind, type Module} from './module.js';
import {Results} from './results.js';
import {
  boxOf, poseOf, rawShape, rayOf, vectorOf, type BoxQuery, type PoseLike, type RayQuery, type Shape,
  type Vector,
} from './shapes.js';
import type {QueryFilter, Scalar} from './structs.js';
import {createWorld, type WorldOptions} from './world_options.js';

/** The calls of a world in C by name, and their arguments. */
export abstract class WorldCalls extends Resource {
  readonly dimension: 2 | 3;
  readonly scalar: Scalar;
  protected readonly kind: Kind;
  protected readonly results: Results;

  /** @internal */
  constructor(protected readonly module: Module, options: WorldOptions) {
    const kind = module.kind(options.dimension, options.scalar);
    super(createWorld(module, kind, options), 'world');
    this.kind = kind;
    this.dimension = kind.dimension;
    this.scalar = kind.scalar;
    this.results = new Results(module);
  }

  protected destroy(address: number): void {
    this.module.run('world_destroy', address);
    this.results.free();
  }

  /** The address of another world; throws for one of another module. */
  protected pointerOf(other: WorldCalls): number {
    if (other.module === this.module) return other.pointer;
    throw new MasuError('wrong_format', 'world', 'the other world belongs to another module');
  }
  protected named(name: string): string {
    return `${name}_${this.kind.suffix}`;
  }
  protected run(name: string, ...values: (number | bigint)[]): void {
    this.module.run(this.named(name), ...values);
  }
  /** Calls `search` with the address of a query's filter. */
  protected filtered<R>(
    args: Arguments, queryFilter: QueryFilter | undefined, search: (filter: number) => R,
  ): R {
    return withQueryFilter(this.module, this.kind, args, queryFilter, search);
  }
  protected read<T>(layout: Layout<T>, at: number): T {
    return layout.read(this.module.heap.view, at);
  }
  protected shape(args: Arguments, shape: Shape): number {
    return args.struct(this.kind.structs.shape, rawShape(shape, this.kind));
  }
  protected pose(args: Arguments, pose: PoseLike): number {
    return args.struct(this.kind.structs.pose, poseOf(pose, this.dimension));
  }
  protected vector(args: Arguments, v: Vector): number {
    return args.struct(this.kind.structs.vec, vectorOf(v, this.dimension));
  }
  protected box(args: Arguments, box: BoxQuery): number {
    return args.struct(this.kind.structs.box, boxOf(box, this.dimension));
  }
  protected ray(args: Arguments, ray: RayQuery): number {
    return args.struct(this.kind.structs.ray, rayOf(ray, this.dimension));
  }
  protected countOf(what: string, numbers: Numbers, layout: {readonly size: number}): number {
    return countIn(what, numbers, layout, this.kind);
  }
}
