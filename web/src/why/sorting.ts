// SPDX-License-Identifier: MIT
import type {Why} from '../shell/why';

export const why: Why = {
  text: [
    'Two boxes overlap if their intervals overlap on every axis. After a sort, boxes that are far apart are far apart in the list, so most tests can be left out.',
    'Each method is one kind of sort. All pairs makes the comparisons of selection sort. Sweep and prune keeps a list that is almost sorted, which insertion sort repairs in linear time. Trees divide by a pivot, as quicksort does. Grids and the linear tree compute a place from the coordinates, as bucket sort and radix sort do, and compare nothing.',
  ],
  complexity: 'all pairs O(n²); sweep and prune O(n + inversions + candidates); trees O(n log n + pairs) for boxes of similar size; grid and linear tree O(n + candidates).',
  source: 'L, the lecture: collision detection seen from sorting and searching (L1 to L12).',
  cpp: `masu::SweepAndPrune<2, float> sweep;
sweep.find_pairs(boxes, [](auto a, auto b) { use(a, b); });`,
  js: `for (const method of ['all_pairs', 'sweep_and_prune', 'uniform_grid', 'kd_tree', 'bvh']) {
  masu.finder({dimension: 2, method}).findPairs(boxes);
}`,
  guide: 'docs/broad_phase/choosing.md',
  code: 'include/masu/broad_phase/sweep_and_prune.hpp',
};
