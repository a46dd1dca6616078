// SPDX-License-Identifier: MIT
// Contact volumes: boxes compared with a formula, and sub-shapes that have none.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {box, sphere} from 'masu';
import {kinds, modules, Pcg32, withStatus} from './support.js';

const close = (x, y, far = 1e-5) => assert.ok(Math.abs(x - y) <= far, `${x} is not ${y}`);

for (const {dimension, scalar} of kinds) {
  const vec = (...p) => p.slice(0, dimension);

  test(`the intersection of two boxes matches the formula, ${dimension} ${scalar}`, () => {
    const random = new Pcg32(31);
    const some = (low, high) => vec(...[0, 0, 0].map(() => Math.fround(random.between(low, high))));
    for (let repeat = 0; repeat < 50; ++repeat) {
      const [halfA, halfB, p, q] = [some(0.5, 1), some(0.5, 1), some(-0.4, 0.4), some(-0.4, 0.4)];
      const low = p.map((x, k) => Math.max(x - halfA[k], q[k] - halfB[k]));
      const high = p.map((x, k) => Math.min(x + halfA[k], q[k] + halfB[k]));
      const size = low.reduce((product, x, k) => product * (high[k] - x), 1);
      for (const masu of modules) {
        const world = masu.world({dimension, scalar, detail: 'volumes'});
        world.add(box(halfA), p);
        world.add(box(halfB), q);
        world.update();
        const v = world.volume(world.pairs().at(0), 0);
        assert.equal(v.status, 'ok');
        close(v.volume, size);
        v.centroid.forEach((x, k) => close(x, (low[k] + high[k]) / 2));
        assert.equal(v.vertices.length, dimension * 2 ** dimension);
        assert.equal(v.faces.length, 2 * dimension);
        const corners = new Set();
        for (const {first, count} of v.faces) {
          assert.equal(count, 2 ** (dimension - 1));
          for (const corner of v.indices.subarray(first, first + count)) corners.add(corner);
        }
        assert.equal(corners.size, 2 ** dimension);
        // A face lies on the face of the body that it names.
        for (const {first, count, body, face} of v.faces) {
          const [half, center] = body === 'a' ? [halfA, p] : [halfB, q];
          const points = [...v.indices.subarray(first, first + count)].map((i) =>
            [...v.vertices.subarray(dimension * i, dimension * (i + 1))]);
          const flat = half.some((h, k) => [-h, h].some((side) =>
            points.every((each) => Math.abs(each[k] - center[k] - side) < 1e-5)));
          assert.ok(flat, `face ${face} of ${body}`);
        }
        for (const {first, count} of v.cuts) assert.ok(first + count <= v.indices.length);
        world.update();
        for (const rows of [v.faces, v.cuts]) assert.throws(() => rows.at(0), withStatus('stale_rows'));
        world.free();
      }
    }
  });

  test(`smooth shapes have no volume, and invalid contacts are refused, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const world = masu.world({dimension, scalar, detail: 'volumes'});
      world.add(box(vec(1, 1, 1)), vec(0, 0, 0));
      world.add(sphere(1), vec(1, 0, 0));
      world.update();
      const pair = world.pairs().at(0);
      const v = world.volume(pair, 0);
      assert.deepEqual([v.status, v.volume, v.faces.length, v.vertices.length, v.indices.length],
        ['out_of_range', 0, 0, 0, 0]);
      assert.throws(() => world.volume(pair, 1), withStatus('bad_index'));
      world.clear();
      world.update();
      assert.throws(() => world.volume(pair, 0), withStatus('stale_handle'));
      const flat = masu.world({dimension, scalar, detail: 'areas'});
      flat.add(sphere(1), vec(0, 0, 0));
      flat.add(sphere(1), vec(1, 0, 0));
      flat.update();
      assert.throws(() => flat.volume(flat.pairs().at(0), 0), withStatus('not_updated'));
      world.free();
      flat.free();
    }
  });

  test(`a pair across a periodic boundary has a shift, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const world = masu.world({dimension, scalar, period: vec(10, 0, 0)});
      world.add(sphere(1), vec(0.5, 0, 0));
      world.add(sphere(1), vec(9.5, 0, 0));
      world.update();
      assert.deepEqual(world.shift(world.pairs().at(0)), vec(-10, 0, 0));
      world.free();
    }
  });
}
