// SPDX-License-Identifier: MIT
// PairList: stores pairs for libraries that report them one by one.

/**
 * Stores pairs consecutively: `words[2 * row]` and the word after it. `push` alone is for lists
 * that are rebuilt in each frame; lists kept over frames use `link`, `removeAll` and `remove`.
 */
export class PairList {
  /** @param {number} objects number of objects */
  constructor(objects) {
    this.count = 0;
    this.words = new Uint32Array(4 * objects + 64);
    // For each object the list of its rows: node 2 * row + side, side 0 for the first word.
    this.head = new Int32Array(objects).fill(-1);
    this.next = new Int32Array(this.words.length);
    this.previous = new Int32Array(this.words.length);
  }

  clear() {
    this.count = 0;
    this.head.fill(-1);
  }

  /** @param {number} a @param {number} b */
  push(a, b) {
    if (2 * this.count === this.words.length) this.grow();
    this.words[2 * this.count] = a;
    this.words[2 * this.count + 1] = b;
    this.count += 1;
  }

  /**
   * Adds a pair as `push`, so that `removeAll` and `remove` find it. O(1). @param {number} a @param
   * {number} b
   */
  link(a, b) {
    this.push(a, b);
    this.chain(2 * this.count - 2);
    this.chain(2 * this.count - 1);
  }

  /** Removes all pairs of an object. O(its pairs). @param {number} object */
  removeAll(object) {
    while (this.head[object] >= 0) this.removeRow(this.head[object] >> 1);
  }

  /** Removes a pair if it is in the list. O(pairs of a). @param {number} a @param {number} b */
  remove(a, b) {
    for (let node = this.head[a]; node >= 0; node = this.next[node]) {
      if (this.words[node ^ 1] !== b) continue;
      this.removeRow(node >> 1);
      return;
    }
  }

  /** Removes a row; the last row takes its index. @param {number} row */
  removeRow(row) {
    const last = this.count - 1;
    for (const node of [2 * row, 2 * row + 1]) this.unchain(node);
    if (row !== last) {
      for (const side of [0, 1]) {
        this.unchain(2 * last + side);
        this.words[2 * row + side] = this.words[2 * last + side];
      }
      this.chain(2 * row);
      this.chain(2 * row + 1);
    }
    this.count = last;
  }

  /** @param {number} node */
  chain(node) {
    const object = this.words[node];
    const after = this.head[object];
    this.head[object] = node;
    this.next[node] = after;
    this.previous[node] = -1;
    if (after >= 0) this.previous[after] = node;
  }

  /** @param {number} node */
  unchain(node) {
    const [before, after] = [this.previous[node], this.next[node]];
    if (before < 0) this.head[this.words[node]] = after;
    else this.next[before] = after;
    if (after >= 0) this.previous[after] = before;
  }

  grow() {
    const longer = (/** @type {any} */ from) => {
      const to = new from.constructor(2 * from.length);
      to.set(from);
      return to;
    };
    this.words = longer(this.words);
    this.next = longer(this.next);
    this.previous = longer(this.previous);
  }
}

/**
 * Updates a list by one search for each object that has moved.
 * @param {import('./field.js').Field} field
 * @param {PairList} pairs
 * @param {(object: number, report: (other: number) => void) => void} search calls `report` for all
 *   others that overlap the object, and optionally for the object itself
 */
export function searchMoved(field, pairs, search) {
  const {moved, n} = field;
  let object = 0;
  if (moved.length === n) {
    pairs.count = 0;
    const report = (/** @type {number} */ other) => {
      if (object < other) pairs.push(object, other);
    };
    for (object = 0; object < n; ++object) search(object, report);
    return;
  }
  for (const i of moved) pairs.removeAll(i);
  // Two objects that have both moved find each other twice.
  const report = (/** @type {number} */ other) => {
    if (other === object || (field.hasMoved[other] === 1 && other < object)) return;
    pairs.link(object, other);
  };
  for (object of moved) search(object, report);
}

/**
 * Returns the sum of a hash of each pair, and their number: the same for the same set in any order.
 * @param {{count: number, words: Uint32Array, stride?: number, first?: number, second?: number}}
 *   list
 */
export function digest({count, words, stride = 2, first = 0, second = 1}) {
  let sum = 0;
  for (let row = 0; row < count; ++row) {
    const [a, b] = [words[row * stride + first], words[row * stride + second]];
    const mixed = Math.imul(Math.imul(Math.min(a, b), 0x9e3779b1) ^ Math.max(a, b), 0x85ebca6b);
    sum = (sum + (mixed ^ (mixed >>> 15))) | 0;
  }
  return `${count}:${sum >>> 0}`;
}
