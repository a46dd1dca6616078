// SPDX-License-Identifier: MIT
// Query filters, user data, and margins of objects.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {box, circle} from 'masu';
import {kinds, modules, withStatus} from './support.js';

const vector = (dimension, x, y = 0) => (dimension === 2 ? [x, y] : [x, y, 0]);

for (const {dimension, scalar} of kinds) {
  const vec = (x, y) => vector(dimension, x, y);
  const ray = {origin: vec(-5), direction: vec(1), maxT: 99};

  test(`sensors, filters and predicates, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const world = masu.world({dimension, scalar});
      const cube = box(dimension === 2 ? [0.25, 0.25] : [0.25, 0.25, 0.25]);
      for (let i = 0; i < 12; ++i) {
        world.add(cube, vec(i), {
          sensor: i % 3 === 0, userData: 100 + i, filter: {category: i % 2 === 0 ? 1n : 2n},
        });
      }
      const first = (filter) => world.rayCast(ray, filter)?.object.index;
      assert.equal(first(), 1);
      assert.equal(first({}), 1);
      assert.equal(first({sensors: true}), 0);
      assert.equal(first({sensors: false}), 1);
      assert.equal(first({mask: 1n}), 2);
      assert.equal(first({mask: 2n, sensors: true}), 1);
      const seen = [];
      const late = (c) => {
        seen.push(c);
        return c.object.index > 6;
      };
      assert.equal(first({accept: late}), 7);
      for (const {object, subShape, t, point, normal} of seen) {
        assert.equal(subShape, 0);
        assert.ok(Math.abs(t - object.index - 4.75) < 1e-5);
        assert.ok(Math.abs(point[0] - object.index + 0.25) < 1e-5);
        assert.equal(point.length, dimension);
        assert.deepEqual(normal.map(Math.round).map((x) => x + 0), vec(-1));
      }
      const only = (index) => ({sensors: true, accept: ({object}) => object.index === index});
      const indices = (found) => found.map((h) => (h.object ?? h).index);
      assert.deepEqual(world.rayCastAll(ray).toArray().length, 8);
      assert.deepEqual(indices(world.rayCastAll(ray, only(9)).toArray()), [9]);
      assert.equal(world.shapeCast(cube, vec(-5), vec(20), only(6))?.object.index, 6);
      assert.equal(world.shapeCast(cube, vec(-5), vec(20))?.object.index, 1);
      const large = box(dimension === 2 ? [50, 50] : [50, 50, 50]);
      assert.equal(world.touching(large, vec(0)).length, 12);
      assert.equal(world.touching(large, vec(0), {sensors: false}).length, 8);
      assert.deepEqual(indices(world.touching(large, vec(0), only(3))), [3]);
      assert.deepEqual(indices(world.at(vec(3), only(3))), [3]);
      assert.deepEqual(world.at(vec(3), only(4)), []);
      const everywhere = {min: [-99, -99, -99].slice(0, dimension), max: [99, 99, 99].slice(0, dimension)};
      assert.deepEqual(indices(world.overlapping(everywhere, only(11))), [11]);
      assert.deepEqual(indices(world.nearest(vec(0), 3, only(8))), [8]);
      assert.deepEqual(indices(world.within(vec(0), 9, only(8))), [8]);
      assert.equal(world.closestTo(cube, vec(-5), only(5))?.a.index, 5);
      const rays = [...ray.origin, ...ray.direction, 99];
      assert.equal(world.rayCastMany(rays, only(10)).at(0).object.index, 10);
      assert.deepEqual(indices(world.nearestMany(vec(0), 3, only(8)).of(0)), [8]);
      const boxes = [...everywhere.min, ...everywhere.max];
      assert.deepEqual(indices(world.overlappingMany(boxes, only(8)).of(0)), [8]);
      world.free();
    }
  });

  test(`rays pass through triangles that do not count, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const world = masu.world({dimension, scalar});
      const vertices = [];
      for (let i = 0; i < 5; ++i) {
        vertices.push(...(dimension === 2 ? [i, -5, i, 5] : [i, -5, 0, i, 5, -5, i, 5, 9]));
      }
      const corners = Array.from({length: 5 * dimension}, (_, i) => i);
      const userData = [10, 11n, 12, 0xffffffffffffffffn, -2];
      const mesh = masu.bodies.mesh(vertices, corners, {dimension, scalar, userData});
      const wall = world.add(mesh.shape, vec(0), {userData: 7n});
      const idOf = ({object, subShape}) => world.userData(object, subShape);
      assert.equal(idOf(world.rayCast(ray)), 10n);
      const behind = world.rayCast(ray, {accept: (c) => idOf(c) > 12n});
      assert.equal(behind.subShape, 3);
      assert.equal(idOf(behind), 0xffffffffffffffffn);
      assert.equal(world.userData(wall), 7n);
      assert.equal(world.userData(wall, 4), 0xfffffffffffffffen);
      assert.equal(world.userData(wall, 5), 0n);
      assert.throws(() => mesh.setUserData([1]), withStatus('size_mismatch'));
      mesh.setUserData([]);
      assert.equal(world.userData(wall, 3), 0n);
      const bad = {dimension, scalar, userData: [1, 2]};
      assert.throws(() => masu.bodies.mesh(vertices, corners, bad), withStatus('size_mismatch'));
      world.remove(wall);
      assert.equal(world.userData(wall), 0n);
      mesh.free();
      world.free();
    }
  });
}

