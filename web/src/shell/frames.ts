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
