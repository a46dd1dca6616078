// SPDX-License-Identifier: MIT
// The counting of the race: lists of pairs, their digest, and which methods are reported as wrong.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Field, randomOf, uniformBoxes} from '../../wasm/bench/field.js';
import {Heat} from '../../wasm/bench/heat.js';
import {digest, PairList, searchMoved} from '../../wasm/bench/pairs.js';

const key = (a, b) => (a < b ? `${a},${b}` : `${b},${a}`);
const keysOf = ({words, count}) =>
  Array.from({length: count}, (_, row) => key(words[2 * row], words[2 * row + 1])).sort();

test('a PairList has the same pairs as a set after insertions and removals', () => {
  const random = randomOf(3);
  const [list, set] = [new PairList(40), new Set()];
  for (let repeat = 0; repeat < 4000; ++repeat) {
    const [a, b] = [Math.floor(random() * 40), Math.floor(random() * 40)];
    const what = random();
    if (what < 0.02) {
      list.removeAll(a);
      for (const pair of [...set]) if (pair.split(',').includes(String(a))) set.delete(pair);
    } else if (what < 0.4) {
      list.remove(a, b);
      set.delete(key(a, b));
    } else if (a !== b && !set.has(key(a, b))) {
      list.link(a, b);
      set.add(key(a, b));
    }
    assert.equal(list.count, set.size);
  }
  assert.ok(set.size > 50);
  assert.deepEqual(keysOf(list), [...set].sort());
});

test('the digest depends neither on the order of the pairs nor on their sides', () => {
  const of = (...words) => digest({count: words.length / 2, words: Uint32Array.from(words)});
  assert.equal(of(1, 2, 3, 4), of(4, 3, 1, 2));
  assert.notEqual(of(1, 2, 3, 4), of(1, 3, 2, 4));
  assert.notEqual(of(1, 2), of(1, 2, 3, 4));
});

/** Finds all pairs by testing each; `but` is left out. */
const byHand = (name, but = -1) => ({
  name, module: '', dimensions: [2, 3],
  make(_, field) {
    const pairs = new PairList(field.n);
    const search = (i, report) => {
      for (let j = 0; j < field.n; ++j) if (j !== i && i !== but && j !== but && field.overlap(i, j)) report(j);
    };
    for (let i = 0; i < field.n; ++i) search(i, (j) => i < j && pairs.link(i, j));
    return {frame: () => searchMoved(field, pairs, search), pairs: () => pairs, free() {}};
  },
});
/** Finds all pairs again in each frame. */
const afresh = {
  name: 'afresh', module: '', dimensions: [2, 3],
  make(_, field) {
    const pairs = new PairList(field.n);
    return {
      frame() {
        pairs.clear();
        for (let i = 0; i < field.n; ++i) {
          for (let j = i + 1; j < field.n; ++j) if (field.overlap(i, j)) pairs.push(i, j);
        }
      },
      pairs: () => pairs, free() {},
    };
  },
};

for (const dimension of [2, 3]) {
  for (const share of [1, 0.2, 0.01]) {
    test(`${dimension}D, ${100 * share} % moving: kept pairs are right, a missing object is seen`, () => {
      const field = new Field(uniformBoxes(120, dimension, 5), dimension, share, 5);
      const heat = new Heat(field, () => 0);
      const rebuilt = afresh.make(undefined, field);
      rebuilt.frame();
      for (const method of [afresh, byHand('kept'), byHand('blind', rebuilt.pairs().words[0])]) heat.enter(method);
      heat.enter({...afresh, name: 'broken', make() { throw new Error('out of order'); }});
      field.rest();
      heat.frame(false);
      for (let frame = 0; frame < 30; ++frame) {
        field.step();
        heat.frame(true);
      }
      const found = heat.results();
      assert.deepEqual(found.map(({exact}) => exact), [true, true, false, false]);
      assert.equal(found[3].failed, 'out of order');
    });
  }
}