test('queries throw exceptions of a predicate, which may query the world', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const a = world.add(circle(1), [0, 0], {userData: 3});
    const ray = {origin: [-5, 0], direction: [1, 0], maxT: 99};
    const broken = () => {
      throw new RangeError('mine');
    };
    assert.throws(() => world.rayCast(ray, {accept: broken}), RangeError);
    let calls = 0;
    const nested = ({object}) => {
      ++calls;
      assert.throws(() => world.move(a, [1, 0]), withStatus('busy'));
      const inner = world.rayCast(ray, {accept: () => false});
      return inner === undefined && world.userData(object) === 3n;
    };
    assert.equal(world.rayCast(ray, {accept: nested})?.object.index, 0);
    assert.equal(calls, 1);
    world.move(a, [1, 0]);
    const children = [{shape: circle(1), pose: [0, 9]}, {shape: circle(1), pose: [4, 9]}];
    const two = masu.bodies.compound(children, {dimension: 2, userData: [5, 6]});
    const h = world.add(two.shape, [0, 0]);
    assert.equal(world.userData(h, 1), 6n);
    const hull = masu.bodies.hull([0, 0, 1, 0, 0, 1], {dimension: 2});
    assert.throws(() => hull.setUserData([1]), withStatus('wrong_format'));
    for (const each of [two, hull, world]) each.free();
  }
});

test('an invalid shape throws', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    assert.throws(() => world.add(circle(-1), [0, 0]), withStatus('not_positive'));
    assert.equal(world.size, 0);
    world.free();
  }
});

test('objects have margins of their own', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2, margin: 0.25});
    const a = world.add(circle(1), [0, 0], {margin: 0.5});
    const b = world.add(circle(1), [3, 0], {margin: 0.25});
    const pairs = () => (world.update(), world.pairs().length);
    assert.equal(pairs(), 1);
    assert.equal(world.find(a).options.margin, 0.5);
    world.setMargin(b, 0.125);
    assert.equal(pairs(), 0);
    for (const margin of [-1, NaN, Infinity]) {
      assert.throws(() => world.setMargin(b, margin), withStatus('out_of_range'));
      assert.throws(() => world.add(circle(1), [9, 0], {margin}), withStatus('out_of_range'));
    }
    world.setMargin(b, 1);
    assert.equal(pairs(), 1);
    world.free();
  }
});
