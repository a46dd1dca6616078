// SPDX-License-Identifier: MIT

/**
 * Calls the function before each picture with the seconds since the last, at most a tenth. Returns
 * a function that ends this.
 */
export function eachFrame(frame: (seconds: number) => void): () => void {
  let last = performance.now();
  let next = requestAnimationFrame(function step(now) {
    next = requestAnimationFrame(step);
    const seconds = Math.min(0.1, Math.max(0, (now - last) / 1000));
    last = now;
    frame(seconds);
  });
  return () => cancelAnimationFrame(next);
}

/** Splits the time of pictures into steps of equal length, whatever the screen's frequency. */
export class FixedStep {
  private left = 0;

  /** seconds: of one step; most: steps for one picture, so that a slow machine falls behind instead. */
  constructor(private readonly seconds: number, private readonly most: number) {}

  /** Returns how many steps are due after this time. */
  due(seconds: number): number {
    // A picture that takes about one step is one: clocks jitter, and no step should be left out.
    const near = Math.abs(seconds - this.seconds) < 0.15 * this.seconds;
    this.left = Math.min(this.left + (near ? this.seconds : seconds), (this.most + 0.5) * this.seconds);
    const steps = Math.floor(this.left / this.seconds + 1e-6);
    this.left -= steps * this.seconds;
    return steps;
  }
}

/** The median of recent times, which one slow frame does not change. */
export class MedianTime {
  private readonly times: number[] = [];

  constructor(private readonly capacity = 31) {}

  /** Runs a function and returns its result. */
  of<R>(run: () => R): R {
    const start = performance.now();
    const result = run();
    this.times.push(performance.now() - start);
    if (this.times.length > this.capacity) this.times.shift();
    return result;
  }

  get microseconds(): number {
    const sorted = [...this.times].sort((a, b) => a - b);
    return 1000 * (sorted[sorted.length >> 1] ?? 0);
  }
}
