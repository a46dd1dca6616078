// SPDX-License-Identifier: MIT
import {checkOptions, MasuError, wrongType} from './errors.js';
import {withQueryFilter} from './filters.js';
import {handleBy, Handles} from './handles.js';
import {Resource, type Arguments, type Numbers} from './heap.js';
import type {Layout} from './layout.js';
import {countIn, type Kind, type Module} from './module.js';
import {orFree, releaseWith, Results} from './results.js';
import {
  boxOf, poseOf, rawShape, rayOf, vectorOf, type BoxQuery, type PoseLike, type RayQuery, type Shape,
  type Vector,
} from './shapes.js';
import {handle, realOf, structsOf, type Handle, type QueryFilter, type Scalar} from './structs.js';
import type {Dimension} from './vectors.js';
import {createWorld, worldOptionNames, type WorldOptions} from './world_options.js';

/** The calls of a world in C by name, and their arguments. */
export abstract class WorldCalls<D extends Dimension = Dimension> extends Resource {
  readonly dimension: D;
  readonly scalar: Scalar;
  protected readonly kind: Kind<D>;
  protected readonly results: Results;
  protected readonly handles: Handles;

  /** @internal */
  constructor(protected readonly module: Module, options: WorldOptions<D>) {
    checkOptions('masu.world', options, worldOptionNames);
    const kind = module.kind(options.dimension, options.scalar);
    const address = createWorld(module, kind, options);
    const results = orFree(() => new Results(module), () => module.run('world_destroy', address));
    super(address, 'world', releaseWith(module, 'world_destroy', results));
    this.handles = new Handles((object) => this.contains(object));
    const handleLayout = handleBy((index, generation) => this.handles.of(index, generation));
    this.kind = {...kind, structs: structsOf(kind.dimension, realOf[kind.scalar], handleLayout)};
    this.dimension = kind.dimension;
    this.scalar = kind.scalar;
    this.results = results;
  }

  /** Returns whether the world has this object. */
  contains(object: Handle): boolean {
    return this.module.heap.call('world.contains', (args) =>
      this.module.call('world_contains', this.pointer, args.struct(handle, object)) !== 0);
  }
  /** The address of another world; throws for one of another module. */
  protected pointerOf(other: WorldCalls<D>): number {
    if (!(other instanceof WorldCalls)) throw wrongType('world', 'the other world', other);
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
    args: Arguments, queryFilter: QueryFilter<D> | undefined, search: (filter: number) => R,
  ): R {
    return withQueryFilter(this.module, this.kind, args, queryFilter, search);
  }
  protected read<T>(layout: Layout<T>, at: number): T {
    return layout.read(this.module.heap.view, at);
  }
  protected shape(args: Arguments, shape: Shape<D>): number {
    return args.struct(this.kind.structs.shape, rawShape(args.call, shape, this.kind));
  }
  protected pose(args: Arguments, pose: PoseLike<D>): number {
    return args.struct(this.kind.structs.pose, poseOf(args.call, pose, this.dimension));
  }
  protected vector(args: Arguments, v: Vector<D>): number {
    return args.struct(this.kind.structs.vec, vectorOf(args.call, 'vector', v, this.dimension));
  }
  protected box(args: Arguments, box: BoxQuery<D>): number {
    return args.struct(this.kind.structs.box, boxOf(args.call, box, this.dimension));
  }
  protected ray(args: Arguments, ray: RayQuery<D>): number {
    return args.struct(this.kind.structs.ray, rayOf(args.call, ray, this.dimension));
  }
  protected countOf(what: string, numbers: Numbers, layout: {readonly size: number}): number {
    return countIn(what, numbers, layout, this.kind);
  }
}
