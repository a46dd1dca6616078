// SPDX-License-Identifier: MIT
// The convex hull of some points in the plane, given by its corners.
#pragma once

#include <masu/shapes/detail/vertex_set.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu {

namespace detail {
template <class T>
class OutlineTable;
}

// A convex polygon of any number of corners, counterclockwise; it holds them.
template <class T>
class ConvexPolygon {
 public:
  explicit ConvexPolygon(Allocator allocator = default_allocator())
      : vertices_(allocator),
        normals_(allocator),
        corners_(allocator),
        band_(allocator),
        outline_(allocator) {}

  // Corners counter-clockwise; those that repeat the one before are left out, those on a straight
  // edge stay. O(n). Statuses: no_points, not_finite, out_of_range (see check()), flat (all on a
  // line, as far as double can tell), inverted (clockwise), not_convex (a corner lies more than 16
  // units in the last place of the largest coordinate inside the hull of all, or the corners go
  // around more than once), out_of_memory; then it is as before.
  Status build(std::span<const Vec<2, T>> corners);
  // Becomes a copy of `from`, in memory of its own allocator. O(n). out_of_memory: it stays as it
  // was.
  Status copy(const ConvexPolygon& from);

  std::size_t size() const { return normals_.size(); }
  Vec<2, T> vertex(std::size_t i) const { return vertices_[i]; }
  // Of the edge from vertex i to the next, outward, of length 1.
  const Vec<2, double>& normal(std::size_t i) const { return normals_[i]; }
  const detail::VertexSet<2, T>& vertices() const { return vertices_; }

  ShapeView<2, T> view() const { return {.kind = ShapeKind::polygon, .object = this}; }

 private:
  friend detail::OutlineTable<T>;
  detail::VertexSet<2, T> vertices_;
  Buffer<Vec<2, double>> normals_;
  Buffer<Vec<2, T>> corners_;  // of a build that may yet fail
  Buffer<Vec<2, T>> band_;     // around them
  Buffer<double> outline_;     // corners and normals, one array an axis
  std::uint32_t outline_corners_ = 0;
  double reach_ = 0;  // the largest coordinate
};

}  // namespace masu
