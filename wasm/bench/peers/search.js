// SPDX-License-Identifier: MIT
// Static indices of boxes in 2D, each by the calls that its page shows.

/**
 * An index: `build()` makes it from the boxes. `window` and `near` return what the library returns; `idsOf` turns
 * that into indices of boxes.
 * @typedef {{
 *   build(): void,
 *   window?(minX: number, minY: number, maxX: number, maxY: number): {length: number},
 *   near?(x: number, y: number, k: number): {length: number},
 *   batch?(windows: Float32Array): number,
 *   batchOf?(i: number): ArrayLike<number>,
 *   idsOf(found: any): ArrayLike<number>,
 *   free(): void,
 * }} Index
 */
/**
 * @typedef {{
 *   name: string, module: string, points?: boolean, make(library: any, boxes: Float32Array): Index,
 * }} Searcher
 */

const same = (/** @type {any} */ found) => found;

/** @param {any} library @param {Float32Array} boxes @param {'float' | 'double'} scalar */
function masu({masu: from}, boxes, scalar) {
  const index = from.boxIndex({dimension: 2, scalar});
  const memory = from.allocate(scalar === 'float' ? Float32Array : Float64Array, boxes.length);
  const windows = from.allocate(Float32Array, 4 * 1000);
  /** @type {any} */
  let groups;
  return {
    build() {
      memory.view.set(boxes);
      index.build(memory.view);
    },
    window: (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) =>
      index.search(a, b, c, d),
    near: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ k) => index.neighbors(x, y, k),
    batch(/** @type {Float32Array} */ of) {
      windows.view.set(of);
      groups = index.overlappingMany(scalar === 'float' ? windows.view : of);
      return groups.indices.length;
    },
    batchOf: (/** @type {number} */ i) => groups.of(i),
    idsOf: same,
    free() {
      index.free();
      memory.free();
      windows.free();
    },
  };
}

/** @param {any} Flatbush @param {Float32Array} boxes @param {any} Numbers */
function flatbush(Flatbush, boxes, Numbers) {
  const n = boxes.length / 4;
  /** @type {any} */
  let tree;
  return {
    build() {
      tree = new Flatbush(n, 16, Numbers);
      for (let at = 0; at < 4 * n; at += 4) tree.add(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
      tree.finish();
    },
    window: (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) =>
      tree.search(a, b, c, d),
    near: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ k) => tree.neighbors(x, y, k),
    idsOf: same,
    free() {},
  };
}

/** @param {any} RBush @param {Float32Array} boxes */
function rbush(RBush, boxes) {
  const n = boxes.length / 4;
  const items = Array.from({length: n}, (_, id) => ({
    minX: boxes[4 * id], minY: boxes[4 * id + 1], maxX: boxes[4 * id + 2], maxY: boxes[4 * id + 3], id,
  }));
  /** @type {any} */
  let tree;
  return {
    build() { tree = new RBush().load(items); },
    window: (/** @type {number} */ minX, /** @type {number} */ minY, /** @type {number} */ maxX, /** @type {number} */ maxY) =>
      tree.search({minX, minY, maxX, maxY}),
    idsOf: (/** @type {any[]} */ found) => found.map(({id}) => id),
    free() {},
  };
}

/** @param {any} KDBush @param {Float32Array} boxes of no extent */
function kdbush(KDBush, boxes) {
  const n = boxes.length / 4;
  /** @type {any} */
  let tree;
  return {
    build() {
      tree = new KDBush(n, 64, Float32Array);
      for (let at = 0; at < 4 * n; at += 4) tree.add(boxes[at], boxes[at + 1]);
      tree.finish();
    },
    window: (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) =>
      tree.range(a, b, c, d),
    idsOf: same,
    free() {},
  };
}

/** @param {any} library @param {Float32Array} boxes */
function check2d({System}, boxes) {
  const n = boxes.length / 4;
  /** @type {any} */
  let system;
  return {
    build() {
      system = new System();
      for (let i = 0; i < n; ++i) {
        const [x, y, right, top] = boxes.subarray(4 * i, 4 * i + 4);
        system.createBox({x, y}, right - x, top - y).number = i;
      }
    },
    window: (/** @type {number} */ minX, /** @type {number} */ minY, /** @type {number} */ maxX, /** @type {number} */ maxY) =>
      system.search({minX, minY, maxX, maxY}),
    idsOf: (/** @type {any[]} */ found) => found.map(({number}) => number),
    free() {},
  };
}

/**
 * Its tree has wider boxes: the real ones decide. @param {any} RAPIER @param {Float32Array} boxes
 */
function rapier(RAPIER, boxes) {
  const n = boxes.length / 4;
  const numbers = new Map();
  const [center, half] = [{x: 0, y: 0}, {x: 0, y: 0}];
  const set = (/** @type {number} */ minX, /** @type {number} */ minY, /** @type {number} */ maxX, /** @type {number} */ maxY) => {
    center.x = (minX + maxX) / 2;
    center.y = (minY + maxY) / 2;
    half.x = (maxX - minX) / 2;
    half.y = (maxY - minY) / 2;
  };
  /** @type {any} */
  let world;
  return {
    build() {
      world?.free();
      numbers.clear();
      world = new RAPIER.World({x: 0, y: 0});
      for (let i = 0; i < n; ++i) {
        set(boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]);
        const made = RAPIER.ColliderDesc.cuboid(half.x, half.y).setTranslation(center.x, center.y);
        numbers.set(world.createCollider(made).handle, i);
      }
      world.step();
    },
    window(/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) {
      set(a, b, c, d);
      /** @type {number[]} */
      const found = [];
      world.collidersWithAabbIntersectingAabb(center, half, (/** @type {any} */ {handle}) => {
        const i = numbers.get(handle);
        const at = 4 * i;
        if (boxes[at] <= c && boxes[at + 1] <= d && boxes[at + 2] >= a && boxes[at + 3] >= b) found.push(i);
        return true;
      });
      return found;
    },
    idsOf: same,
    free() { world.free(); },
  };
}

/** The first one is taken as correct. @type {Searcher[]} */
export const searchers = [
  {name: 'masu', module: 'masu', make: (library, boxes) => masu(library, boxes, 'float')},
  {name: 'masu:double', module: 'masu', make: (library, boxes) => masu(library, boxes, 'double')},
  {name: 'masu/boxes', module: 'masu/boxes', make: (library, boxes) => masu(library, boxes, 'float')},
  {name: 'flatbush', module: 'flatbush', make: (library, boxes) => flatbush(library, boxes, Float64Array)},
  {name: 'flatbush:float', module: 'flatbush', make: (library, boxes) => flatbush(library, boxes, Float32Array)},
  {name: 'kdbush', module: 'kdbush', points: true, make: kdbush},
  {name: 'rbush', module: 'rbush', make: rbush},
  {name: 'check2d', module: 'check2d', points: false, make: check2d},
  {name: 'rapier', module: 'rapier', points: false, make: rapier},
];
