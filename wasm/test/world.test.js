// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  box, capsule, circle, cone, cylinder, ellipsoid, halfSpace, point, rounded, segment, sphere, triangle,
} from 'masu';
import {
  arrayOf, bruteForce, kinds, modules, overlap, Pcg32, someBoxes, withStatus,
} from './support.js';

/** Returns a world of boxes, and the boxes as numbers. */
function worldOfBoxes(masu, dimension, scalar, n, size) {
  const random = new Pcg32(77);
  const boxes = someBoxes(random, n, dimension, scalar, size);
  const world = masu.world({dimension, scalar, detail: 'boxes'});
  const handles = [];
  for (let i = 0; i < n; ++i) {
    const low = [...boxes.subarray(2 * dimension * i, 2 * dimension * i + dimension)];
    const high = [...boxes.subarray(2 * dimension * i + dimension, 2 * dimension * (i + 1))];
    const half = low.map((x, a) => (high[a] - x) / 2);
    handles.push(world.add(box(half, low.map((x, a) => x + half[a])), low.map(() => 0)));
  }
  // As stored by the world: center and half extents are rounded.
  handles.forEach((h, i) => {
    const {min, max} = world.find(h).box;
    boxes.set([...min, ...max], 2 * dimension * i);
  });
  return {world, boxes, handles};
}
const wordsOfWorld = (world) => world.pairs().toArray().map(({a, b}) => `${a.index} ${b.index}`).sort();

for (const {dimension, scalar} of kinds) {
  test(`pairs and box queries match brute force, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const {world, boxes, handles} = worldOfBoxes(masu, dimension, scalar, 400, 0.3);
      const methods = [
        'all_pairs', 'sweep_and_prune', 'sorted_orthtree', 'bvh', 'pair_tracker',
        'incremental_sweep', 'automatic',
      ];
      for (const method of methods) {
        world.useBroadPhase(method);
        world.update();
        assert.deepEqual(wordsOfWorld(world), bruteForce(boxes, dimension), method);
        if (method !== 'automatic') assert.equal(world.broadPhase, method);
      }
      // A world that was automatic from the start chooses when there are enough pairs to find.
      const advised = worldOfBoxes(masu, dimension, scalar, 400, 0.3).world;
      advised.update();
      assert.ok(advised.advice.length > 20);
      advised.free();
      const queries = someBoxes(new Pcg32(5), 50, dimension, scalar, 0.5);
      const groups = world.overlappingMany(queries);
      assert.equal(groups.length, 50);
      let found = 0;
      for (let q = 0; q < 50; ++q) {
        const expected = handles.filter((_, i) => overlap(queries, q, boxes, i, dimension))
          .map((h) => h.index);
        found += expected.length;
        const each = queries.subarray(2 * dimension * q, 2 * dimension * (q + 1));
        const single = world.overlapping(
          {min: each.subarray(0, dimension), max: each.subarray(dimension)});
        assert.deepEqual(single.map((h) => h.index).sort((a, b) => a - b), expected);
      }
      const again = world.overlappingMany(queries);
      for (let q = 0, k = 0; q < 50; ++q) {
        const indices = again.of(q).map((h) => h.index).sort((a, b) => a - b);
        const expected = handles.filter((_, i) => overlap(queries, q, boxes, i, dimension));
        assert.deepEqual(indices, expected.map((h) => h.index));
        assert.equal(again.first[q], k);
        k += expected.length;
      }
      assert.equal(again.rows.words.length, 2 * found);
      world.free();
    }
  });

  test(`rays and nearest objects of spheres, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const random = new Pcg32(8);
      const world = masu.world({dimension, scalar});
      const centers = [];
      for (let i = 0; i < 200; ++i) {
        centers.push(Array.from({length: dimension}, () => Math.fround(random.between(-5, 5))));
        world.add(sphere(0.25), centers[i]);
      }
      const origin = centers[0].map(() => -6);
      const rays = new (arrayOf(scalar))(centers.flatMap((c) =>
        [...origin, ...c.map((x, a) => x - origin[a]), 1]));
      const hits = world.rayCastMany(rays);
      assert.equal(hits.length, 200);
      const points = new (arrayOf(scalar))(centers.flat());
      hits.toArray().forEach((hit, i) => {
        assert.equal(hit.cast.hit, true);
        const one = world.rayCast({origin, direction: centers[i].map((x, a) => x - origin[a])});
        assert.deepEqual(one, hit);
        const all = world.rayCastAll({origin, direction: centers[i].map((x, a) => x - origin[a])});
        assert.deepEqual(all.at(0).object, hit.object);
        assert.ok(all.toArray().some((each) => each.object.index === i));
      });
      const near = world.nearestMany(points, 3);
      for (let i = 0; i < 200; ++i) {
        const far = (j) => Math.hypot(...centers[i].map((x, a) => x - centers[j][a]));
        const order = centers.map((_, j) => j).sort((p, q) => far(p) - far(q));
        const found = near.of(i);
        assert.equal(found.length, 3);
        assert.deepEqual(world.nearest(centers[i], 3), found);
        assert.equal(found[0].distanceSquared, 0);
        const reach = Math.max(0, far(order[2]) - 0.25);
        assert.ok(Math.abs(Math.sqrt(found[2].distanceSquared) - reach) < 1e-5);
        const within = world.within(centers[i], 1).map((n) => n.object.index).sort((a, b) => a - b);
        assert.deepEqual(within, order.filter((j) => far(j) <= 1.25).sort((a, b) => a - b));
      }
      world.free();
    }
  });
}

