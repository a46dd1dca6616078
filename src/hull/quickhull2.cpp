// SPDX-License-Identifier: MIT
#include <masu/hull/quickhull2.hpp>

#include <utility>

#include "core/opaque-inl.hpp"
#include "hull/counted_signs.hpp"
#include "hull/merged_loop.hpp"
#include "hull/outer_points2.hpp"

namespace masu {
namespace detail {

template <class T>
class Quickhull2Builder {
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit Quickhull2Builder(Allocator allocator) : allocator_(allocator) {}

  // Precondition: there is a point, and all are checked.
  template <class Trace>
  Status build(Points points, Merge merge, Hull2& hull, const Trace& trace) {
    stats_ = {};
    if (!outer_.find(points, indices_) || !split_all(points, hull, trace)) {
      hull.clear();
      return Status::out_of_memory;
    }
    return merged_.finish(merge, points, hull);
  }

  const HullStats& stats() const { return stats_; }

 private:
  // The points outside the edge are indices_[begin] to indices_[end - 1].
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t begin;
    std::uint32_t end;
  };

  template <class Trace>
  bool split_all(Points points, Hull2& hull, const Trace& trace) {
    auto& loop = Hull2Access::loop(hull);
    edges_.clear();
    const auto [left, right] = ends(points);
    if (points[left] == points[right]) return loop.push_back(left);
    const auto count = static_cast<std::uint32_t>(indices_.size());
    if (!push_two(points, left, right, left, 0, count)) return false;
    while (!edges_.empty()) {
      const Edge edge = edges_.back();
      edges_.pop_back();
      if (edge.begin == edge.end) {
        trace.on(EdgeAccepted{edge.from, edge.to});
        if (!loop.push_back(edge.from)) return false;
        continue;
      }
      const std::uint32_t farthest = farthest_of(points, edge);
      trace.on(EdgeSplits{edge.from, edge.to, farthest});
      if (!push_two(points, edge.from, farthest, edge.to, edge.begin, edge.end)) return false;
    }
    return true;
  }

  // Pushes edges a-b and b-c with the points outside each; a-b is processed first.
  bool push_two(Points points, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t first = keep_outside(points, a, b, begin, end);
    const std::uint32_t second = keep_outside(points, b, c, first, end);
    stats_.faces += 2;
    return edges_.push_back({b, c, first, second}) && edges_.push_back({a, b, begin, first});
  }

  // Moves those outside the edge to the front of the range; returns their end.
  std::uint32_t keep_outside(Points points, std::uint32_t from, std::uint32_t to,
                             std::uint32_t begin, std::uint32_t end) {
    std::uint32_t outside = begin;
    for (std::uint32_t i = begin; i < end; ++i) {
      const Vec<2, T>& p = points[indices_[i]];
      if (counted_orient(points[from], points[to], p, stats_) >= 0) continue;
      std::swap(indices_[outside++], indices_[i]);
    }
    return outside;
  }

  std::uint32_t farthest_of(Points points, const Edge& edge) {
    std::uint32_t best = indices_[edge.begin];
    for (std::uint32_t i = edge.begin + 1; i < edge.end; ++i) {
      const std::uint32_t index = indices_[i];
      const int sign =
          counted_cross(points[edge.from], points[edge.to], points[best], points[index], stats_);
      if (sign < 0 || (sign == 0 && before(points, index, best))) best = index;
    }
    return best;
  }

  // Compares by (x, y), then by index: of equal points the first represents all.
  static bool before(Points points, std::uint32_t i, std::uint32_t j) {
    if (points[i] == points[j]) return i < j;
    return less_by_xy(points[i], points[j]);
  }

  std::pair<std::uint32_t, std::uint32_t> ends(Points points) const {
    std::uint32_t left = indices_[0];
    std::uint32_t right = indices_[0];
    for (const std::uint32_t i : indices_) {
      if (less_by_xy(points[i], points[left])) left = i;
      if (less_by_xy(points[right], points[i])) right = i;
    }
    return {left, right};
  }

  HullStats stats_;
  Allocator allocator_;  // of all members below
  MergedLoop merged_{allocator_};
  OuterPoints2<T> outer_{allocator_};
  Buffer<std::uint32_t> indices_{allocator_};
  Buffer<Edge> edges_{allocator_};
};

}  // namespace detail

template <class T>
Status Quickhull2<T>::build(Points points, Hull2& hull, EdgeTrace trace) {
  stats_ = {};
  hull.clear();
  const Status check_status = detail::check_task(points, merge_);
  if (check_status != Status::ok || points.empty()) return check_status;
  return detail::with_object(builder_, trace, [&](auto& builder, const auto& t) {
    const Status status = builder.build(points, merge_, hull, t);
    stats_ = builder.stats();
    return status;
  });
}

template class detail::Opaque<detail::Quickhull2Builder<float>>;
template class detail::Opaque<detail::Quickhull2Builder<double>>;
template class Quickhull2<float>;
template class Quickhull2<double>;

}  // namespace masu
