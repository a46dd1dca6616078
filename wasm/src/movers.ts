// SPDX-License-Identifier: MIT
import {checkNumbers, checkOptions, MasuError, number, shown} from './errors.js';
import {completeFilter} from './filters.js';
import {Resource, type Numbers} from './heap.js';
import {array, struct, u32, u8, type Struct} from './layout.js';
import type {Kind, Module} from './module.js';
import {vectorOf, type Vector} from './shapes.js';
import {filter, type Filter} from './structs.js';

const kOptions = new Set(['halfAxis', 'filter']);

export interface MoverOptions {
  /** From the center to an end of a capsule's axis; a circle if left out. */
  halfAxis?: Vector;
  filter?: Partial<Filter>;
}

interface RawMover {
  position: number[];
  radius: number;
  halfAxis: number[];
  filter: Filter;
  passing: number[];
  passingCount: number;
}

const moverOf = ({structs: {real, vec}}: Kind): Struct<RawMover> => struct({
  position: vec, radius: real, halfAxis: vec, filter, passing: array(u32, 8), passingCount: u8,
});

/** Returns how many points these numbers are. */
export function pointsIn(call: string, points: Numbers): number {
  checkNumbers(call, 'points', points);
  if (points.length % 2 === 0) return points.length / 2;
  throw new MasuError('size_mismatch', call,
                      `${points.length} numbers are not a whole number of points`);
}

/** Circles or capsules that move among walls. Made by `Corridor.movers()`. */
export class Movers extends Resource {
  /** The number of movers. */
  readonly length: number;

  private readonly layout: Struct<RawMover>;

  /** @internal */
  constructor(
    private readonly module: Module,
    /** @internal */
    readonly kind: Kind,
    points: Numbers, radius: number, options: MoverOptions,
  ) {
    const call = 'corridor.movers';
    checkOptions(call, options, kOptions);
    const layout = moverOf(kind);
    const like = {
      radius: number(call, 'radius', radius),
      halfAxis: vectorOf(call, 'halfAxis', options.halfAxis ?? [0, 0], 2),
      filter: completeFilter(call, options.filter),
      passing: [0, 0, 0, 0, 0, 0, 0, 0],
      passingCount: 0,
    };
    const count = pointsIn(call, points);
    // Copied before memory grows, which detaches views of it.
    const coordinates = Float64Array.from(points);
    super(module.heap.allocate(count * layout.size), 'movers',
      (address) => module.heap.free(address), true);
    this.length = count;
    this.layout = layout;
    for (let i = 0; i < count; ++i) {
      const position = [coordinates[2 * i]!, coordinates[2 * i + 1]!];
      layout.write(module.heap.view, this.pointer + i * layout.size, {...like, position});
    }
  }

  /** Returns the position of mover i. */
  position(i: number): number[] {
    return this.layout.read(this.module.heap.view, this.addressOf(i)).position;
  }
  /** Sets the position of mover i. */
  setPosition(i: number, position: Vector): void {
    this.kind.structs.vec.write(this.module.heap.view, this.addressOf(i),
      vectorOf('movers.setPosition', 'position', position, 2));
  }
  /**
   * A view of all movers as numbers: x of mover i is numbers[i * stride], y the next one. Made at
   * each call, since memory may have grown.
   */
  get numbers(): Float32Array | Float64Array {
    const size = (this.length * this.layout.size) / this.kind.reals.BYTES_PER_ELEMENT;
    return this.module.heap.array(this.kind.reals, this.pointer, size);
  }
  /** The number of elements from one mover to the next. */
  get stride(): number {
    return this.layout.size / this.kind.reals.BYTES_PER_ELEMENT;
  }

  private addressOf(i: number): number {
    if (!(Number.isInteger(i) && i >= 0 && i < this.length)) {
      throw new MasuError('bad_index', 'movers', `there is no mover ${shown(i)}`);
    }
    return this.pointer + i * this.layout.size;
  }
}
