// SPDX-License-Identifier: MIT
// Shapes from bytes: of each kind given by numbers, and hulls of points.
#pragma once

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/convex_polyhedron.hpp>
#include <masu/shapes/shape_view.hpp>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {

// A shape of arbitrary numbers: check() decides whether it is valid.
template <int D, class T>
class FuzzShape {
 public:
  using Polytope = std::conditional_t<D == 2, ConvexPolygon<T>, ConvexPolyhedron<T>>;

  explicit FuzzShape(FuzzInput& bytes) {
    view_.kind = kKinds[bytes.byte() % std::size(kKinds)];
    if (bytes.byte() % 4 == 0) view_.radius = bytes.size<T>();
    switch (view_.kind) {
      case ShapeKind::box:
      case ShapeKind::ellipsoid:
        for (int a = 0; a < D; ++a) view_.p[0][a] = bytes.size<T>();
        if (view_.kind == ShapeKind::box && bytes.flag()) view_.p[1] = bytes.position<D, T>();
        break;
      case ShapeKind::cylinder:
      case ShapeKind::cone:
        view_.p[0][0] = bytes.size<T>();
        view_.p[0][1] = bytes.size<T>();
        break;
      case ShapeKind::half_space:
        view_.radius = 0;
        view_.p[0][bytes.below(D)] = bytes.flag() ? T(1) : T(-1);
        view_.p[1][0] = bytes.number<T>();
        break;
      case ShapeKind::polygon:
      case ShapeKind::polyhedron: take_hull(bytes); break;
      default:
        for (auto& p : view_.p) p = bytes.position<D, T>();
    }
  }
  FuzzShape(const FuzzShape&) = delete;
  FuzzShape& operator=(const FuzzShape&) = delete;

  const ShapeView<D, T>& view() const { return view_; }

 private:
  static constexpr ShapeKind kKinds[] = {
      ShapeKind::point,
      ShapeKind::segment,
      ShapeKind::triangle,
      ShapeKind::box,
      ShapeKind::ellipsoid,
      D == 3 ? ShapeKind::cylinder : ShapeKind::box,
      D == 3 ? ShapeKind::cone : ShapeKind::segment,
      ShapeKind::half_space,
      D == 2 ? ShapeKind::polygon : ShapeKind::polyhedron,
      D == 2 ? ShapeKind::polygon : ShapeKind::polyhedron,
  };

  void take_hull(FuzzInput& bytes) {
    Vec<D, T> points[12];
    const std::size_t count = bytes.below(std::size(points) + 1);
    for (std::size_t i = 0; i < count; ++i) points[i] = bytes.position<D, T>();
    const std::span<const Vec<D, T>> input(points, count);
    Status made;
    if constexpr (D == 2) {
      made = polygon_of(input, polytope_);
    } else {
      made = polyhedron_of(input, polytope_);
    }
    const T radius = view_.radius;
    view_ = {};
    if (made == Status::ok) view_ = polytope_.view();
    view_.radius = radius;
  }

  Polytope polytope_;
  ShapeView<D, T> view_;
};

}  // namespace masu::fuzz
