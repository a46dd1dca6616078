// SPDX-License-Identifier: MIT
// Andrew's monotone chain: the hull in the plane by a sort and one walk to the right and back.
#pragma once

#include <masu/core/detail/radix_sort.hpp>
#include <masu/core/trace.hpp>
#include <masu/hull/detail/counted_signs.hpp>
#include <masu/hull/detail/hull2_access.hpp>

namespace masu {

// A point joins the end of the chain, or leaves it because the next lies farther out.
struct ChainPushes {
  std::uint32_t point;
};
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
      : order_(allocator), scratch_(allocator) {}

  // Statuses: not_finite, too_many_objects, out_of_memory; the hull is empty then. The trace sees
  // the phases "sort", "upper chain" and "lower chain", ChainPushes and ChainPops. No allocation
  // once builder and hull have seen as many points.
  template <class Trace = NoTrace>
  Status build(Points points, Hull2& hull, Trace&& trace = {}) {
    stats_ = {};
    hull.clear();
    if (const Status good = detail::check_points(points); good != Status::ok) return good;
    trace.on(PhaseBegins{"sort"});
    auto& loop = detail::Hull2Access::loop(hull);
    if (!loop.reserve(2 * points.size()) || !sort(points)) return Status::out_of_memory;
    trace.on(PhaseBegins{"upper chain"});
    for (const Item& it : order_) extend(loop, 0, points, it.item, trace);
    const std::size_t turn = loop.empty() ? 0 : loop.size() - 1;
    trace.on(PhaseBegins{"lower chain"});
    for (std::size_t i = order_.size(); i-- > 0;) {
      extend(loop, turn, points, order_[i].item, trace);
    }
    turn_round(loop);
    return detail::Hull2Access::finish(hull);
  }

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  using Key = std::uint64_t;
  using Item = detail::KeyedItem<Key>;

  bool sort(Points points) {
    if (!order_.resize(points.size())) return false;
    for (std::uint32_t i = 0; i < points.size(); ++i) order_[i] = {first_key(points[i]), i};
    if (!detail::radix_sort(order_, scratch_)) return false;
    if constexpr (sizeof(T) == 4) return true;
    // Stable: of equal x the order by y stays, of equal points that of the input.
    for (Item& it : order_) it.key = detail::order_key(points[it.item][0]);
    return detail::radix_sort(order_, scratch_);
  }

  static Key first_key(const Vec<2, T>& p) {
    const Key y = detail::order_key(p[1]);
    if constexpr (sizeof(T) == 4) return Key(detail::order_key(p[0])) << 32 | y;
    return y;
  }

  // The chain begins at that place of the loop; outside is to its left.
  template <class Trace>
  void extend(Buffer<std::uint32_t>& loop, std::size_t begin, Points points, std::uint32_t place,
              Trace& trace) {
    const Vec<2, T>& p = points[place];
    if (!loop.empty() && points[loop.back()] == p) {
      if (place < loop.back()) loop.back() = place;  // the first of equal points, either way
      return;
    }
    while (loop.size() >= begin + 2) {
      const Vec<2, T>& last = points[loop.back()];
      const Vec<2, T>& before = points[loop[loop.size() - 2]];
      if (detail::counted_orient(before, last, p, stats_) < 0) break;
      trace.on(ChainPops{loop.back()});
      loop.pop_back();
    }
    trace.on(ChainPushes{place});
    loop[loop.size()] = place;  // reserved
    loop.set_size(loop.size() + 1);
    ++stats_.faces;
  }

  // Clockwise from the leftmost point and back to it becomes counterclockwise from it.
  static void turn_round(Buffer<std::uint32_t>& loop) {
    for (std::size_t i = 0, j = loop.size(); i + 1 < j; ++i) std::swap(loop[i], loop[--j]);
    if (loop.size() > 1) loop.pop_back();
  }

  HullStats stats_;
  Buffer<Item> order_;
  Buffer<Item> scratch_;
};

}  // namespace masu
