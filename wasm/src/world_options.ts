// SPDX-License-Identifier: MIT
// Options of worlds and objects, and their state.
import {checkOptions, MasuError, number, shown, truth, whole, wrongType} from './errors.js';
import {completeFilter} from './filters.js';
import {noLayer} from './layers.js';
import {u32} from './layout.js';
import {indexOf, type Kind, type Module} from './module.js';
import {vectorOf, type Shape, type Vector} from './shapes.js';
import {
  objectOptions, worldOptions, type Box, type Filter, type Pose, type QueryStats,
  type RawObjectOptions, type Scalar,
} from './structs.js';
import type {Dimension} from './vectors.js';

/**
 * What makes a pair, and what update() computes for it; each level costs more than the one before.
 */
export type Detail = 'boxes' | 'touch' | 'points' | 'areas' | 'volumes';
export const details: readonly Detail[] = ['boxes', 'touch', 'points', 'areas', 'volumes'];

/** Methods that find the pairs of a world. */
export const broadPhases = [
  'all_pairs', 'sweep_and_prune', 'sorted_orthtree', 'bvh', 'pair_tracker', 'incremental_sweep',
] as const;
export type BroadPhase = (typeof broadPhases)[number];

export interface WorldOptions<D extends Dimension = Dimension> {
  /** 2D or 3D. */
  dimension: D;
  /** `'float'` by default. */
  scalar?: Scalar;
  /** `'points'` by default. */
  detail?: Detail;
  /** Shapes no farther apart than this count as touching. */
  margin?: number;
  /** The length of each periodic axis, 0 for others. */
  period?: Vector<D>;
  /** Whether internal edges of meshes make no ghost contacts; true by default. */
  skipInternalEdges?: boolean;
  /**
   * Whether to keep a tree for queries; true by default. Without it each query costs O(objects).
   */
  queries?: boolean;
  /** Worlds with different salts refuse each other's handles, except by chance. */
  handleSalt?: number;
}

/** Options of an object. */
export interface ObjectOptions {
  /** Anything: `Handle.data` of the object, in JavaScript only. */
  data?: any;
  /** A number that is part of the world's state. */
  userData?: bigint | number;
  /** Collides with everything by default. */
  filter?: Partial<Filter>;
  /** 0 to 62, or `noLayer`; in a layer only the filter's mask applies. */
  layer?: number;
  /**
   * A sensor has pairs, but no contacts; objects that pass through it within a frame are reported
   * too.
   */
  sensor?: boolean;
  /** Whether first touches on its path are reported. */
  continuous?: boolean;
  /** Fixed objects never collide with each other. */
  fixed?: boolean;
  /** Added to the world's margin for this object. */
  margin?: number;
  /**
   * Two objects with the same nonzero group always collide if it is positive, and never if it is
   * negative; otherwise their filters decide.
   */
  group?: number;
}

/** The state of an object in the world. */
export interface ObjectState<D extends Dimension = Dimension> {
  pose: Pose<D>;
  box: Box<D>;
  shape: Omit<Shape, 'body' | 'worlds'>;
  /** With the filter that applies. */
  options: RawObjectOptions;
  /** Whether it was outside of the world's bounds at the last update. */
  outside: boolean;
}

/** Result of an update. */
export interface UpdateResult {
  stats: QueryStats;
  pairsTested: number;
}

/** Makes a world and returns its address. */
export function createWorld(module: Module, {suffix}: Kind<any>, options: WorldOptions<any>): number {
  const {dimension, scalar = 'float', detail = 'points', margin = 0} = options;
  const call = 'masu.world';
  const period = options.period === undefined ? [] : vectorOf(call, 'period', options.period, dimension);
  return module.heap.call(call, (args) => {
    const made = args.space(u32);
    module.run(`world_create_${suffix}`, args.struct(worldOptions, {
      size: worldOptions.size,
      abi: module.call('c_abi') as number,
      dimension,
      scalar: scalar === 'float' ? 0 : 1,
      detail: indexOf(details, detail, call),
      handleSalt: whole(`${call}: handleSalt`, options.handleSalt ?? 0),
      margin: number(call, 'margin', margin),
      period: [0, 1, 2].map((axis) => period[axis] ?? 0),
      skipInternalEdges: truth(call, 'skipInternalEdges', options.skipInternalEdges ?? true),
      queries: truth(call, 'queries', options.queries ?? true),
      reserved: [0, 0, 0, 0, 0, 0],
      run: 0,
      context: 0,
      workers: 1,
    }), 0, made);
    return u32.read(module.heap.view, made);
  });
}

// `size` is in what find() returns.
const kObjectOptions = new Set([
  'data', 'userData', 'filter', 'layer', 'sensor', 'continuous', 'fixed', 'margin', 'group', 'size',
]);
export const worldOptionNames = new Set([
  'dimension', 'scalar', 'detail', 'margin', 'period', 'skipInternalEdges', 'queries', 'handleSalt',
]);

/** Returns options in the layout of C. */
export function rawOptions(call: string, options: ObjectOptions): RawObjectOptions {
  checkOptions(call, options, kObjectOptions);
  return {
    size: objectOptions.size,
    layer: layerOf(call, options.layer),
    sensor: truth(call, 'sensor', options.sensor ?? false),
    continuous: truth(call, 'continuous', options.continuous ?? false),
    fixed: truth(call, 'fixed', options.fixed ?? false),
    userData: userBits(call, options.userData ?? 0),
    filter: completeFilter(call, options.filter),
    margin: number(call, 'margin', options.margin ?? 0),
    group: groupOf(call, options.group),
  };
}

/** Returns the layer: one of 63, or none; the library rejects others. */
export const layerOf = (call: string, layer = noLayer): number => whole(`${call}: layer`, layer, noLayer);
/** Returns a group: a signed whole number of 32 bits. */
export function groupOf(call: string, group = 0): number {
  if (typeof group === 'number' && (group | 0) === group) return group;
  throw new MasuError('out_of_range', `${call}: group`, `${shown(group)} is not a whole number of 32 bits`);
}
/** Returns user data as 64 bits. */
export function userBits(call: string, value: bigint | number): bigint {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) throw wrongType(call, 'userData', value);
  return BigInt.asUintN(64, BigInt(value));
}
