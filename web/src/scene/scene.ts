// SPDX-License-Identifier: MIT
// The seeded scenes of the C++ tests and of `masu scene`, bit for bit.
import type {Steps} from '../shell/steps';

/** In the order of scenes/generators/scene.hpp. */
export const sceneNames = [
  'uniform', 'brownian', 'fast', 'pile', 'clusters', 'sizes', 'thin_huge', 'one_percent',
  'one_cell', 'stadium', 'equal', 'centre_lines', 'rods',
] as const;
export type SceneName = (typeof sceneNames)[number];

export interface Scene {
  /** Of the world, in edges of a unit box. */
  side: number;
  /** Minimum corner, maximum corner, box by box. */
  boxes: Float32Array;
}

/** Returns a scene after this many frames. */
export function makeScene(
  steps: Steps, dimension: 2 | 3, name: SceneName, n: number, seed: number, frames = 0,
): Scene {
  const numbers = steps.call('scene', [dimension, sceneNames.indexOf(name), n, seed, frames]);
  return {side: numbers[0]!, boxes: Float32Array.from(numbers.subarray(1))};
}
