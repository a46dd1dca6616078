// SPDX-License-Identifier: MIT
// Objects of the program: data, handles that are equal by ===, and pairs in loops.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {circle} from 'masu';
import {modules} from './support.js';

for (const masu of modules) {
  const name = masu.simd ? ', SIMD' : '';

  test(`pairs, events and hits give the handles of add() and their data${name}`, () => {
    const world = masu.world({dimension: 2});
    const [hero, wall] = [{name: 'hero'}, {name: 'wall'}];
    const a = world.add(circle(1), [0, 0], {data: hero});
    const b = world.add(circle(1), [1, 0], {data: wall, userData: 5});
    assert.deepEqual([a.data, b.data], [hero, wall]);
    world.update();
    const seen = [];
    for (const [one, other] of world.began()) seen.push(one, other);
    assert.equal(seen.length, 2);
    assert.ok(seen[0] === a && seen[1] === b);
    const pair = world.pairs().at(0);
    assert.ok(pair.a === a && pair.b === b && pair.a.data === hero);
    assert.equal(world.contacts(pair).length, 1);
    const ray = {origin: [-5, 0], direction: [10, 0]};
    assert.ok(world.rayCast(ray).object === a);
    assert.ok(world.rayCastMany([-5, 0, 10, 0, 1]).at(0).object === a);
    assert.ok(world.shapeCast(circle(0.1), [-5, 0], [10, 0]).object === a);
    assert.deepEqual(world.at([1.5, 0]).map(({data}) => data), [wall]);
    assert.ok(world.nearest([3, 0], 1)[0].object === b && world.objects()[1] === b);
    assert.ok(world.within([3, 0], 2)[0].object === b && world.handleIn(0) === a);
    assert.ok(world.overlappingMany([1.5, 0, 2, 1]).of(0)[0] === b);
    const scores = new Map([[a, 1], [b, 2]]);
    assert.equal(scores.get(world.pairsOf(b)[0].b), 2);
    let asked;
    assert.equal(world.rayCast(ray, {accept: ({object}) => (asked = object, false)}), undefined);
    assert.ok(asked === a || asked === b);
    world.setPairFilter(([one, other]) => one.data !== hero || other.data !== wall);
    world.update();
    assert.equal(world.pairs().length, 0);
    world.free();
  });

  test(`ended pairs give the handles of removed objects; new ones in their slots differ${name}`, () => {
    const world = masu.world({dimension: 2});
    const a = world.add(circle(1), [0, 0], {data: 'a'});
    const b = world.add(circle(1), [1, 0], {data: 'b'});
    world.update();
    world.remove(b);
    const c = world.add(circle(1), [1, 0], {data: 'c'});
    assert.ok(c !== b);
    world.update();
    const [[one, other]] = world.ended();
    assert.ok(one === a && other === b && other.data === 'b');
    const [[, next]] = world.began();
    assert.ok(next === c && next.data === 'c');
    // Its slot is used again.
    const again = world.add(circle(1), [9, 9], {data: 'again'});
    assert.ok(again !== b && again.index === b.index && world.handleIn(b.index) === again);
    world.remove(again);
    world.clear();
    world.update();
    const [[d, e]] = world.ended();
    assert.ok(d === a && e === c);
    world.free();
  });

  test(`objects added by batches, and restored ones${name}`, () => {
    const world = masu.world({dimension: 2});
    const handles = world.addMany(circle(1), [0, 0, 1, 0, 1, 0, 1, 0], {data: 'both'});
    world.update();
    const [a, b] = world.pairs().at(0);
    assert.deepEqual([a.data, b.data, a.index, b.index], ['both', 'both', handles[0], handles[2]]);
    assert.ok(world.handleIn(a.index) === a);
    b.data = 'mine';
    const bytes = world.save();
    world.remove(a);
    const c = world.add(circle(1), [0, 0], {data: 'c'});
    world.update();
    assert.ok([...world.pairs().at(0)].includes(c));
    world.restore(bytes);
    // It exists again; its data is not in the bytes.
    const [again, mine] = world.pairs().at(0);
    assert.deepEqual([again.generation, mine.data], [a.generation, 'mine']);
    assert.ok(world.pairs().at(0).a === again && mine === b);
    assert.equal(world.contains(c), false);
    world.free();
  });
}

test('rows of results that have been replaced are refused', () => {
  const [masu] = modules;
  const world = masu.world({dimension: 2});
  for (const x of [0, 1]) world.add(circle(1), [x, 0]);
  world.update();
  const stale = {name: 'MasuError', status: 'stale_rows'};
  const pairs = world.pairs();
  const contacts = world.contacts(pairs.at(0));
  const none = world.left();
  world.update();
  for (const use of [() => [...none], () => pairs.at(0), () => [...pairs], () => pairs.words, () => contacts.at(0)]) {
    assert.throws(use, stale);
  }
  assert.equal(pairs.length, 1);
  const hits = world.rayCastMany([-5, 0, 10, 0, 1]);
  const groups = world.nearestMany([0, 0], 1);
  assert.throws(() => hits.at(0), stale);
  assert.equal(groups.of(0).length, 1);
  world.overlappingMany([0, 0, 1, 1]);
  assert.throws(() => groups.of(0), stale);
  assert.throws(() => groups.first, stale);
  const last = world.pairs();
  world.free();
  assert.throws(() => last.at(0), stale);
  const index = masu.boxIndex({dimension: 2});
  index.build([0, 0, 1, 1]);
  const first = index.overlappingMany([0, 0, 1, 1]);
  assert.deepEqual([...first.of(0)], [0]);
  index.overlappingMany([5, 5, 6, 6]);
  assert.throws(() => first.indices, stale);
  index.free();
});

test('handles of two worlds are not mixed up', () => {
  for (const masu of modules) {
    const [here, there] = [0, 1].map(() => masu.world({dimension: 2}));
    const a = here.add(circle(1), [0, 0], {data: 'here'});
    const b = there.add(circle(1), [1, 0], {data: 'there'});
    assert.deepEqual([a.index, a.generation], [b.index, b.generation]);
    const closest = here.closestBetween(there);
    assert.ok(closest.a === a && closest.b === b);
    const [{object, ofOther}] = here.touchingIn(there);
    assert.ok(object === a && ofOther === b);
    assert.ok(here.objects()[0] === a && there.objects()[0] === b);
    here.free();
    there.free();
  }
});
