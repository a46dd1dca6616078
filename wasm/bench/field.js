// SPDX-License-Identifier: MIT
// Fields of moving boxes, the same for all methods of a benchmark.
//
// Coordinates are multiples of 1/1024 and edges odd multiples of 1/2048: exact in floats, as
// corners and as centers with half extents, up to 2048 from the origin. No two boxes touch without
// overlap, which the libraries treat differently: they are at least 1/2048 apart, or overlap by as
// much.

const kResolution = 1024;
const snap = (/** @type {number} */ x) => Math.round(x * kResolution) / kResolution;
const edge = (/** @type {number} */ x) => (2 * Math.floor(x * kResolution) + 1) / (2 * kResolution);

/**
 * Returns boxes rounded to such coordinates, as a new array: minimum corner, maximum corner.
 * @param {ArrayLike<number>} boxes @param {2 | 3} dimension
 */
export function snapped(boxes, dimension) {
  const exact = new Float32Array(boxes.length);
  for (let i = 0; i < boxes.length; ++i) {
    const axis = i % (2 * dimension);
    if (axis < dimension) exact[i] = snap(boxes[i]);
    else exact[i] = exact[i - dimension] + edge(boxes[i] - boxes[i - dimension]);
  }
  return exact;
}

/** Returns a generator of numbers in [0, 1), determined by the seed. @param {number} seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Returns boxes with edges of 0.5 to 1.5 at such a density that there are about two pairs per
 * object.
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

/** Boxes of which a share moves in each frame, by at most 0.05 on each axis. */
export class Field {
  /**
   * @param {Float32Array} boxes as `snapped` returns them
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
    /** Indices of the boxes that moved in the last step. */
    this.moved = new Uint32Array(0);
    this.hasMoved = new Uint8Array(this.n);
  }

  /** Makes a frame in which the chosen boxes stay where they are. */
  rest() {
    this.choose((k) => k);
  }

  /** Makes a frame in which boxes jitter around their initial positions. O(moved). */
  step() {
    const {n, boxes, home, dimension, random} = this;
    this.choose(this.share === 1 ? (k) => k : () => Math.floor(random() * n));
    for (const i of this.moved) {
      for (let axis = 0; axis < dimension; ++axis) {
        const low = 2 * dimension * i + axis;
        let by = snap(random() / 10 - 0.05);
        if (Math.abs(boxes[low] + by - home[low]) > 1) by = -by;
        boxes[low] += by;
        boxes[low + dimension] += by;
      }
    }
  }

  /** Chooses the boxes that move, each once. @param {(k: number) => number} pick */
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
  center(i, axis) {
    const low = 2 * this.dimension * i + axis;
    return (this.boxes[low] + this.boxes[low + this.dimension]) / 2;
  }

  /** Returns half an edge. @param {number} i @param {number} axis */
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
