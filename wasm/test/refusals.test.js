// SPDX-License-Identifier: MIT
// Invalid arguments are refused with a status, and nothing has changed then.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  box, capsule, circle, compose, cylinder, halfSpace, init, MasuError, rotationFromAngle, rounded, roundedBox,
  segment, sphere,
} from 'masu';
import {modules, withStatus} from './support.js';

const chain = {first: 0, count: 2, kind: 0, depth: 0};
const none = [NaN, -1, 1.5];

function refuses(calls) {
  for (const [status, call] of calls) assert.throws(call, withStatus(status), `${call}`);
}

test('counts, layers and indices that are not whole numbers', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const a = world.add(circle(1), [0, 0], {layer: 7});
    const {bodies} = masu;
    for (const n of none) {
      refuses([
        ['out_of_range', () => world.nearest([0, 0], n)],
        ['out_of_range', () => world.nearestMany([0, 0], n)],
        ['out_of_range', () => world.reserve(n)],
        ['out_of_range', () => world.handleIn(n)],
        ['out_of_range', () => world.add(circle(1), [0, 0], {layer: n})],
        ['out_of_range', () => world.setLayer(a, n)],
        ['out_of_range', () => masu.allocate(Float32Array, n)],
        ['out_of_range', () => bodies.mesh([0, 0, 1, 0], [0, n], {dimension: 2})],
        ['out_of_range', () => bodies.tileGrid([2, n], [1, 1])],
        ['out_of_range', () => bodies.tileGrid([2, 2], [1, 1], [0, 0, 0, n])],
        ['out_of_range', () => bodies.heightField([n], [1], [0, 0])],
        ['out_of_range', () => world.moveMany([n, 1], [0, 0, 1, 0])],
      ]);
    }
    for (const layer of [63, 64, 254, 256, 300]) {
      refuses([
        ['out_of_range', () => world.add(circle(1), [0, 0], {layer})],
        ['out_of_range', () => world.setLayer(a, layer)],
      ]);
    }
    assert.deepEqual([world.size, world.find(a).options.layer], [1, 7]);
    // add() accepts what find() returns for an object without a layer.
    const b = world.add(circle(1), [9, 0]);
    assert.equal(world.find(world.add(circle(1), [9, 9], world.find(b).options)).options.layer, 255);
    world.free();
  }
});

test('a k above the number of objects takes no more memory', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    for (let i = 0; i < 4; ++i) world.add(circle(1), [3 * i, 0]);
    const before = masu.memoryBytes;
    for (const k of [4, 5, 1e8, 2 ** 40, Infinity]) {
      assert.deepEqual(world.nearest([0, 0], k).map(({object}) => object.index), [0, 1, 2, 3]);
      assert.equal(world.nearestMany([0, 0, 9, 0], k).of(1).length, 4);
    }
    assert.deepEqual(world.nearest([0, 0], 0), []);
    assert.equal(masu.memoryBytes, before);
    world.free();
  }
});

test('arrays with too few or too many numbers', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const walls = masu.corridor([0, 0, 10, 0], [chain]);
    const field = masu.bodies.heightField([3, 2], [1, 1], [0, 0, 0, 0, 0, 0]);
    const mesh = masu.bodies.mesh([0, 0, 1, 0], [0, 1], {dimension: 2});
    refuses([
      ['size_mismatch', () => walls.circleCastMany([0, 5, 1, 5], 1, [0, -9])],
      ['size_mismatch', () => walls.nearestMany([0, 5, 1])],
      ['size_mismatch', () => walls.setVertices(0, [0, 0, 9])],
      ['size_mismatch', () => masu.corridor([0, 0, 10, 0, 5], [chain])],
      ['size_mismatch', () => masu.corridor([0, 0, 10, 0], [chain], {kinds: [{}], kindOf: [0]})],
      ['size_mismatch', () => field.setHeights([1], [1, 1], [2])],
      ['size_mismatch', () => field.setHole([1], true)],
      ['size_mismatch', () => mesh.setVertices([0, 0, 1, 0, 7])],
      ['size_mismatch', () => world.add(circle(1, [1, 2, 3]), [0, 0])],
      ['size_mismatch', () => world.add(box([1]), [0, 0])],
      ['size_mismatch', () => world.add(segment([0, 0], [1]), [0, 0])],
    ]);
    assert.equal(world.size, 0);
    assert.deepEqual(world.at([0, 0]), []);
    for (const each of [world, walls, field, mesh]) each.free();
  }
});

