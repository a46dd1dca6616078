// SPDX-License-Identifier: MIT
// Moving platforms, doors and walls: they carry and push characters.
import {type Status} from './errors.js';
import {array, flag, struct} from './layout.js';
import type {Kind, Module} from './module.js';
import {poseOf, type Place} from './shapes.js';
import {
  askedOf, handleOrNone, slideArguments, slideStructs, type CapsuleMover, type SlideOptions,
} from './slide.js';
import {
  handle, stats, statusCode, type Handle, type Pose, type QueryStats, type Structs,
} from './structs.js';

/** How an object moved since the last frame: to where the world has it now. */
export interface ObstacleMotion {
  object: Handle;
  /** Where it was. */
  from: Place;
}

/** What carry() did. */
export interface CarryResult {
  status: Status;
  /** Where the mover is now. */
  position: number[];
  /** How far it was moved in all. */
  displacement: number[];
  /** The moving object that carried it. */
  ground: Handle | undefined;
  /** How far the ground moved below it: by the length of a frame, its velocity. */
  groundDisplacement: number[];
  /** Obstacles left no space: the mover went along until share `t` of the motions. */
  crushed: boolean;
  /** The moving object that overlaps it the most. */
  crushedBy: Handle | undefined;
  /** Below 1 only if it was crushed. */
  t: number;
  /** Depth in `crushedBy` at the first step after `t`. */
  overlap: number;
  stats: QueryStats;
}

export function carryStructs({real, vec, pose}: Structs) {
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
  return heap.call((args) => {
    const given = slideArguments(module, kind, args, mover, options);
    const motions = args.struct(array(motion, moved.length),
      moved.map(({object, from}) => ({object, from: poseOf(from, kind.dimension)})));
    const found = args.room(carried);
    module.calledBack(askedOf(module, kind, options.counts), () =>
      module.settle(`world_carry_${kind.suffix}`, world, given.moved, motions, moved.length,
        given.filter, given.leftOut, given.how, found));
    const {ground, crushedBy, ...result} = carried.read(heap.view, found);
    return {
      ...result,
      position: slideStructs(kind.structs).mover.read(heap.view, given.moved).position,
      ground: handleOrNone(ground),
      crushedBy: handleOrNone(crushedBy),
    };
  });
}