test('pairs begin, stay and end', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 3});
    const a = world.add(sphere(1), [0, 0, 0], {userData: 7});
    const b = world.add(sphere(1), [1.5, 0, 0], {userData: 2n ** 64n - 1n});
    const {stats} = world.update();
    assert.equal(stats.results, 1);
    assert.equal(world.began().length, 1);
    const pair = world.pairs().at(0);
    assert.deepEqual([pair.a, pair.b, pair.status], [a, b, 'ok']);
    assert.deepEqual(world.pairsOf(a), [pair]);
    const contact = world.contacts(pair).at(0);
    assert.equal(contact.separation.distance, -0.5);
    assert.deepEqual(contact.separation.normal, [1, 0, 0]);
    world.update();
    assert.deepEqual([world.began().length, world.stayed().length], [0, 1]);
    world.move(b, [5, 0, 0]);
    world.update();
    const [ended] = world.ended().toArray();
    assert.deepEqual({...ended}, {a, b, userDataA: 7n, userDataB: 2n ** 64n - 1n});
    assert.equal(world.pairs().at(0), undefined);
    assert.equal(world.contacts(pair).length, 0);
    world.free();
  }
});

test('sensors, impacts and bounds are reported', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const gate = world.add(box([0.1, 5]), [0, 0], {sensor: true});
    const bullet = world.add(circle(0.1), [-9, 0], {continuous: true});
    const wall = world.add(box([0.1, 5]), [8, 0]);
    world.setBounds({min: [-10, -10], max: [10, 10]});
    world.update();
    world.move(bullet, [20, 0]);
    world.update();
    const crossed = world.crossed().toArray();
    assert.equal(crossed.length, 1);
    assert.deepEqual([crossed[0].a, crossed[0].b], [gate, bullet]);
    const impacts = world.impacts().toArray();
    assert.deepEqual(impacts.map((i) => i.b), [wall]);
    assert.ok(Math.abs(impacts[0].first.impact.t - 16.8 / 29) < 1e-5);
    assert.deepEqual(world.left().toArray(), [bullet]);
    assert.deepEqual(world.bounds, {min: [-10, -10], max: [10, 10]});
    world.free();
  }
});