test('shapes of unknown kinds and with invalid radii, rounded or not', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    refuses([
      ['out_of_range', () => world.add({kind: 'blob', radius: 1, p: []}, [0, 0])],
      ['out_of_range', () => world.add({kind: 'toString', radius: 1, p: []}, [0, 0])],
      ['not_positive', () => world.add(rounded(circle(0), 2), [0, 0])],
      ['not_positive', () => world.add(rounded(circle(-1), 3), [0, 0])],
      ['not_positive', () => world.add(rounded(box([1, 1]), -1), [0, 0])],
      ['not_positive', () => world.add(rounded(circle(1), -0.5), [0, 0])],
      ['not_finite', () => world.add(rounded(circle(1), NaN), [0, 0])],
      ['out_of_range', () => masu.world({dimension: 2, scalar: 'half'})],
      ['out_of_range', () => masu.shapes(3, 'd')],
    ]);
    // A cylinder exists in 3D only; its three numbers are no vector in 2D.
    assert.throws(() => world.add(cylinder(1, 1), [0, 0]), withStatus('size_mismatch'));
    world.add(halfSpace([0, 1], -2), [0, 0]);
    assert.equal(world.at([0, -3]).length, 1);
    assert.equal(world.at([0, -1]).length, 0);
    world.free();
  }
});

test('objects of another module, dimension or number type', () => {
  const [masu, other] = modules;
  const world = masu.world({dimension: 2});
  const there = other.world({dimension: 2});
  const points = [0, 0, 1, 0, 0, 1];
  const foreign = [
    other.bodies.hull(points, {dimension: 2}), masu.bodies.hull(points, {dimension: 2, scalar: 'double'}),
    masu.bodies.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], {dimension: 3}),
  ];
  for (const {shape} of foreign) {
    refuses([
      ['wrong_format', () => world.add(shape, [0, 0])],
      ['wrong_format', () => masu.shapes(2).box(shape, [0, 0])],
      ['wrong_format', () => masu.bodies.compound([{shape, pose: [0, 0]}], {dimension: 2})],
    ]);
  }
  const walls = masu.corridor([0, 0, 10, 0], [chain]);
  const movers = [
    other.corridor([0, 0, 10, 0], [chain]).movers([5, 5], 1),
    masu.corridor([0, 0, 10, 0], [chain], {scalar: 'double'}).movers([5, 5], 1),
  ];
  for (const each of movers) {
    refuses([
      ['wrong_format', () => walls.move(each, [0, -1])],
      ['wrong_format', () => walls.moveWalls(chain, [0, 1], each)],
    ]);
    assert.deepEqual(each.position(0), [5, 5]);
  }
  // Movers may change between corridors of the same kind.
  const mine = walls.movers([5, 5], 1);
  assert.equal(masu.corridor([0, 9, 10, 9], [chain]).move(mine, [0, -2]).at(0).status, 'ok');
  world.add(sphere(1), [0, 0]);
  there.add(sphere(1), [0, 0]);
  refuses([
    ['wrong_format', () => world.closestBetween(there)],
    ['wrong_format', () => world.touchingIn(there)],
    ['wrong_format', () => world.closestBetween(masu.world({dimension: 2, scalar: 'double'}))],
  ]);
  assert.equal(world.size, 1);
});

const speaks = (call, text) => assert.throws(call, (error) =>
  error instanceof MasuError && error.message.includes(text) || assert.fail(`${error}, not: ${text}`));

