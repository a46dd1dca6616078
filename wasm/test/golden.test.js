// SPDX-License-Identifier: MIT
// The numbers of tests/world/golden_scene_test.cpp: worlds here are those of C++, bit for bit.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {golden} from './golden.js';
import {modules} from './support.js';

const known = [
  [2, 'float', 0n, 0],
  [2, 'double', 0n, 0],
  [3, 'float', 0n, 0],
  [3, 'double', 0n, 0],
];

for (const [dimension, scalar, hash, pairs] of known) {
  test(`the golden scene has the numbers of C++, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      assert.deepEqual(golden(masu, {dimension, scalar}), {hash, pairs}, `simd ${masu.simd}`);
    }
  });
}
