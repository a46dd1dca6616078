// SPDX-License-Identifier: MIT
// Boxes that move, the same for all who race.
//
// Places are whole 1024ths and edges odd 2048ths: exact in floats, as corners and as centres with
// half edges, up to 2048 from the middle; and no two boxes touch without overlap, of which the
// libraries think differently: they are at least 1/2048 apart, or overlap by as much.

const kPlaces = 1024;
const place = (/** @type {number} */ x) => Math.round(x * kPlaces) / kPlaces;
const edge = (/** @type {number} */ x) => (2 * Math.floor(x * kPlaces) + 1) / (2 * kPlaces);

/**
 * Boxes put to such places, in a new array: the least corner, the greatest corner.
 * @param {ArrayLike<number>} boxes @param {2 | 3} dimension
 */
export function snapped(boxes, dimension) {
  const exact = new Float32Array(boxes.length);
  for (let i = 0; i < boxes.length; ++i) {
    const axis = i % (2 * dimension);
    if (axis < dimension) exact[i] = place(boxes[i]);
    else exact[i] = exact[i - dimension] + edge(boxes[i] - boxes[i - dimension]);
  }
  return exact;
}

/** Numbers in [0, 1), the same for the same seed. @param {number} seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Boxes with edges of 0.5 to 1.5 in a world with room for them: about two pairs an object.
 * @param {number} n @param {2 | 3} dimension @param {number} seed
 */
export function uniformBoxes(n, dimension, seed) {
  const random = randomOf(seed);
  const side = dimension === 2 ? Math.sqrt(n) : Math.cbrt(2 * n);
  const boxes = new Float32Array(2 * dimension * n);
  for (let i = 0; i < boxes.length; ++i) {
    const before = i % (2 * dimension) < dimension ? 0 : boxes[i - dimension];
    boxes[i] = before === 0 ? random() * side : before + 0.5 + random();
  }
  return snapped(boxes, dimension);
}

/** Boxes of which a share moves in each frame, by at most 0.05 on an axis. */
export class Field {
  /**
   * @param {Float32Array} boxes as `snapped` gives them
   * @param {2 | 3} dimension
   * @param {number} share of the boxes that moves in a frame
   * @param {number} seed
   */
  constructor(boxes, dimension, share, seed) {
    this.dimension = dimension;
    this.n = boxes.length / (2 * dimension);
    this.boxes = boxes.slice();
    this.home = boxes.slice();
    this.share = share;
    this.random = randomOf(seed + 1);
    /** What moved in the last step. */
    this.moved = new Uint32Array(0);
    this.hasMoved = new Uint8Array(this.n);
  }

  /** A frame in which what would move stays where it is. */
  rest() {
    this.choose((k) => k);
  }

  /** One frame on: boxes tremble about their first places. O(moved). */
  step() {
    const {n, boxes, home, dimension, random} = this;
    this.choose(this.share === 1 ? (k) => k : () => Math.floor(random() * n));
    for (const i of this.moved) {
      for (let axis = 0; axis < dimension; ++axis) {
        const low = 2 * dimension * i + axis;
        let by = place(random() / 10 - 0.05);
        if (Math.abs(boxes[low] + by - home[low]) > 1) by = -by;
        boxes[low] += by;
        boxes[low + dimension] += by;
      }
    }
  }

  /** Who moves, each once. @param {(k: number) => number} pick */
  choose(pick) {
    const count = Math.max(1, Math.round(this.n * this.share));
    for (const i of this.moved) this.hasMoved[i] = 0;
    if (this.moved.length !== count) this.moved = new Uint32Array(count);
    for (let k = 0; k < count; ++k) {
      let i = pick(k);
      while (this.hasMoved[i] === 1) i = pick(k);
      this.moved[k] = i;
      this.hasMoved[i] = 1;
    }
  }

  /** @param {number} i @param {number} axis */
  centre(i, axis) {
    const low = 2 * this.dimension * i + axis;
    return (this.boxes[low] + this.boxes[low + this.dimension]) / 2;
  }

  /** Half an edge. @param {number} i @param {number} axis */
  half(i, axis) {
    const low = 2 * this.dimension * i + axis;
    return (this.boxes[low + this.dimension] - this.boxes[low]) / 2;
  }

  /** @param {number} i @param {number} j */
  overlap(i, j) {
    const {boxes, dimension} = this;
    const [a, b] = [2 * dimension * i, 2 * dimension * j];
    for (let axis = 0; axis < dimension; ++axis) {
      if (boxes[a + axis] > boxes[b + dimension + axis]) return false;
      if (boxes[b + axis] > boxes[a + dimension + axis]) return false;
    }
    return true;
  }
}
