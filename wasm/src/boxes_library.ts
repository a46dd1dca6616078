// SPDX-License-Identifier: MIT
// What every door has: boxes in, pairs out, and an index of boxes.
import {BoxIndex, type BoxIndexOptions} from './box_index.js';
import {Finder, type FinderOptions} from './finder.js';
import type {View, ViewType} from './heap.js';
import {Memory} from './memory.js';
import type {Module} from './module.js';
import type {Dimension} from './vectors.js';

export {
  BoxIndex, IndexGroups, type BoxHit, type BoxIndexOptions, type BoxOnRay, type NearBox,
} from './box_index.js';
export {MasuError, type Status} from './errors.js';
export {defaultCategory} from './filters.js';
export {
  Finder, finderMethods, type FinderMethod, type FinderOptions, type SearchOptions,
} from './finder.js';
export {Resource, type Numbers, type View, type ViewType} from './heap.js';
export {simdSupported, type InitOptions} from './loader.js';
export {Memory} from './memory.js';
export {Rows} from './rows.js';
export type {BoxQuery, RayQuery} from './shapes.js';
export type {Init} from './start.js';
export type {Filter, QueryStats, Scalar} from './structs.js';
export type {Dimension, Vec, Vec2, Vec3, Vector} from './vectors.js';
export type {AcceptIndex, NeighborOptions, SearchPoint, SearchWindow} from './window_search.js';

/** Searches among boxes, in a memory of their own. */
export class Boxes {
  /** @internal */
  constructor(
    /** @internal */
    protected readonly module: Module,
    /** Whether it is the module with SIMD. */
    readonly simd: boolean,
  ) {}

  /** "major.minor.patch". */
  get version(): string {
    return this.module.heap.text(this.module.call('version') as number);
  }
  /**
   * The size of the memory that everything in it shares, in bytes. It grows and does not shrink.
   */
  get memoryBytes(): number {
    return this.module.heap.bytes();
  }

  /** Makes a finder: boxes in, pairs out. */
  finder(options: FinderOptions): Finder {
    return new Finder(this.module, options);
  }
  /** Makes an index of boxes for box, ray and nearest queries. */
  boxIndex<D extends Dimension>(options: BoxIndexOptions<D>): BoxIndex<D> {
    return new BoxIndex(this.module, options);
  }
  /** Makes a typed array of zeros in the module's memory. */
  allocate<V extends View>(type: ViewType<V>, length: number): Memory<V> {
    return new Memory(this.module, type, length);
  }
}
