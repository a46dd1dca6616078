// SPDX-License-Identifier: MIT
// Helpers of the tests: numbers that are the same on every machine, and brute force.
import {init} from 'masu';

export const modules = [await init({simd: false}), await init({simd: true})];
export const kinds = [2, 3].flatMap((dimension) =>
  ['float', 'double'].map((scalar) => ({dimension, scalar})));
export const arrayOf = (scalar) => (scalar === 'float' ? Float32Array : Float64Array);

/** PCG32 as in the C++ tests. */
export class Pcg32 {
  #state = 0n;
  constructor(seed) {
    this.next();
    this.#state = (this.#state + BigInt(seed)) & 0xffffffffffffffffn;
    this.next();
  }
  next() {
    const old = this.#state;
    this.#state = (old * 6364136223846793005n + 1n) & 0xffffffffffffffffn;
    const shifted = Number((((old >> 18n) ^ old) >> 27n) & 0xffffffffn);
    const rotation = Number(old >> 59n);
    return ((shifted >>> rotation) | (shifted << (-rotation & 31))) >>> 0;
  }
  unit() {
    const high = this.next();
    const low = this.next();
    return (high * 2 ** 21 + Math.floor(low / 2 ** 11)) * 2 ** -53;
  }
  between(low, high) {
    return low + (high - low) * this.unit();
  }
}

/** FNV-1a of 64 bits as in the C++ tests (tests/support/golden.hpp), in two halves. */
export class Hash {
  #low = 0x84222325;
  #high = 0xcbf29ce4;
  #bits = new DataView(new ArrayBuffer(8));
  #size;
  constructor(scalar) {
    this.#size = scalar === 'float' ? 4 : 8;
  }
  /** Hashes counts below 2^32, each as 64 bits. */
  words(...words) {
    for (const word of words) this.#add(word, 0);
  }
  /** Hashes numbers of the scalar by their bits. */
  reals(...numbers) {
    for (const x of numbers) {
      if (this.#size === 4) {
        this.#bits.setFloat32(0, x, true);
        this.#add(this.#bits.getUint32(0, true), 0);
      } else {
        this.#bits.setFloat64(0, x, true);
        this.#add(this.#bits.getUint32(0, true), this.#bits.getUint32(4, true));
      }
    }
  }
  get value() {
    return (BigInt(this.#high) << 32n) | BigInt(this.#low);
  }
  #add(low, high) {
    for (const half of [low, high]) {
      for (let shift = 0; shift < 32; shift += 8) this.#byte((half >>> shift) & 0xff);
    }
  }
  // Multiplies by 2^40 + 0x1b3: no product here exceeds 2^53.
  #byte(byte) {
    const low = (this.#low ^ byte) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / 2 ** 32);
    this.#high = (this.#high * 0x1b3 + carry + ((low << 8) >>> 0)) % 2 ** 32;
    this.#low = product % 2 ** 32;
  }
}

/** Returns consecutive boxes. */
export function someBoxes(random, n, dimension, scalar, size = 0.1) {
  const boxes = new (arrayOf(scalar))(n * 2 * dimension);
  for (let i = 0; i < n; ++i) {
    for (let a = 0; a < dimension; ++a) {
      const low = random.between(-1, 1);
      boxes[2 * dimension * i + a] = low;
      boxes[2 * dimension * i + dimension + a] = low + random.between(0, size);
    }
  }
  return boxes;
}

export function overlap(boxes, i, others, j, dimension) {
  for (let a = 0; a < dimension; ++a) {
    const p = 2 * dimension * i + a;
    const q = 2 * dimension * j + a;
    if (boxes[p] > others[q + dimension] || others[q] > boxes[p + dimension]) return false;
  }
  return true;
}

/** Returns sorted words 'a b'. */
export function wordsOf(pairs) {
  const words = [];
  for (let i = 0; i < pairs.length; i += 2) words.push(`${pairs[i]} ${pairs[i + 1]}`);
  return words.sort();
}

export function bruteForce(boxes, dimension) {
  const n = boxes.length / (2 * dimension);
  const words = [];
  for (let i = 0; i < n; ++i) {
    for (let j = i + 1; j < n; ++j) {
      if (overlap(boxes, i, boxes, j, dimension)) words.push(`${i} ${j}`);
    }
  }
  return words.sort();
}

export const withStatus = (status) => (error) =>
  error.name === 'MasuError' && error.status === status && error.message.includes(status);