test('errors name the call and the parameter', () => {
  const [masu] = modules;
  const world = masu.world({dimension: 2});
  const ball = world.add(circle(1), [0, 0]);
  speaks(() => circle(undefined), 'circle: wrong_type: radius is undefined');
  speaks(() => sphere('1'), "sphere: wrong_type: radius is '1'");
  speaks(() => capsule([0, 0], [1, undefined], 1), 'capsule: wrong_type: b[1] is undefined');
  speaks(() => box(3), 'box: wrong_type: halfExtents is 3');
  speaks(() => box({x: 1, y: 2}), 'box: wrong_type: halfExtents is of type Object');
  speaks(() => roundedBox([1, 1]), 'roundedBox: wrong_type: radius is undefined');
  speaks(() => rounded(circle(1)), 'rounded: wrong_type: radius is undefined');
  speaks(() => world.add(), 'world.add: wrong_type: shape is undefined');
  speaks(() => world.add(circle(1)), 'world.add: wrong_type: pose is undefined');
  speaks(() => world.add(circle(1), 5), 'world.add: wrong_type: pose is 5');
  speaks(() => world.add(circle(1), [0]), 'world.add: size_mismatch: pose has 1 numbers, not 2');
  speaks(() => world.add({kind: 'point', p: []}, [0, 0]), 'world.add: wrong_type: radius is undefined');
  speaks(() => world.add({kind: 'point', radius: 1}, [0, 0]), 'world.add: wrong_type: p is undefined');
  speaks(() => world.add(circle(1), {translation: [0, 0], angle: '1'}), "world.add: wrong_type: angle is '1'");
  speaks(() => world.add(circle(1), [0, NaN]), 'world.add: not_finite');
  speaks(() => world.add(circle(1), [0, 0], {sensr: true}), "world.add: wrong_type: there is no option 'sensr'");
  speaks(() => world.add(circle(1), [0, 0], {margin: '1'}), "world.add: wrong_type: margin is '1'");
  speaks(() => world.move(undefined, [0, 0]), 'world.move: wrong_type: handle is undefined');
  speaks(() => world.remove(3), 'world.remove: wrong_type: handle is 3');
  speaks(() => world.move({index: 0.5, generation: ball.generation}, [0, 0]), 'world.move: wrong_type: handle is of type Object');
  speaks(() => world.move({index: -1, generation: 0}, [0, 0]), 'world.move: wrong_type: handle is of type Object');
  speaks(() => world.move(ball, [0, '1']), "world.move: wrong_type: pose[1] is '1'");
  speaks(() => world.rayCast({origin: [0, 0]}), 'world.rayCast: wrong_type: direction is undefined');
  speaks(() => world.overlapping([0, 0, 1, 1]), 'world.overlapping: wrong_type: min is undefined');
  speaks(() => world.at([0, 0], {maks: 1n}), "world.at: wrong_type: there is no option 'maks'");
  speaks(() => world.slide({position: [0, 0]}, [1, 0]), 'world.slide: wrong_type: radius is undefined');
  speaks(() => world.moveMany(undefined, [0, 0, 1, 0]), 'world.moveMany: wrong_type: objects is undefined');
  speaks(() => world.setMargin(ball, '1'), "world.setMargin: wrong_type: margin is '1'");
  speaks(() => world.setSensor(ball), 'world.setSensor: wrong_type: sensor is undefined');
  speaks(() => world.setFixed(ball, 'no'), "world.setFixed: wrong_type: fixed is 'no'");
  speaks(() => world.setContinuous(ball, 1), 'world.setContinuous: wrong_type: continuous is 1');
  speaks(() => world.setUserData(ball, 'x'), "world.setUserData: wrong_type: userData is 'x'");
  speaks(() => world.setLayer(ball, '1'), "world.setLayer: layer: out_of_range: '1' is not");
  speaks(() => world.setLayer(ball, 1, 3), 'world.setLayer: wrong_type: mask, which must be a bigint such as 1n, is 3');
  speaks(() => world.setLayers([1]), 'world.setLayers: wrong_type: layers is of type Array');
  speaks(() => world.setPairFilter({}), 'world.setPairFilter: wrong_type: accept is of type Object');
  speaks(() => world.add(circle(1), [0, 0], {fixed: 'yes'}), "world.add: wrong_type: fixed is 'yes'");
  speaks(() => world.add(circle(1), [0, 0], {filter: {catgory: 1n}}), "world.add: wrong_type: there is no option 'catgory'");
  speaks(() => world.add(circle(1), [0, 0], {filter: {mask: 1}}), 'world.add: wrong_type: mask, which must be a bigint');
  speaks(() => world.add(circle(1), {translation: [0, 0], angel: 1}), "world.add: wrong_type: there is no option 'angel'");
  speaks(() => world.within([0, 0], '1'), "world.within: wrong_type: radius is '1'");
  speaks(() => world.rayCast({origin: [0, 0], direction: [1, 0], maxt: 1}), "world.rayCast: wrong_type: there is no option 'maxt'");
  speaks(() => world.rayCastMany([1, 2, 3]), 'world.rayCastMany: size_mismatch: 3 numbers are no multiple of 5');
  for (const i of [-1, 0.5, 2, undefined]) {
    speaks(() => world.overlappingMany([0, 0, 1, 1, 2, 2, 3, 3]).of(i), `groups.of: out_of_range: ${i} is not`);
  }
  speaks(() => world.at([0, 0], {accept: 3}), 'world.at: wrong_type: accept is 3');
  speaks(() => world.at([0, 0], {sensors: 'no'}), "world.at: wrong_type: sensors is 'no'");
  speaks(() => world.contacts(), 'world.contacts: wrong_type: pair is undefined');
  speaks(() => world.contacts([ball, ball]), 'world.contacts: wrong_type: pair is of type Array');
  speaks(() => world.closestBetween({}), 'world: wrong_type: the other world is of type Object');
  speaks(() => world.slide(undefined, [1, 0]), 'world.slide: wrong_type: mover is undefined');
  speaks(() => world.slide({position: [0, 9], radius: 1}, [1, 0], {snap: '1'}), "world.slide: wrong_type: snap is '1'");
  speaks(() => world.carry({position: [0, 9], radius: 1}), 'world.carry: wrong_type: moved is undefined');
  speaks(() => masu.world({dimension: 2, period: [1]}), 'masu.world: size_mismatch: period has 1 numbers, not 2');
  speaks(() => masu.world({dimension: '2'}), "masu: out_of_range: dimension is '2', not 2 or 3");
  speaks(() => masu.allocate(Array, 3), 'masu.allocate: wrong_type: type is the function Array');
  speaks(() => masu.bodies.hull([0, 0, 1, 0, 0, 1]), 'bodies.hull: wrong_type: options is undefined');
  speaks(() => masu.bodies.hull([0, 0, 1, 0, 0, 1], {dimension: 2, radus: 1}), "bodies.hull: wrong_type: there is no option 'radus'");
  speaks(() => masu.bodies.hull([[0, 0]], {dimension: 2}), 'bodies.hull: wrong_type: numbers[0] is of type Array');
  speaks(() => masu.bodies.hull([], {dimension: 2}), 'bodies.hull: no_points');
  speaks(() => masu.bodies.compound(undefined, {dimension: 2}), 'bodies.compound: wrong_type: children is undefined');
  speaks(() => masu.bodies.tileGrid(), 'bodies.tileGrid: wrong_type: size is undefined');
  speaks(() => masu.chains(), 'masu.chains: wrong_type: walls is undefined');
  speaks(() => rotationFromAngle('1'), "wrong_type: radians is '1'");
  speaks(() => compose([0, 0]), 'pose: wrong_type: pose is undefined');
  speaks(() => masu.world({dimension: 2, detial: 'boxes'}), "masu.world: wrong_type: there is no option 'detial'");
  speaks(() => masu.world(), 'masu.world: wrong_type: options is undefined');
  speaks(() => masu.finder({dimension: 2, method: 'toString'}), "unknown method 'toString'");
  speaks(() => masu.finder({dimension: 2, methd: 'bvh'}), "masu.finder: wrong_type: there is no option 'methd'");
  assert.equal(world.size, 1);
  world.free();
});

