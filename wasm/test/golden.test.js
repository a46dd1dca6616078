// SPDX-License-Identifier: MIT
// Pairs, contacts and hashes of tests/world/golden_scene_test.cpp: worlds here are those of C++, bit
// for bit. The numbers are read from the file that the C++ test has them from.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';
import {golden} from './golden.js';
import {kinds, modules} from './support.js';

const file = await readFile(new URL('./golden_scene.inc', import.meta.url), 'utf8');
const rows = file.matchAll(/^GOLDEN_SCENE\((\d), (\w+), (\d+)u, (\d+), (\d+), (\d+), (\d+)u\)$/gm);
const known = [...rows].map(([, dimension, scalar, hash, pairs, contacts, corners, answers]) => ({
  kind: {dimension: Number(dimension), scalar},
  numbers: {
    hash: BigInt(hash), pairs: Number(pairs), contacts: Number(contacts), corners: Number(corners),
    answers: BigInt(answers),
  },
}));

test('the file has numbers of all kinds', () => {
  assert.deepEqual(known.map(({kind}) => kind), kinds);
});

for (const {kind, numbers} of known) {
  test(`the golden scene has the numbers of C++, ${kind.dimension} ${kind.scalar}`, () => {
    for (const masu of modules) assert.deepEqual(golden(masu, kind), numbers, `simd ${masu.simd}`);
  });
}
