// SPDX-License-Identifier: MIT
// ConvexPolygon: a convex polygon in 2D.
#pragma once

#include <masu/shapes/detail/vertex_set.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu {

namespace detail {
template <class T>
class OutlineTable;
}

// A convex polygon of any number of corners in counterclockwise order, which it stores. For a hull
// of loose points use AndrewChain first; for boxes and triangles use Box and Triangle, which need
// no memory.
//
//    masu::ConvexPolygon<float> house;
//    (void)house.build(outline);  // counterclockwise
//    use(masu::distance(house, {}, masu::Circle<float>{1}, {{5, 0}, {}}).distance);
//
// Cost: O(n) to build. Threads: const members are safe in many threads while no thread changes the
// polygon.
template <class T>
class ConvexPolygon {
 public:
  // Creates a polygon without corners: build() fills it.
  explicit ConvexPolygon(Allocator allocator = default_allocator())
      : vertices_(allocator),
        normals_(allocator),
        corners_(allocator),
        band_(allocator),
        outline_(allocator) {}

  // Builds the polygon from corners in counterclockwise order. Drops corners equal to the one
  // before; keeps corners on a straight edge. O(n). With these statuses it is unchanged:
  // - no_points; not_finite; out_of_range (see check()); out_of_memory;
  // - flat: all on a line, as far as double can resolve;
  // - inverted: the order is clockwise;
  // - not_convex: a corner lies more than 16 units in the last place of the largest coordinate
  // inside the hull, or the corners wind around more than once.
  Status build(std::span<const Vec<2, T>> corners);
  // Copies `from` into memory of this polygon's allocator. O(n). out_of_memory: unchanged.
  Status copy(const ConvexPolygon& from);

  std::size_t size() const { return normals_.size(); }            // number of corners, and of edges
  Vec<2, T> vertex(std::size_t i) const { return vertices_[i]; }  // corner i
  // Returns the outward unit normal of the edge from vertex i to the next.
  const Vec<2, double>& normal(std::size_t i) const { return normals_[i]; }
  // Returns the corners in the layout that support functions read: one array per axis.
  const detail::VertexSet<2, T>& vertices() const { return vertices_; }

  // Returns a view that refers to the polygon. The polygon must outlive the view.
  ShapeView<2, T> view() const { return {.kind = ShapeKind::polygon, .object = this}; }

 private:
  friend detail::OutlineTable<T>;
  detail::VertexSet<2, T> vertices_;
  Buffer<Vec<2, double>> normals_;
  Buffer<Vec<2, T>> corners_;  // of a build() in progress
  Buffer<Vec<2, T>> band_;     // their hull
  Buffer<double> outline_;     // corners and normals, one array an axis
  std::uint32_t outline_corners_ = 0;
  double reach_ = 0;  // the largest coordinate
};

}  // namespace masu
