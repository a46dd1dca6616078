// SPDX-License-Identifier: MIT
// Quickhull in the plane: an edge gives way to two through the point farthest outside, and all
// points between them and it are done with. It is the quicksort among hulls.
#pragma once

#include <utility>

#include <masu/core/trace.hpp>
#include <masu/hull/detail/counted_signs.hpp>
#include <masu/hull/detail/merged_loop.hpp>
#include <masu/hull/detail/outer_points2.hpp>

namespace masu {

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
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit Quickhull2(Allocator allocator = default_allocator())
      : Quickhull2(Merge::exact(), allocator) {}
  explicit Quickhull2(Merge merge, Allocator allocator = default_allocator())
      : merged_(merge, allocator), outer_(allocator), places_(allocator), edges_(allocator) {}

  // Statuses: not_finite; out_of_range, a tolerance not between 0 and 0.1; too_many_objects;
  // out_of_memory. The hull is empty then. The trace sees EdgeSplits and EdgeStands. No allocation
  // once builder and hull have seen as large a task.
  template <class Trace = NoTrace>
  Status build(Points points, Hull2& hull, Trace&& trace = {}) {
    stats_ = {};
    hull.clear();
    if (!merged_.in_range()) return Status::out_of_range;
    if (const Status good = detail::check_points(points); good != Status::ok) return good;
    if (points.empty()) return Status::ok;
    const bool done = outer_.find(points, places_) && split_all(points, hull, trace);
    if (!done) {
      hull.clear();
      return Status::out_of_memory;
    }
    return merged_.finish(points, hull);
  }

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  // And the points outside of it, places_[begin] to places_[end - 1].
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t begin;
    std::uint32_t end;
  };

  template <class Trace>
  bool split_all(Points points, Hull2& hull, Trace& trace) {
    auto& loop = detail::Hull2Access::loop(hull);
    edges_.clear();
    const auto [left, right] = ends(points);
    if (points[left] == points[right]) return loop.push_back(left);
    const auto count = static_cast<std::uint32_t>(places_.size());
    if (!push_two(points, left, right, left, 0, count)) return false;
    while (!edges_.empty()) {
      const Edge edge = edges_.back();
      edges_.pop_back();
      if (edge.begin == edge.end) {
        trace.on(EdgeStands{edge.from, edge.to});
        if (!loop.push_back(edge.from)) return false;
        continue;
      }
      const std::uint32_t farthest = farthest_of(points, edge);
      trace.on(EdgeSplits{edge.from, edge.to, farthest});
      if (!push_two(points, edge.from, farthest, edge.to, edge.begin, edge.end)) return false;
    }
    return true;
  }

  // Edges a-b and b-c with the points outside of each; a-b will be seen to first.
  bool push_two(Points points, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t first = keep_outside(points, a, b, begin, end);
    const std::uint32_t second = keep_outside(points, b, c, first, end);
    stats_.faces += 2;
    return edges_.push_back({b, c, first, second}) && edges_.push_back({a, b, begin, first});
  }

  // Moves those outside of the edge to the front of the range; where they end.
  std::uint32_t keep_outside(Points points, std::uint32_t from, std::uint32_t to,
                             std::uint32_t begin, std::uint32_t end) {
    std::uint32_t kept = begin;
    for (std::uint32_t i = begin; i < end; ++i) {
      const Vec<2, T>& p = points[places_[i]];
      if (detail::counted_orient(points[from], points[to], p, stats_) >= 0) continue;
      std::swap(places_[kept++], places_[i]);
    }
    return kept;
  }

  std::uint32_t farthest_of(Points points, const Edge& edge) {
    std::uint32_t best = places_[edge.begin];
    for (std::uint32_t i = edge.begin + 1; i < edge.end; ++i) {
      const std::uint32_t place = places_[i];
      const int sign = detail::counted_cross(points[edge.from], points[edge.to], points[best],
                                             points[place], stats_);
      if (sign < 0 || (sign == 0 && before(points, place, best))) best = place;
    }
    return best;
  }

  // By (x, y), then by place: of equal points the first stands for all.
  static bool before(Points points, std::uint32_t i, std::uint32_t j) {
    if (points[i] == points[j]) return i < j;
    return detail::less_by_xy(points[i], points[j]);
  }

  std::pair<std::uint32_t, std::uint32_t> ends(Points points) const {
    std::uint32_t left = places_[0];
    std::uint32_t right = places_[0];
    for (const std::uint32_t i : places_) {
      if (detail::less_by_xy(points[i], points[left])) left = i;
      if (detail::less_by_xy(points[right], points[i])) right = i;
    }
    return {left, right};
  }

  HullStats stats_;
  detail::MergedLoop merged_;
  detail::OuterPoints2<T> outer_;
  Buffer<std::uint32_t> places_;
  Buffer<Edge> edges_;
};

}  // namespace masu
