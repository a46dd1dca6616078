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
  private dropped: boolean;
  /** Center of the duals, if the user chose one. */
  private chosen: Vector | undefined;

  constructor(private readonly dimension: 2 | 3, state: State) {
    this.seed = Math.round(numberIn(state, 'seed', 1, 1, 9999));
    this.count = Math.round(numberIn(state, 'n', dimension === 2 ? 14 : 24, 3, 200));
    const given = (state.points ?? '').split(';').map((text) => text.split(',').map(Number));
    this.dropped = given.every((p) => this.good(p));
    this.all = this.dropped ? given : this.made();
    const center = (state.center ?? '').split(',').map(Number);
    this.chosen = this.good(center) ? center : undefined;
  }

  /** The state for the address. */
  state(): Record<string, string | number | undefined> {
    return {
      n: this.dropped ? undefined : this.count, seed: this.dropped ? undefined : this.seed,
      points: this.dropped ? this.all.map((p) => p.join(',')).join(';') : undefined,
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
    [this.count, this.seed, this.dropped, this.chosen] = [count, seed, false, undefined];
    this.all = this.made();
  }
  add(p: Vector): void {
    this.dropped = true;
    this.all.push(p.map(hundredth));
  }
  move(place: number, p: Vector): void {
    this.dropped = true;
    this.all[place] = p.map(hundredth);
  }
  remove(place: number): void {
    if (this.all.length <= 1) return;
    this.dropped = true;
    this.all.splice(place, 1);
  }

  private good(p: Vector): boolean {
    return p.length === this.dimension && p.every((x) => Math.abs(x) <= 100);
  }
  // Generated points in a disc or ball.
  private made(): Vector[] {
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
