// SPDX-License-Identifier: MIT
// Hulls in 3D of lower dimension: a point, the ends of a segment, one flat face.
#pragma once

#include <masu/core/trace.hpp>
#include "core/radix_sort.hpp"

#include "hull/first_simplex.hpp"
#include "hull/hull3_access.hpp"
#include "hull/merged_loop.hpp"

namespace masu::detail {

// Builder2: the class that builds hulls of flat points. Functions that return bool return false if
// out of memory.
template <class T, class Builder2>
class LowHull {
 public:
  using Points = std::span<const Vec<3, T>>;
  using Access = Hull3Access<T>;

  explicit LowHull(Allocator allocator) : allocator_(allocator) {}

  // Precondition: the simplex's dimension is below 3.
  template <class Trace>
  bool build(Points points, const FirstSimplex& simplex, Merge merge, HullStats& stats,
             Hull3<T>& hull, const Trace& trace) {
    if (simplex.dimension < 2) return take_ends(simplex, hull);
    const int axis = simplex.axis_of_projection();
    if (!flat_points_.resize(points.size())) return false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      flat_points_[i] = {points[i][(axis + 1) % 3], points[i][(axis + 2) % 3]};
    }
    if (builder_.build(flat_points_, flat_, trace) != Status::ok) return false;
    stats.tests += builder_.stats().tests;
    stats.exact_tests += builder_.stats().exact_tests;
    stats.faces += builder_.stats().faces;
    return merged_.finish(merge, points, flat_) == Status::ok && write_flat(points, hull);
  }

 private:
  // A point, or the two ends of a line, with which the simplex begins.
  static bool take_ends(const FirstSimplex& simplex, Hull3<T>& hull) {
    const std::uint32_t a = simplex.corner[0];
    const std::uint32_t b = simplex.corner[1];
    auto& vertices = Access::vertices(hull);
    return vertices.push_back(a < b ? a : b) && (a == b || vertices.push_back(a < b ? b : a));
  }

  // One face, its vertices ascending, its loop from the first of them.
  bool write_flat(Points points, Hull3<T>& hull) {
    const auto loop = flat_.vertices();
    auto& vertices = Access::vertices(hull);
    if (!order_.resize(loop.size()) || !vertices.resize(loop.size()) ||
        !Access::reserve(hull, 1, loop.size())) {
      return false;
    }
    for (std::uint32_t i = 0; i < loop.size(); ++i) order_[i] = {loop[i], i};
    if (!radix_sort(order_, scratch_)) return false;
    const std::uint32_t first = order_[0].item;
    const auto count = static_cast<std::uint32_t>(loop.size());
    Access::begin_face(hull, 0);
    for (std::uint32_t v = 0; v < count; ++v) {
      vertices[v] = order_[v].key;
      const std::uint32_t at = order_[v].item;
      const std::uint32_t edge = at >= first ? at - first : at + count - first;
      Access::set_corner(hull, edge, v);
      Access::twins(hull)[edge] = Hull3<T>::kNone;
    }
    Access::end_faces(hull);
    Access::find_plane(hull, points, 0);
    return true;
  }

  Allocator allocator_;  // of all members below
  MergedLoop merged_{allocator_};
  Buffer<Vec<2, T>> flat_points_{allocator_};
  Builder2 builder_{allocator_};
  Hull2 flat_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> order_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> scratch_{allocator_};
};

// Doubles are used in their array, floats are copied.
template <class T>
class WidePoints {
 public:
  explicit WidePoints(Allocator allocator) : copy_(allocator) {}

  bool take(std::span<const Vec<3, T>> points) {
    if constexpr (sizeof(T) == sizeof(double)) {
      data_ = points.data();
    } else {
      if (!copy_.resize(points.size())) return false;
      for (std::size_t i = 0; i < points.size(); ++i) copy_[i] = widen(points[i]);
      data_ = copy_.data();
    }
    return true;
  }
  const Point3* data() const { return data_; }

 private:
  const Point3* data_ = nullptr;
  Buffer<Point3> copy_;
};

}  // namespace masu::detail
