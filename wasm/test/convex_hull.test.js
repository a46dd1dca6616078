// SPDX-License-Identifier: MIT
// Convex hulls: those of tests/c/c_convex_hull_test.cpp, and random ones checked by their planes.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {arrayOf, kinds, modules, Pcg32, withStatus} from './support.js';

const cube = [
  0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 0, 1, 1, 1, 0, 0, 2, 2, 0, 2, 0, 2, 2, 2, 2, 2,
];

for (const {dimension, scalar} of kinds) {
  test(`all points lie inside the planes of the hull, ${dimension} ${scalar}`, () => {
    const random = new Pcg32(41);
    const n = 300;
    const points = new (arrayOf(scalar))(dimension * n);
    points.forEach((_, k) => {
      points[k] = random.between(-1, 1);
    });
    const point = (i) => [...points.subarray(dimension * i, dimension * (i + 1))];
    const answers = modules.map((masu) => {
      const hull = masu.convexHull({dimension, scalar});
      assert.equal(hull.dimension, -1);
      hull.build(points);
      assert.equal(hull.dimension, dimension);
      const vertices = [...hull.vertices];
      assert.ok(vertices.length > 8 && vertices.length < n);
      const planes = [];
      if (dimension === 2) {
        assert.equal(hull.faceCount, 0);
        vertices.forEach((v, k) => {
          const [p, q] = [point(v), point(vertices[(k + 1) % vertices.length])];
          const [x, y] = [q[0] - p[0], q[1] - p[1]];
          const length = Math.hypot(x, y);
          const normal = [y / length, -x / length];
          planes.push({normal, offset: normal[0] * p[0] + normal[1] * p[1]});
        });
      } else {
        for (let f = 0; f < hull.faceCount; ++f) {
          const plane = hull.plane(f);
          for (const corner of hull.face(f)) {
            const far = point(vertices[corner]).reduce((sum, x, a) => sum + x * plane.normal[a], 0);
            assert.ok(Math.abs(far - plane.offset) < 1e-5);
          }
          planes.push(plane);
        }
        // Euler's formula; each edge belongs to two faces.
        const edges = planes.reduce((sum, _, f) => sum + hull.face(f).length, 0) / 2;
        assert.equal(vertices.length - edges + planes.length, 2);
      }
      for (let i = 0; i < n; ++i) {
        const p = point(i);
        for (const {normal, offset} of planes) {
          assert.ok(p.reduce((sum, x, a) => sum + x * normal[a], 0) <= offset + 1e-5);
        }
      }
      const exact = vertices.length;
      const simple = masu.convexHull({dimension, scalar, merge: 0.1});
      simple.build(points);
      assert.ok(simple.vertices.length < exact);
      hull.free();
      simple.free();
      return [vertices, planes];
    });
    assert.deepEqual(answers[0], answers[1]);
  });

  test(`flat points have a lower dimension, and invalid points are refused, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const hull = masu.convexHull({dimension, scalar});
      hull.build([]);
      assert.equal(hull.dimension, -1);
      const line = [0, 1, 2, 3, 4].flatMap((x) => Array.from({length: dimension}, () => x));
      hull.build(line);
      assert.deepEqual([hull.dimension, [...hull.vertices], hull.faceCount], [1, [0, 4], 0]);
      line[2] = NaN;
      assert.throws(() => hull.build(line), withStatus('not_finite'));
      assert.deepEqual([hull.dimension, hull.vertices.length], [-1, 0]);
      assert.throws(() => hull.build([1, 2, 3, 4, 5, 6, 7]), withStatus('size_mismatch'));
      assert.throws(() => hull.face(0), withStatus('bad_index'));
      assert.throws(() => hull.plane(0), withStatus('bad_index'));
      for (const merge of [-1, NaN, 0.2]) {
        assert.throws(() => masu.convexHull({dimension, scalar, merge}), withStatus('out_of_range'));
      }
      hull.free();
      assert.throws(() => hull.vertices, withStatus('freed'));
    }
  });
}

test('vertices and faces of a hull make a polyhedron body', () => {
  for (const masu of modules) {
    const hull = masu.convexHull({dimension: 3});
    hull.build(cube);
    assert.deepEqual([...hull.vertices], [0, 1, 2, 3, 5, 6, 7, 8]);
    assert.equal(hull.faceCount, 6);
    const faces = Array.from({length: 6}, (_, f) => [...hull.face(f)]);
    assert.deepEqual(faces.map((face) => face.length), [4, 4, 4, 4, 4, 4]);
    const corners = [...hull.vertices].flatMap((v) => cube.slice(3 * v, 3 * v + 3));
    const body = masu.bodies.polyhedron(corners, faces);
    assert.ok(masu.shapes(3).touch(body.shape, [0, 0, 0], body.shape, [1.5, 1.5, 1.5]));
    body.free();
    hull.free();
  }
});
