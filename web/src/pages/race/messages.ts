// SPDX-License-Identifier: MIT
// What the page and its worker say to each other.

/** One size: all methods in turn on the same boxes. */
export interface Order {
  readonly n: number;
  readonly dimension: 2 | 3;
  /** Of the boxes that move in a frame. */
  readonly share: number;
  readonly seed: number;
  readonly boxes: Float32Array;
  /** Names of methods. */
  readonly methods: readonly string[];
  /** How long each runs before anything is measured, in milliseconds. */
  readonly warm: number;
  /** Roughly how long to measure all, in milliseconds. */
  readonly budget: number;
}

/** One method at one size. */
export interface Result {
  readonly name: string;
  readonly n: number;
  /** Of a frame; the middle one. */
  readonly ms: number;
  readonly frames: number;
  readonly pairs: number;
  /** What was looked at, where the library counts it. */
  readonly tests: number | undefined;
  /** The same pairs as masu's, in every frame. */
  readonly exact: boolean;
  readonly failed: string | undefined;
}

export type Answer =
  | {readonly kind: 'progress'; readonly part: number; readonly line: string}
  | {readonly kind: 'results'; readonly results: readonly Result[]};
