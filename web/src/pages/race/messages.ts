// SPDX-License-Identifier: MIT
// Messages between the page and its worker.

/** One size: all methods in turn on the same boxes. */
export interface Order {
  readonly n: number;
  readonly dimension: 2 | 3;
  /** Share of the boxes that move in a frame. */
  readonly share: number;
  readonly seed: number;
  readonly boxes: Float32Array;
  /** Names of methods. */
  readonly methods: readonly string[];
  /** How long each method runs before the measurement, in milliseconds. */
  readonly warm: number;
  /** Approximate time to measure all methods, in milliseconds. */
  readonly budget: number;
}

/** One method at one size. */
export interface Result {
  readonly name: string;
  readonly n: number;
  /** Median of the frames. */
  readonly ms: number;
  /** The fastest run, where it is known. */
  readonly least?: number | undefined;
  readonly frames: number;
  readonly pairs: number;
  /** Number of tests, if the library counts them. */
  readonly tests: number | undefined;
  /** Whether its pairs equalled masu's in every frame. */
  readonly exact: boolean;
  readonly failed: string | undefined;
}

export type Answer =
  | {readonly kind: 'progress'; readonly part: number; readonly line: string}
  | {readonly kind: 'results'; readonly results: readonly Result[]};
