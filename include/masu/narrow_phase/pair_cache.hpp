// SPDX-License-Identifier: MIT
// What a pair of shapes keeps from one call to the next.
#pragma once

#include <cstdint>

namespace masu {

// The features that were nearest last time: where shapes move little they are so again, or their
// neighbours are, and the search begins there. One cache a pair, for shapes in the same order; with
// other shapes it is of no use, but does no harm. Within the bounds, answers may differ from those
// without a cache: which of several nearest points are found, and whether the shapes touch.
struct PairCache {
  std::uint32_t vertex_a[4];
  std::uint32_t vertex_b[4];
  std::uint32_t size = 0;   // how many vertices of each are kept
  float direction[3] = {};  // from a to b in the world; zero: none yet
};

}  // namespace masu