test('objects, their options and invalid arguments', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2, scalar: 'double', handleSalt: 5});
    const a = world.add(circle(1), {translation: [1, 2], rotation: [0, 1]}, {layer: 3, fixed: true});
    const found = world.find(a);
    assert.deepEqual(found.pose, {translation: [1, 2], rotation: [0, 1]});
    assert.deepEqual(found.box, {min: [0, 1], max: [2, 3]});
    assert.deepEqual(found.shape, {kind: 'point', radius: 1, p: [[0, 0], [0, 0], [0, 0]]});
    assert.deepEqual([found.options.layer, found.options.fixed], [3, true]);
    assert.deepEqual([world.size, world.objects(), world.handleIn(a.index)], [1, [a], a]);
    const refused = [
      ['not_positive', () => world.add(circle(-1), [0, 0])],
      ['not_positive', () => world.add(circle(0), [0, 0])],
      ['not_finite', () => world.add(circle(1), [NaN, 0])],
      ['not_unit', () => world.add(halfSpace([2, 0], 0), [0, 0])],
      ['size_mismatch', () => world.add(circle(1), [0, 0, 0])],
      ['size_mismatch', () => world.moveMany([1], [0, 0, 1, 0])],
      ['not_unit', () => world.addMany(circle(1), [0, 0, 1, 0, 5, 5, 2, 0])],
      ['out_of_range', () => world.useBroadPhase('magic')],
      ['out_of_range', () => masu.world({dimension: 2, detail: 'magic'})],
      ['out_of_range', () => masu.world({dimension: 2, margin: -1})],
      ['out_of_range', () => world.setLayers(new BigUint64Array(63).fill(1n))],
    ];
    for (const [status, call] of refused) assert.throws(call, withStatus(status), `${call}`);
    assert.equal(world.size, 1, 'no object of those that were refused is there');
    world.remove(a);
    assert.equal(world.contains(a), false);
    assert.throws(() => world.move(a, [0, 0]), withStatus('stale_handle'));
    assert.equal(world.handleIn(0), undefined);
    world.free();
  }
});

test('filters and layers decide which objects collide', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2, detail: 'touch'});
    const pairCount = () => {
      world.update();
      return world.pairs().length;
    };
    const a = world.add(circle(1), [0, 0]);
    const b = world.add(circle(1), [1, 0], {filter: {category: 2n ** 63n}});
    assert.equal(pairCount(), 1);
    world.setFilter(a, {mask: 1n});
    assert.equal(pairCount(), 0);
    world.setFilter(a, {mask: 2n ** 63n});
    assert.equal(pairCount(), 1);
    world.setLayer(a, 0);
    world.setLayer(b, 1);
    world.setLayers(new BigUint64Array(63));
    assert.equal(pairCount(), 0);
    const rows = new BigUint64Array(63);
    rows[0] = 2n;
    rows[1] = 1n;
    world.setLayers(rows);
    assert.equal(pairCount(), 1);
    world.setFixed(a, true);
    world.setFixed(b, true);
    assert.equal(pairCount(), 0);
    world.free();
  }
});

test('shapes have the boxes of the library', () => {
  const two = {
    point: [point([1, 2]), [1, 2], [1, 2]],
    segment: [segment([0, 0], [2, 1]), [0, 0], [2, 1]],
    capsule: [capsule([0, 0], [2, 0], 1), [-1, -1], [3, 1]],
    triangle: [triangle([0, 0], [2, 0], [0, 3]), [0, 0], [2, 3]],
    box: [box([1, 2], [1, 1]), [0, -1], [2, 3]],
    ellipse: [ellipsoid([1, 2]), [-1, -2], [1, 2]],
    rounded: [rounded(box([1, 2]), 0.5), [-1.5, -2.5], [1.5, 2.5]],
  };
  const three = {
    sphere: [sphere(1, [0, 0, 3]), [-1, -1, 2], [1, 1, 4]],
    cylinder: [cylinder(1, 2), [-1, -2, -1], [1, 2, 1]],
    cone: [cone(1, 2), [-1, -2, -1], [1, 2, 1]],
  };
  for (const masu of modules) {
    for (const [dimension, shapes] of [[2, two], [3, three]]) {
      for (const [name, [shape, min, max]] of Object.entries(shapes)) {
        const found = masu.shapes(dimension, 'double').box(shape, min.map(() => 0));
        assert.deepEqual(found, {min, max}, name);
      }
    }
  }
});

