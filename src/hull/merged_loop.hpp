// SPDX-License-Identifier: MIT
// Simplifies a convex loop in a plane within a tolerance.
#pragma once

#include <algorithm>
#include <cmath>

#include <masu/hull/merge.hpp>
#include <masu/hull/predicates.hpp>

#include "hull/hull2_access.hpp"

namespace masu::detail {

inline bool in_range(Merge merge) {
  return merge.relative >= 0 && merge.relative <= 0.1;
}
// The requirements of hulls in 2D on their input.
template <class T>
Status check_task(std::span<const Vec<2, T>> points, Merge merge) {
  return in_range(merge) ? check_points(points) : Status::out_of_range;
}

// Three corners far from each other stay. Between two adjacent ones that stay, the one farthest
// from their edge stays, too, if it is farther than the tolerance. So each removed corner is at
// most that far from an edge; and so are all points, since the distance to a convex set is a convex
// function. The rest is strictly convex, as any part of the loop. (The method of U. Ramer, "An
// iterative procedure for the polygonal approximation of plane curves", 1972.)
//
// O(h log h) for h corners, h^2 at worst.
class MergedLoop {
 public:
  explicit MergedLoop(Allocator allocator) : allocator_(allocator) {}

  // Precondition: the hull's loop is complete and exact; its points may lie in a plane in 3D.
  // Statuses: ok; out_of_memory, with an empty hull.
  template <int D, class T>
  Status finish(Merge merge, std::span<const Vec<D, T>> points, Hull2& hull) {
    relative_ = merge.relative;
    auto& loop = Hull2Access::loop(hull);
    if (relative_ > 0 && loop.size() > 3 && !thin(points, loop)) {
      hull.clear();
      return Status::out_of_memory;
    }
    return Hull2Access::finish(hull);
  }

 private:
  using Point = Vec<3, double>;  // z is 0 in 2D
  using Index = std::uint32_t;
  // The corners between two that stay; `to` may be the loop's size, which is the first corner
  // again.
  struct Run {
    Index from;
    Index to;
  };
  // The first of the corners farthest from something.
  struct Farthest {
    Index corner = 0;
    double squared = -1;

    void offer(Index i, double d) {
      if (d > squared) squared = d, corner = i;
    }
  };

  template <int D, class T>
  bool thin(std::span<const Vec<D, T>> points, Buffer<Index>& loop) {
    const auto count = static_cast<Index>(loop.size());
    if (!stays_.resize(count) || !corner_.resize(count) || !left_.reserve(count)) return false;
    take_corners(points, loop);
    for (std::uint8_t& stays : stays_) stays = 0;
    const Index a = farthest_from(0, 0);
    const Index b = farthest_from(a, a);
    Index first[3] = {a, b, farthest_from(a, b)};
    std::sort(first, first + 3);
    stack_.clear();
    for (int k = 0; k < 3; ++k) {
      stays_[first[k]] = 1;
      if (!stack_.push_back({first[k], k < 2 ? first[k + 1] : first[0] + count})) return false;
    }
    if (!split_all()) return false;
    keep(points, loop);
    return true;
  }

  // As shares of the largest extent of their bounding box. Scales by a power of two first, so that
  // nothing overflows, and only what is negligible compared with the largest underflows.
  template <int D, class T>
  void take_corners(std::span<const Vec<D, T>> points, const Buffer<Index>& loop) {
    double most = 0;
    for (const Index i : loop) {
      for (const T x : points[i].v) most = std::max(most, std::abs(double(x)));
    }
    const int exponent = std::ilogb(most);
    Point low{};
    Point high{};
    for (std::size_t i = 0; i < loop.size(); ++i) {
      Point& p = corner_[i];
      p = {};
      for (int k = 0; k < D; ++k) p[k] = std::ldexp(double(points[loop[i]][k]), -exponent);
      low = i == 0 ? p : min(low, p);
      high = i == 0 ? p : max(high, p);
    }
    double extent = 0;
    for (int k = 0; k < D; ++k) extent = std::max(extent, high[k] - low[k]);
    for (Point& p : corner_) p = (p - low) * (1 / extent);
  }

  const Point& corner(Index i) const {
    return corner_[i < corner_.size() ? i : i - corner_.size()];
  }

  static double squared_distance(const Point& a, const Point& b, const Point& p) {
    const Point along = b - a;
    const Point w = p - a;
    const double share = dot(along, w) / dot(along, along);
    const Point gap = w - along * (share > 0 ? (share < 1 ? share : 1) : 0);  // 0 also for NaN
    return dot(gap, gap);
  }

  // Neither of the two, even if rounding leaves the others no distance.
  Index farthest_from(Index a, Index b) const {
    Farthest found;
    for (Index i = 0; i < corner_.size(); ++i) {
      if (i == a || i == b) continue;
      found.offer(i, squared_distance(corner(a), corner(b), corner(i)));
    }
    return found.corner;
  }

  bool split_all() {
    while (!stack_.empty()) {
      const Run run = stack_.back();
      stack_.pop_back();
      Farthest found;
      for (Index i = run.from + 1; i < run.to; ++i) {
        found.offer(i, squared_distance(corner(run.from), corner(run.to), corner(i)));
      }
      if (!(found.squared > relative_ * relative_)) continue;
      const auto count = static_cast<Index>(corner_.size());
      stays_[found.corner < count ? found.corner : found.corner - count] = 1;
      if (!stack_.push_back({run.from, found.corner}) ||
          !stack_.push_back({found.corner, run.to})) {
        return false;
      }
    }
    return true;
  }

  // In 2D the loop starts at the smallest by (x, y) of those that stay.
  template <int D, class T>
  void keep(std::span<const Vec<D, T>> points, Buffer<Index>& loop) {
    left_.clear();
    std::size_t least = 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      if (stays_[i] == 0) continue;
      (void)left_.push_back(loop[i]);  // reserved
      if constexpr (D == 2) {
        if (less_by_xy(points[loop[i]], points[left_[least]])) least = left_.size() - 1;
      }
    }
    loop.set_size(left_.size());
    for (std::size_t i = 0; i < loop.size(); ++i) loop[i] = left_[(least + i) % left_.size()];
  }

  double relative_ = 0;
  Allocator allocator_;  // of all members below
  Buffer<Point> corner_{allocator_};
  Buffer<std::uint8_t> stays_{allocator_};
  Buffer<Run> stack_{allocator_};
  Buffer<Index> left_{allocator_};
};

}  // namespace masu::detail
