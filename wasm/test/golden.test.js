// SPDX-License-Identifier: MIT
// The numbers of tests/world/golden_scene_test.cpp: worlds here are those of C++, bit for bit.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {golden} from './golden.js';
import {modules} from './support.js';

const known = [
  [2, 'float', 34378195702358268n, 27556],
  [2, 'double', 5377412864221505207n, 27556],
  [3, 'float', 9261528807033201185n, 4460],
  [3, 'double', 6938740379765341636n, 4460],
];

for (const [dimension, scalar, hash, pairs] of known) {
  test(`the golden scene has the numbers of C++, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      assert.deepEqual(golden(masu, {dimension, scalar}), {hash, pairs}, `simd ${masu.simd}`);
    }
  });
}
