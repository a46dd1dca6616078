// SPDX-License-Identifier: MIT
// rbush: rebuilt, as its page recommends for many changes; or moved items are removed and inserted.
import {PairList, searchMoved} from '../pairs.js';

/**
 * @param {any} RBush @param {import('../field.js').Field} field
 * @param {boolean} [rebuilds] by default if more than a tenth of the boxes moves
 */
export function rbush(RBush, field, rebuilds = field.share > 0.1) {
  const {n, boxes} = field;
  const tree = new RBush();
  const items = Array.from({length: n}, (_, id) => ({minX: 0, minY: 0, maxX: 0, maxY: 0, id}));
  const setBox = (/** @type {any} */ item) => {
    const at = 4 * item.id;
    item.minX = boxes[at];
    item.minY = boxes[at + 1];
    item.maxX = boxes[at + 2];
    item.maxY = boxes[at + 3];
  };
  items.forEach(setBox);
  tree.load(items);
  const pairs = new PairList(n);
  for (const item of items) {
    for (const other of tree.search(item)) if (item.id < other.id) pairs.link(item.id, other.id);
  }
  return {
    frame() {
      if (rebuilds) {
        for (const i of field.moved) setBox(items[i]);
        tree.clear().load(items);
      } else {
        for (const i of field.moved) {
          tree.remove(items[i]);
          setBox(items[i]);
          tree.insert(items[i]);
        }
      }
      searchMoved(field, pairs, (i, report) => {
        for (const other of tree.search(items[i])) report(other.id);
      });
    },
    pairs: () => pairs,
    free() {},
  };
}
