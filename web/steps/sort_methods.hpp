// SPDX-License-Identifier: MIT
// The methods of the lecture in 2D for the page of sorts: with the lecture's own choices where the
// library has options.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/textbook/plain_pass.hpp>
#include <masu/textbook/sorts.hpp>

#include "scenes/generators/scene.hpp"
#include "steps/sort_by_planes.hpp"

namespace masu::steps {

using FlatBox = Aabb<2, float>;
using FlatBoxes = std::vector<FlatBox>;

// In the order of web/src/pages/sorting/methods.ts.
enum class SortMethod : std::uint32_t {
  all_pairs,
  sweep,
  kd_tree,
  planes,
  grid,
  tree,
  sorted_tree,  // for growth only: the library's version of the tree
};

inline FlatBoxes scene_boxes(std::uint32_t which, std::uint32_t n, double seed) {
  return scenes::make_scene<2, float>(scenes::scene_names()[which], n, std::uint64_t(seed));
}

// Splits around the first object, on alternating axes, down to leaves of three.
inline KdTree<2, float> lecture_kd_tree() {
  return KdTree<2, float>({.split = KdSplit::first, .leaf_size = 3});
}

}  // namespace masu::steps
