// SPDX-License-Identifier: MIT
// Compiled, not run: the types that users see, without those of Node.js.
import {
  box, circle, init, MasuError, type Handle, type Masu, type Pair, type Rows, type Status, type World,
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
const hit = world.rayCast({origin: [0, 0], direction: [1, 0]});
const t: number | undefined = hit?.cast.t;
const memory = masu.allocate(Float64Array, 4);
const view: Float64Array = memory.view;
const found: Uint32Array = masu.finder({dimension: 3, method: 'bvh'}).findPairs(view);
void [handle, words, t, found, MasuError];

// @ts-expect-error: there is no such dimension
masu.world({dimension: 4});
// @ts-expect-error: nor such a method
masu.finder({dimension: 2, method: 'magic'});
// @ts-expect-error: a handle is not its index
world.remove(3);
