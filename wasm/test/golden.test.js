// SPDX-License-Identifier: MIT
// Pairs, contacts, volumes and hashes of tests/world/golden_scene_test.cpp: worlds here equal those
// of C++ bit for bit. The numbers are read from the file of the C++ test.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';
import {golden} from './golden.js';
import {kinds, modules} from './support.js';

const file = await readFile(new URL('./golden_scene.inc', import.meta.url), 'utf8');
const known = [...file.matchAll(/^GOLDEN_SCENE\((.*)\)$/gm)].map(([, row]) => {
  const [dimension, scalar, hash, pairs, contacts, corners, answers, solids, volumes] =
    row.split(', ').map((word) => word.replace(/^(\d+)u$/, '$1'));
  return {
    kind: {dimension: Number(dimension), scalar},
    contacts: {
      hash: BigInt(hash), pairs: Number(pairs), contacts: Number(contacts),
      corners: Number(corners), answers: BigInt(answers),
    },
    volumes: {answers: BigInt(answers), solids: Number(solids), volumes: BigInt(volumes)},
  };
});

test('the file has rows for all dimensions and scalars', () => {
  assert.deepEqual(known.map(({kind}) => kind), kinds);
});

for (const {kind, contacts, volumes} of known) {
  const {dimension, scalar} = kind;
  test(`the golden scene has the pairs and contacts of C++, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      assert.deepEqual(golden(masu, kind, 'areas'), contacts, `simd ${masu.simd}`);
    }
  });
  test(`the golden scene has the volumes of C++, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const {answers, solids, volumes: hash} = golden(masu, kind, 'volumes');
      assert.deepEqual({answers, solids, volumes: hash}, volumes, `simd ${masu.simd}`);
    }
  });
}