test('a restored world continues as it did before', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2, detail: 'areas'});
    const other = masu.world({dimension: 2, detail: 'areas'});
    const random = new Pcg32(4);
    const handles = [];
    for (let i = 0; i < 60; ++i) {
      handles.push(world.add(box([0.5, 0.5]), [random.between(-4, 4), random.between(-4, 4)]));
    }
    const story = (of) => {
      const moves = new Pcg32(6);
      for (let f = 0; f < 10; ++f) {
        for (const h of handles) of.move(h, [moves.between(-4, 4), moves.between(-4, 4)]);
        of.update();
      }
      return of.hash();
    };
    world.update();
    const saved = world.save();
    const hash = story(world);
    world.restore(saved);
    assert.equal(story(world), hash);
    other.restore(saved);
    assert.equal(story(other), hash);
    assert.equal(other.validate(), true);
    const damaged = saved.slice();
    damaged[damaged.length >> 1] ^= 1;
    assert.throws(() => world.restore(damaged), withStatus('damaged'));
    assert.equal(world.hash(), hash);
    world.move(handles[0], [0, 0]);
    assert.throws(() => world.save(), withStatus('not_updated'));
    world.free();
    other.free();
  }
});

test('corners of a box that rests keep their featureId', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 3, detail: 'areas'});
    world.add(box([4, 1, 4]), [0, -1, 0], {fixed: true});
    const crate = world.add(box([0.5, 0.5, 0.5]), [0.3, 0.49, 0.2]);
    const ids = () => {
      world.update();
      return world.corners(world.pairs().at(0), 0).toArray().map(({featureId}) => featureId).sort();
    };
    const first = ids();
    assert.equal(new Set(first).size, 4);
    const random = new Pcg32(60);
    for (let frame = 0; frame < 60; ++frame) {
      world.move(crate, [0.3, 0.49, 0.2].map((x) => x + random.between(-1e-4, 1e-4)));
      assert.deepEqual(ids(), first);
    }
    world.free();
  }
});

test('casts, closest objects and two worlds', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const other = masu.world({dimension: 2});
    assert.equal(world.closestPair(), undefined);
    const a = world.add(circle(1), [0, 0]);
    const b = world.add(circle(1), [5, 0]);
    const c = other.add(circle(1), [5, 1.5]);
    assert.deepEqual([world.closestPair().a, world.closestPair().b], [a, b]);
    assert.equal(world.closestPair().separation.separation.distance, 3);
    assert.deepEqual([world.closestBetween(other).a, world.closestBetween(other).b], [b, c]);
    assert.deepEqual(world.closestTo(circle(1), [0, 4]).a, a);
    assert.deepEqual(world.touchingIn(other), [{object: b, ofOther: c}]);
    const hit = world.shapeCast(circle(1), [0, 10], [0, -10]);
    // A cast is never late: the nearest float, 0.80000001, would be.
    assert.deepEqual([hit.object, hit.impact.t], [a, Math.fround(0.8) - 2 ** -24]);
    assert.equal(world.shapeCast(circle(1), [0, 10], [0, 10]), undefined);
    assert.deepEqual(world.touching(circle(1), [4, 0]), [b]);
    assert.deepEqual(world.at([0.5, 0]), [a]);
    assert.deepEqual(world.at([0.5, 0], {mask: 2n}), []);
    assert.equal(world.rayCast({origin: [0, 10], direction: [0, 1]}), undefined);
    world.free();
    other.free();
  }
});
