// SPDX-License-Identifier: MIT
// Quickhull2: the convex hull in 2D by Quickhull.
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

// Event: an edge between consecutive vertices, counterclockwise, has points outside: it is replaced
// by two edges through the farthest of them.
struct EdgeSplits {
  std::uint32_t from;      // vertex where the edge begins
  std::uint32_t to;        // vertex where it ends
  std::uint32_t farthest;  // the point that splits it
};
// Event: no point lies outside this edge: it is an edge of the hull.
struct EdgeAccepted {
  std::uint32_t from;  // vertex where the edge begins
  std::uint32_t to;    // vertex where it ends
};

// Computes the convex hull in 2D. The quicksort among hulls; AndrewChain is faster. Replaces an
// edge by two through the point farthest outside, and drops all points inside their triangle. O(n
// log n) if each split leaves a share of the points on each side; O(n^2) at worst, if all others
// often lie on one side, as on a curve of exponentially growing bends. Of equally far points it
// takes the least by (x, y), an end of their line, so all chosen points are extreme. The signs are
// exact. (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls",
// 1996; in 2D W. F. Eddy, 1977.)
//
//    masu::Quickhull2<float> quickhull;
//    masu::Hull2 hull;
//    (void)quickhull.build(points2, hull);
//
// Threads: a builder keeps memory between calls: use one per thread.
template <class T>
class Quickhull2 {
  using EdgeTrace = AnyTrace<EdgeSplits, EdgeAccepted>;

 public:
  using Points = std::span<const Vec<2, T>>;  // type of the input

  // Creates a builder that merges only what lies on one line exactly.
  explicit Quickhull2(Allocator allocator = default_allocator())
      : Quickhull2(Merge::exact(), allocator) {}
  // Creates a builder with a tolerance.
  explicit Quickhull2(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), builder_(allocator) {}

  // Computes the hull, empty unless the status is ok. Statuses: not_finite; out_of_range: a
  // tolerance not between 0 and 0.1; too_many_objects; out_of_memory. The trace receives EdgeSplits
  // and EdgeAccepted. Allocates nothing once builder and hull have processed as large a problem.
  Status build(Points points, Hull2& hull, EdgeTrace trace = {});

  // Returns the counters of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::Quickhull2Builder<T>> builder_;
};

extern template class detail::Opaque<detail::Quickhull2Builder<float>>;
extern template class detail::Opaque<detail::Quickhull2Builder<double>>;

}  // namespace masu
