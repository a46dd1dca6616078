// SPDX-License-Identifier: MIT
// Valid arguments for each public function and method. Properties, and methods without an entry
// here, take none.
import {finderMethods, layerCount, noLayer, tiles} from 'masu';
import {arrayOf} from '../support.js';

const two = (d) => [d.shape(), d.pose(), d.shape(), d.pose()];
const userData = (d, count) => d.maybe(() => Array.from({length: count}, () => d.pick([3, 5n])));
const layer = (d) => d.pick([0, 1, 62, noLayer]);
const details = ['boxes', 'touch', 'points', 'points', 'areas', 'volumes', 'volumes'];
const broadPhases = [
  'all_pairs', 'sweep_and_prune', 'sorted_orthtree', 'bvh', 'pair_tracker', 'incremental_sweep', 'automatic',
];
const corners2 = [0, 0, 2, 0, 2, 1, 0, 1];
const cube = [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].flatMap((x) => [x, y, z])));
const cubeFaces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const tetrahedronFaces = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];

/** The arguments of a slide or carry; `middle` is what stands between. */
const moving = (d, world, middle) => [d.mover(), middle, d.slideOptions(world)];
const search = (d, boxes) => d.maybe(() => d.options({filters: d.filters(boxes), period: d.period()}));

export const table = {
  // Shapes and poses.
  point: (d) => [d.vec()],
  sphere: (d) => [d.size(), d.maybe(() => d.vec())],
  circle: (d) => [d.size(), d.maybe(() => d.vec())],
  segment: (d) => [d.vec(), d.vec()],
  capsule: (d) => [d.vec(), d.vec(), d.size()],
  triangle: (d) => [d.vec(), d.vec(), d.vec()],
  box: (d) => [d.sizes(), d.maybe(() => d.vec())],
  ellipsoid: (d) => [d.sizes()],
  ellipse: (d) => [d.sizes()],
  cylinder: (d) => [d.size(), d.size()],
  cone: (d) => [d.size(), d.size()],
  halfSpace: (d) => [d.unit(), d.real()],
  plane: (d) => [d.unit(), d.real()],
  rounded: (d) => [d.shape(), d.size()],
  roundedBox: (d) => [d.sizes(), d.size() / 4, d.maybe(() => d.vec())],
  compose: (d) => [d.pose(), d.pose()],
  inverse: (d) => [d.pose()],
  cosineAndSine: (d) => [d.real()],
  rotate: (d) => [d.rotation(), d.vec()],
  rotationFromAngle: (d) => [d.real()],
  rotationFromAxisAngle: (d) => [d.sizes(3), d.real()],
  toLocal: (d) => [d.pose(), d.vec()],
  toWorld: (d) => [d.pose(), d.vec()],

  // What makes objects.
  'Masu.world': (d) => [d.options({
    ...d.kind(), detail: d.pick(details), margin: d.maybe(() => 0.125), period: d.period(),
    skipInternalEdges: d.maybe(() => d.rarely(2)), queries: d.maybe(() => d.rarely(2)),
    handleSalt: d.maybe(() => d.below(9)),
  })],
  'Masu.shapes': (d) => [d.dimension, d.scalar],
  'Masu.convexHull': (d) => [d.options({...d.kind(), merge: d.maybe(() => 0.05)})],
  'Masu.chains': (d) => [
    d.numbers([...d.vec(8), ...Array.from({length: 4 * d.below(4)}, () => d.real())]),
    d.maybe(() => d.options({scalar: d.scalar, weld: d.maybe(() => 0.25), splitJunctions: d.maybe(() => d.rarely(2))})),
  ],
  'Masu.corridor': (d) => {
    const count = 2 + d.below(6);
    const loop = count > 3 && d.rarely(2);
    const vertices = Array.from({length: count}, (_, i) => [4 * Math.cos(i), 4 * Math.sin(i)]);
    if (loop) vertices[count - 1] = vertices[0];
    const kinds = d.maybe(() => [{filter: d.filter()}, {openAlong: [0, 1], material: 3, userData: 7n}]);
    return [d.numbers(vertices.flat()), [{first: 0, count, kind: loop ? 1 : 0, depth: 0}], d.options({
      scalar: d.scalar, kinds, kindOf: kinds && d.numbers(vertices.map(() => d.below(2)), Uint32Array),
      reach: d.maybe(() => 1), skin: d.maybe(() => 0.01),
    })];
  },
  'Masu.finder': (d) => [d.options({...d.kind(), method: d.maybe(() => d.pick(finderMethods))})],
  'Masu.boxIndex': (d) => [d.options({...d.kind(), period: d.period()})],
  'Masu.allocate': (d) => [d.pick([Uint8Array, Uint32Array, Float32Array, Float64Array]), d.below(100)],

  'Bodies.hull': (d) => [d.points(d.dimension + 1 + d.below(6)), d.kind()],
  'Bodies.polygon': (d) => [d.numbers(corners2), d.scalar],
  'Bodies.polyhedron': (d) => [d.numbers(cube), cubeFaces, d.scalar],
  'Bodies.mesh': (d) => {
    const solid = d.dimension === 3;
    const corners = solid ? tetrahedronFaces : [0, 1, 1, 2, 2, 3, 3, 0];
    return [
      d.numbers(solid ? tetrahedron : corners2), d.numbers(corners, Uint32Array),
      d.options({...d.kind(), userData: userData(d, 4)}),
    ];
  },
  'Bodies.heightField': (d) => [
    ...(d.dimension === 2 ? [[4], [1]] : [[2, 2], [1, 1]]), d.numbers([0, 0.5, 0, 1]), d.scalar,
  ],
  'Bodies.tileGrid': (d) => (d.dimension === 2
    ? [[2, 2], [1, 1], d.maybe(() => [0, 1, 2, 6]), d.scalar]
    : [[2, 1, 2], [1, 1, 1], d.maybe(() => [0, 1, 1, 0]), d.scalar]),
  'Bodies.compound': (d) => {
    const children = Array.from({length: 1 + d.below(3)}, () => ({shape: d.convex(), pose: d.pose()}));
    return [children, d.options({...d.kind(), userData: userData(d, children.length)})];
  },
  'Body.setVertices': (d) => [d.numbers(d.dimension === 3 ? tetrahedron : corners2)],
  'Body.setHeights': (d) => (d.dimension === 2 ? [[1], [2], [1, d.real()]] : [[1, 0], [1, 1], [d.real()]]),
  'Body.setHole': (d) => [d.dimension === 2 ? [d.below(3)] : [0, 0], d.rarely(2)],
  'Body.setTile': (d) => [d.dimension === 2 ? [d.below(2), 1] : [1, 0, 1], d.pick([tiles.empty, tiles.solid])],
  'Body.moveChild': (d) => [d.below(2), d.pose()],
  'Body.setUserData': (d) => [d.pick([[], [1n], [1, 2], [1, 2, 3, 4]])],

  // Boxes.
  'BoxIndex.build': (d) => {
    const boxes = d.boxes();
    return [boxes, d.filters(boxes)];
  },
  'BoxIndex.refit': (d, index) => [d.boxes(d.story.facts(index).boxes?.length / (2 * d.dimension) || 0)],
  'BoxIndex.restore': (d, index) => [d.pick(d.story.facts(index).saved) ?? new Uint8Array(8)],
  'BoxIndex.neighborsMany': (d) => [d.points(), d.k()],
  'BoxIndex.overlapping': (d) => [d.box(), d.maybe(() => d.filter())],
  'BoxIndex.within': (d) => [d.box(), d.size(), d.maybe(() => d.filter())],
  'BoxIndex.nearest': (d) => [d.box(), d.k(), d.maybe(() => d.filter())],
  'BoxIndex.rayCast': (d) => [d.ray(), d.maybe(() => d.filter())],
  'BoxIndex.onRay': (d) => [d.ray(), d.maybe(() => d.filter())],
  'BoxIndex.overlappingMany': (d) => [d.boxes(), d.maybe(() => d.filter())],
  'BoxIndex.rayCastMany': (d) => [d.rays(), d.maybe(() => d.filter())],
  'BoxIndex.search': (d) => [...Object.values(d.box()).flat(), d.maybe(() => d.callback())],
  'BoxIndex.neighbors': (d) => [...d.vec(), d.k(), d.maybe(() => d.pick([
    d.callback(), d.options({accept: d.maybe(() => d.callback()), maxDistance: d.maybe(() => d.size())}),
  ]))],
  'IndexGroups.of': (d, groups) => [d.below(groups.length + 1)],
  'Finder.findPairs': (d) => {
    const boxes = d.boxes();
    return [boxes, search(d, boxes)];
  },
  'Finder.findPairsBetween': (d) => {
    const boxes = d.boxes();
    return [boxes, d.boxes(), search(d, boxes)];
  },

  // Points and walls.
  'ConvexHull.build': (d) => [d.points()],
  'ConvexHull.face': (d) => [d.below(4)],
  'ConvexHull.plane': (d) => [d.below(4)],
  'Corridor.movers': (d) => [
    d.points(d.below(5), 2), d.size(), d.maybe(() => d.options({
      halfAxis: d.maybe(() => [0, 0.5]), filter: d.maybe(() => d.filter()),
    })),
  ],
  'Corridor.move': (d) => {
    const movers = d.story.some('Movers');
    return [movers, d.points(movers?.length, 2), d.maybe(() => d.options({
      response: d.maybe(() => d.pick(['slide', 'bounce', 'stop'])), restitution: d.maybe(() => 0.5),
      maxContacts: d.maybe(() => d.below(9)),
    }))];
  },
  'Corridor.moveWalls': (d) => [
    {first: 0, count: 2 + d.below(2), kind: 0, depth: 0}, d.vec(2).map((x) => x / 8),
    d.maybe(() => d.story.some('Movers')),
  ],
  'Corridor.setVertices': (d) => [d.below(2), d.points(1, 2)],
  'Corridor.nearest': (d) => [d.vec(2), d.maybe(() => d.size())],
  'Corridor.within': (d) => [d.vec(2), d.size()],
  'Corridor.nearestMany': (d) => [d.points(d.below(5), 2), d.maybe(() => d.size())],
  'Corridor.rayCastMany': (d) => [d.numbers([...d.vec(4), 1])],
  'Corridor.circleCastMany': (d) => [d.points(3, 2), d.size(), d.points(3, 2)],
  'Movers.position': (d, movers) => [d.below(movers.length + 1)],
  'Movers.setPosition': (d, movers) => [d.below(movers.length + 1), d.vec(2)],

  // Results.
  'Rows.at': (d, rows) => [d.below(rows.length + 1)],
  'Rows.offset': (d) => [d.pick(['a', 'object', 'status', 'wall'])],
  'Groups.of': (d, groups) => [d.below(groups.length + 1)],
  'LayerMatrix.set': (d) => [layer(d), d.below(layerCount), d.rarely(2)],
  'LayerMatrix.collide': (d) => [layer(d), layer(d)],
  'LayerMatrix.filter': (d) => [layer(d), d.maybe(() => d.pick([[0, noLayer], 3n]))],
  'SlideObstacle.gap': (d) => [d.unit()],

  // Two shapes.
  'Shapes.check': (d) => [d.shape()],
  'Shapes.box': (d) => [d.shape(), d.pose()],
  'Shapes.rayCast': (d) => [d.shape(), d.pose(), d.ray()],
  'Shapes.closestPoint': (d) => [d.shape(), d.pose(), d.vec()],
  'Shapes.touch': (d) => [...two(d), d.maybe(() => 0.25)],
  'Shapes.distance': two,
  'Shapes.penetration': (d) => [d.convex(), d.pose(), d.convex(), d.pose()],
  'Shapes.signedDistance': (d) => [d.story.meshShape(d) ?? d.shape(), d.pose(), d.convex(), d.pose()],
  'Shapes.contacts': (d) => [...two(d), d.maybe(() => d.options({
    margin: d.maybe(() => 0.25), skipInternalEdges: d.maybe(() => d.rarely(2)), detail: d.maybe(() => 'areas'),
  }))],
  'Shapes.cast': (d) => [...two(d), d.vec()],
  'Shapes.impact': (d) => [d.shape(), [d.pose(), d.pose()], d.shape(), [d.pose(), d.pose()]],

  // Worlds.
  'World.add': (d) => [d.shape(), d.pose(), d.objectOptions()],
  'World.addMany': (d) => [d.shape(), d.poses(d.below(6)), d.objectOptions()],
  'World.remove': (d, world) => [d.handle(world)],
  'World.contains': (d, world) => [d.handle(world)],
  'World.reserve': (d) => [d.below(100)],
  'World.handleIn': (d) => [d.below(20)],
  'World.userData': (d, world) => [d.handle(world), d.maybe(() => d.below(4))],
  'World.find': (d, world) => [d.handle(world)],
  'World.move': (d, world) => [d.handle(world), d.pose()],
  'World.moveMany': (d, world) => {
    const count = d.below(6);
    return [d.handles(world, count), d.poses(count)];
  },
  'World.teleport': (d, world) => [d.handle(world), d.pose()],
  'World.setShape': (d, world) => [d.handle(world), d.shape()],
  'World.setSensor': (d, world) => [d.handle(world), d.rarely(2)],
  'World.setContinuous': (d, world) => [d.handle(world), d.rarely(2)],
  'World.setFixed': (d, world) => [d.handle(world), d.rarely(2)],
  'World.setMargin': (d, world) => [d.handle(world), 0.25],
  'World.setUserData': (d, world) => [d.handle(world), d.pick([5, -1n])],
  'World.setFilter': (d, world) => [d.handle(world), d.filter()],
  'World.setLayer': (d, world) => [d.handle(world), layer(d), d.maybe(() => d.bits())],
  'World.setLayers': (d) => [d.story.some('LayerMatrix')],
  'World.setGroup': (d, world) => [d.handle(world), d.below(3) - 1],
  'World.excludePair': (d, world) => [d.handle(world), d.handle(world)],
  'World.includePair': (d, world) => [d.handle(world), d.handle(world)],
  'World.isExcluded': (d, world) => [d.handle(world), d.handle(world)],
  'World.setPairFilter': (d) => [d.maybe(() => d.callback())],
  'World.refilter': (d, world) => [d.handle(world)],
  'World.setBounds': (d) => [d.box()],
  'World.contacts': (d, world) => [d.pair(world)],
  'World.corners': (d, world) => [d.pair(world), d.below(2)],
  'World.volume': (d, world) => [d.pair(world), d.below(2)],
  'World.shift': (d, world) => [d.pair(world)],
  'World.pairsOf': (d, world) => [d.handle(world)],
  'World.useBroadPhase': (d) => [d.pick(broadPhases)],
  'World.restore': (d, world) => [d.pick(d.story.facts(world).saved) ?? new Uint8Array(8)],
  'World.rayCast': (d) => [d.ray(), d.queryFilter()],
  'World.rayCastAll': (d) => [d.ray(), d.queryFilter()],
  'World.shapeCast': (d) => [d.shape(), d.pose(), d.vec(), d.queryFilter()],
  'World.touching': (d) => [d.shape(), d.pose(), d.queryFilter()],
  'World.at': (d) => [d.vec(), d.queryFilter()],
  'World.overlapping': (d) => [d.box(), d.queryFilter()],
  'World.nearest': (d) => [d.vec(), d.k(), d.queryFilter()],
  'World.within': (d) => [d.vec(), d.size(), d.queryFilter()],
  'World.closestBetween': (d) => [d.story.some('World')],
  'World.closestTo': (d) => [d.shape(), d.pose(), d.queryFilter()],
  'World.touchingIn': (d) => [d.story.some('World')],
  'World.slide': (d, world) => moving(d, world, d.vec()),
  'World.carry': (d, world) => moving(d, world, d.some(() => ({object: d.handle(world), from: d.pose()}), 3)),
  'World.rayCastMany': (d) => [d.rays(), d.queryFilter()],
  'World.overlappingMany': (d) => [d.boxes(), d.queryFilter()],
  'World.nearestMany': (d) => [d.points(), d.k(), d.queryFilter()],
};

/** How often some are called, compared with others. */
export const weights = {
  'World.add': 24, 'World.addMany': 6, 'World.update': 10, 'World.move': 3, 'World.volume': 3, 'World.save': 6,
  'World.restore': 4, 'BoxIndex.restore': 3, 'Body.moveChild': 2, 'Body.[Symbol.dispose]': 4, 'BoxIndex.build': 3, 'ConvexHull.build': 6,
  'ConvexHull.plane': 4,
};

/** Functions and classes that are not called, and why. */
export const exempt = {
  init: 'asynchronous: loader.test.js and refusals.test.js call it wrongly',
  MasuError: 'made by the library only',
  Resource: 'abstract; its members are called for each class that has them',
};
