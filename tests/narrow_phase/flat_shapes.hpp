// SPDX-License-Identifier: MIT
// Polygons, triangles, boxes, segments and points in 2D, drawn at random, degenerate ones too.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

#include "narrow_phase/outline.hpp"
#include "scenes/generators/pcg32.hpp"

namespace masu::test {

enum class Kind { polygon, triangle, box, segment, point };
enum class Family { any, grid, needles, nearly_parallel, inside, flat_corners };
constexpr Family kFamilies[] = {Family::any, Family::grid, Family::needles, Family::inside,
                                Family::flat_corners};

// Corners, whatever of: a shape and its outline are made from them.
template <class T>
struct Drawn {
  Kind kind = Kind::polygon;
  std::vector<Vec<2, T>> corner;
  T radius = 0;
  Transform<2, T> pose;
};

template <class T>
class Placed {
 public:
  Placed(const Drawn<T>& d, double scale = 1) : pose(d.pose) {
    const T s = static_cast<T>(scale);
    std::vector<Vec<2, T>> c = d.corner;
    for (auto& p : c) p = p * s;
    pose.translation = pose.translation * s;
    switch (d.kind) {
      case Kind::polygon:
        EXPECT_EQ(polygon_of<T>(std::span<const Vec<2, T>>(c), polygon_), Status::ok);
        view = polygon_.view();
        break;
      case Kind::triangle: view = Triangle<2, T>{c[0], c[1], c[2]}.view(); break;
      case Kind::box: view = Box<2, T>{c[0], c[1]}.view(); break;
      case Kind::segment: view = Segment<2, T>{c[0], c[1]}.view(); break;
      case Kind::point: view = Point<2, T>{c[0]}.view(); break;
    }
    view.radius = d.radius * s;
    struct List {
      std::vector<Vec<2, double>> p;
      std::size_t size() const { return p.size(); }
      Vec<2, double> vertex(std::size_t i) const { return p[i]; }
    };
    if (d.kind == Kind::polygon) {
      outline = placed_outline(polygon_, pose);
    } else {
      List list;
      for (const auto& p : c) list.p.push_back(vec_cast<double>(p));
      if (d.kind == Kind::box) list.p = corners_of(list.p[0], list.p[1]);
      outline = placed_outline(list, pose);
    }
  }

  ShapeView<2, T> view;
  Transform<2, T> pose;
  Outline outline;

  long double outside(const Vec<2, T>& p) const {
    return separation_of({{p[0], p[1]}}, outline) - (long double)view.radius;
  }

 private:
  using Corner = Vec<2, double>;
  static std::vector<Corner> corners_of(const Corner& half, const Corner& center) {
    const Corner other{half[0], -half[1]};
    return {center - half, center + other, center + half, center - other};
  }
  ConvexPolygon<T> polygon_;
};

template <class T>
class Artist {
 public:
  explicit Artist(std::uint64_t seed) : random_(seed) {}

  Drawn<T> draw(Kind kind, Family family) {
    Drawn<T> d{kind, {}, {}, {}};
    if (random_.below(4) == 0) d.radius = number(family, 0.125, 0.5);
    switch (kind) {
      case Kind::polygon: polygon(d, family); break;
      case Kind::triangle: triangle(d, family); break;
      case Kind::box: d.corner = {{size(family), size(family)}, any_point(family, 0.5)}; break;
      case Kind::segment: d.corner = {any_point(family, 1), any_point(family, 1)}; break;
      case Kind::point: d.corner = {any_point(family, 0.5)}; break;
    }
    d.pose = {any_point(family, 1.2), any_rotation(family == Family::grid)};
    return d;
  }
  // As above, rotated by almost nothing and translated.
  Drawn<T> rotated(const Drawn<T>& a) {
    Drawn<T> b = a;
    const double angle = std::pow(10.0, -random_.between(1, 17));
    const double c = double(a.pose.rotation.cosine), s = double(a.pose.rotation.sine);
    b.pose.rotation = {T(c - angle * s), T(s + angle * c)};
    const double along = random_.between(0.2, 2.2);
    const double across = random_.between(-1, 1);
    b.pose.translation[0] = a.pose.translation[0] + T(c * along - s * across);
    b.pose.translation[1] = a.pose.translation[1] + T(s * along + c * across);
    return b;
  }
  int below(std::uint32_t n) { return static_cast<int>(random_.below(n)); }

