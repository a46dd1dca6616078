// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {circle, MasuError} from 'masu';
import {modules, withStatus} from './support.js';

/** Allocates memory until it has grown; returns the allocations. */
function grow(masu) {
  const before = masu.memoryBytes;
  const taken = [];
  while (masu.memoryBytes === before) taken.push(masu.allocate(Uint8Array, 1 << 22));
  return taken;
}

test('views read again are right after memory has grown', () => {
  for (const masu of modules) {
    const numbers = masu.allocate(Float64Array, 4);
    numbers.view.set([1, 2, 3, 4]);
    const world = masu.world({dimension: 2});
    world.add(circle(1), [0, 0]);
    const second = world.add(circle(1), [1, 0]);
    world.update();
    const pairs = world.pairs();
    const contacts = world.contacts(pairs.at(0));
    const {view} = numbers;
    const words = [...pairs.words];
    const taken = grow(masu);
    assert.equal(view.length, 0, 'an old view has no elements');
    assert.deepEqual([...numbers.view], [1, 2, 3, 4]);
    assert.deepEqual([...pairs.words], words);
    assert.deepEqual(pairs.at(0).b, second);
    assert.equal(contacts.at(0).separation.distance, -1);
    assert.equal(world.update().pairsTested >= 0, true);
    assert.equal(world.pairs().length, 1);
    for (const each of taken) each.free();
    numbers.free();
    world.free();
  }
});

test('memory grows within a call, too', () => {
  for (const masu of modules) {
    const n = 40000;
    const world = masu.world({dimension: 2, detail: 'boxes'});
    const poses = new Float32Array(4 * n);
    for (let i = 0; i < n; ++i) poses.set([(i % 200) * 3, Math.floor(i / 200) * 3, 1, 0], 4 * i);
    const before = masu.memoryBytes;
    const handles = world.addMany(circle(1), poses);
    world.update();
    for (let i = 0; i < n; ++i) poses[4 * i] = (i % 200) * 1.5;
    world.moveMany(handles, poses);
    world.update();
    assert.ok(masu.memoryBytes > before);
    assert.equal(world.pairs().length, 200 * 199);
    assert.equal(world.validate(), true);
    world.free();
  }
});

test('calls of freed objects throw, and freeing again does nothing', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const hull = masu.bodies.hull([0, 0, 1, 0, 0, 1], {dimension: 2});
    const corridor = masu.corridor([0, 0, 1, 0], [{first: 0, count: 2, kind: 0, depth: 0}]);
    const movers = corridor.movers([0, 1], 0.25);
    const memory = masu.allocate(Uint8Array, 3);
    const {shape} = hull;
    const uses = [
      [world, () => world.update()],
      [hull, () => hull.shape],
      [movers, () => movers.position(0)],
      [corridor, () => corridor.nearest([0, 1])],
      [memory, () => memory.view],
    ];
    for (const [resource, use] of uses) {
      assert.equal(resource.freed, false);
      use();
      resource.free();
      resource.free();
      assert.equal(resource.freed, true);
      assert.throws(use, withStatus('freed'));
      assert.throws(use, MasuError);
    }
    const other = masu.world({dimension: 2});
    assert.throws(() => other.add(shape, [0, 0]), withStatus('freed'));
    assert.equal(other.size, 0);
    other.free();
  }
});

test('objects that are made and freed repeatedly take no more memory', () => {
  for (const masu of modules) {
    const once = () => {
      const world = masu.world({dimension: 3});
      const hull = masu.bodies.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], {dimension: 3});
      for (let i = 0; i < 50; ++i) world.add(hull.shape, [i / 2, 0, 0]);
      hull.free();  // the objects hold it
      world.update();
      assert.equal(world.pairs().length > 0, true);
      world.rayCastMany(new Float32Array(7 * 100).fill(1));
      assert.throws(() => world.rayCastMany([1]), withStatus('size_mismatch'));
      world.free();
    };
    for (let i = 0; i < 20; ++i) once();
    const before = masu.memoryBytes;
    for (let i = 0; i < 400; ++i) once();
    assert.equal(masu.memoryBytes, before);
  }
});

test('a refused allocation throws, and later allocations work', () => {
  for (const masu of modules) {
    assert.throws(() => masu.allocate(Float64Array, 2 ** 31), withStatus('out_of_memory'));
    const numbers = masu.allocate(Float32Array, 2);
    assert.deepEqual([...numbers.view], [0, 0]);
    numbers.free();
  }
});
