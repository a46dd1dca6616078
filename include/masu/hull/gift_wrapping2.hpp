// SPDX-License-Identifier: MIT
// Gift wrapping in the plane: from each vertex, the next is the point with all others to its left.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/core/status.hpp>
#include <masu/core/trace.hpp>
#include <masu/hull/hull2.hpp>
#include <masu/hull/hull_stats.hpp>
#include <masu/hull/merge.hpp>

namespace masu {

namespace detail {
class MergedLoop;
}

// The thread from a vertex is held against a point, and turns to it when it lies outside so far.
struct ThreadTurns {
  std::uint32_t from;
  std::uint32_t to;
};
// All points lie to the left of the thread: an edge of the hull.
struct ThreadRests {
  std::uint32_t from;
  std::uint32_t to;
};

// The selection sort among hulls: each vertex is the extreme one, by angle, of all points. n tests
// for each of the h vertices, no memory but the hull's: the best for a handful of vertices. The
// signs are exact. (R. A. Jarvis, "On the identification of the convex hull of a finite set of
// points in the plane", 1973.)
template <class T>
class GiftWrapping2 {
  using ThreadTrace = AnyTrace<ThreadTurns, ThreadRests>;

 public:
  using Points = std::span<const Vec<2, T>>;

  explicit GiftWrapping2(Allocator allocator = default_allocator())
      : GiftWrapping2(Merge::exact(), allocator) {}
  // With a tolerance it keeps memory too.
  explicit GiftWrapping2(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), merged_(allocator) {}

  // Statuses: not_finite; out_of_range, a tolerance not between 0 and 0.1; too_many_objects;
  // out_of_memory. The hull is empty then. The trace sees ThreadTurns and ThreadRests. No
  // allocation once builder and hull have seen as many vertices. O(n h).
  Status build(Points points, Hull2& hull, ThreadTrace trace = {});

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::MergedLoop> merged_;
};

extern template class detail::Opaque<detail::MergedLoop>;

}  // namespace masu
