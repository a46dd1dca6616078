// SPDX-License-Identifier: MIT
// Polygons with holes, cut into convex parts.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/core/status.hpp>
#include <masu/core/trace.hpp>
#include <masu/hull/convex_parts2.hpp>
#include <masu/hull/hull_stats.hpp>

namespace masu {

namespace detail {
template <class T>
class DecompositionBuilder;
}

// A decomposition into convex parts draws a diagonal between two corners, or finds that it was not
// needed.
struct DiagonalDrawn {
  std::uint32_t from;
  std::uint32_t to;
};
// A diagonal was not needed.
struct DiagonalErased {
  std::uint32_t from;
  std::uint32_t to;
};

// First all diagonals of a triangulation, then each is erased that is not needed at either end (S.
// Hertel, K. Mehlhorn, "Fast Triangulation of Simple Polygons", 1983). A corner where the boundary
// bends inwards needs at most two, so that r such corners leave at most 2 r diagonals, where r / 2
// are always needed: at most four times as many, and in a polygon without holes, whose parts are
// one more than its diagonals, at most four times the fewest possible parts.
//
// Every sign is exact: parts are convex and cover the polygons for every finite input, without new
// points.
template <class T>
class PolygonDecomposition {
  using DiagonalTrace = AnyTrace<DiagonalDrawn, DiagonalErased>;

 public:
  using Points = std::span<const Vec<2, T>>;

  explicit PolygonDecomposition(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Loops of corners, the next loop_sizes[k] of `points` each: outlines counterclockwise, holes
  // clockwise, so that the inside is always to the left. Islands may lie in holes, and so on. All
  // corners differ, and no two edges touch but those next to each other in a loop, at their common
  // corner.
  //
  // Statuses: no_points; not_finite; size_mismatch; flat, a loop of fewer than three corners or
  // whose corners all lie on a line; touching, corners are equal, or edges cross or touch;
  // inverted, a loop runs the wrong way for where it lies: a hole outside of all outlines or in a
  // hole does, too; too_many_objects, more than 2^28 corners; out_of_memory. Then `parts` is empty.
  // The trace sees DiagonalDrawn and DiagonalErased. O(n log n) and a memmove of the edges above at
  // each corner. No allocation once it has seen as large a task.
  Status build(Points points, std::span<const std::uint32_t> loop_sizes, ConvexParts2& parts,
               DiagonalTrace trace = {}) {
    return run(points, loop_sizes, true, parts, trace);
  }
  // One outline.
  Status build(Points outline, ConvexParts2& parts) {
    const auto size = static_cast<std::uint32_t>(outline.size());
    return build(outline, {&size, 1}, parts);
  }

  // The same before diagonals are erased: triangles, all of some area.
  Status triangulate(Points points, std::span<const std::uint32_t> loop_sizes, ConvexParts2& parts,
                     DiagonalTrace trace = {}) {
    return run(points, loop_sizes, false, parts, trace);
  }

  // Of the last build; faces: diagonals.
  const HullStats& stats() const { return stats_; }

 private:
  // `merge`: triangles become larger convex parts.
  Status run(Points points, std::span<const std::uint32_t> loop_sizes, bool merge,
             ConvexParts2& parts, const DiagonalTrace& trace);

  HullStats stats_;
  detail::Opaque<detail::DecompositionBuilder<T>> builder_;
};

extern template class detail::Opaque<detail::DecompositionBuilder<float>>;
extern template class detail::Opaque<detail::DecompositionBuilder<double>>;

}  // namespace masu
