// SPDX-License-Identifier: MIT
// What is refused for lack of memory, or because an object has been freed, leaves no memory behind
// and frees none twice. calls.test.js has found these.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {test} from 'node:test';
import {init} from 'masu';
import {ballast, end, withMemory} from './calls/memory.js';
import {withStatus} from './support.js';

const {resolve} = createRequire(import.meta.url);
const small = await Promise.all(['masu/masu.wasm', 'masu/masu-simd.wasm'].map(async (name) =>
  init({module: withMemory(await readFile(resolve(name)))})));
const chain = {first: 0, count: 2, kind: 0, depth: 0};

test('batches of freed objects allocate nothing', () => {
  for (const masu of small) {
    const before = end(masu);
    const world = masu.world({dimension: 2});
    const walls = masu.corridor([0, 0, 10, 0], [chain]);
    const index = masu.boxIndex({dimension: 2});
    const movers = walls.movers([5, 5], 1);
    for (let i = 0; i < 2; ++i) {
      walls.nearestMany([5, 5]);
      world.rayCastMany([0, 0, 1, 1, 1]);
    }
    for (const each of [world, walls, index]) each.free();
    for (const n of [1, 1, 100, 1000]) {
      for (const call of [
        () => walls.nearestMany(Array(2 * n).fill(0)), () => walls.rayCastMany(Array(5 * n).fill(1)),
        () => walls.move(movers, [0, 1]), () => world.rayCastMany(Array(5 * n).fill(1)),
        () => index.rayCastMany(Array(5 * n).fill(1)), () => index.overlappingMany(Array(4 * n).fill(1)),
      ]) assert.throws(call, withStatus('freed'));
    }
    movers.free();
    assert.equal(end(masu), before);
  }
});

test('objects that are refused for lack of memory leave nothing', () => {
  const makers = [
    ...['all_pairs', 'sweep_and_prune', 'sorted_orthtree', 'bvh', 'uniform_grid', 'kd_tree', 'automatic'].map((method) =>
      (masu) => masu.finder({dimension: 3, scalar: 'double', method})),
    (masu) => masu.world({dimension: 3}), (masu) => masu.boxIndex({dimension: 2}),
    (masu) => masu.corridor([0, 0, 10, 0], [chain]), (masu) => masu.convexHull({dimension: 3}),
    (masu) => masu.bodies.mesh([0, 0, 1, 0, 1, 1], [0, 1, 1, 2], {dimension: 2, userData: [1, 2]}),
  ];
  for (const masu of small) {
    for (const make of makers) make(masu).free();
    const before = end(masu);
    for (const make of makers) {
      const lighten = ballast(masu, 0);
      // Takes what the blocks have left over, and gives it back piece by piece.
      const rest = [];
      for (const size of [4096, 1024, 256, 64, 16]) {
        try {
          for (;;) rest.push(masu.allocate(Uint8Array, size));
        } catch (error) {
          assert.equal(error.status, 'out_of_memory');
        }
      }
      let made;
      let refused = 0;
      while (made === undefined && rest.length > 0) {
        try {
          made = make(masu);
        } catch (error) {
          assert.equal(error.status, 'out_of_memory', `${make}: ${error.stack}`);
          ++refused;
          rest.pop().free();
        }
      }
      assert.ok(refused > 0, `${make}`);
      made?.free();
      for (const each of rest) each.free();
      lighten();
      assert.equal(end(masu), before, `${make}`);
    }
  }
});

test('views and offsets of rows that do not fit', () => {
  for (const masu of small) {
    const walls = masu.corridor([0, 0, 10, 0], [chain]);
    const rows = walls.nearestMany([5, 5]);
    for (const member of ['walls', 'toString', Symbol('s'), Object.create(null), undefined, 1n]) {
      assert.throws(() => rows.offset(member), withStatus('out_of_range'));
    }
    const world = masu.world({dimension: 3});
    for (let i = 0; i < 9; ++i) world.add({kind: 'point', radius: 1, p: [[i, 0, 0]]}, [0, 0, 0]);
    world.update();
    // Each begins where the last ends: 68 bytes later.
    const views = world.pairs().toArray().map((pair) => {
      try {
        return world.contacts(pair).doubles.length;
      } catch (error) {
        assert.ok(withStatus('out_of_range')(error), error);
        return 0;
      }
    });
    assert.ok(views.includes(0) && views.some((length) => length > 0), `${views}`);
    world.free();
    walls.free();
  }
});
