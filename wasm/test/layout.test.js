// SPDX-License-Identifier: MIT
// Sizes of structures, compared with those of the C compiler.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';
import {dirname, join} from 'node:path';
import {createRequire} from 'node:module';

const folder = dirname(createRequire(import.meta.url).resolve('masu/masu.wasm'));
const {carryStructs} = await import(join(folder, 'carry.js'));
const {structsOf, realOf, queryFilter} = await import(join(folder, 'structs.js'));
const {boxStructs} = await import(join(folder, 'box_index.js'));
const {slideStructs} = await import(join(folder, 'slide.js'));
const {volumeStruct} = await import(join(folder, 'volumes.js'));
const names = [
  'pose', 'box', 'ray', 'shape', 'child', 'separation', 'contact', 'corner', 'impact',
  'subShapeImpact', 'pairImpact', 'rayCast', 'rayHit', 'castHit', 'surfacePoint', 'neighbor',
  'subShapeSeparation', 'nearest', 'object', 'sweep', 'subShapeRayCast', 'subShapeSurfacePoint',
];

for (const file of ['masu.wasm', 'masu-simd.wasm']) {
  test(`sizes of structures in ${file}`, async () => {
    const module = await WebAssembly.compile(await readFile(join(folder, file)));
    const {exports} = await WebAssembly.instantiate(module, {
      env: {emscripten_notify_memory_growth() {}},
      wasi_snapshot_preview1: {proc_exit() {}},
      masu: {slide_counts() {}, pair_filter() {}},
    });
    exports._initialize();
    const count = exports.malloc(4);
    const at = exports.masu_js_sizes(count);
    const [length] = new Uint32Array(exports.memory.buffer, count, 1);
    const sizes = [...new Uint32Array(exports.memory.buffer, at, length)];
    const ours = [[2, 'float'], [3, 'float'], [2, 'double'], [3, 'double']].flatMap(
      ([dimension, scalar]) => {
        const structs = structsOf(dimension, realOf[scalar]);
        const {mover, obstacle, options, contact, result} = slideStructs(structs);
        const {hit, near} = boxStructs(structs);
        const {motion, carried} = carryStructs(structs);
        const more = [
          volumeStruct(structs), mover, obstacle, options, contact, result, hit, near, motion,
          carried, queryFilter, structs.queryCandidate,
        ];
        return [...names.map((name) => structs[name]), ...more].map(({size}) => size);
      });
    assert.deepEqual(ours, sizes);
  });
}
