// SPDX-License-Identifier: MIT
// Andrew's monotone chain: the hull in the plane by a sort and one walk to the right and back.
#pragma once

#include <masu/core/trace.hpp>
#include <masu/hull/detail/counted_signs.hpp>
#include <masu/hull/detail/left_to_right.hpp>
#include <masu/hull/detail/merged_loop.hpp>
#include <masu/hull/detail/outer_points2.hpp>

namespace masu {

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
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit AndrewChain(Allocator allocator = default_allocator())
      : AndrewChain(Merge::exact(), allocator) {}
  explicit AndrewChain(Merge merge, Allocator allocator = default_allocator())
      : merged_(merge, allocator),
        outer_(allocator),
        places_(allocator),
        sort_(allocator),
        upper_(allocator),
        lower_(allocator) {}

  // Statuses: not_finite; out_of_range, a tolerance not between 0 and 0.1; too_many_objects;
  // out_of_memory. The hull is empty then. The trace sees the phases "sort", "upper chain" and
  // "lower chain", ChainPushes and ChainPops; of more than 255 points a chain sees those on its
  // side only, and none of those inside of a box between extreme ones. No allocation once builder
  // and hull have seen as many points.
  template <class Trace = NoTrace>
  Status build(Points points, Hull2& hull, Trace&& trace = {}) {
    stats_ = {};
    hull.clear();
    if (!merged_.in_range()) return Status::out_of_range;
    if (const Status good = detail::check_points(points); good != Status::ok) return good;
    if (points.empty()) return Status::ok;
    trace.on(PhaseBegins{"sort"});
    auto& loop = detail::Hull2Access::loop(hull);
    if (!outer_.find(points, places_) || !sort_.sort(points, {places_.data(), places_.size()}) ||
        !share_sides(points.size() >= kMany) || !loop.reserve(upper_.size() + lower_.size())) {
      return Status::out_of_memory;
    }
    trace.on(PhaseBegins{"upper chain"});
    for (const std::uint32_t i : upper_) extend(loop, 0, i, trace);
    const std::size_t turn = loop.size() - 1;
    trace.on(PhaseBegins{"lower chain"});
    for (std::size_t k = lower_.size(); k-- > 0;) extend(loop, turn, lower_[k], trace);
    turn_round(loop);
    for (std::uint32_t& i : loop) i = sort_[i].place;
    return merged_.finish(points, hull);
  }

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  static constexpr std::size_t kMany = 256;

  // Above and below the line from the first to the last point, as far as a bound of the error
  // knows, else both; all to both if not asked. Sides are as good as random: without a branch.
  bool share_sides(bool asked) {
    const std::size_t count = places_.size();
    if (!upper_.resize(count) || !lower_.resize(count)) return false;
    const auto a = detail::widen(sort_[0].point);
    const auto b = detail::widen(sort_[count - 1].point);
    std::size_t above = 0;
    std::size_t below = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto p = detail::widen(sort_[i].point);
      const int sign = asked ? detail::filtered_cross(a, b, a, p).sign : 0;
      upper_[above] = lower_[below] = i;
      above += sign >= 0;
      below += sign <= 0;
    }
    stats_.tests += asked ? count : 0;
    upper_.set_size(above);
    lower_.set_size(below);
    return true;
  }

  // The chain begins at that place of the loop; outside is to its left. Points by their number from
  // left to right.
  template <class Trace>
  void extend(Buffer<std::uint32_t>& loop, std::size_t begin, std::uint32_t i, Trace& trace) {
    const Vec<2, T>& p = sort_[i].point;
    if (!loop.empty() && sort_[loop.back()].point == p) {
      if (i < loop.back()) loop.back() = i;  // the first of equal points, either way
      return;
    }
    while (loop.size() >= begin + 2) {
      const Vec<2, T>& last = sort_[loop.back()].point;
      const Vec<2, T>& before = sort_[loop[loop.size() - 2]].point;
      if (detail::counted_orient(before, last, p, stats_) < 0) break;
      trace.on(ChainPops{sort_[loop.back()].place});
      loop.pop_back();
    }
    trace.on(ChainPushes{sort_[i].place});
    loop[loop.size()] = i;  // reserved
    loop.set_size(loop.size() + 1);
    ++stats_.faces;
  }

  // Clockwise from the leftmost point and back to it becomes counterclockwise from it.
  static void turn_round(Buffer<std::uint32_t>& loop) {
    for (std::size_t i = 0, j = loop.size(); i + 1 < j; ++i) std::swap(loop[i], loop[--j]);
    if (loop.size() > 1) loop.pop_back();
  }

  HullStats stats_;
  detail::MergedLoop merged_;
  detail::OuterPoints2<T> outer_;
  Buffer<std::uint32_t> places_;
  detail::LeftToRight<T> sort_;
  Buffer<std::uint32_t> upper_;  // numbers from left to right
  Buffer<std::uint32_t> lower_;
};

}  // namespace masu
