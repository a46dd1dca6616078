// SPDX-License-Identifier: MIT
// Characters: circles, spheres and capsules that slide along the objects of a world.
import {checkOptions, MasuError, number, type Status, whole, wrongType} from './errors.js';
import {maybeFilter} from './filters.js';
import {array, f64, flag, struct, u32} from './layout.js';
import type {Arguments} from './heap.js';
import type {Kind, Module} from './module.js';
import {vectorOf, type Vector} from './shapes.js';
import {
  handle as anyHandle, noIndex, stats, statusCode, type Filter, type Handle, type QueryStats, type Structs,
} from './structs.js';
import type {Dimension, Vec} from './vectors.js';

const kOptions = new Set([
  'filter', 'leftOut', 'up', 'walkableCosine', 'stepHeight', 'snap', 'skin', 'maxContacts', 'counts',
]);

/** All points within `radius` of the segment from position - halfAxis to position + halfAxis. */
export interface CapsuleMover<D extends Dimension = Dimension> {
  position: Vector<D>;
  radius: number;
  /** A circle or sphere if left out. */
  halfAxis?: Vector<D>;
}

/** A sub-shape that a mover comes near. */
export interface SlideObstacle<D extends Dimension = Dimension> {
  object: Handle;
  subShape: number;
  /**
   * Returns the gap between the sub-shape and the mover along a direction, before the move: negative
   * where they overlap on that axis or the sub-shape lies ahead. Call it only in `counts`.
   */
  gap(direction: Vector<D>): number;
}

export interface SlideOptions<D extends Dimension = Dimension> {
  /** Which objects are obstacles; sensors never are. */
  filter?: Partial<Filter>;
  /** The mover's own object. */
  leftOut?: Handle;
  /**
   * The up direction, of any length; without it every obstacle is a wall, and the next three
   * options have no effect.
   */
  up?: Vector<D>;
  /** Cosine of the steepest walkable slope: 45 degrees by default. */
  walkableCosine?: number;
  /** Height of the highest edges that the mover steps onto. */
  stepHeight?: number;
  /** The mover is put back on ground that is no more than this below. */
  snap?: number;
  /** The distance kept from obstacles: a 128th of the radius by default. */
  skin?: number;
  /** With more contacts the move ends with `'not_converged'`; 64 by default. */
  maxContacts?: number;
  /**
   * Returns whether a sub-shape is an obstacle in this move. Called more than once for a sub-shape; must
   * return the same each time. For one-way platforms: `(o) => o.object.index !== platform.index ||
   * o.gap(up) >= 0`.
   */
  counts?: (obstacle: SlideObstacle<D>) => boolean;
}

/** A contact that stopped a mover. */
export interface SlideContact<D extends Dimension = Dimension> {
  object: Handle;
  subShape: number;
  /** Whether the mover can stand on it. */
  walkable: boolean;
  /** The fraction of the displacement covered before it. */
  t: number;
  point: Vec<D>;
  /** Points to the mover. */
  normal: Vec<D>;
}

/** Result of slide(). */
export interface SlideResult<D extends Dimension = Dimension> {
  /** `'not_converged'`: the move ended early, after `maxContacts` contacts. */
  status: Status;
  /** The position of the mover now. */
  position: Vec<D>;
  /** The displacement as obstacles have redirected it. */
  displacement: Vec<D>;
  /** Whether it stands on something. */
  onGround: boolean;
  /** The object that it stands on. */
  ground: Handle | undefined;
  groundNormal: Vec<D>;
  /** Remaining depth in obstacles. */
  overlap: number;
  contacts: SlideContact<D>[];
  stats: QueryStats;
}

export function slideStructs({real, vec, handle}: Structs) {
  const mover = struct<{position: number[]; radius: number; halfAxis: number[]}>(
    {position: vec, radius: real, halfAxis: vec});
  const exact = array(f64, vec.size / real.size);
  return {
    mover,
    obstacle: struct<{
      object: Handle; subShape: number; displacement: number[]; mover: object; inner: number;
    }>({object: handle, subShape: u32, displacement: vec, mover, inner: u32}),
    options: struct<{
      size: number; maxContacts: number; up: number[]; walkableCosine: number; stepHeight: number;
      snap: number; skin: number; counts: number; context: number;
    }>({
      size: u32, maxContacts: u32, up: vec, walkableCosine: real, stepHeight: real, snap: real,
      skin: real, counts: u32, context: u32,
    }),
    contact: struct<SlideContact>(
      {object: handle, subShape: u32, walkable: flag, t: f64, point: exact, normal: exact}),
    result: struct<{
      status: Status; onGround: boolean; contacts: number; ground: Handle; groundNormal: number[];
      displacement: number[]; overlap: number; stats: QueryStats;
    }>({
      status: statusCode, onGround: flag, contacts: u32, ground: handle, groundNormal: vec,
      displacement: vec, overlap: real, stats,
    }),
  };
}