 private:
  T number(Family family, double low, double high) {
    if (family == Family::grid) {
      const int steps = static_cast<int>((high - low) * 8);
      return T(low + below(static_cast<std::uint32_t>(steps + 1)) / 8.0);
    }
    return T(random_.between(low, high));
  }
  T size(Family family) {
    if (family == Family::needles && below(2) == 0) return T(random_.between(1e-8, 1e-6));
    const T s = number(family, 0.125, 1) * (family == Family::inside && below(2) ? T(0.125) : T(1));
    return below(20) == 0 ? T(0) : s;
  }
  Vec<2, T> any_point(Family family, double reach) {
    return {number(family, -reach, reach), number(family, -reach, reach)};
  }
  Rotation<2, T> any_rotation(bool quarter) {
    if (quarter) return below(2) == 0 ? Rotation<2, T>{} : Rotation<2, T>{0, 1};
    double x = 0, y = 0, squared = 0;
    do {
      x = random_.between(-1, 1), y = random_.between(-1, 1), squared = x * x + y * y;
    } while (squared > 1 || squared < 0.01);
    return {T(x / std::sqrt(squared)), T(y / std::sqrt(squared))};
  }
  static bool is_counter_clockwise(const std::vector<Vec<2, T>>& p) {
    double area = 0;
    for (std::size_t i = 2; i < p.size(); ++i) {
      area += cross(vec_cast<double>(p[i - 1] - p[0]), vec_cast<double>(p[i] - p[0]));
    }
    return std::fabs(area) > 1e-3;
  }
  void polygon(Drawn<T>& d, Family family) {
    const bool grid = family == Family::grid;
    const double thin = family == Family::needles && below(2) == 0 ? 1e-7 : 1;
    const double small = family == Family::inside && below(2) == 0 ? 0.1 : 1;
    const bool many = family == Family::any && below(8) == 0;  // no formula
    const int n = many ? 20 + below(30) : 3 + below(9);
    do {
      d.corner.clear();
      for (int i = 0; i < n; ++i) {
        if (grid) {
          d.corner.push_back(any_point(family, 1));
          continue;
        }
        const double angle = 2 * 3.14159265358979 * (i + random_.between(-0.4, 0.4)) / n;
        d.corner.push_back({T(small * std::cos(angle)), T(small * std::sin(angle))});
      }
    } while (!is_counter_clockwise(d.corner) && small == 1);
    if (family == Family::flat_corners) {
      for (int i = 0; i < n; ++i) {
        const Vec<2, T> p = d.corner[static_cast<std::size_t>(i)];
        const Vec<2, T> q = d.corner[static_cast<std::size_t>((i + 1) % n)];
        const T share = T(random_.between(0.1, 0.9));
        const T rise = T(std::pow(10.0, -random_.between(3, 17)));
        d.corner.push_back((p + (q - p) * share) * (1 + rise));
      }
    }
    for (auto& p : d.corner) p[1] = T(double(p[1]) * thin);
  }
  void triangle(Drawn<T>& d, Family family) {
    do {
      d.corner = {any_point(family, 1), any_point(family, 1), any_point(family, 1)};
    } while (!is_counter_clockwise(d.corner));
    if (family == Family::needles)
      d.corner[2] = d.corner[0] + (d.corner[2] - d.corner[0]) * T(1e-7);
    if (family == Family::inside && below(2) == 0) {
      for (auto& p : d.corner) p = p * T(0.125);
    }
  }

  scenes::Pcg32 random_;
};

}  // namespace masu::test
