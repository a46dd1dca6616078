// SPDX-License-Identifier: MIT
// Whether objects are valid: simple queries, compared with brute force.
import {arrayOf} from '../support.js';

const overlap = (a, b) => a.min.every((low, i) => low <= b.max[i] && b.min[i] <= a.max[i]);
const sorted = (list) => [...list].sort((a, b) => a - b).join();

function checkWorld(world, {period}, draw) {
  if (!world.validate()) return 'validate() is false';
  const objects = world.objects();
  if (objects.length !== world.size) return `${objects.length} objects, but size is ${world.size}`;
  if (!objects.every((object) => world.contains(object))) return 'objects() has an object that the world has not';
  if (period !== undefined) return '';
  const box = draw.box();
  const expected = objects.filter((object) => overlap(world.find(object).box, box)).map(({index}) => index);
  const found = world.overlapping(box).map(({index}) => index);
  if (sorted(found) !== sorted(expected)) return `overlapping: ${sorted(found)}, brute force: ${sorted(expected)}`;
  const ray = draw.ray();
  const [first] = world.rayCastAll(ray);
  const hit = world.rayCast(ray);
  return first?.cast.t === hit?.cast.t ? '' : `rayCast: t = ${hit?.cast.t}, rayCastAll: ${first?.cast.t}`;
}

function checkIndex(index, {dimension, boxes, period}, draw) {
  if (boxes === undefined || period !== undefined) return '';
  if (index.size !== boxes.length / (2 * dimension)) return `size is ${index.size}`;
  const reals = arrayOf(draw.scalar).from(boxes);
  const box = draw.box();
  const expected = [];
  for (let i = 0; i < index.size; ++i) {
    const [min, max] = [0, 1].map((k) => reals.subarray((2 * i + k) * dimension, (2 * i + k + 1) * dimension));
    if (overlap({min: [...min], max: [...max]}, box)) expected.push(i);
  }
  const found = index.overlapping(box);
  return sorted(found) === sorted(expected) ? '' : `overlapping: ${sorted(found)}, brute force: ${sorted(expected)}`;
}

function checkHull(hull, {dimension, points}) {
  if (points === undefined || dimension === 2) return '';
  if (!hull.vertices.every((i) => i < points.length / 3)) return 'a vertex is no point';
  if (hull.dimension < 3) return '';
  const far = Math.max(...points.map(Math.abs));
  for (let f = 0; f < hull.faceCount; ++f) {
    const {normal, offset} = hull.plane(f);
    for (let i = 0; i < points.length; i += 3) {
      const height = normal[0] * points[i] + normal[1] * points[i + 1] + normal[2] * points[i + 2] - offset;
      // With `merge` points may lie outside by a twentieth of the extent.
      if (height > 0.2 * far) return `point ${i / 3} is above face ${f}`;
    }
  }
  return '';
}

function checkCorridor(corridor, _, draw) {
  const point = draw.vec(2);
  const {status, wall, distance} = corridor.nearest(point);
  if (status !== 'ok') return '';
  const within = corridor.within(point, distance * (1 + 1e-5)).map((each) => each.wall);
  return within.includes(wall) ? '' : `the nearest wall ${wall} is not within its distance ${distance}`;
}

const checks = {World: checkWorld, BoxIndex: checkIndex, ConvexHull: checkHull, Corridor: checkCorridor};

/** Returns what is wrong with an object, or an empty text. */
export function check(object, facts, draw) {
  Object.assign(draw, {dimension: facts.dimension, scalar: facts.scalar});
  return checks[object.constructor.name]?.(object, facts, draw) ?? '';
}
