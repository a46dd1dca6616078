// SPDX-License-Identifier: MIT
// What a pair of shapes that stay in each other keeps from one call to the next.
#pragma once

#include <masu/narrow_phase/pair_cache.hpp>

namespace masu {

// Beside the nearest features the polytope that penetration() grew around the origin of the
// difference: which vertices of both shapes its corners were made of. After a small motion the same
// vertices still enclose the origin, and one round tells that the way out found last time is still
// the shortest, or what to add. One cache a pair; with other shapes it is of no use, but does no
// harm. Answers may differ from those without a cache within their bounds. About 1 KiB. Of use for
// polyhedra, as long as they overlap; all else goes by `pair`, or by formulas.
struct DepthCache {
  static constexpr int kMostVertices = 64;                  // how much it can hold
  static constexpr int kMostFaces = 2 * kMostVertices - 4;  // triangles around so many vertices

  PairCache pair;
  std::uint8_t vertices = 0;  // 0: no polytope
  std::uint8_t faces = 0;
  std::uint32_t seal = 0;            // of the faces: they close, if penetration() wrote them
  std::uint8_t face[kMostFaces][3];  // corners, counter-clockwise from outside
  std::uint32_t vertex_a[kMostVertices];
  std::uint32_t vertex_b[kMostVertices];
};

}  // namespace masu
