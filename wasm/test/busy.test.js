// SPDX-License-Identifier: MIT
// Callbacks that make calls of the objects that are in use: refused, or done when the call is over.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {box, circle} from 'masu';
import {modules, withStatus} from './support.js';

const rays = (count) => Array.from({length: count}, () => [-5, 0, 10, 0, 1]).flat();

/** Calls `inside` once, in the predicate of a query. */
function during(query, inside) {
  let calls = 0;
  return query({accept: () => {
    if (++calls === 1) inside();
    return true;
  }});
}

test('a batch in the predicate of a batch of the same world is refused', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const ball = world.add(circle(1), [0, 0]);
    const batches = [
      (filter) => world.rayCastMany(rays(100), filter), (filter) => world.rayCastAll({origin: [-5, 0], direction: [10, 0]}, filter),
      (filter) => world.overlappingMany([-9, -9, 9, 9], filter), (filter) => world.nearestMany([0, 0], 3, filter),
    ];
    for (const batch of batches) {
      for (const other of batches) {
        const found = during(batch, () => assert.throws(() => other(), withStatus('busy')));
        assert.equal((found.rows ?? found).at(0).object ?? found.of(0)[0], ball);
      }
      // Queries that are no batch may be called, and batches of other worlds.
      const second = masu.world({dimension: 2});
      during(batch, () => assert.equal(world.at([0, 0]).length + second.rayCastMany(rays(3)).length, 4));
      second.free();
      batch();
    }
    world.free();
  }
});

test('bodies and arrays that are freed in a predicate last until the query is over', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const balls = [0, 1, 2, 3].map((x) => world.add(circle(1), [x, 0]));
    const hull = masu.bodies.hull([-9, -9, 9, -9, 9, 9, -9, 9], {dimension: 2});
    const {shape} = hull;
    const taken = [];
    const found = during((filter) => world.touching(shape, [0, 0], filter), () => {
      hull.free();
      assert.equal(hull.freed, true);
      for (let i = 0; i < 100; ++i) taken.push(masu.allocate(Uint8Array, 8 * i));
      for (const each of taken) each.view.fill(255);
    });
    assert.deepEqual(found.sort((a, b) => a.index - b.index), balls);
    assert.throws(() => world.touching(shape, [0, 0]), withStatus('freed'));
    const memory = masu.allocate(Float32Array, 10);
    memory.view.set(rays(2));
    const hits = during((filter) => world.rayCastMany(memory.view, filter), () => {
      memory.free();
      masu.allocate(Float32Array, 10).view.fill(NaN);
    });
    assert.deepEqual(hits.toArray().map(({status}) => status), ['ok', 'ok']);
    for (const each of taken) each.free();
    world.free();
  }
});

test('the gap of an obstacle can be asked for only while the slide runs', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    world.add(box([5, 1]), [0, -1]);
    const kept = [];
    world.slide({position: [0, 1], radius: 0.5}, [1, -1], {counts: (obstacle) => {
      assert.ok(Number.isFinite(obstacle.gap([0, 1])));
      kept.push(obstacle);
      return true;
    }});
    assert.ok(kept.length > 0);
    for (const obstacle of kept) assert.throws(() => obstacle.gap([0, 1]), withStatus('stale_rows'));
    world.free();
  }
});
