// SPDX-License-Identifier: MIT
// PolygonDecomposition: polygons with holes, decomposed into convex parts or triangles.
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

// Event: a diagonal is drawn between two corners.
struct DiagonalDrawn {
  std::uint32_t from;  // one end: index of a corner
  std::uint32_t to;    // the other end
};
// Event: a diagonal is erased, because it is not needed.
struct DiagonalErased {
  std::uint32_t from;  // one end: index of a corner
  std::uint32_t to;    // the other end
};

// Decomposes polygons with holes into convex parts or triangles. Triangulates the polygons, then
// erases each diagonal that is not needed at either end (S. Hertel, K. Mehlhorn, "Fast
// Triangulation of Simple Polygons", 1983). A reflex corner needs at most two diagonals, so r of
// them leave at most 2 r, and r / 2 are always needed: at most four times as many as necessary. A
// polygon without holes, whose parts are one more than its diagonals, has at most four times the
// fewest possible parts. Use it where queries need convex shapes, such as the children of a
// Compound; Polyline takes outlines as they are.
//
//    masu::PolygonDecomposition<float> decomposition;
//    masu::ConvexParts2 parts;
//    (void)decomposition.build(points2, parts);  // one outline, counterclockwise
//
// Every sign is exact: parts are convex and cover the polygons for every finite input, without new
// points.
//
// Cost: typically O(n log n). Threads: a builder keeps memory between calls: use one per thread.
template <class T>
class PolygonDecomposition {
  using DiagonalTrace = AnyTrace<DiagonalDrawn, DiagonalErased>;

 public:
  using Points = std::span<const Vec<2, T>>;  // type of the input

  // Creates a builder; its memory comes from the allocator.
  explicit PolygonDecomposition(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Decomposes polygons into `parts`. Loop k has the next loop_sizes[k] of `points` as corners:
  // outlines counterclockwise, holes clockwise, so that the inside is always to the left. Islands
  // may lie in holes, and so on. All corners differ, and no two edges touch except adjacent ones of
  // a loop, at their common corner.
  //
  // Statuses, `parts` being empty: no_points; not_finite; size_mismatch; flat: a loop of fewer than
  // three corners, or all on a line; touching: equal corners, or edges that cross or touch;
  // inverted: a loop has the wrong orientation for its position, as does a hole outside all
  // outlines or in a hole; too_many_objects: more than 2^28 corners; out_of_memory. The trace
  // receives DiagonalDrawn and DiagonalErased. O(n log n), plus a memmove of the edges above at
  // each corner. Allocates nothing once it has processed as large a problem.
  Status build(Points points, std::span<const std::uint32_t> loop_sizes, ConvexParts2& parts,
               DiagonalTrace trace = {}) {
    return run(points, loop_sizes, true, parts, trace);
  }
  // As above, for one outline.
  Status build(Points outline, ConvexParts2& parts) {
    const auto size = static_cast<std::uint32_t>(outline.size());
    return build(outline, {&size, 1}, parts);
  }

  // As build(), without erasing diagonals: triangles, all of positive area. Statuses as build().
  Status triangulate(Points points, std::span<const std::uint32_t> loop_sizes, ConvexParts2& parts,
                     DiagonalTrace trace = {}) {
    return run(points, loop_sizes, false, parts, trace);
  }

  // Returns the counters of the last build; `faces` counts diagonals.
  const HullStats& stats() const { return stats_; }

 private:
  // `merge`: merge triangles into larger convex parts.
  Status run(Points points, std::span<const std::uint32_t> loop_sizes, bool merge,
             ConvexParts2& parts, const DiagonalTrace& trace);

  HullStats stats_;
  detail::Opaque<detail::DecompositionBuilder<T>> builder_;
};

extern template class detail::Opaque<detail::DecompositionBuilder<float>>;
extern template class detail::Opaque<detail::DecompositionBuilder<double>>;

}  // namespace masu