const kNoObject: Handle = {index: noIndex, generation: 0};

/**
 * Writes the arguments of slide() and carry() for C; returns addresses of the mover, filter, own
 * object and options.
 */
export function slideArguments(
  module: Module, kind: Kind, args: Arguments, mover: CapsuleMover, options: SlideOptions,
) {
  checkOptions(args.call, options, kOptions);
  if (typeof mover !== 'object' || mover === null) throw wrongType(args.call, 'mover', mover);
  const {heap} = module;
  const {dimension, suffix} = kind;
  const structs = slideStructs(kind.structs);
  const moved = args.struct(structs.mover, {
    position: vectorOf(args.call, 'position', mover.position, dimension),
    radius: number(args.call, 'radius', mover.radius),
    halfAxis: vectorOf(args.call, 'halfAxis', mover.halfAxis ?? zeros(dimension), dimension),
  });
  const filter = maybeFilter(args, options.filter);
  const leftOut = args.struct(anyHandle, options.leftOut ?? kNoObject);
  const settings = args.space(structs.options);
  module.call(`slide_options_default_${suffix}`, settings);
  const defaults = structs.options.read(heap.view, settings);
  const {up, counts} = options;
  if (counts !== undefined && typeof counts !== 'function') throw wrongType(args.call, 'counts', counts);
  const given = (name: 'walkableCosine' | 'stepHeight' | 'snap' | 'skin') =>
    number(args.call, name, options[name] ?? defaults[name]);
  structs.options.write(heap.view, settings, {
    ...defaults,
    maxContacts: whole(args.call, options.maxContacts ?? defaults.maxContacts),
    up: up === undefined ? defaults.up : vectorOf(args.call, 'up', up, dimension),
    walkableCosine: given('walkableCosine'),
    stepHeight: given('stepHeight'),
    snap: given('snap'),
    skin: given('skin'),
    counts: counts === undefined ? 0 : module.call(`js_slide_counts_${suffix}`) as number,
  });
  return {moved, filter, leftOut, settings};
}

/** Returns `counts` for module.calledBack(): with obstacles as JavaScript objects. */
export function countsCallback(module: Module, kind: Kind, counts: SlideOptions['counts']) {
  const {heap} = module;
  const {obstacle} = slideStructs(kind.structs);
  const obstacleAt = (at: number, running: () => boolean): SlideObstacle => {
    const {object, subShape} = obstacle.read(heap.view, at);
    return {
      object,
      subShape,
      gap: (direction) => heap.call('obstacle.gap', (more) => {
        if (!running()) throw new MasuError('stale_rows', more.call, 'call it only in `counts`');
        return module.call(`slide_gap_${kind.suffix}`, at, more.struct(kind.structs.vec,
          vectorOf(more.call, 'direction', direction, kind.dimension))) as number;
      }),
    };
  };
  return counts && ((at: number) => {
    let running = true;
    try {
      return counts(obstacleAt(at, () => running));
    } finally {
      running = false;
    }
  });
}

export function slide(
  module: Module, kind: Kind, world: number, mover: CapsuleMover, displacement: Vector,
  options: SlideOptions,
): SlideResult {
  const {heap} = module;
  const {dimension, suffix} = kind;
  const structs = slideStructs(kind.structs);
  return heap.call('world.slide', (args) => {
    const {moved, filter, leftOut, settings} = slideArguments(module, kind, args, mover, options);
    const displacementAt = args.struct(kind.structs.vec,
      vectorOf(args.call, 'displacement', displacement, dimension));
    const found = args.space(structs.result);
    const visitor = `slide_contact_${suffix}`;
    const contacts = module.gather('world.slide', structs.contact, visitor, (_, visit, into) =>
      module.withCallback(countsCallback(module, kind, options.counts), () =>
        module.settle(`world_slide_${suffix}`, world, moved, displacementAt, filter, leftOut, settings,
          visit, into, found)));
    const {ground, ...result} = structs.result.read(heap.view, found);
    return {
      ...result,
      position: structs.mover.read(heap.view, moved).position,
      ground: handleOrNone(ground),
      contacts,
    };
  });
}

export function handleOrNone(h: Handle): Handle | undefined {
  return h.index === noIndex ? undefined : h;
}

function zeros(count: number): number[] {
  return Array.from({length: count}, () => 0);
}
