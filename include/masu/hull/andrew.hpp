// SPDX-License-Identifier: MIT
// Andrew's monotone chain: the hull in the plane by a sort and one walk to the right and back.
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

// A point joins the end of the chain, or leaves it because the next lies farther out.
struct ChainPushes {
  std::uint32_t point;
};
// To the trace: a point leaves the chain's end.
struct ChainPops {
  std::uint32_t point;
};

// Points are sorted from left to right; the chain along their upper side is kept convex: what a new
// point makes dent is popped from its end first. The lower side likewise, from right to left. (A.
// M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.)
//
// The sort, and O(n): every test pops a point or ends a step, so that 4 n are never reached. The
// signs are exact.
template <class T>
class AndrewChain {
  using ChainTrace = AnyTrace<PhaseBegins, ChainPushes, ChainPops>;

 public:
  using Points = std::span<const Vec<2, T>>;

  explicit AndrewChain(Allocator allocator = default_allocator())
      : AndrewChain(Merge::exact(), allocator) {}
  explicit AndrewChain(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), builder_(allocator) {}

  // Statuses: not_finite; out_of_range, a tolerance not between 0 and 0.1; too_many_objects;
  // out_of_memory. The hull is empty then. The trace sees the phases "sort", "upper chain" and
  // "lower chain", ChainPushes and ChainPops; of more than 255 points a chain sees those on its
  // side only, and none of those inside of a box between extreme ones. No allocation once builder
  // and hull have seen as many points.
  Status build(Points points, Hull2& hull, ChainTrace trace = {});

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::AndrewBuilder<T>> builder_;
};

extern template class detail::Opaque<detail::AndrewBuilder<float>>;
extern template class detail::Opaque<detail::AndrewBuilder<double>>;

}  // namespace masu
