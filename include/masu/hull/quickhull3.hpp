// SPDX-License-Identifier: MIT
// Quickhull in space: triangles give way to those of the point farthest outside.
#pragma once

#include <type_traits>

#include <masu/hull/andrew.hpp>
#include <masu/hull/detail/face_merger.hpp>

namespace masu {

// Each triangle keeps a list of the points outside of it; the farthest of a list becomes a vertex,
// the triangles that see it are replaced by those between it and their border, and their points
// are handed on; the ones inside then are never seen again. (C. B. Barber, D. P. Dobkin, H.
// Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996.) As quicksort, it deals with a
// share of the points at a time: O(n log n) where shares are even; n^2 at worst, when a vertex
// sees many triangles or leaves the others to few, again and again.
//
// Signs are exact wherever the error of a computed height leaves doubt, so that the surface is
// convex whatever the input: no tolerance, and nothing is lost or made up at any size. Triangles
// in one plane exactly are one face at the end.
template <class T>
class Quickhull3 {
 public:
  using Points = std::span<const Vec<3, T>>;

  explicit Quickhull3(Allocator allocator = default_allocator())
      : wide_(allocator),
        surface_(allocator),
        merger_(allocator),
        flat_points_(allocator),
        andrew_(allocator),
        flat_(allocator),
        order_(allocator),
        scratch_(allocator) {}

  // Statuses: not_finite; out_of_range, a coordinate is beyond a quarter of the largest T;
  // too_many_objects, more than 2^28; out_of_memory. The hull is empty then. The trace sees
  // VertexJoins, TriangleAppears, TriangleVanishes, or AndrewChain's events if the points are flat.
  // No allocation once builder and hull have seen as large a task.
  template <class Trace = NoTrace>
  Status build(Points points, Hull3<T>& hull, Trace&& trace = {}) {
    stats_ = {};
    hull.clear();
    if (const Status good = detail::check_points3(points); good != Status::ok) return good;
    if (points.empty()) return Status::ok;
    if (!widen_all(points) || !build_any(points, hull, trace)) {
      hull.clear();
      return Status::out_of_memory;
    }
    return Status::ok;
  }

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  using Access = detail::Hull3Access<T>;
  using Point = Vec<3, double>;

  // Doubles stay where they are.
  bool widen_all(Points points) {
    if constexpr (std::is_same_v<T, double>) {
      in_double_ = points.data();
    } else {
      if (!wide_.resize(points.size())) return false;
      for (std::size_t i = 0; i < points.size(); ++i) wide_[i] = detail::widen(points[i]);
      in_double_ = wide_.data();
    }
    return true;
  }

  template <class Trace>
  bool build_any(Points points, Hull3<T>& hull, Trace& trace) {
    detail::SideTest side(in_double_, points.size(), stats_);
    const detail::FirstSimplex simplex(in_double_, points.size(), side, stats_);
    const int dimension = simplex.dimension;
    bool done = false;
    if (dimension < 2) {
      done = take_ends(simplex, hull);
    } else if (dimension == 2) {
      done = build_flat(points, simplex, hull, trace);
    } else {
      done = surface_.build(in_double_, points.size(), simplex, side, stats_, trace) &&
             merger_.merge(surface_, points, side, hull);
    }
    if (done) Access::set_dimension(hull, dimension);
    return done;
  }

  // A point, or the two ends of a line, which the simplex begins with.
  static bool take_ends(const detail::FirstSimplex& simplex, Hull3<T>& hull) {
    const std::uint32_t a = simplex.corner[0];
    const std::uint32_t b = simplex.corner[1];
    auto& vertices = Access::vertices(hull);
    return vertices.push_back(a < b ? a : b) && (a == b || vertices.push_back(a < b ? b : a));
  }

  // Projected along an axis that keeps them apart.
  template <class Trace>
  bool build_flat(Points points, const detail::FirstSimplex& simplex, Hull3<T>& hull,
                  Trace& trace) {
    const int axis = simplex.axis_of_projection();
    if (!flat_points_.resize(points.size())) return false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      flat_points_[i] = {points[i][(axis + 1) % 3], points[i][(axis + 2) % 3]};
    }
    if (andrew_.build(flat_points_, flat_, trace) != Status::ok) return false;
    stats_.tests += andrew_.stats().tests;
    stats_.exact_tests += andrew_.stats().exact_tests;
    stats_.faces += andrew_.stats().faces;
    return write_flat(points, hull);
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
    if (!detail::radix_sort(order_, scratch_)) return false;
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

  HullStats stats_;
  const Point* in_double_ = nullptr;
  Buffer<Point> wide_;
  detail::GrowingHull surface_;
  detail::FaceMerger<T> merger_;
  Buffer<Vec<2, T>> flat_points_;
  AndrewChain<T> andrew_;
  Hull2 flat_;
  Buffer<detail::KeyedItem<std::uint32_t>> order_;
  Buffer<detail::KeyedItem<std::uint32_t>> scratch_;
};

}  // namespace masu
