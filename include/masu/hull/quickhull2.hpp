// SPDX-License-Identifier: MIT
// Quickhull in the plane: an edge gives way to two through the point farthest outside, and all
// points between them and it are done with. It is the quicksort among hulls.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/core/status.hpp>
#include <masu/core/trace.hpp>
#include <masu/hull/hull2.hpp>
#include <masu/hull/hull_stats.hpp>
#include <masu/hull/merge.hpp>

namespace masu {

namespace detail {
template <class T>
class Quickhull2Builder;
}

// The edge from one vertex to the next, counterclockwise, has points outside: two edges by the
// farthest of them take its place.
struct EdgeSplits {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t farthest;  // the vertex that it is split at
};
// No point lies outside this edge: it is one of the hull.
struct EdgeStands {
  std::uint32_t from;
  std::uint32_t to;
};

// O(n log n) where each split leaves a share of the points to each side, n^2 at worst: when the
// farthest point leaves all the others to one side again and again, as on a curve of exponentially
// growing bends. Of equally far points the least by (x, y) is taken, which is an end of theirs, so
// that all chosen points are extreme. The signs are exact. (C. B. Barber, D. P. Dobkin, H.
// Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996; in the plane W. F. Eddy, 1977.)
template <class T>
class Quickhull2 {
  using EdgeTrace = AnyTrace<EdgeSplits, EdgeStands>;

 public:
  using Points = std::span<const Vec<2, T>>;

  explicit Quickhull2(Allocator allocator = default_allocator())
      : Quickhull2(Merge::exact(), allocator) {}
  explicit Quickhull2(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), builder_(allocator) {}

  // Statuses: not_finite; out_of_range, a tolerance not between 0 and 0.1; too_many_objects;
  // out_of_memory. The hull is empty then. The trace sees EdgeSplits and EdgeStands. No allocation
  // once builder and hull have seen as large a task.
  Status build(Points points, Hull2& hull, EdgeTrace trace = {});

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::Quickhull2Builder<T>> builder_;
};

extern template class detail::Opaque<detail::Quickhull2Builder<float>>;
extern template class detail::Opaque<detail::Quickhull2Builder<double>>;

}  // namespace masu
