// SPDX-License-Identifier: MIT
// flatbush: a static index, so it is rebuilt for each frame; with the smallest array type that
// holds the boxes, and hits collected in the filter, which avoids lists.
import {PairList, searchMoved} from '../pairs.js';

/** @param {any} Flatbush @param {import('../field.js').Field} field */
export function flatbush(Flatbush, field) {
  const {n, boxes} = field;
  const pairs = new PairList(n);
  const index = () => {
    const tree = new Flatbush(n, 16, Float32Array);
    for (let at = 0; at < 4 * n; at += 4) {
      tree.add(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }
    tree.finish();
    return tree;
  };
  const search = (/** @type {any} */ tree, /** @type {number} */ i, /** @type {any} */ report) => {
    const at = 4 * i;
    tree.search(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], (/** @type {number} */ j) => {
      report(j);
      return false;
    });
  };
  const first = index();
  for (let i = 0; i < n; ++i) search(first, i, (/** @type {number} */ j) => i < j && pairs.link(i, j));
  return {
    frame() {
      const tree = index();
      searchMoved(field, pairs, (i, report) => search(tree, i, report));
    },
    pairs: () => pairs,
    free() {},
  };
}
