// SPDX-License-Identifier: MIT
// Compiled, not run: the public types, without those of Node.js.
import {
  box, circle, defaultCategory, init, LayerMatrix, MasuError, noLayer, type CarryResult,
  type ContactVolume, type Filter, type Handle, type Masu, type Pair, type PairCandidate, type Rows,
  type SlideResult, type Status, type World,
} from 'masu';

const masu: Masu = await init({simd: true});
const world: World = masu.world({dimension: 2, scalar: 'double', detail: 'areas', period: [10, 0]});
const handle: Handle = world.add(circle(1), {translation: [0, 1], angle: 0.5}, {userData: 5n});
world.add(box(new Float32Array([1, 2])), [3, 4]);
const pairs: Rows<Pair> = world.pairs();
const words: Uint32Array = pairs.words;
for (const {a, status} of pairs) {
  const index: number = a.index;
  const word: Status = status;
  void [index, word];
}
const featureId: number | undefined = world.corners(pairs.at(0)!, 0).at(0)?.featureId;
const hit = world.rayCast({origin: [0, 0], direction: [1, 0]});
const t: number | undefined = hit?.cast.t;
const behind = world.rayCast({origin: [0, 0], direction: [1, 0]}, {
  mask: 3n, sensors: true, accept: ({object, t: time}) => object.index !== 0 && time > 1,
});
const material: bigint = behind === undefined ? 0n : world.userData(behind.object, behind.subShape);
void material;
const memory = masu.allocate(Float64Array, 4);
const view: Float64Array = memory.view;
const found: Uint32Array = masu.finder({dimension: 3, method: 'bvh'}).findPairs(view);
const deep = masu.world({dimension: 3, detail: 'volumes'});
const volume: ContactVolume = deep.volume(deep.pairs().at(0)!, 0);
const side: 'a' | 'b' = volume.faces.at(0)!.body;
const hero = {position: [0, 2, 0], radius: 0.5, halfAxis: [0, 0.5, 0]};
const slid: SlideResult = deep.slide(hero, [1, 0, 0], {
  up: [0, 1, 0], stepHeight: 0.25, counts: (o) => o.gap([0, 1, 0]) >= 0,
});
const ground: Handle | undefined = slid.ground;
const carried: CarryResult = deep.carry(
  hero, [{object: handle, from: {translation: [0, 0, 0], rotation: [0, 0, 0, 1]}}], {up: [0, 1, 0]});
const crushedBy: Handle | undefined = carried.crushedBy;
const hull = masu.convexHull({dimension: 3});
hull.build(view);
const face: Uint32Array = hull.face(0);
const index = masu.boxIndex({dimension: 2, scalar: 'double'});
index.build(view);
const indices: Uint32Array = index.overlapping({min: [0, 0], max: view.subarray(0, 2)});
const layers: LayerMatrix = new LayerMatrix().set(0, 1, false).set(2, noLayer, false);
const collides: Filter = layers.filter(0, [2, noLayer]);
world.setLayers(layers);
world.setPairFilter((pair: PairCandidate) => pair.userDataA !== pair.userDataB);
world.setPairFilter();
world.excludePair(handle, world.add(circle(1), [0, 0], {group: -1, layer: noLayer}));
const apart: boolean = world.isExcluded(handle, handle);
const wall = world.rayCast({origin: [0, 0], direction: [1, 0]}, collides);
void [side, ground, crushedBy, face, indices, apart, wall, defaultCategory];
void [handle, words, featureId, t, found, MasuError];

// @ts-expect-error: there is no such dimension
masu.world({dimension: 4});
// @ts-expect-error: nor such a method
masu.finder({dimension: 2, method: 'magic'});
// @ts-expect-error: it answers yes or no
world.setPairFilter((pair: PairCandidate) => pair.a);
// @ts-expect-error: a handle is not its index
world.remove(3);
