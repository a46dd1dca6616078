// SPDX-License-Identifier: MIT
// Characters: the scenarios of tests/c/c_slide_test.cpp.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {box, sphere} from 'masu';
import {kinds, modules, withStatus} from './support.js';

const close = (x, y, far = 0.01) => assert.ok(Math.abs(x - y) <= far, `${x} is not ${y}`);

for (const {dimension, scalar} of kinds) {
  const vec = (...p) => p.slice(0, dimension);

  test(`a mover lands on a floor, slides along a wall and steps up, ${dimension} ${scalar}`, () => {
    const answers = modules.map((masu) => {
      const world = masu.world({dimension, scalar});
      const floor = world.add(box(vec(20, 1, 20)), vec(0, 0, 0));
      const wall = world.add(box(vec(1, 4, 20)), vec(6, 4, 0));
      world.add(sphere(5), vec(0, 3, 0), {sensor: true});
      const up = vec(0, 1, 0);
      const down = world.slide({position: vec(0, 2, 0), radius: 0.5}, vec(0, -3, 0));
      close(down.position[1], 1.5);
      assert.deepEqual([down.status, down.onGround, down.ground], ['ok', false, undefined]);
      assert.deepEqual(down.contacts.map((c) => c.object), [floor]);
      const {t, point, normal, walkable} = down.contacts[0];
      close(t, 0.5 / 3);
      close(point[1], 1);
      assert.deepEqual([normal, walkable], [vec(0, 1, 0), false]);

      // A capsule moves into a wall: it loses the component into the wall and keeps the rest.
      const hero = {position: vec(3, 2, 0), radius: 0.5, halfAxis: vec(0, 0.5, 0)};
      const along = world.slide(hero, vec(9, -1, 2), {up});
      assert.deepEqual([along.onGround, along.ground], [true, floor]);
      close(along.groundNormal[1], 1);
      close(along.position[0], 4.5);
      close(along.position[1], 2);
      if (dimension === 3) close(along.position[2], 2);
      assert.ok(along.contacts.some((c) => c.object.index === wall.index));
      assert.equal(hero.position[0], 3, 'the argument is unchanged');

      const edge = world.add(box(vec(1, 1.25, 20)), vec(-4, 0, 0));
      const low = {position: vec(-2, 1.505, 0), radius: 0.5};
      const stopped = world.slide(low, vec(-2, -0.125, 0), {up});
      assert.ok(stopped.position[0] > -3);
      const stepped = world.slide(low, vec(-2, -0.125, 0), {up, stepHeight: 0.5, snap: 0.5});
      close(stepped.position[0], -4);
      close(stepped.position[1], 1.75);
      assert.deepEqual(stepped.ground, edge);

      const passed = world.slide(
        {position: vec(0, 2, 0), radius: 0.5}, vec(0, -3, 0), {leftOut: floor});
      close(passed.position[1], -1);
      const unseen = world.slide(
        {position: vec(0, 2, 0), radius: 0.5}, vec(0, -3, 0), {filter: {mask: 2n}});
      close(unseen.position[1], -1);
      const short = world.slide(
        {position: vec(0, 2, 0), radius: 0.5}, vec(0, -3, 0), {maxContacts: 0});
      assert.equal(short.status, 'not_converged');
      const refused = [
        ['not_positive', {position: vec(0, 2, 0), radius: 0}, {}],
        ['not_finite', {position: vec(0, NaN, 0), radius: 1}, {}],
        ['size_mismatch', {position: [1], radius: 1}, {}],
        ['out_of_range', {position: vec(0, 2, 0), radius: 1}, {walkableCosine: 2}],
      ];
      for (const [status, mover, options] of refused) {
        assert.throws(() => world.slide(mover, vec(0, -1, 0), options), withStatus(status));
      }
      world.free();
      return [down, along, stopped, stepped];
    });
    assert.deepEqual(answers[0], answers[1]);
  });
}

test('a one-way platform', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const platform = world.add(box([4, 0.1]), [0, 2]);
    const up = [0, 1];
    const counts = (o) => o.object.index !== platform.index || o.gap(up) >= 0;
    let position = [0, 1];
    const slide = (by) => {
      const r = world.slide({position, radius: 0.5}, [0, by], {up, counts});
      ({position} = r);
      return r;
    };
    for (let i = 0; i < 4; ++i) slide(0.5);
    assert.deepEqual(position, [0, 3]);
    const {ground} = slide(-9);
    close(position[1], 2.6);
    assert.deepEqual(ground, platform);
    world.free();
  }
});

test('the callback `counts` may only query the world, and slide() throws its exceptions', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const other = masu.world({dimension: 2});
    const floor = world.add(box([9, 1]), [0, 0]);
    other.add(box([9, 1]), [0, 1]);
    const hero = {position: [0, 4], radius: 0.5};
    const down = [0, -9];
    const within = [];
    const result = world.slide(hero, down, {
      counts: ({object, subShape}) => {
        assert.equal(subShape, 0);
        within.push(world.find(object).pose.translation);
        // A nested slide with a function of its own.
        close(other.slide(hero, down, {counts: () => true}).position[1], 2.5);
        close(other.slide(hero, down, {counts: () => false}).position[1], -5);
        return true;
      },
    });
    close(result.position[1], 1.5);
    assert.ok(within.length > 0);
    assert.deepEqual(within[0], [0, 0]);
    let calls = 0;
    const failing = () => world.slide(hero, down, {
      counts: () => {
        ++calls;
        throw new RangeError('mine');
      },
    });
    assert.throws(failing, (error) => error instanceof RangeError && error.message === 'mine');
    assert.equal(calls, 1, 'it is not called any more');
    const changing = {counts: () => world.move(floor, [0, 1])};
    assert.throws(() => world.slide(hero, down, changing), withStatus('busy'));
    world.move(floor, [0, 1]);
    close(world.slide(hero, down).position[1], 2.5);
    world.free();
    other.free();
  }
});
