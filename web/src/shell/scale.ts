// SPDX-License-Identifier: MIT
// Logarithmic axes: positions and labels of values.

export type Point = readonly [x: number, y: number];

export class LogScale {
  private readonly low: number;
  private readonly high: number;

  /** Maps the values greater than zero onto from .. to. */
  constructor(values: readonly number[], private readonly from: number, private readonly to: number) {
    const positive = values.filter((v) => v > 0 && Number.isFinite(v));
    const least = positive.length === 0 ? 1 : Math.min(...positive);
    const most = positive.length === 0 ? 10 : Math.max(...positive);
    // Never narrower than a factor of four, so that a single point has a position.
    const wide = Math.max(0, Math.log(4) - Math.log(most / least)) / 2;
    this.low = Math.log(least) - wide;
    this.high = Math.log(most) + wide;
  }

  at(value: number): number {
    return this.from + (this.to - this.from) * (Math.log(value) - this.low) / (this.high - this.low);
  }

  /**
   * Returns round values in it: 1, 2 and 5 of each power of ten, or only powers if those are many.
   */
  ticks(): number[] {
    const decades = (this.high - this.low) / Math.LN10;
    const steps = decades > 3 ? [1] : [1, 2, 5];
    const ticks: number[] = [];
    const every = Math.max(1, Math.ceil(decades / 8));
    for (let power = Math.floor(this.low / Math.LN10); power * Math.LN10 <= this.high; ++power) {
      if (power % every !== 0) continue;
      for (const step of steps) ticks.push(Number((step * 10 ** power).toPrecision(6)));
    }
    const slack = 1e-9;
    return ticks.filter((t) => Math.log(t) >= this.low - slack && Math.log(t) <= this.high + slack);
  }
}

/** Returns 20, 5k, 10M: short enough for an axis. */
export function short(value: number): string {
  for (const [unit, letter] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']] as const) {
    if (value >= unit) return `${Number((value / unit).toPrecision(3))}${letter}`;
  }
  return String(Number(value.toPrecision(2)));
}

/** A power and its standard error. */
export interface Power {
  readonly power: number;
  /** NaN for fewer than three points. */
  readonly spread: number;
}

/**
 * Returns how y grows with x: p of y = c x^p, by least squares of the logarithms over the greater
 * half of the range of x, where fixed costs no longer hide it; over all of it if that half has fewer
 * than three points. NaN for fewer than two points.
 */
export function exponent(points: readonly Point[]): Power {
  const logs = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const xs = logs.map(([x]) => x);
  const midpoint = (Math.min(...xs) + Math.max(...xs)) / 2;
  const upper = logs.filter(([x]) => x >= midpoint - 1e-9);
  const used = upper.length >= 3 ? upper : logs;
  const sum = (of: (p: readonly [number, number]) => number) => used.reduce((total, p) => total + of(p), 0);
  const [mx, my] = [sum(([x]) => x) / used.length, sum(([, y]) => y) / used.length];
  const square = sum(([x]) => (x - mx) ** 2);
  if (!(square > 0)) return {power: NaN, spread: NaN};
  const power = sum(([x, y]) => (x - mx) * (y - my)) / square;
  const errors = sum(([x, y]) => (y - my - power * (x - mx)) ** 2);
  return {power, spread: used.length < 3 ? NaN : Math.sqrt(errors / (used.length - 2) / square)};
}
