// SPDX-License-Identifier: MIT
// PairCache: the cache of distance(), penetration() and intersects() for a pair of shapes.
#pragma once

#include <cstdint>

namespace masu {

// Keeps the features that were nearest in the last call. After a small motion they or their
// neighbors are nearest again, and the search starts there. Use one cache for each pair, with the
// shapes in the same order; a cache of other shapes is useless, but harmless. Within the bounds,
// results may differ from those without a cache: which of several nearest points is found, and
// whether the shapes touch. Threads: one call at a time may use a cache.
struct PairCache {
  std::uint32_t vertex_a[4];  // indices of vertices of the first shape
  std::uint32_t vertex_b[4];  // indices of vertices of the second shape
  std::uint32_t size = 0;     // how many vertices of each are stored
  float direction[3] = {};    // from a to b in the world; zero: none so far
};

}  // namespace masu
