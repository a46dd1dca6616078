// SPDX-License-Identifier: MIT
// Written by web/sizes.js.

/** Bytes that a library adds to a bundle, compressed by gzip. */
export const sizes: Readonly<Record<string, number>> = {
  'masu': 1775776,
  'masu/boxes': 57719,
  'rbush': 2288,
  'flatbush': 3008,
  'detect-collisions': 12240,
  'box2d': 166386,
  'rapier': 1282590,
  'jolt': 948265,
};
