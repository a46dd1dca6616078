// SPDX-License-Identifier: MIT
// search(), neighbors() and the bytes of a BoxIndex, compared with its other queries.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Worker} from 'node:worker_threads';
import {init as initBoxes} from 'masu/boxes';
import {arrayOf, kinds, modules, overlap, Pcg32, someBoxes, withStatus} from './support.js';

const n = 400;
const m = 60;
const ascending = (indices) => [...indices].sort((a, b) => a - b);
const all = Array.from({length: n}, (_, i) => i);
const everything = [...modules, await initBoxes({simd: false}), await initBoxes({simd: true})];

for (const {dimension, scalar} of kinds) {
  const each = 2 * dimension;
  const make = (masu, boxes) => {
    const index = masu.boxIndex({dimension, scalar});
    index.build(boxes);
    return index;
  };
  const numbersOf = (boxes, i) => boxes.slice(each * i, each * (i + 1));
  const someOf = (random) => someBoxes(random, n, dimension, scalar, dimension === 2 ? 0.2 : 0.5);

  test(`windows and neighbors, ${dimension} ${scalar}`, () => {
    for (const masu of everything) {
      const random = new Pcg32(21);
      const boxes = someOf(random);
      const queries = someBoxes(random, m, dimension, scalar, 0.5);
      const index = make(masu, boxes);
      const points = new (arrayOf(scalar))(dimension * m);
      let results = 0;
      const kept = [];
      for (let q = 0; q < m; ++q) {
        const window = numbersOf(queries, q);
        const point = window.slice(0, dimension);
        points.set(point, dimension * q);
        const expected = all.filter((i) => overlap(queries, q, boxes, i, dimension));
        const found = index.search(...window);
        assert.ok(found instanceof Uint32Array);
        assert.deepEqual(ascending(found), expected);
        kept.push([found, [...found]]);
        results += expected.length;
        const odd = (i) => i % 2 === 1;
        assert.deepEqual([...index.search(...window, odd)], [...found].filter(odd));
        const near = index.nearest({min: point, max: point}, n).map((box) => box.index);
        for (const k of [0, 1, 7, 40]) {
          assert.deepEqual([...index.neighbors(...point, k)], near.slice(0, k));
          assert.deepEqual([...index.neighbors(...point, k, odd)], near.filter(odd).slice(0, k));
        }
        assert.deepEqual([...index.neighbors(...point, Infinity)], near);
        assert.deepEqual([...index.neighbors(...point, 3, () => false)], []);
        for (const maxDistance of [0, 0.2, 0.7, 9]) {
          const near2 = new Set(index.within({min: point, max: point}, maxDistance));
          const close = near.filter((i) => near2.has(i));
          for (const k of [0, 1, 20, Infinity]) {
            assert.deepEqual([...index.neighbors(...point, k, {maxDistance})], close.slice(0, k));
            assert.deepEqual([...index.neighbors(...point, k, {maxDistance, accept: odd})],
              close.filter(odd).slice(0, k));
          }
        }
        assert.deepEqual(index.neighbors(...point, 7, {accept: odd}), index.neighbors(...point, 7, odd));
        assert.deepEqual(index.neighbors(...point, 7, {}), index.neighbors(...point, 7));
      }
      assert.ok(results > m);
      for (const [found, copy] of kept) assert.deepEqual([...found], copy, 'results are copies');
      for (const k of [0, 5, Infinity]) {
        const many = index.neighborsMany(points, k);
        assert.equal(many.length, m);
        for (let q = 0; q < m; ++q) {
          const point = points.slice(dimension * q, dimension * (q + 1));
          assert.deepEqual(many.of(q), index.neighbors(...point, k));
        }
      }
      const before = index.neighborsMany(points, 2);
      index.overlappingMany(queries);
      assert.throws(() => before.indices, withStatus('stale_rows'));
      index.free();
      assert.throws(() => index.search(...numbersOf(queries, 0)), withStatus('freed'));
      assert.throws(() => index.neighbors(...points.slice(0, dimension), 1), withStatus('freed'));
    }
  });

  test(`an index as bytes, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const boxes = someOf(new Pcg32(22));
      const index = make(masu, boxes);
      const bytes = index.save();
      assert.equal(bytes.byteLength, bytes.buffer.byteLength);
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
      shared.set(bytes);
      const offset = new Uint8Array(bytes.length + 1);
      offset.set(bytes, 1);
      for (const from of [bytes, bytes.buffer, shared, shared.buffer, offset.subarray(1)]) {
        const other = masu.boxIndex({dimension, scalar});
        other.restore(from);
        assert.equal(other.size, n);
        for (let i = 0; i < n; i += 20) {
          const window = numbersOf(boxes, i);
          assert.deepEqual(other.search(...window), index.search(...window));
          const point = window.slice(0, dimension);
          assert.deepEqual(other.neighbors(...point, 9), index.neighbors(...point, 9));
        }
        assert.deepEqual(other.save(), bytes);
        assert.throws(() => other.refit(boxes), withStatus('not_updated'));
        other.build(boxes);
        other.refit(boxes);
        other.free();
      }
      for (let at = 0; at < bytes.length; at += 97) {
        const damaged = bytes.slice();
        damaged[at] ^= 1;
        assert.throws(() => index.restore(damaged), {name: 'MasuError'});
      }
      assert.throws(() => index.restore(bytes.subarray(1)), {name: 'MasuError'});
      assert.throws(() => index.restore(new Uint8Array(0)), withStatus('damaged'));
      assert.throws(() => index.restore([1, 2]), withStatus('wrong_type'));
      assert.throws(() => index.restore(undefined), withStatus('wrong_type'));
      assert.deepEqual(index.save(), bytes, 'refused bytes change nothing');
      const empty = masu.boxIndex({dimension, scalar});
      assert.equal(empty.search(...numbersOf(boxes, 0)).length, 0);
      assert.equal(empty.neighbors(...boxes.slice(0, dimension), 3).length, 0);
      index.restore(empty.save());
      assert.equal(index.size, 0);
      index.free();
      empty.free();
    }
  });
}

test('batches of windows give what single searches give, ascending', () => {
  const many = 6000;
  for (const masu of everything) {
    for (const period of [undefined, [4, 0]]) {
      const index = masu.boxIndex({dimension: 2, period});
      const random = new Pcg32(23);
      const boxes = someBoxes(random, many, 2, 'float', 0.05);
      // From one hit to all of them: the windows grow.
      const windows = Float32Array.from({length: 4 * m}, (_, k) =>
        (k % 4 < 2 ? -1 : 1) * (k >> 2) / (m - 1) * 1.1 + 0.001 * (k % 3));
      index.build(boxes, BigUint64Array.from({length: 2 * many}, (_, k) => (k % 6 < 2 ? 2n : 1n)));
      const filter = {category: 1n, mask: 1n};
      for (const chosen of [undefined, filter]) {
        const groups = index.overlappingMany(windows, chosen);
        assert.equal(groups.indices.length, groups.first[m]);
        for (let q = 0; q < m; ++q) {
          const [a, b, c, d] = windows.subarray(4 * q, 4 * q + 4);
          const alone = index.overlapping({min: [a, b], max: [c, d]}, chosen);
          assert.deepEqual(groups.of(q), alone.sort());
        }
        assert.equal(groups.of(m - 1).length, chosen === undefined ? many : 4000);
      }
      index.build([]);
      assert.deepEqual([...index.overlappingMany(windows).first], new Array(m + 1).fill(0));
      assert.deepEqual([...index.overlappingMany([]).first], [0]);
      index.free();
    }
  }
});

test('searches refuse what is no window', () => {
  for (const masu of everything) {
    const flat = masu.boxIndex({dimension: 2});
    const solid = masu.boxIndex({dimension: 3});
    assert.throws(() => masu.boxIndex({dimension: 2, period: [1, 1, 1]}), withStatus('size_mismatch'));
    flat.build([0, 0, 1, 1]);
    solid.build([0, 0, 0, 1, 1, 1]);
    const refused = [
      ['wrong_type', () => flat.search()], ['wrong_type', () => flat.search(0, 0, 1)],
      ['wrong_type', () => flat.search(0, 0, 1, '1')],
      ['wrong_type', () => flat.search({min: [0, 0], max: [1, 1]})],
      ['size_mismatch', () => flat.search(0, 0, 0, 1, 1, 1)],
      ['wrong_type', () => flat.search(0, 0, 1, 1, {mask: 1n})],
      ['wrong_type', () => solid.search(0, 0, 1, 1)],
      ['wrong_type', () => solid.search(0, 0, 0, 1, 1, 1, 7)],
      ['wrong_type', () => flat.neighbors(0, 0)], ['wrong_type', () => flat.neighbors([0, 0], 1)],
      ['size_mismatch', () => flat.neighbors(0, 0, 0, 1)],
      ['out_of_range', () => flat.neighbors(0, 0, -1)], ['out_of_range', () => flat.neighbors(0, 0, 1.5)],
      ['wrong_type', () => flat.neighbors(0, 0, 1, true)],
      ['wrong_type', () => flat.neighbors(0, 0, 1, {maxDist: 1})],
      ['wrong_type', () => flat.neighbors(0, 0, 1, {maxDistance: '1'})],
      ['wrong_type', () => flat.neighbors(0, 0, 1, {accept: 1})],
      ['wrong_type', () => flat.neighbors(0, 0, 1, null)],
      ['out_of_range', () => flat.neighbors(0, 0, 1, {maxDistance: NaN})],
      ['out_of_range', () => flat.neighbors(0, 0, 1, {maxDistance: -1})],
      ['wrong_type', () => solid.neighbors(0, 0, 1)],
      ['size_mismatch', () => flat.neighborsMany([0, 0, 0], 1)],
      ['out_of_range', () => flat.neighborsMany([0, 0], NaN)],
    ];
    for (const [status, call] of refused) assert.throws(call, withStatus(status), `${call}`);
    assert.throws(() => flat.search(0, 0, 1), /boxIndex.search: wrong_type: number 4 of 4 is undefined/);
    assert.equal(flat.search(NaN, 0, 1, 1).length, 0);
    assert.equal(flat.search(2, 0, 1, 1).length, 0);
    assert.deepEqual([...flat.search(-Infinity, -Infinity, Infinity, Infinity)], [0]);
    flat.free();
    solid.free();
  }
});

test('a predicate may search, throw, and make memory grow', () => {
  for (const masu of modules) {
    const index = masu.boxIndex({dimension: 2});
    const boxes = Float32Array.from({length: 4 * n}, (_, k) => (k % 4 < 2 ? 0 : 1));
    index.build(boxes);
    const expected = index.search(0, 0, 1, 1);
    const memory = [];
    const found = index.search(0, 0, 1, 1, (i) => {
      memory.push(masu.allocate(Uint8Array, 1 << 20));
      return index.search(0, 0, 1, 1).length === n && index.neighbors(0, 0, 2).length === 2 && i % 3 === 0;
    });
    assert.deepEqual(found, expected.filter((i) => i % 3 === 0));
    const fault = new Error('of the predicate');
    assert.throws(() => index.search(0, 0, 1, 1, () => { throw fault; }), fault);
    assert.throws(() => index.neighbors(0, 0, 1, () => { throw fault; }), fault);
    assert.deepEqual(index.search(0, 0, 1, 1), expected);
    for (const each of memory) each.free();
    index.free();
  }
});

test('the bytes of an index go to a worker, whose answers come back', async () => {
  const [, masu] = modules;
  const index = masu.boxIndex({dimension: 2});
  const boxes = someBoxes(new Pcg32(23), n, 2, 'float');
  index.build(boxes);
  const expected = index.search(-0.5, -0.5, 0.5, 0.5);
  const bytes = index.save();
  const worker = new Worker(new URL('./search_worker.js', import.meta.url));
  const answer = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  worker.postMessage(bytes, [bytes.buffer]);
  assert.deepEqual(await answer, expected);
  assert.equal(bytes.length, 0, 'moved, not copied');
  await worker.terminate();
  index.free();
});
