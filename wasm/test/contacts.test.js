// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {box, capsule, point, roundedBox, sphere, tiles} from 'masu';
import {kinds, modules, Pcg32, withStatus} from './support.js';

const close = (x, y, far = 1e-5) => assert.ok(Math.abs(x - y) <= far, `${x} is not ${y}`);
// Boxes of bodies are rounded outward.
const closeBox = (box, min, max) => {
  [...box.min, ...box.max].forEach((x, k) => close(x, [...min, ...max][k]));
};

for (const {dimension, scalar} of kinds) {
  const vec = (...p) => p.slice(0, dimension);

  test(`distances and contacts of spheres match formulas, ${dimension} ${scalar}`, () => {
    const random = new Pcg32(12);
    const some = () => vec(...[0, 0, 0].map(() => Math.fround(random.between(-2, 2))));
    for (let i = 0; i < 100; ++i) {
      const [p, q] = [some(), some()];
      const apart = Math.hypot(...p.map((x, a) => q[a] - x)) - 1.5;
      const answers = modules.map((masu) => {
        const shapes = masu.shapes(dimension, scalar);
        const a = sphere(1);
        const b = sphere(0.5);
        const {separation} = shapes.distance(a, p, b, q);
        close(separation.distance, Math.max(apart, 0));
        const depth = shapes.penetration(a, p, b, q);
        close(depth.distance, apart);
        assert.ok(depth.lower <= depth.distance && depth.distance <= depth.upper);
        assert.equal(shapes.touch(a, p, b, q), apart <= 0);
        assert.equal(shapes.touch(a, p, b, q, 10), true);
        const contacts = shapes.contacts(a, p, b, q);
        assert.equal(contacts.length, apart <= 0 ? 1 : 0);
        for (const {separation: s} of contacts) {
          s.normal.forEach((n, k) => close(s.pointB[k] - s.pointA[k], s.distance * n));
        }
        return [separation, depth, contacts];
      });
      assert.deepEqual(answers[0], answers[1]);
    }
  });

  test(`areas, casts and nearest points, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const shapes = masu.shapes(dimension, scalar);
      const cube = box(vec(1, 1, 1));
      const [contact] = shapes.contacts(cube, vec(0, 0, 0), cube, vec(0, 1.5, 0), {detail: 'areas'});
      assert.equal(contact.corners.length, dimension === 2 ? 2 : 4);
      for (const corner of contact.corners) assert.equal(corner.distance, -0.5);
      const ids = (list) => list.map(({featureId}) => featureId);
      assert.equal(new Set(ids(contact.corners)).size, contact.corners.length);
      const [back] = shapes.contacts(cube, vec(0, 1.5, 0), cube, vec(0, 0, 0), {detail: 'areas'});
      const exchanged = back.corners.map(({featureId: id}) => ((id << 16) | (id >>> 16)) >>> 0);
      assert.deepEqual(exchanged.reverse(), ids(contact.corners));
      const cast = shapes.cast(cube, vec(0, 0, 0), cube, vec(6, 0, 0), vec(-8, 0, 0));
      close(cast.impact.t, 0.5);
      assert.equal(cast.impact.hit, true);
      const still = [vec(0, 0, 0), vec(0, 0, 0)];
      const comes = [vec(6, 0, 0), vec(-2, 0, 0)];
      close(shapes.impact(cube, still, cube, comes).impact.t, 0.5);
      const ray = {origin: vec(0, 5, 0), direction: vec(0, -8, 0)};
      const hit = shapes.rayCast(cube, vec(0, 0, 0), ray);
      assert.deepEqual([hit.cast.hit, hit.cast.t], [true, 0.5]);
      const {nearest} = shapes.closestPoint(cube, vec(0, 0, 0), vec(3, 0, 0));
      assert.deepEqual([nearest.distance, nearest.point], [2, vec(1, 0, 0)]);
      assert.throws(() => shapes.check(sphere(-1)), withStatus('not_positive'));
      assert.throws(() => shapes.box(sphere(1), vec(NaN, 0, 0)), withStatus('not_finite'));
    }
  });
}

test('hulls, meshes, fields, grids and compounds', () => {
  for (const masu of modules) {
    const plane = masu.shapes(2);
    const space = masu.shapes(3);
    const {bodies} = masu;
    const cube = [];
    for (let i = 0; i < 8; ++i) cube.push(i & 1, (i >> 1) & 1, i >> 2);
    const hull = bodies.hull([...cube, 0.5, 0.5, 0.5], {dimension: 3});
    closeBox(space.box(hull.shape, [1, 0, 0]), [1, 0, 0], [2, 1, 1]);
    const tetrahedron = bodies.polyhedron([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    assert.equal(space.touch(tetrahedron.shape, [0, 0, 0], hull.shape, [-1, 0, 0]), true);
    const polygon = bodies.polygon([0, 0, 2, 0, 0, 2]);
    assert.equal(plane.touch(polygon.shape, [0, 0], sphere(0.5), [1.5, 1.5]), false);
    assert.equal(plane.touch(polygon.shape, [0, 0], sphere(0.75), [1.5, 1.5]), true);
    const mesh = bodies.mesh([0, 0, 0, 4, 0, 0, 0, 0, 4, 4, 0, 4], [0, 2, 1, 1, 2, 3], {dimension: 3});
    assert.equal(space.distance(mesh.shape, [0, 0, 0], sphere(1), [3, 3, 3]).separation.distance, 2);
    assert.throws(() => space.signedDistance(mesh.shape, [0, 0, 0], sphere(1), [1, 1, 1]),
      withStatus('open_surface'));
    const loop = bodies.mesh([-2, -1, 2, -1, 2, 1, -2, 1], [0, 1, 1, 2, 2, 3, 3, 0], {dimension: 2});
    const depth = (shape, pose) =>
      plane.signedDistance(loop.shape, [0, 0], shape, pose).separation.distance;
    close(depth(point([0, 0]), [0.5, 0.25]), -0.75);
    close(depth(sphere(0.25), [0.5, 0.875]), -0.375);
    close(depth(roundedBox([1, 1], 0.25), [0.5, 3]), 1);
    assert.throws(() => plane.signedDistance(sphere(1), [0, 0], sphere(1), [0, 0]),
      withStatus('wrong_format'));
    loop.free();
    mesh.setVertices([0, 1, 0, 4, 1, 0, 0, 1, 4, 4, 1, 4]);
    assert.equal(space.distance(mesh.shape, [0, 0, 0], sphere(1), [3, 3, 3]).separation.distance, 1);
    const field = bodies.heightField([3, 2], [1, 1], [0, 0, 0, 0, 0, 0]);
    close(space.box(field.shape, [0, 0, 0]).max[1], 0);
    field.setHeights([1, 0], [1, 1], [2]);
    close(space.box(field.shape, [0, 0, 0]).max[1], 2);
    const grid = bodies.tileGrid([4, 2], [1, 1]);
    const below = [2.5, -2];
    const ball = sphere(0.25);
    grid.setTile([2, 0], tiles.solid);
    const gap = plane.distance(grid.shape, [0, 0], ball, below);
    grid.setTile([2, 0], tiles.empty);
    grid.setTile([2, 1], tiles.solid);
    const wider = plane.distance(grid.shape, [0, 0], ball, below);
    close(wider.separation.distance - gap.separation.distance, 1);
    const compound = bodies.compound(
      [{shape: sphere(1), pose: [0, 0]}, {shape: polygon.shape, pose: [5, 0]}], {dimension: 2});
    polygon.free();  // the compound holds it
    closeBox(plane.box(compound.shape, [0, 0]), [-1, -1], [7, 2]);
    compound.moveChild(1, [6, 0]);
    closeBox(plane.box(compound.shape, [0, 0]), [-1, -1], [8, 2]);
    const two = plane.contacts(compound.shape, [0, 0], capsule([0, 0], [7, 0], 0.5), [0, 0]);
    assert.deepEqual(two.map((c) => c.subShapeA).sort(), [0, 1]);
    const refused = [
      ['no_points', () => bodies.hull([], {dimension: 2})],
      ['flat', () => bodies.hull([0, 0, 0, 1, 0, 0, 0, 1, 0], {dimension: 3})],
      ['inverted', () => bodies.polygon([0, 0, 0, 2, 2, 0])],
      ['size_mismatch', () => bodies.hull([0, 0, 0], {dimension: 2})],
      ['wrong_format', () => plane.check(hull.shape)],
    ];
    for (const [status, call] of refused) assert.throws(call, withStatus(status), `${call}`);
    for (const body of [hull, tetrahedron, mesh, field, grid, compound]) body.free();
  }
});
