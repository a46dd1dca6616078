// SPDX-License-Identifier: MIT
// A binary tree hanging below a row of the right half.
#pragma once

#include <cstdint>
#include <vector>

#include "sort_part.hpp"

namespace masu::cli {

// A node with two children that come before it; the objects are the first ones, in the last row.
struct Merge {
  std::uint32_t a;
  std::uint32_t b;
  int depth;    // for its colour
  double down;  // where it lies below the row: 0 to 1
};

void draw_dendrogram(SortPart& part, std::size_t objects, const std::vector<Merge>& merges,
                     double height);

}  // namespace masu::cli