test('init() refuses what it does not know', async () => {
  await assert.rejects(init({modul: 1}), withStatus('wrong_type'));
  await assert.rejects(init(5), withStatus('wrong_type'));
});

test('errors of corridors name the call and the parameter', () => {
  const [masu] = modules;
  const walls = masu.corridor([0, 0, 10, 0], [chain]);
  const movers = walls.movers([5, 5], 1);
  speaks(() => masu.corridor([0, 0, 1, 0]), 'masu.corridor: wrong_type: chains is undefined');
  speaks(() => masu.corridor([0, 0, 1, 0], [{first: 0, count: 2}]), 'masu.corridor: kind: out_of_range: undefined is not');
  speaks(() => walls.movers([5, 5]), 'corridor.movers: wrong_type: radius is undefined');
  speaks(() => walls.movers([5, 5], 1, {halfaxis: [1, 0]}), "corridor.movers: wrong_type: there is no option 'halfaxis'");
  speaks(() => walls.move(), 'corridor.move: wrong_type: movers is undefined');
  speaks(() => walls.move(movers), 'corridor.move: wrong_type: displacements is undefined');
  speaks(() => walls.move(movers, [0, 1], {restitution: '1'}), "corridor.move: wrong_type: restitution is '1'");
  speaks(() => walls.moveWalls(), 'corridor.moveWalls: wrong_type: chain is undefined');
  speaks(() => walls.circleCastMany([0, 5], 1), 'corridor.circleCastMany: wrong_type: numbers is undefined');
  speaks(() => walls.nearest([0, 5], 'x'), "corridor.nearest: wrong_type: maxDistance is 'x'");
  speaks(() => movers.position('0'), "movers: bad_index: there is no mover '0'");
  movers.free();
  walls.free();
});

