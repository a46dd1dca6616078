// SPDX-License-Identifier: MIT
import type {Why} from '../shell/why';

export const why: Why = {
  text: [
    'Every library gets the same boxes and does the same: boxes in, pairs out. The page compares the sets of pairs, since a fast wrong answer is worth nothing.',
    'A time of one run means little: processors change their clock, browsers compile in the background. So each method runs often, in turn with the others, and the median counts. The stored results also show how far the runs spread.',
  ],
  complexity: 'twice as many objects halve the frames per second of a linear method, and quarter those of all pairs.',
  source: 'L, the lecture: which sort suits which scene; bench/results/README.md tells how results were measured.',
  cpp: `./masu.sh bench wasm   # the same race on Node.js`,
  js: `const finder = masu.finder({dimension: 2, method: 'automatic'});
const pairs = finder.findPairs(boxes);`,
  guide: 'docs/performance.md',
  code: 'wasm/bench/peers/index.js',
};
