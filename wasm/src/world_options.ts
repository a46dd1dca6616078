// SPDX-License-Identifier: MIT
// What worlds and their objects are told when they are made, and what they tell of themselves.
import {MasuError, whole} from './errors.js';
import {meetsAll} from './filters.js';
import {noLayer} from './layers.js';
import {u32} from './layout.js';
import {indexOf, type Module} from './module.js';
import type {Shape, Vector} from './shapes.js';
import {
  objectOptions, worldOptions, type Box, type Filter, type Pose, type QueryStats,
  type RawObjectOptions, type Scalar,
} from './structs.js';

/** What a pair is, and what it is asked for; each costs more than the one before. */
export type Detail = 'boxes' | 'touch' | 'points' | 'areas' | 'volumes';
export const details: readonly Detail[] = ['boxes', 'touch', 'points', 'areas', 'volumes'];

/** Which method finds the pairs of a world. */
export const broadPhases = [
  'all_pairs', 'sweep_and_prune', 'sorted_orthtree', 'bvh', 'pair_tracker', 'incremental_sweep',
] as const;
export type BroadPhase = (typeof broadPhases)[number];

export interface WorldOptions {
  /** The plane or space. */
  dimension: 2 | 3;
  /** `'float'` by default. */
  scalar?: Scalar;
  /** `'points'` by default. */
  detail?: Detail;
  /** Shapes as far apart as this touch too. */
  margin?: number;
  /** The length of each axis that wraps around, 0 of others. */
  period?: Vector;
  /** No pushes from inner edges of meshes and their like; by default. */
  seamFree?: boolean;
  /** Keep a tree for queries; by default. Without it each costs O(objects). */
  queries?: boolean;
  /** Worlds with other ones refuse each other's handles, but by chance. */
  handleSalt?: number;
}

/** What an object is beside its shape and place. */
export interface ObjectOptions {
  userData?: bigint | number;
  /** Meets all by default. */
  filter?: Partial<Filter>;
  /** 0 to 62, or `noLayer`; with one only the filter's mask counts. */
  layer?: number;
  /** Has pairs, but no contacts; what crosses it within a frame is told, too. */
  sensor?: boolean;
  /** When it first touches others on its way is told. */
  continuous?: boolean;
  /** Never meets what is fixed too. */
  fixed?: boolean;
  /** Added to the world's margin for this object. */
  margin?: number;
  /**
   * Two objects with the same group that is not 0 always collide if it is positive, and never if it is
   * negative; between others their filters decide.
   */
  group?: number;
}

/** What the world has of an object. */
export interface ObjectState {
  at: Pose;
  box: Box;
  shape: Omit<Shape, 'body'>;
  /** With the filter that counts. */
  options: RawObjectOptions;
  /** Of the world's bounds, at the last update. */
  outside: boolean;
}

/** What an update took. */
export interface UpdateResult {
  stats: QueryStats;
  pairsLookedAt: number;
}

/** Makes a world; gives its address. */
export function createWorld(module: Module, options: WorldOptions): number {
  const {dimension, scalar = 'float', detail = 'points', margin = 0, period = []} = options;
  return module.heap.call((args) => {
    const made = args.room(u32);
    module.run('world_create', args.struct(worldOptions, {
      size: worldOptions.size,
      abi: module.call('c_abi') as number,
      dimension,
      scalar: scalar === 'float' ? 0 : 1,
      detail: indexOf(details, detail, 'world'),
      handleSalt: options.handleSalt ?? 0,
      margin,
      period: [0, 1, 2].map((axis) => period[axis] ?? 0),
      seamFree: options.seamFree ?? true,
      queries: options.queries ?? true,
      reserved: [0, 0, 0, 0, 0, 0],
      run: 0,
      context: 0,
      workers: 1,
    }), 0, made);
    return u32.read(module.heap.view, made);
  });
}

/** As C has them. */
export function rawOptions(options: ObjectOptions): RawObjectOptions {
  return {
    size: objectOptions.size,
    layer: layerOf(options.layer),
    sensor: options.sensor ?? false,
    continuous: options.continuous ?? false,
    fixed: options.fixed ?? false,
    userData: userBits(options.userData ?? 0),
    filter: meetsAll(options.filter),
    margin: options.margin ?? 0,
    group: groupOf(options.group),
  };
}

/** One of 63, or none; which others are refused the library says. */
export const layerOf = (layer = noLayer): number => whole('layer', layer, noLayer);
/** A whole number of 32 bits. */
export function groupOf(group = 0): number {
  if ((group | 0) === group) return group;
  throw new MasuError('out_of_range', 'group', `${group} is no whole number of 32 bits`);
}
export const userBits = (value: bigint | number): bigint => BigInt.asUintN(64, BigInt(value));
