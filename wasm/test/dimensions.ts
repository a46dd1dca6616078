// SPDX-License-Identifier: MIT
// Compiled, not run: dimensions are types.
import {
  box, capsule, circle, cone, cylinder, ellipsoid, halfSpace, init, rounded, roundedBox, segment,
  sphere, triangle, type Masu, type RayHit, type Shape, type Vec2, type Vec3, type World,
} from 'masu';
import {init as init2} from 'masu/2d';
import {init as initBoxes, type Boxes, type BoxIndex} from 'masu/boxes';

const masu: Masu = await init();
const flat: World<2> = masu.world({dimension: 2});
const solid: World<3> = masu.world({dimension: 3});
const either: World = masu.world({dimension: Math.random() < 0.5 ? 2 : 3});
const any: World = flat;

const ball = flat.add(circle(1), [0, 0]);
flat.add(circle(1, [1, 0]), {translation: [0, 1], angle: 1});
flat.add(box([1, 2]), new Float32Array(2));
flat.add(capsule([0, 0], [1, 0], 1), [0, 0]);
flat.add(rounded(triangle([0, 0], [1, 0], [0, 1]), 0.1), [0, 0]);
flat.add(masu.bodies.hull([0, 0, 1, 0, 0, 1], {dimension: 2}).shape, [0, 0]);
solid.add(sphere(1), [0, 0, 0], {data: {name: 'any'}});
solid.add(cone(1, 1), [0, 0, 0]);
solid.add(halfSpace([0, 1, 0], 0), {translation: [0, 0, 0], rotation: [0, 0, 0, 1]});
either.add(circle(1), [0, 0]);
either.add(box(new Float32Array(3)), [0, 0, 0]);
const numbers: number[] = [1, 1];
either.add(box(numbers), numbers);

const pose = flat.find(ball).pose;
const position: Vec2 = pose.translation;
flat.move(ball, pose);
const hit: RayHit<2> | undefined = flat.rayCast({origin: [0, 0], direction: [1, 0]});
const normal: Vec2 | undefined = hit?.cast.normal;
const point: Vec3 | undefined = solid.closestPair()?.separation.separation.pointA;
const size: Vec2 = flat.bounds.max;
const shape: Shape<3> = ellipsoid([1, 2, 3]);
for (const [a, b] of flat.began()) void [a.data.name, a === b];
for (const pair of flat.ended()) void [pair[0] === pair.a, pair[1].index];
{
  using world = masu.world({dimension: 2});
  void world.size;
}
const boxes: Boxes = await initBoxes();
boxes.boxIndex({dimension: 3}).overlapping({min: [0, 0, 0], max: [1, 1, 1]});
const flatIndex = boxes.boxIndex({dimension: 2, period: [1, 0]});
const solidIndex = boxes.boxIndex({dimension: 3});
const eitherIndex: BoxIndex = Math.random() < 0.5 ? flatIndex : solidIndex;
const windowed: Uint32Array = flatIndex.search(0, 0, 1, 1, (index) => index > 0);
solidIndex.search(0, 0, 0, 1, 1, 1);
flatIndex.neighbors(0, 0, 3);
solidIndex.neighbors(0, 0, 0, 3, (index) => index > 0);
flatIndex.neighbors(0, 0, 3, {maxDistance: 1, accept: (index) => index > 0});
eitherIndex.search(...windowed);
flatIndex.restore(flatIndex.save().buffer);
const small = await init2();
small.world({dimension: 2}).add(segment([0, 0], [1, 1]), [0, 0]);
void [any, position, normal, point, size, shape];

// @ts-expect-error: a shape of 3D in 2D
flat.add(cylinder(1, 1), [0, 0]);
// @ts-expect-error
flat.add(box([1, 1, 1]), [0, 0]);
// @ts-expect-error
flat.add(sphere(1, [0, 0, 0]), [0, 0]);
// @ts-expect-error
flat.add(masu.bodies.hull([], {dimension: 3}).shape, [0, 0]);
// @ts-expect-error
solid.add(box([1, 1]), [0, 0, 0]);
// @ts-expect-error
solid.add(roundedBox([1, 1], 0.1), [0, 0, 0]);
// @ts-expect-error: a position of 3D in 2D
flat.add(circle(1), [0, 0, 0]);
// @ts-expect-error
flat.rayCast({origin: [0, 0, 0], direction: [1, 0, 0]});
// @ts-expect-error
const third: number = position[2];
// @ts-expect-error: masu/2d has no 3D
small.world({dimension: 3});
// @ts-expect-error: there is no such option
flat.add(circle(1), [0, 0], {sensr: true});
// @ts-expect-error: masu/boxes has no worlds
boxes.world({dimension: 2});
// @ts-expect-error: a window of 3D in 2D
flatIndex.search(0, 0, 0, 1, 1, 1);
// @ts-expect-error
solidIndex.search(0, 0, 1, 1);
// @ts-expect-error
flatIndex.neighbors(0, 0, 0, 1);
// @ts-expect-error
flatIndex.overlapping({min: [0, 0, 0], max: [1, 1, 1]});
