// SPDX-License-Identifier: MIT
// Calls whose arguments are views of the module's memory, and that make it grow before they read
// them.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {test} from 'node:test';
import {circle, init} from 'masu';
import {withStatus, wordsOf} from './support.js';

const {resolve} = createRequire(import.meta.url);
const files = await Promise.all(['masu/masu.wasm', 'masu/masu-simd.wasm'].map((name) => readFile(resolve(name))));

// A new memory each time, which has not grown yet: sixteen megabytes.
const started = () => Promise.all(files.map((module) => init({module})));

function filled(masu, type, numbers) {
  const memory = masu.allocate(type, numbers.length);
  memory.view.set(numbers);
  return memory;
}

/** Calls until memory grows during a call, which must allocate more than it keeps. */
function untilItGrows(masu, call) {
  for (let tries = 0; tries < 200; ++tries) {
    const before = masu.memoryBytes;
    call();
    if (masu.memoryBytes > before) return;
    masu.allocate(Uint8Array, 1 << 18);
  }
  assert.fail('memory never grew');
}

function growsIn(masu, call) {
  const before = masu.memoryBytes;
  const answer = call();
  assert.ok(masu.memoryBytes > before, 'memory has grown in the call');
  return answer;
}

function repeated(count, numbers) {
  const row = new Float32Array(count * numbers.length);
  for (let i = 0; i < row.length; ++i) row[i] = numbers[i % numbers.length];
  return row;
}

test('rays of a world', async () => {
  for (const masu of await started()) {
    const world = masu.world({dimension: 2});
    world.add(circle(1), [0, 0]);
    const n = 300000;
    const rays = filled(masu, Float32Array, repeated(n, [-5, 0, 10, 0, 1]));
    const hits = growsIn(masu, () => world.rayCastMany(rays.view));
    for (const i of [0, 1, n >> 1, n - 1]) assert.equal(hits.at(i).cast.t, Math.fround(0.4));
  }
});

test('walls: movers, rays, circles and points', async () => {
  const n = 250000;
  for (const masu of await started()) {
    const walls = masu.corridor([0, -5, 0, 5], [{first: 0, count: 2, kind: 0, depth: 0}]);
    const points = filled(masu, Float32Array, repeated(n, [-3, 0]));
    const movers = growsIn(masu, () => walls.movers(points.view, 0.5));
    assert.deepEqual(movers.position(n - 1), [-3, 0]);
    const displacements = filled(masu, Float32Array, repeated(n, [1, 0]));
    const moved = growsIn(masu, () => walls.move(movers, displacements.view));
    assert.deepEqual([moved.at(0).status, moved.at(n - 1).displacement], ['ok', [1, 0]]);
    assert.deepEqual(movers.position(n - 1), [-2, 0]);
  }
  for (const [name, numbers, query, fits] of [
    ['rays', [-4, 0, 8, 0, 1], (walls, view) => walls.rayCastMany(view), ({t}) => t === 0.5],
    ['points', [-4, 0], (walls, view) => walls.nearestMany(view), ({distance}) => distance === 4],
  ]) {
    for (const masu of await started()) {
      const walls = masu.corridor([0, -5, 0, 5], [{first: 0, count: 2, kind: 0, depth: 0}]);
      const inside = filled(masu, Float32Array, repeated(n, numbers));
      const answers = growsIn(masu, () => query(walls, inside.view));
      for (const i of [0, n - 1]) assert.ok(fits(answers.at(i)), name);
    }
  }
  for (const masu of await started()) {
    const walls = masu.corridor([0, -5, 0, 5], [{first: 0, count: 2, kind: 0, depth: 0}]);
    const displacements = filled(masu, Float32Array, repeated(n, [8, 0]));
    const hits = growsIn(masu, () =>
      walls.circleCastMany(repeated(n, [-5, 0]), 1, displacements.view));
    for (const i of [0, n - 1]) assert.equal(hits.at(i).t, 0.5);
  }
});

test('handles outside of the memory with poses inside it, and the reverse', async () => {
  const n = 50000;
  for (const masu of await started()) {
    const world = masu.world({dimension: 2, detail: 'boxes'});
    const handles = world.addMany(circle(1), Float32Array.from({length: 4 * n}, (_, i) => [3 * i / 4, 0, 1, 0][i % 4]));
    const last = {index: handles[2 * n - 2], generation: handles[2 * n - 1]};
    const poses = filled(masu, Float32Array, repeated(n, [7, 8, 1, 0]));
    untilItGrows(masu, () => world.moveMany(handles, poses.view));
    assert.deepEqual(world.find(last).pose.translation, [7, 8]);
    const inside = filled(masu, Uint32Array, handles);
    untilItGrows(masu, () => world.moveMany(inside.view, repeated(n, [5, 6, 1, 0])));
    assert.deepEqual(world.find(last).pose.translation, [5, 6]);
  }
});

test('one set of boxes outside of the memory, the other inside it', async () => {
  const n = 40000;
  const row = Float32Array.from({length: 4 * n}, (_, i) => 2 * Math.floor(i / 4) + (i % 4 < 2 ? 0 : 1));
  for (const masu of await started()) {
    const finder = masu.finder({dimension: 2, method: 'sweep_and_prune'});
    const other = filled(masu, Float32Array, [0.5, 0.5, 0.75, 0.75]);
    untilItGrows(masu, () =>
      assert.deepEqual(wordsOf(finder.findPairsBetween(row, other.view)), ['0 0']));
  }
});

test('results of batches are right after memory has grown', async () => {
  for (const masu of await started()) {
    const world = masu.world({dimension: 2});
    const object = world.add(circle(1), [0, 0]);
    const starts = [[...world.overlappingMany([-1, -1, 1, 1, 8, 8, 9, 9]).first]];
    const near = world.nearestMany([0, 0, 3, 0], 1);
    starts.push([...near.first]);
    growsIn(masu, () => masu.allocate(Uint8Array, 1 << 24));
    assert.deepEqual([near.length, [...near.first], near.of(1)[0].object], [2, starts[1], object]);
    const again = world.overlappingMany([-1, -1, 1, 1, 8, 8, 9, 9]);
    growsIn(masu, () => masu.allocate(Uint8Array, 1 << 25));
    assert.deepEqual([again.length, [...again.first], again.of(0), again.of(1)], [2, starts[0], [object], []]);
  }
});

test('a detached view is refused, not searched as if it were empty', async () => {
  for (const masu of await started()) {
    const finder = masu.finder({dimension: 2});
    const boxes = filled(masu, Float32Array, [0, 0, 1, 1, 0, 0, 1, 1]);
    const {view} = boxes;
    assert.deepEqual([...finder.findPairs(view)], [0, 1]);
    growsIn(masu, () => masu.allocate(Uint8Array, 1 << 24));
    assert.throws(() => finder.findPairs(view), withStatus('freed'));
    assert.deepEqual([...finder.findPairs(boxes.view)], [0, 1]);
    assert.equal(finder.findPairs(new Float32Array(0)).length, 0);
  }
});
