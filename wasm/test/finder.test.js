// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {finderMethods} from 'masu';
import {
  bruteForce, kinds, modules, overlap, Pcg32, someBoxes, withStatus, wordsOf,
} from './support.js';

for (const {dimension, scalar} of kinds) {
  test(`every method finds the pairs of brute force, ${dimension} ${scalar}`, () => {
    for (const n of [0, 1, 2, 17, 300, 1500]) {
      const boxes = someBoxes(new Pcg32(n), n, dimension, scalar, dimension === 2 ? 0.1 : 0.3);
      const expected = bruteForce(boxes, dimension);
      assert.ok(n < 300 || expected.length > n / 4);
      for (const method of finderMethods) {
        const orders = modules.map((masu) => {
          const finder = masu.finder({dimension, scalar, method});
          const pairs = finder.findPairs(boxes);
          assert.deepEqual(wordsOf(pairs), expected, method);
          assert.equal(finder.stats.results, expected.length);
          const order = [...pairs];
          finder.free();
          return order;
        });
        assert.deepEqual(orders[0], orders[1], `${method}: with SIMD another order`);
      }
    }
  });

  test(`pairs between two sets, ${dimension} ${scalar}`, () => {
    const random = new Pcg32(3);
    const a = someBoxes(random, 150, dimension, scalar, 0.5);
    const b = someBoxes(random, 120, dimension, scalar, 0.5);
    const expected = [];
    for (let i = 0; i < 150; ++i) {
      for (let j = 0; j < 120; ++j) if (overlap(a, i, b, j, dimension)) expected.push(`${i} ${j}`);
    }
    expected.sort();
    assert.ok(expected.length > 0);
    for (const masu of modules) {
      for (const method of finderMethods) {
        const finder = masu.finder({dimension, scalar, method});
        assert.deepEqual(wordsOf(finder.findPairsBetween(a, b)), expected, method);
        assert.equal(finder.findPairsBetween(a, []).length, 0);
        finder.free();
      }
    }
  });
}

test('filters and periodic axes', () => {
  const boxes = new Float32Array([0, 0, 1, 1, 0.5, 0.5, 2, 2, 9.5, 0, 10.5, 1]);
  for (const masu of modules) {
    for (const method of finderMethods) {
      const finder = masu.finder({dimension: 2, method});
      assert.deepEqual(wordsOf(finder.findPairs(boxes)), ['0 1']);
      assert.deepEqual(wordsOf(finder.findPairs(boxes, {period: [10, 0]})), ['0 1', '0 2', '1 2']);
      const filters = BigUint64Array.of(1n, 2n, 1n, 1n, 2n, 1n);
      assert.deepEqual(wordsOf(finder.findPairs(boxes, {filters})), []);
      assert.throws(() => finder.findPairs(boxes, {filters: filters.subarray(2)}),
        withStatus('size_mismatch'));
      finder.free();
    }
  }
});

test('boxes in the memory of the module are not copied', () => {
  for (const masu of modules) {
    const boxes = someBoxes(new Pcg32(9), 500, 2, 'float');
    const inside = masu.allocate(Float32Array, boxes.length);
    inside.view.set(boxes);
    const finder = masu.finder({dimension: 2});
    const pairs = wordsOf(finder.findPairs(inside.view));
    assert.deepEqual(pairs, bruteForce(boxes, 2));
    inside.view[0] = -5;  // box 0 now overlaps the boxes on its left
    boxes[0] = -5;
    assert.deepEqual(wordsOf(finder.findPairs(inside.view)), bruteForce(boxes, 2));
    inside.free();
    finder.free();
  }
});

test('invalid searches are refused', () => {
  for (const masu of modules) {
    assert.throws(() => masu.finder({dimension: 4}), withStatus('out_of_range'));
    assert.throws(() => masu.finder({dimension: 2, method: 'magic'}), withStatus('out_of_range'));
    const finder = masu.finder({dimension: 2});
    assert.throws(() => finder.findPairs([1, 2, 3]), withStatus('size_mismatch'));
    assert.throws(() => finder.findPairs([0, 0, 1, 1], {period: [-1, 0]}), withStatus('out_of_range'));
    assert.throws(() => finder.findPairs([0, 0, 1, 1], {period: [1]}), withStatus('size_mismatch'));
    finder.free();
    assert.throws(() => finder.findPairs([]), withStatus('freed'));
  }
});
