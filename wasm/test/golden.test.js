// SPDX-License-Identifier: MIT
// The numbers of tests/world/golden_scene_test.cpp: worlds here are those of C++, bit for bit.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {golden} from './golden.js';
import {modules} from './support.js';

const known = [
  [2, 'float', 2462849883237617975n, 27556],
  [2, 'double', 4799008904137765980n, 27556],
  [3, 'float', 15144103878872813388n, 4460],
  [3, 'double', 15574507794151284785n, 4460],
];

for (const [dimension, scalar, hash, pairs] of known) {
  test(`the golden scene has the numbers of C++, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      assert.deepEqual(golden(masu, {dimension, scalar}), {hash, pairs}, `simd ${masu.simd}`);
    }
  });
}
