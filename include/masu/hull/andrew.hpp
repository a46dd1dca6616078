// SPDX-License-Identifier: MIT
// AndrewChain: the convex hull in 2D by Andrew's monotone chain.
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
class AndrewBuilder;
}

// Event: a point is pushed onto the end of the chain.
struct ChainPushes {
  std::uint32_t point;  // its index in the input
};
// Event: a point is popped from the end of the chain, because the next lies farther out.
struct ChainPops {
  std::uint32_t point;  // its index in the input
};

// Computes the convex hull in 2D by Andrew's monotone chain. Sorts the points from left to right
// and keeps the chain along their upper side convex: points that become concave as a new one is
// added are popped from its end first. Then the lower side, from right to left. (A. M. Andrew,
// "Another efficient algorithm for convex hulls in two dimensions", 1979.) Use it for hulls in 2D;
// GiftWrapping2 is the better choice for a handful of vertices.
//
//    masu::AndrewChain<float> andrew;  // keeps its memory
//    masu::Hull2 hull;
//    (void)andrew.build(points2, hull);
//    for (const std::uint32_t i : hull.vertices()) use(points2[i]);
//
// A sort, plus O(n): every test pops a point or ends a step, so there are fewer than 4 n. The signs
// are exact.
//
// Threads: a builder keeps memory between calls: use one per thread.
template <class T>
class AndrewChain {
  using ChainTrace = AnyTrace<PhaseBegins, ChainPushes, ChainPops>;

 public:
  using Points = std::span<const Vec<2, T>>;  // type of the input

  // Creates a builder that merges only what lies on one line exactly.
  explicit AndrewChain(Allocator allocator = default_allocator())
      : AndrewChain(Merge::exact(), allocator) {}
  // Creates a builder with a tolerance.
  explicit AndrewChain(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), builder_(allocator) {}

  // Computes the hull. Statuses, the hull being empty: not_finite; out_of_range: a tolerance not
  // between 0 and 0.1; too_many_objects; out_of_memory. The trace receives the phases "sort",
  // "upper chain" and "lower chain", ChainPushes and ChainPops; with more than 255 points a chain
  // processes only those on its side, and none inside a box between extreme points. Allocates
  // nothing once builder and hull have processed as many points.
  Status build(Points points, Hull2& hull, ChainTrace trace = {});

  // Returns the counters of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::AndrewBuilder<T>> builder_;
};

extern template class detail::Opaque<detail::AndrewBuilder<float>>;
extern template class detail::Opaque<detail::AndrewBuilder<double>>;

}  // namespace masu
