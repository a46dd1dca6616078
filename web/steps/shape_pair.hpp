// SPDX-License-Identifier: MIT
// Two shapes at poses, as passed by JavaScript.
#pragma once

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/support.hpp>

#include "steps/tape.hpp"

namespace masu::steps {

template <int D>
using Point = Vec<D, double>;

template <int D>
struct PlacedShape {
  ShapeView<D, double> view;
  ConvexPolytope<D, double> polytope;  // if it has corners
  Transform<D, double> pose;
  bool sharp = false;  // has corners and is neither smooth nor rounded
  Status status = Status::ok;
};

// Not copied or moved: the views refer to it.
template <int D>
struct ShapePair {
  PlacedShape<D> a;
  PlacedShape<D> b;

  ShapePair() {
    const double* next = input().data();
    next = read(next, a);
    read(next, b);
  }
  ShapePair(const ShapePair&) = delete;
  ShapePair& operator=(const ShapePair&) = delete;

  bool sharp() const { return a.sharp && b.sharp; }
  Status status() const { return a.status == Status::ok ? b.status : a.status; }

 private:
  // Reads the kind, the radius, the number of points, the points; the translation, the rotation.
  static const double* read(const double* next, PlacedShape<D>& made) {
    const auto kind = ShapeKind(int(*next++));
    const double radius = *next++;
    std::vector<Point<D>> points(std::size_t(*next++));
    for (Point<D>& p : points) next = read(next, p);
    made.view.kind = kind;
    made.view.radius = radius;
    if (kind == ShapeKind::polygon || kind == ShapeKind::polyhedron) {
      made.status = build(points, made.polytope);
      made.view = made.polytope.view();
      made.sharp = true;
    } else {
      for (std::size_t i = 0; i < points.size() && i < 3; ++i) made.view.p[i] = points[i];
      made.status = check_view(made.view);
      read_corners(made);
    }
    next = read(next, made.pose.translation);
    return read(next, made.pose.rotation);
  }
  static const double* read(const double* next, Point<D>& p) {
    for (int a = 0; a < D; ++a) p[a] = *next++;
    return next;
  }
  static const double* read(const double* next, Rotation<2, double>& r) {
    r = {next[0], next[1]};
    return next + 2;
  }
  static const double* read(const double* next, Rotation<3, double>& r) {
    r = {next[0], next[1], next[2], next[3]};
    return next + 4;
  }
  static void read_corners(PlacedShape<D>& made) {
    const std::uint32_t count = vertex_count_of_core(made.view);
    if (made.view.radius != 0 || count < D + 1) return;
    std::vector<Point<D>> corners;
    for (std::uint32_t v = 0; v < count; ++v) corners.push_back(vertex_of_core(made.view, v));
    made.sharp = build(corners, made.polytope) == Status::ok;
  }
  static Status build(const std::vector<Vec<2, double>>& p, ConvexPolygon<double>& made) {
    return polygon_of<double>(std::span<const Vec<2, double>>(p.data(), p.size()), made);
  }
  static Status build(const std::vector<Vec<3, double>>& p, ConvexPolyhedron<double>& made) {
    return polyhedron_of<double>(std::span<const Vec<3, double>>(p.data(), p.size()), made);
  }
};

}  // namespace masu::steps
