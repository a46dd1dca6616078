// SPDX-License-Identifier: MIT
// Characters on moving platforms: the scenarios of tests/c/c_carry_test.cpp.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {box} from 'masu';
import {kinds, modules, withStatus} from './support.js';

const close = (x, y, far = 0.01) => assert.ok(Math.abs(x - y) <= far, `${x} is not ${y}`);

for (const {dimension, scalar} of kinds) {
  const vec = (...p) => p.slice(0, dimension);

  test(`a lift carries a mover until it is crushed below a ceiling, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const world = masu.world({dimension, scalar});
      const lift = world.add(box(vec(4, 0.5, 4)), vec(0, 0, 0));
      const up = vec(0, 1, 0);
      const hero = {position: vec(0, 1.005, 0), radius: 0.5};
      world.move(lift, vec(1, 2, 0));
      const risen = world.carry(hero, [{object: lift, from: vec(0, 0, 0)}], {up});
      assert.deepEqual([risen.status, risen.crushed, risen.t], ['ok', false, 1]);
      assert.deepEqual([risen.ground, risen.crushedBy], [lift, undefined]);
      close(risen.position[0], 1);
      close(risen.position[1], 3.005);
      assert.deepEqual(risen.groundDisplacement, vec(1, 2, 0));
      close(risen.displacement[1], 2);
      assert.equal(hero.position[0], 0, 'the argument is unchanged');
      assert.ok(risen.stats.tests > 0);

      world.add(box(vec(9, 0.5, 9)), vec(1, 7, 0));
      world.move(lift, vec(1, 12, 0));
      const rider = {position: risen.position, radius: 0.5};
      const crushed = world.carry(rider, [{object: lift, from: vec(1, 2, 0)}], {up});
      assert.deepEqual([crushed.crushed, crushed.crushedBy], [true, lift]);
      assert.ok(crushed.t > 0.28 && crushed.t <= 0.3 && crushed.overlap > 0);
    }
  });
}

test('a one-way platform, an empty list of motions, and invalid arguments', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const plank = world.add(box([4, 0.1]), [0, 0]);
    const hero = {position: [0, -1], radius: 0.5};
    world.move(plank, [0, -1]);
    const moved = [{object: plank, from: [0, 0]}];
    const counts = (o) => o.object.index !== plank.index || o.gap([0, 1]) >= 0;
    assert.equal(world.carry(hero, moved, {counts}).displacement[1], 0);
    close(world.carry(hero, moved).position[1], -1.6);
    assert.equal(world.carry(hero, moved, {leftOut: plank}).displacement[1], 0);
    assert.equal(world.carry(hero, []).status, 'ok');
    assert.throws(() => world.carry({position: [0, 0], radius: 0}, moved),
      withStatus('not_positive'));
    assert.throws(() => world.carry(hero, moved, {counts() { throw new Error('mine'); }}), /mine/);
    world.move(plank, [0, 1000]);
    assert.throws(() => world.carry(hero, moved), withStatus('out_of_range'), 'too fast');
    world.remove(plank);
    assert.equal(world.carry(hero, moved).displacement[1], 0);
  }
});
