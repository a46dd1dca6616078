// SPDX-License-Identifier: MIT
// detect-collisions: bodies in a system; `update()` and `checkAll()`, or `checkOne()` for moved
// ones.
import {PairList, searchMoved} from '../pairs.js';

/** @param {any} library @param {import('../field.js').Field} field */
export function detectCollisions({System}, field) {
  const {n, boxes} = field;
  const system = new System();
  const bodies = Array.from({length: n}, (_, i) => {
    const [x, y] = [boxes[4 * i], boxes[4 * i + 1]];
    const body = system.createBox({x, y}, 2 * field.half(i, 0), 2 * field.half(i, 1));
    body.number = i;
    return body;
  });
  const pairs = new PairList(n);
  system.checkAll((/** @type {any} */ {a, b}) => {
    if (a.number < b.number) pairs.link(a.number, b.number);
  });
  return {
    frame() {
      const all = field.moved.length === n;
      for (const i of field.moved) bodies[i].setPosition(boxes[4 * i], boxes[4 * i + 1], !all);
      if (all) {
        system.update();
        pairs.count = 0;
        system.checkAll((/** @type {any} */ {a, b}) => {
          if (a.number < b.number) pairs.push(a.number, b.number);
        });
        return;
      }
      searchMoved(field, pairs, (i, report) => {
        system.checkOne(bodies[i], (/** @type {any} */ {b}) => report(b.number));
      });
    },
    pairs: () => pairs,
    free() {},
  };
}
