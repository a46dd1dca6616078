// SPDX-License-Identifier: MIT
#include "contact/shape_sheet.hpp"

#include <algorithm>

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/tapered_capsule.hpp>
#include <masu/shapes/triangle.hpp>

#include "contact/draw_solid.hpp"
#include "contact/figure.hpp"

namespace masu::cli {
namespace {

constexpr double kCell = 1500;  // for a shape and its margin
constexpr double kShape = 1200;
constexpr double kName = 330;
constexpr double kAir = 150;
constexpr int kColumns[] = {4, 5};  // in 2D and 3D

Drawing drawing_of(const Figure<2>& figure) {
  return draw(figure);
}
Drawing drawing_of(const Figure<3>& figure) {
  return draw(with_planes(figure), Facets::drawn);
}

// Scales the marks of a drawing, without its text, to a square of side kShape.
class Fitting {
 public:
  Fitting(const Drawing& from, double x, double y) : x_(x), y_(y) {
    for (const Mark& m : from.marks()) {
      if (m.kind == Mark::Kind::text) continue;
      for (const Spot s : m.spots) box_ = merge(box_, Aabb<2, double>::of_point(point(s)));
    }
    const double extent = std::max(box_.max[0] - box_.min[0], box_.max[1] - box_.min[1]);
    scale_ = extent > 0 ? kShape / extent : 1;
  }
  void draw_mark(const Mark& m, Drawing& to) const {
    std::vector<Spot> spots;
    for (const Spot s : m.spots) {
      const Vec<2, double> p = (point(s) - (box_.min + box_.max) * 0.5) * scale_;
      spots.push_back(spot(x_ + p[0], y_ + p[1]));
    }
    switch (m.kind) {
      case Mark::Kind::polygon: to.polygon(m.style, spots); break;
      case Mark::Kind::facet: to.facet(m.style, spots, m.shade); break;
      case Mark::Kind::line: to.line(m.style, spots); break;
      case Mark::Kind::disc: to.disc(m.style, spots[0], m.radius); break;
      case Mark::Kind::text: break;
    }
  }

 private:
  static Vec<2, double> point(Spot s) { return {double(s.x), double(s.y)}; }

  double x_, y_;  // the center of the square
  double scale_ = 1;
  Aabb<2, double> box_ = Aabb<2, double>::nothing();
};

template <int D>
class Sheet {
 public:
  explicit Sheet(int shapes)
      : drawing_(kAir + kColumns[D - 2] * (kCell + kAir),
                 kAir + (shapes + kColumns[D - 2] - 1) / kColumns[D - 2] * (kCell + kName)) {}

  template <Shape S>
  void add(const char* name, const S& shape) {
    Figure<D> figure;
    const PlacedShape<D, double> placed{view_of(shape), {}};
    figure.a = body_of(placed, placed.pose, D == 2 ? 64 : 16);
    const double x = kAir + kCell / 2 + count_ % kColumns[D - 2] * (kCell + kAir);
    const double y = kAir + kCell / 2 + count_ / kColumns[D - 2] * (kCell + kName);
    const Drawing own = drawing_of(figure);
    const Fitting fitting(own, x, y);
    for (const Mark& m : own.marks()) fitting.draw_mark(m, drawing_);
    drawing_.text(MarkStyle::key, spot(x, y + kCell / 2 + 100), name, Anchor::middle);
    ++count_;
  }
  const Drawing& drawing() const { return drawing_; }

 private:
  Drawing drawing_;
  int count_ = 0;
};

}  // namespace

template <>
Drawing shape_sheet<2>() {
  using V = Vec<2, double>;
  ConvexPolygon<double> polygon;
  const V corners[] = {{-1, -0.3}, {-0.2, -0.8}, {0.8, -0.6}, {1, 0.3}, {0.1, 0.9}, {-0.8, 0.6}};
  if (polygon.build(corners) != Status::ok) return {0, 0};
  Sheet<2> sheet(11);
  sheet.add("Point", Point<2, double>{});
  sheet.add("Segment", Segment<2, double>{{-1, -0.4}, {1, 0.4}});
  sheet.add("Triangle", Triangle<2, double>{{-1, -0.7}, {1, -0.7}, {-0.3, 0.7}});
  sheet.add("Box", Box<2, double>{{1, 0.6}});
  sheet.add("Circle", Circle<double>{1});
  sheet.add("Ellipse", Ellipse<double>{{1, 0.6}});
  sheet.add("Capsule", Capsule<2, double>{{-0.6, -0.3}, {0.6, 0.3}, 0.4});
  sheet.add("TaperedCapsule", TaperedCapsule<2, double>{{-0.5, -0.2}, 0.5, {0.75, 0.3}, 0.25});
  sheet.add("ConvexPolygon", polygon);
  sheet.add("Rounded<Box>", Rounded<Box<2, double>>{{{0.75, 0.4}}, 0.25});
  sheet.add("HalfSpace", HalfSpace<2, double>{{-0.28, 0.96}, 0});
  return sheet.drawing();
}

template <>
Drawing shape_sheet<3>() {
  using V = Vec<3, double>;
  ConvexPolyhedron<double> octahedron;
  const V corners[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1.2, 0}, {0, -1.2, 0}, {0, 0, 1}, {0, 0, -1}};
  if (polyhedron_of<double>(corners, octahedron) != Status::ok) return {0, 0};
  Sheet<3> sheet(13);
  sheet.add("Point", Point<3, double>{});
  sheet.add("Segment", Segment<3, double>{{-1, -0.4, 0}, {1, 0.4, 0}});
  sheet.add("Triangle", Triangle<3, double>{{-1, 0, 1}, {1, 0, 0.6}, {0, 0.4, -1}});
  sheet.add("Box", Box<3, double>{{1, 0.6, 0.8}});
  sheet.add("Sphere", Sphere<3, double>{1});
  sheet.add("Ellipsoid", Ellipsoid<3, double>{{1, 0.6, 0.8}});
  sheet.add("Capsule", Capsule<3, double>{{0, -0.6, 0}, {0, 0.6, 0}, 0.5});
  sheet.add("TaperedCapsule", TaperedCapsule<3, double>{{0, -0.5, 0}, 0.6, {0, 0.8, 0}, 0.3});
  sheet.add("Cylinder", Cylinder<double>{0.7, 0.9});
  sheet.add("Cone", Cone<double>{0.8, 1});
  sheet.add("ConvexPolyhedron", octahedron);
  sheet.add("Rounded<Box>", Rounded<Box<3, double>>{{{0.7, 0.4, 0.5}}, 0.3});
  sheet.add("HalfSpace", HalfSpace<3, double>{{0, 1, 0}, 0});
  return sheet.drawing();
}

}  // namespace masu::cli
