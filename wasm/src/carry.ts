// SPDX-License-Identifier: MIT
// Moving platforms, doors and walls: they carry and push characters.
import {listOf, wrongType, type Status} from './errors.js';
import {array, flag, struct} from './layout.js';
import type {Kind, Module} from './module.js';
import {poseOf, type PoseLike} from './shapes.js';
import {
  countsCallback, handleOrNone, slideArguments, slideStructs, type CapsuleMover, type SlideOptions,
} from './slide.js';
import {
  handle, stats, statusCode, type Handle, type Pose, type QueryStats, type Structs,
} from './structs.js';
import type {Dimension, Vec} from './vectors.js';

/** The motion of an object since the last frame, to its present pose in the world. */
export interface ObstacleMotion<D extends Dimension = Dimension> {
  object: Handle;
  /** Its pose before. */
  from: PoseLike<D>;
}

/** Result of carry(). */
export interface CarryResult<D extends Dimension = Dimension> {
  status: Status;
  /** The position of the mover now. */
  position: Vec<D>;
  /** The total displacement of the mover. */
  displacement: Vec<D>;
  /** The moving object that carried it last. */
  ground: Handle | undefined;
  /** The displacement of the ground below it; divided by the length of a frame, its velocity. */
  groundDisplacement: Vec<D>;
  /** True if obstacles left no space: the mover went along until fraction `t` of the motions. */
  crushed: boolean;
  /** The moving object that overlaps it most. */
  crushedBy: Handle | undefined;
  /** Fraction of the motions; below 1 only if it was crushed. */
  t: number;
  /** Depth in `crushedBy` at the first step after `t`. */
  overlap: number;
  stats: QueryStats;
}

export function carryStructs({real, vec, pose, handle}: Structs) {
  return {
    motion: struct<{object: Handle; from: Pose}>({object: handle, from: pose}),
    carried: struct<{
      status: Status; crushed: boolean; ground: Handle; crushedBy: Handle; displacement: number[];
      groundDisplacement: number[]; t: number; overlap: number; stats: QueryStats;
    }>({
      status: statusCode, crushed: flag, ground: handle, crushedBy: handle, displacement: vec,
      groundDisplacement: vec, t: real, overlap: real, stats,
    }),
  };
}

export function carry(
  module: Module, kind: Kind, world: number, mover: CapsuleMover,
  moved: readonly ObstacleMotion[], options: SlideOptions,
): CarryResult {
  const {heap} = module;
  const {motion, carried} = carryStructs(kind.structs);
  return heap.call('world.carry', (args) => {
    listOf(args.call, 'moved', moved);
    const input = slideArguments(module, kind, args, mover, options);
    const motions = args.struct(array(motion, moved.length),
      Array.from(moved, (each) => {
        if (typeof each !== 'object' || each === null) throw wrongType(args.call, 'an element of moved', each);
        handle.check!(args.call, each.object);
        return {object: each.object, from: poseOf(args.call, each.from, kind.dimension)};
      }));
    const found = args.space(carried);
    module.withCallback(countsCallback(module, kind, options.counts), () =>
      module.settle(`world_carry_${kind.suffix}`, world, input.moved, motions, moved.length,
        input.filter, input.leftOut, input.settings, found));
    const {ground, crushedBy, ...result} = carried.read(heap.view, found);
    return {
      ...result,
      position: slideStructs(kind.structs).mover.read(heap.view, input.moved).position,
      ground: handleOrNone(ground),
      crushedBy: handleOrNone(crushedBy),
    };
  });
}
