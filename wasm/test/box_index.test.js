// SPDX-License-Identifier: MIT
// BoxIndex compared with brute force.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {arrayOf, kinds, modules, overlap, Pcg32, someBoxes, withStatus} from './support.js';

const n = 400;
const m = 50;
const ascending = (indices) => [...indices].sort((a, b) => a - b);

for (const {dimension, scalar} of kinds) {
  const each = 2 * dimension;
  const boxOf = (boxes, i) => ({
    min: boxes.subarray(each * i, each * i + dimension),
    max: boxes.subarray(each * i + dimension, each * (i + 1)),
  });
  const far = (a, i, b, j) => {
    let sum = 0;
    for (let k = 0; k < dimension; ++k) {
      const p = each * i + k;
      const q = each * j + k;
      sum += Math.max(a[p] - b[q + dimension], b[q] - a[p + dimension], 0) ** 2;
    }
    return sum;
  };

  test(`boxes that overlap, are near or nearest, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const random = new Pcg32(19);
      const boxes = someBoxes(random, n, dimension, scalar, dimension === 2 ? 0.2 : 0.5);
      const queries = someBoxes(random, m, dimension, scalar, dimension === 2 ? 0.4 : 0.8);
      const index = masu.boxIndex({dimension, scalar});
      assert.equal(index.size, 0);
      index.build(boxes);
      assert.equal(index.size, n);
      const all = Array.from({length: n}, (_, i) => i);
      const check = () => {
        const many = index.overlappingMany(queries);
        assert.equal(many.length, m);
        let found = 0;
        for (let q = 0; q < m; ++q) {
          const box = boxOf(queries, q);
          const expected = all.filter((i) => overlap(queries, q, boxes, i, dimension));
          found += expected.length;
          assert.deepEqual(ascending(index.overlapping(box)), expected);
          assert.deepEqual([...index.overlappingMany(queries).of(q)], expected);
          assert.deepEqual(ascending(index.within(box, 0.3)),
            all.filter((i) => far(queries, q, boxes, i) <= 0.09));
          const order = all.map((i) => far(queries, q, boxes, i)).sort((a, b) => a - b);
          const near = index.nearest(box, 5);
          assert.equal(near.length, 5);
          near.forEach(({index: i, distanceSquared}, k) => {
            assert.ok(Math.abs(distanceSquared - order[k]) < 1e-6);
            assert.ok(Math.abs(far(queries, q, boxes, i) - order[k]) < 1e-6);
          });
        }
        assert.ok(found > m);
      };
      check();
      boxes.forEach((x, k) => {
        boxes[k] = x / 2;
      });
      index.refit(boxes);
      check();
      assert.throws(() => index.refit(boxes.subarray(each)), withStatus('size_mismatch'));
      assert.throws(() => index.build(boxes.subarray(1)), withStatus('size_mismatch'));
      index.free();
      assert.throws(() => index.size, withStatus('freed'));
    }
  });

  test(`rays, filters and periodic axes, ${dimension} ${scalar}`, () => {
    const vec = (...p) => p.slice(0, dimension);
    const boxes = new (arrayOf(scalar))([2, 5, 8].flatMap((x) =>
      [...vec(x, 0, 0), ...vec(x + 1, 1, 1)]));
    const ray = {origin: vec(0, 0.5, 0.5), direction: vec(10, 0, 0)};
    for (const masu of modules) {
      const index = masu.boxIndex({dimension, scalar});
      index.build(boxes, BigUint64Array.of(1n, 1n, 2n, 1n, 1n, 1n));
      const hit = index.rayCast(ray);
      assert.equal(hit.index, 0);
      assert.ok(Math.abs(hit.t - 0.2) < 1e-6);
      assert.equal(index.rayCast({...ray, maxT: 0.1}), undefined);
      assert.equal(index.rayCast(ray, {category: 1n, mask: 2n}).index, 1);
      const on = index.onRay(ray).sort((a, b) => a.t - b.t);
      assert.deepEqual(on.map((each) => each.index), [0, 1, 2]);
      on.forEach(({t}, i) => assert.ok(Math.abs(t - (0.2 + 0.3 * i)) < 1e-6));
      const rays = [...ray.origin, ...ray.direction, 1, ...ray.origin, ...ray.direction, 0.1];
      const hits = index.rayCastMany(rays).toArray();
      assert.deepEqual(hits.map((each) => each.hit), [true, false]);
      assert.deepEqual(hits[0], hit);
      assert.throws(() => index.rayCastMany(rays.slice(1)), withStatus('size_mismatch'));
      index.free();
      const periodic = masu.boxIndex({dimension, scalar, period: vec(10, 0, 0)});
      periodic.build(boxes);
      const across = {min: vec(11, 0, 0), max: vec(12.5, 1, 1)};
      assert.deepEqual([...periodic.overlapping(across)], [0]);
      assert.throws(() => periodic.rayCast(ray), withStatus('out_of_range'));
      periodic.free();
      assert.throws(() => masu.boxIndex({dimension, scalar, period: vec(-1, 0, 0)}),
        withStatus('out_of_range'));
    }
  });
}
