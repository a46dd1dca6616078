// SPDX-License-Identifier: MIT
// The input points of the hull: seeded, or dropped by the user.
import {numberIn} from '../../../shell/address';
import type {State} from '../../../shell/page';
import type {Vector} from '../records';

const reach = 2.6;

export class Points {
  all: Vector[];
  seed: number;
  count: number;
  private custom: boolean;
  /** Center of the duals, if the user chose one. */
  private chosen: Vector | undefined;

  constructor(private readonly dimension: 2 | 3, state: State) {
    this.seed = Math.round(numberIn(state, 'seed', 1, 1, 9999));
    this.count = Math.round(numberIn(state, 'n', dimension === 2 ? 14 : 24, 3, 200));
    const parsed = (state.points ?? '').split(';').map((text) => text.split(',').map(Number));
    this.custom = parsed.every((p) => this.isValid(p));
    this.all = this.custom ? parsed : this.generated();
    const center = (state.center ?? '').split(',').map(Number);
    this.chosen = this.isValid(center) ? center : undefined;
  }

  /** The state for the address. */
  state(): Record<string, string | number | undefined> {
    return {
      n: this.custom ? undefined : this.count, seed: this.custom ? undefined : this.seed,
      points: this.custom ? this.all.map((p) => p.join(',')).join(';') : undefined,
      center: this.chosen?.join(','),
    };
  }
  get center(): Vector {
    if (this.chosen !== undefined) return this.chosen;
    return Array.from({length: this.dimension}, (_, k) =>
      hundredth(this.all.reduce((sum, p) => sum + p[k]!, 0) / Math.max(1, this.all.length)));
  }
  set center(p: Vector) {
    this.chosen = p.map(hundredth);
  }

  make(count: number, seed: number): void {
    [this.count, this.seed, this.custom, this.chosen] = [count, seed, false, undefined];
    this.all = this.generated();
  }
  add(p: Vector): void {
    this.custom = true;
    this.all.push(p.map(hundredth));
  }
  move(index: number, p: Vector): void {
    this.custom = true;
    this.all[index] = p.map(hundredth);
  }
  remove(index: number): void {
    if (this.all.length <= 1) return;
    this.custom = true;
    this.all.splice(index, 1);
  }

  private isValid(p: Vector): boolean {
    return p.length === this.dimension && p.every((x) => Math.abs(x) <= 100);
  }
  // Generated points in a disc or ball.
  private generated(): Vector[] {
    let state = this.seed;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32 * 2 - 1;
    };
    for (let i = 0; i < 8; ++i) random();
    const all: Vector[] = [];
    while (all.length < this.count) {
      const p = Array.from({length: this.dimension}, random);
      if (Math.hypot(...p) <= 1) all.push(p.map((x) => hundredth(reach * x)));
    }
    return all;
  }
}

function hundredth(x: number): number {
  return Math.round(x * 100) / 100 + 0; // no -0
}
