// SPDX-License-Identifier: MIT
// Gift wrapping in the plane: from each vertex, the next is the point with all others to its left.
#pragma once

#include <masu/core/trace.hpp>
#include <masu/hull/detail/counted_signs.hpp>
#include <masu/hull/detail/merged_loop.hpp>

namespace masu {

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
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit GiftWrapping2(Allocator allocator = default_allocator())
      : GiftWrapping2(Merge::exact(), allocator) {}
  // With a tolerance it keeps memory too.
  explicit GiftWrapping2(Merge merge, Allocator allocator = default_allocator())
      : merged_(merge, allocator) {}

  // Statuses: not_finite; out_of_range, a tolerance not between 0 and 0.1; too_many_objects;
  // out_of_memory. The hull is empty then. The trace sees ThreadTurns and ThreadRests. No
  // allocation once builder and hull have seen as many vertices. O(n h).
  template <class Trace = NoTrace>
  Status build(Points points, Hull2& hull, Trace&& trace = {}) {
    stats_ = {};
    hull.clear();
    if (!merged_.in_range()) return Status::out_of_range;
    if (const Status good = detail::check_points(points); good != Status::ok) return good;
    if (points.empty()) return Status::ok;
    if (!wrap(points, detail::Hull2Access::loop(hull), trace)) {
      hull.clear();
      return Status::out_of_memory;
    }
    return merged_.finish(points, hull);
  }

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  template <class Trace>
  bool wrap(Points points, Buffer<std::uint32_t>& loop, Trace& trace) {
    const std::uint32_t first = least_of(points);
    std::uint32_t at = first;
    do {
      if (!loop.push_back(at)) return false;
      const std::uint32_t next = next_of(points, at, trace);
      if (next == at) return true;  // all points are equal
      trace.on(ThreadRests{at, next});
      ++stats_.faces;
      at = next;
    } while (at != first && loop.size() < points.size());
    return true;
  }

  // Directions from a vertex fill less than half a turn, so that each is left or right of another,
  // and the order among them is total. Itself if no other point differs from it.
  template <class Trace>
  std::uint32_t next_of(Points points, std::uint32_t from, Trace& trace) {
    std::uint32_t best = from;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (points[i] == points[from] || !is_better(points, from, best, i)) continue;
      best = i;
      trace.on(ThreadTurns{from, best});
    }
    return best;
  }

  bool is_better(Points points, std::uint32_t from, std::uint32_t best, std::uint32_t other) {
    if (best == from) return true;
    const Vec<2, T>& a = points[from];
    const Vec<2, T>& b = points[best];
    const Vec<2, T>& p = points[other];
    const int side = detail::counted_orient(a, b, p, stats_);
    if (side != 0) return side < 0;
    // On one line from a vertex both lie to one side of it: the farther one is beyond the other.
    return detail::less_by_xy(a, b) ? detail::less_by_xy(b, p) : detail::less_by_xy(p, b);
  }

  // The first of equal points.
  static std::uint32_t least_of(Points points) {
    std::uint32_t least = 0;
    for (std::uint32_t i = 1; i < points.size(); ++i) {
      if (detail::less_by_xy(points[i], points[least])) least = i;
    }
    return least;
  }

  HullStats stats_;
  detail::MergedLoop merged_;
};

}  // namespace masu