test('boxes are consecutive numbers, and nothing else', () => {
  const [masu] = modules;
  const finder = masu.finder({dimension: 2});
  const index = masu.boxIndex({dimension: 2});
  const sparse = [0, 0, 1, 1, 0, 0, 1, 1];
  delete sparse[5];
  for (const [boxes, text] of [
    [[[0, 0, 1, 1], [0, 0, 1, 1], [], []], 'numbers[0] is of type Array'],
    [[{min: [0, 0], max: [1, 1]}], 'numbers[0] is of type Object'],
    [sparse, 'numbers[5] is undefined'],
    ['0011', "numbers is '0011'"],
    [new ArrayBuffer(16), 'numbers is of type ArrayBuffer'],
    [new BigUint64Array(4), 'numbers is of type BigUint64Array'],
    [undefined, 'numbers is undefined'],
    [null, 'numbers is null'],
  ]) {
    speaks(() => finder.findPairs(boxes), `finder.findPairs: wrong_type: ${text}`);
    speaks(() => index.build(boxes), `boxIndex.build: wrong_type: ${text}`);
  }
  const two = [0, 0, 1, 1, 0, 0, 1, 1];
  index.build(two);
  for (const i of [-1, 0.5, 2, 9]) {
    speaks(() => index.overlappingMany(two).of(i), `groups.of: out_of_range: ${i} is not`);
  }
  speaks(() => finder.findPairsBetween(two), 'finder.findPairsBetween: wrong_type: others is undefined');
  speaks(() => finder.findPairs(two, {filters: [1n, 1n, 1n, 1n]}), 'finder.findPairs: wrong_type: filters is of type Array');
  speaks(() => index.build(two, [1n, 1n, 1n, 1n]), 'boxIndex.build: wrong_type: filters is of type Array');
  const sent = new Float32Array([0, 0, 1, 1]);
  structuredClone(sent, {transfer: [sent.buffer]});
  speaks(() => finder.findPairs(sent), 'detached');
  finder.free();
  index.free();
});

test('addMany() adds all or nothing', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    speaks(() => world.addMany(circle(1), [0, 0, 1, 0, 5, 5, 3, 0]), 'world.addMany: not_unit');
    speaks(() => world.addMany(circle(1), [0, 0, 1, 0, 5, NaN, 1, 0]), 'world.addMany: not_finite');
    assert.equal(world.size, 0);
    world.free();
  }
});
