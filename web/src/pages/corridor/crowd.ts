// SPDX-License-Identifier: MIT
// Many balls that wander: moved by one call per frame, their displacements in the module's memory.
// Equal bit for bit to those of `masu corridor run`.
import type {Masu, Memory, MoveResult, Movers, Response, Rows} from 'masu';
import {MedianTime} from '../../shell/frames';
import type {Steps} from '../../shell/steps';
import type {Room} from './room';

/** The work of one frame. */
export interface Work {
  /** Walls touched. */
  contacts: number;
  /** Walls tested. */
  tests: number;
}

export class Crowd {
  readonly movers: Movers;
  readonly count: number;
  readonly time = new MedianTime();
  /** Since the start. */
  frames = 0;
  touched = 0;
  private readonly requested: Memory<Float32Array>;
  private displacements = new Float64Array();
  /** Number escaped, as far as counted; and the next ball to test. */
  private escaped = 0;
  private found = 0;
  private next = 0;

  /** positions: x and y of each; speed: their displacement per frame. */
  constructor(
    masu: Masu, private readonly steps: Steps, private readonly room: Room,
    positions: ArrayLike<number>, readonly radius: number, speed: number, seed: number,
  ) {
    this.count = positions.length / 2;
    this.movers = room.corridor.movers(positions, radius);
    this.requested = masu.allocate(Float32Array, 2 * this.count);
    this.requested.view.set(steps.call('crowd_displacements', [this.count, speed, seed]));
    this.displacements = new Float64Array(2 * this.count);
  }

  /** Moves one frame. */
  move(response: Response): Work {
    ++this.frames;
    if (this.count === 0) return {contacts: 0, tests: 0};
    const moved = this.time.of(() => this.room.corridor.move(this.movers, this.requested.view, {response}));
    const work = this.take(moved);
    this.requested.view.set(
      this.steps.call('crowd_go_on', [response === 'bounce' ? 1 : 0], this.displacements));
    this.touched += work.contacts;
    return work;
  }

  /** Returns how many have escaped. Each call tests a part of them, or all. */
  outside(all: boolean): number {
    if (!this.room.closed) return NaN;
    const share = all ? this.count : Math.ceil(this.count / 30);
    if (all) this.next = this.found = 0;
    const end = Math.min(this.count, this.next + share);
    this.found += this.room.outside(this.positions(this.next, end));
    this.next = end;
    if (end === this.count) {
      this.escaped = this.found;
      this.next = this.found = 0;
    }
    return Math.max(this.escaped, this.found);
  }

  /** Hash of all positions; `masu corridor run` prints it. */
  hash(): string {
    const words = this.steps.call('crowd_hash', [], this.positions(0, this.count));
    return [...words].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  free(): void {
    this.movers.free();
    this.requested.free();
  }

  private positions(from: number, end: number): Float64Array {
    const {numbers, stride} = this.movers;
    const positions = new Float64Array(2 * (end - from));
    for (let i = from; i < end; ++i) {
      positions[2 * (i - from)] = numbers[i * stride]!;
      positions[2 * (i - from) + 1] = numbers[i * stride + 1]!;
    }
    return positions;
  }

  // Reads the results in the module's memory.
  private take(moved: Rows<MoveResult>): Work {
    const {words, floats} = moved;
    const stride = moved.stride / 4;
    const contactsAt = moved.offset('contacts') / 4;
    const testsAt = moved.offset('stats') / 4 + 2;  // the second of its counts, of 64 bits each
    const displacementAt = moved.offset('displacement') / 4;
    const work = {contacts: 0, tests: 0};
    for (let i = 0, row = 0; i < this.count; ++i, row += stride) {
      work.contacts += words[row + contactsAt]!;
      work.tests += words[row + testsAt]!;
      this.displacements[2 * i] = floats[row + displacementAt]!;
      this.displacements[2 * i + 1] = floats[row + displacementAt + 1]!;
    }
    return work;
  }
}
