// SPDX-License-Identifier: MIT
// GiftWrapping2: the convex hull in 2D by gift wrapping (Jarvis march).
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

// Event: the candidate edge from vertex `from` is replaced by one to `to`, which lies outside it.
struct CandidateReplaced {
  std::uint32_t from;  // where the candidate begins
  std::uint32_t to;    // its new end
};
// Event: all points lie to the left of the candidate: it is an edge of the hull.
struct CandidateAccepted {
  std::uint32_t from;  // the vertex where the edge begins
  std::uint32_t to;    // the next vertex of the hull
};

// Computes the convex hull in 2D by gift wrapping (Jarvis march). From each vertex the next is the
// point with all others to its left: the selection sort among hulls. n tests for each of the h
// vertices, and no memory except the hull's: the best choice for a handful of vertices. The signs
// are exact. (R. A. Jarvis, "On the identification of the convex hull of a finite set of points in
// the plane", 1973.) For more vertices use AndrewChain.
//
//    masu::GiftWrapping2<float> wrap;
//    masu::Hull2 hull;
//    (void)wrap.build(points2, hull);
//
// Threads: a builder keeps memory between calls: use one per thread.
template <class T>
class GiftWrapping2 {
  using CandidateTrace = AnyTrace<CandidateReplaced, CandidateAccepted>;

 public:
  using Points = std::span<const Vec<2, T>>;  // type of the input

  // Creates a builder that merges only what lies on one line exactly.
  explicit GiftWrapping2(Allocator allocator = default_allocator())
      : GiftWrapping2(Merge::exact(), allocator) {}
  // With a tolerance the builder keeps memory, too.
  explicit GiftWrapping2(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), merged_(allocator) {}

  // Computes the hull. Statuses, the hull being empty: not_finite; out_of_range: a tolerance not
  // between 0 and 0.1; too_many_objects; out_of_memory. The trace receives CandidateReplaced and
  // CandidateAccepted. Allocates nothing once builder and hull have processed as many vertices. O(n
  // h).
  Status build(Points points, Hull2& hull, CandidateTrace trace = {});

  // Returns the counters of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::MergedLoop> merged_;
};

extern template class detail::Opaque<detail::MergedLoop>;

}  // namespace masu
