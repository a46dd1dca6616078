// SPDX-License-Identifier: MIT
// DepthCache: what penetration() keeps for a pair of shapes that stay in contact.
#pragma once

#include <masu/narrow_phase/pair_cache.hpp>

namespace masu {

// Keeps, besides a PairCache, the polytope that penetration() expanded around the origin of the
// Minkowski difference, as the vertices of both shapes that made its corners. After a small motion
// the same vertices still enclose the origin, and one round decides whether the last direction is
// still the shortest, or what to add. Use one cache for each pair; a cache of other shapes is
// useless, but harmless. Results may differ from those without a cache, within their bounds. About
// 1 KiB. Useful for polyhedra while they overlap; all other pairs use `pair`, or formulas. Threads:
// one call at a time may use a cache.
struct DepthCache {
  static constexpr int kMostVertices = 64;                  // the largest polytope that it holds
  static constexpr int kMostFaces = 2 * kMostVertices - 4;  // triangles around so many vertices

  PairCache pair;                    // for pairs that do not overlap
  std::uint8_t vertices = 0;         // 0: no polytope
  std::uint8_t faces = 0;            // number of faces
  std::uint32_t seal = 0;            // a checksum of the faces, written by penetration()
  std::uint8_t face[kMostFaces][3];  // corners, counterclockwise seen from outside
  // Vertices of a: corner i is vertex_a[i] of a minus vertex_b[i] of b.
  std::uint32_t vertex_a[kMostVertices];
  std::uint32_t vertex_b[kMostVertices];  // vertices of b
};

}  // namespace masu
