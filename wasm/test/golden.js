// SPDX-License-Identifier: MIT
// The scene of tests/world/golden_scene_test.cpp, number by number.
import {box, capsule, ellipsoid, sphere, triangle} from 'masu';
import {Hash, Pcg32} from './support.js';

const kObjects = 200;
const kFrames = 40;

function randomRotation(random, dimension) {
  const q = new Array(dimension === 2 ? 2 : 4);
  let squared;
  do {
    squared = 0;
    for (let k = 0; k < q.length; ++k) {
      q[k] = random.between(-1, 1);
      squared += q[k] * q[k];
    }
  } while (squared > 1 || squared < 0.01);
  return q.map((x) => x / Math.sqrt(squared));
}

/** As GoldenScene::note_contacts(), through objects instead of bytes. */
function note(counts, answers, world) {
  for (const pair of world.pairs()) {
    answers.words(pair.a.index, pair.b.index);
    world.contacts(pair).toArray().forEach((contact, i) => {
      answers.words(contact.subShapeA, contact.subShapeB);
      const s = contact.separation;
      for (const c of s.status) answers.words(c.charCodeAt(0));
      answers.reals(s.distance, s.lower, s.upper, ...s.normal, ...s.pointA, ...s.pointB);
      const corners = world.corners(pair, i);
      for (const c of corners) answers.reals(...c.pointA, ...c.pointB, c.distance);
      counts.corners += corners.length;
      ++counts.contacts;
    });
    ++counts.pairs;
  }
}

function noteLoops(loops, hash) {
  for (const {first, count, body, face} of loops) hash.words(first, count, body === 'a' ? 0 : 1, face);
}

/** As GoldenScene::note_volumes(). */
function volumesOf(world, scalar) {
  const hash = new Hash(scalar);
  let solids = 0;
  for (const pair of world.pairs()) {
    for (let i = 0; i < world.contacts(pair).length; ++i) {
      const v = world.volume(pair, i);
      for (const c of v.status) hash.words(c.charCodeAt(0));
      hash.reals(v.volume, ...v.centroid, v.area, ...v.normal, ...v.vertices);
      noteLoops(v.faces, hash);
      noteLoops(v.cuts, hash);
      hash.words(...v.indices);
      solids += v.status === 'ok' ? 1 : 0;
    }
  }
  return {solids, volumes: hash.value};
}

/** With 'areas' or 'volumes'. */
export function golden(masu, {dimension, scalar}, detail) {
  const random = new Pcg32(2026);
  const vector = (low, high) => Array.from({length: dimension}, () => random.between(low, high));
  const shapeOf = (i) => {
    if (i % 5 === 0) return sphere(random.between(0.25, 0.75));
    if (i % 5 === 1) return box(vector(0.25, 0.75));
    if (i % 5 === 4) return ellipsoid(vector(0.25, 0.75));
    const [a, b] = [vector(-0.5, 0.5), vector(-0.5, 0.5)];
    if (i % 5 === 2) return capsule(a, b, 0.25);
    return triangle(a, b, vector(-0.5, 0.5));
  };
  const world = masu.world({dimension, scalar, detail});
  const handles = [];
  const poses = [];
  for (let i = 0; i < kObjects; ++i) {
    const shape = shapeOf(i);
    poses.push({translation: vector(-4, 4), rotation: randomRotation(random, dimension)});
    handles.push(world.add(shape, poses[i]));
  }
  const counts = {pairs: 0, contacts: 0, corners: 0};
  const answers = new Hash(scalar);
  for (let frame = 0; frame < kFrames; ++frame) {
    for (let i = frame % 3; i < kObjects; i += 3) {
      poses[i].translation = poses[i].translation.map((x) => x + random.between(-0.25, 0.25));
      world.move(handles[i], poses[i]);
    }
    world.update();
    note(counts, answers, world);
  }
  const volumes = detail === 'volumes' ? volumesOf(world, scalar) : {};
  const hash = world.hash();
  world.free();
  return {hash, ...counts, answers: answers.value, ...volumes};
}
