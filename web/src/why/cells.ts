// SPDX-License-Identifier: MIT
import type {Why} from '../shell/why';

export const why: Why = {
  text: [
    'A quadtree divides a square into four, again and again. An object belongs to the smallest cell that contains it. Two objects can only overlap if they are in the same cell, or if one is in a cell around the other’s.',
    'The path to a cell, one digit per level, is a number: its Morton code. So the tree is an array, the children of cell i are 4i + 1 to 4i + 4, and no pointer is stored. One depth-first pass, with a stack of the objects in the cells around, meets all candidates.',
    'Objects on a line between large cells belong to a large cell, and become candidates of everything below it. The finder of masu therefore stores each object at the level of its size.',
  ],
  complexity: 'an object finds its cell in O(1); sorting n objects by cell takes O(n) by radix sort; the pass takes O(n + candidates).',
  source: 'Q (linear quadtree, theory: Q3, Q4, Q6 to Q10), U (Morton octree: U1 to U11), M (implementation: M1 to M9).',
  cpp: `masu::SortedOrthtree<2, float> tree;
tree.find_pairs(boxes, [](auto a, auto b) { use(a, b); });`,
  js: `const finder = masu.finder({dimension: 2, method: 'sorted_orthtree'});
const pairs = finder.findPairs(boxes);  // Uint32Array: a, b, a, b, ...`,
  guide: 'docs/broad_phase/linear_orthtree.md',
  code: 'include/masu/broad_phase/sorted_orthtree.hpp',
};
