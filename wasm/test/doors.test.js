// SPDX-License-Identifier: MIT
// masu/2d, masu/3d and masu/boxes give the results of the whole, from smaller modules.
import assert from 'node:assert/strict';
import {dirname} from 'node:path';
import {createRequire} from 'node:module';
import {test} from 'node:test';
import {init} from 'masu';
import {init as init2} from 'masu/2d';
import {init as init3} from 'masu/3d';
import {init as initBoxes} from 'masu/boxes';
import {golden} from './golden.js';
import {sizesOf} from '../sizes.js';
import {kinds, Pcg32, someBoxes, withStatus, wordsOf} from './support.js';

const whole = await init();
const compat = async (door) => (await import(`masu/${door}compat`)).init();

// Every entry in every form.
async function forms(door, start) {
  return [await start({simd: false}), await start({simd: true}), await compat(`${door}/`)];
}

for (const [door, start, dimension] of [['2d', init2, 2], ['3d', init3, 3]]) {
  test(`masu/${door} has the worlds of the whole, and no others`, async () => {
    for (const masu of await forms(door, start)) {
      for (const kind of kinds) {
        if (kind.dimension === dimension) {
          assert.deepEqual(golden(masu, kind), golden(whole, kind));
        } else {
          assert.throws(() => masu.world(kind), withStatus('out_of_range'));
          assert.throws(() => masu.finder(kind), /no [23]D/);
        }
      }
    }
  });
}

test('masu/boxes finds pairs and boxes of all kinds', async () => {
  for (const masu of await forms('boxes', initBoxes)) {
    assert.equal(masu.world, undefined);
    for (const {dimension, scalar} of kinds) {
      const boxes = someBoxes(new Pcg32(7), 1000, dimension, scalar, dimension === 2 ? 0.1 : 0.3);
      for (const method of ['bvh', 'automatic']) {
        const [ours, theirs] = [masu, whole].map((from) => {
          const finder = from.finder({dimension, scalar, method});
          const pairs = wordsOf(finder.findPairs(boxes));
          finder.free();
          return pairs;
        });
        assert.ok(ours.length > 100);
        assert.deepEqual(ours, theirs, method);
      }
      for (const method of ['all_pairs', 'sorted_orthtree', 'kd_tree']) {
        assert.throws(() => masu.finder({dimension, scalar, method}), withStatus('out_of_range'));
      }
      const each = 2 * dimension;
      const box = {min: boxes.slice(0, dimension), max: boxes.slice(dimension, each)};
      const ray = {origin: box.min, direction: box.max};
      const answers = [masu, whole].map((from) => {
        const index = from.boxIndex({dimension, scalar});
        index.build(boxes);
        if (from === masu) {
          assert.throws(() => index.save(), /boxIndex\.save.*import masu/);
          assert.throws(() => index.restore(new Uint8Array(8)), /boxIndex\.restore.*import masu/);
        }
        const found = [
          [...index.overlapping(box)], [...index.within(box, 0.1)], index.nearest(box, 5),
          index.rayCast(ray), index.onRay(ray), [...index.overlappingMany(boxes).indices],
          index.rayCastMany([...ray.origin, ...ray.direction, 1]).toArray(),
        ];
        index.free();
        return found;
      });
      assert.deepEqual(answers[0], answers[1]);
    }
  }
});

// Bytes of JavaScript and module, compressed: with SIMD, without, and with the module inlined. A change
// that makes one larger raises its limit here, and says why: last, checks of arguments of any type
// and of what callbacks call and free, rays at the tips of needles, planes of needles, internal
// edges beside slivers, and planes that rotate with bodies.
const limits = {
  'masu': [1_749_500, 1_832_500, 1_755_500],
  'masu/2d': [915_500, 964_000, 919_000],
  'masu/3d': [1_028_000, 1_070_500, 1_032_000],
  'masu/boxes': [69_250, 94_750, 69_750],
};
test('the entries stay as small as they are', (t) => {
  const folder = dirname(createRequire(import.meta.url).resolve('masu/package.json'));
  for (const {door, js, wasm, simd, inlined} of sizesOf(folder)) {
    t.diagnostic(`${door}: ${js} + ${simd} (without SIMD ${wasm}), compat ${inlined}`);
    [js + simd, js + wasm, inlined].forEach((bytes, i) =>
      assert.ok(bytes <= limits[door][i], `${door}: ${bytes} > ${limits[door][i]}`));
  }
});
