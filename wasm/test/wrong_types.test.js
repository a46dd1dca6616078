// SPDX-License-Identifier: MIT
// Arguments of any type: what is refused is refused by a MasuError, never by an error of the
// engine, and nothing is rounded or truncated. calls.test.js has found these.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  box, circle, compose, halfSpace, LayerMatrix, MasuError, point, rotate, rounded, roundedBox,
} from 'masu';
import {modules} from './support.js';

const chain = {first: 0, count: 2, kind: 0, depth: 0};
const symbol = Symbol('s');
const plain = Object.create(null);

function refused(calls) {
  for (const call of calls) {
    assert.throws(call, (error) => error instanceof MasuError || assert.fail(`${call}: ${error}`), `${call}`);
  }
}

test('words that are none', () => {
  const [masu] = modules;
  const world = masu.world({dimension: 2});
  for (const word of [symbol, plain, 1n, null, {}, []]) {
    refused([
      () => masu.world({dimension: 2, scalar: word ?? 0}), () => masu.world({dimension: 2, detail: word ?? 0}),
      () => masu.finder({dimension: 2, method: word ?? 0}), () => world.useBroadPhase(word),
      () => world.add({kind: word, radius: 0, p: []}, [0, 0]),
    ]);
  }
  world.free();
});

test('numbers that are none', () => {
  const [masu] = modules;
  const world = masu.world({dimension: 2});
  const a = world.add(circle(1), [0, 0]);
  world.add(circle(1), [1, 0]);
  world.update();
  const pair = world.pairs().at(0);
  const {bodies} = masu;
  const grid = bodies.tileGrid([2, 2], [1, 1]);
  const compound = bodies.compound([{shape: circle(1), pose: [0, 0]}], {dimension: 2});
  const shapes = masu.shapes(2);
  const hull = masu.convexHull({dimension: 2});
  const layers = new LayerMatrix();
  for (const x of [symbol, plain, 1n, null, '1', {}, NaN, -1, 0.5, 2 ** 32]) {
    refused([
      () => grid.setTile([0, 0], x), () => compound.moveChild(x, [0, 0]), () => hull.face(x), () => hull.plane(x),
      () => world.contains({index: x, generation: a.generation}), () => world.contacts({...pair, id: x}),
      () => masu.corridor([0, 0, 1, 0], [{...chain, kind: x}]), () => layers.set(x, 0, true),
      () => layers.filter(0, [x]), () => layers.collide(x, 0),
      () => world.carry({position: [0, 9], radius: 1}, [{object: {index: x, generation: 1}, from: [0, 0]}]),
    ]);
    if (x !== -1) refused([() => world.setGroup(a, x)]);
  }
  refused([() => grid.setTile([0, 0], 256), () => masu.corridor([0, 0, 1, 0], [{...chain, kind: 256}])]);
  for (const x of [symbol, plain, 1n, null, '1', {}]) {
    refused([
      () => shapes.touch(circle(1), [0, 0], circle(1), [0, 0], x),
      () => shapes.contacts(circle(1), [0, 0], circle(1), [0, 0], {margin: x ?? '1'}),
      () => masu.corridor([0, 0, 1, 0], [chain], {kinds: [{material: x ?? '1'}]}),
    ]);
    if (typeof x !== 'bigint') refused([() => masu.corridor([0, 0, 1, 0], [chain], {kinds: [{userData: x ?? 1}]})]);
  }
  refused([
    () => layers.set(0, 1, 1), () => layers.set(0, 1),
    () => shapes.contacts(circle(1), [0, 0], circle(1), [0, 0], {skipInternalEdges: 1}),
  ]);
  // Rows beyond the end are undefined, whatever their index is.
  for (const i of [symbol, plain, 0n, '0', null]) assert.equal(world.pairs().at(i), undefined);
  for (const each of [world, grid, compound, hull]) each.free();
});

test('lists, shapes and objects that are none', () => {
  const [masu] = modules;
  const world = masu.world({dimension: 2});
  const shapes = masu.shapes(2);
  const {bodies} = masu;
  const mesh = bodies.mesh([0, 0, 1, 0], [0, 1], {dimension: 2});
  const index = masu.boxIndex({dimension: 2});
  const mover = {position: [0, 9], radius: 1};
  for (const x of [symbol, plain, 1n, null, '1', 5, {}, {length: -4}, {length: 1.5}, {length: '4'}, {length: 2 ** 33}]) {
    refused([
      () => index.build(x), () => mesh.setVertices(x), () => mesh.setUserData(x), () => rounded(x, 1),
      () => world.add({...circle(1), body: x, kind: 'body'}, [0, 0]), () => shapes.signedDistance(x, [0, 0], circle(1), [0, 0]),
      () => bodies.polyhedron([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [x]), () => bodies.compound([x], {dimension: 2}),
      () => shapes.impact(circle(1), x, circle(1), [[0, 0], [0, 0]]), () => world.carry(mover, [x]),
      () => rotate(x, [1, 0]), () => rotate([1, 0], x),
      () => roundedBox(x, 0.25), () => point(x), () => compose([0, 0], {translation: x}),
    ]);
    if (typeof x !== 'bigint') refused([() => new LayerMatrix().filter(0, x)]);
    if (typeof x !== 'object' || x === null) refused([() => masu.corridor([0, 0, 1, 0], [chain], {kinds: [x]})]);
  }
  refused([
    () => rotate([1, 0], [1, 0, 0]), () => rotate([1, 0, 0], [1, 0]), () => rotate([0, 0, 0, 1], [1, 0]),
    () => masu.corridor([0, 0, 1, 0], [chain], {kinds: [{matrial: 1}]}),
  ]);
  assert.equal(world.size, 0);
  for (const each of [world, mesh, index]) each.free();
});

test('detached arrays', () => {
  const [masu] = modules;
  const walls = masu.corridor([0, 0, 10, 0], [chain]);
  const finder = masu.finder({dimension: 2});
  const sent = (array) => {
    structuredClone(array, {transfer: [array.buffer]});
    return array;
  };
  refused([
    () => walls.movers(sent(new Float32Array(2)), 1),
    () => finder.findPairs([], {filters: sent(new BigUint64Array(2))}),
  ]);
  walls.free();
  finder.free();
});

test('objects of other classes are no bodies', () => {
  const [masu] = modules;
  const world = masu.world({dimension: 2});
  const others = [
    world, masu.boxIndex({dimension: 2}), masu.finder({dimension: 2}), masu.convexHull({dimension: 2}),
    masu.corridor([0, 0, 10, 0], [chain]), masu.allocate(Float32Array, 100),
  ];
  for (const other of others) {
    const shape = {kind: 'body', radius: 0, p: [], body: other};
    refused([
      () => world.add(shape, [0, 0]), () => masu.shapes(2).signedDistance(shape, [0, 0], circle(1), [0, 0]),
      () => masu.bodies.compound([{shape, pose: [0, 0]}], {dimension: 2}),
    ]);
  }
  for (const other of others) other.free();
});
