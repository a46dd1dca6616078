// SPDX-License-Identifier: MIT
// Decodes the feature in half of a feature_id, by the documentation only.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/convex_polytope.hpp>

namespace masu::test {

enum class FeatureType : std::uint8_t { none, vertex, edge, face };

struct NamedFeature {
  FeatureType type;
  std::uint32_t number;

  explicit NamedFeature(std::uint32_t half)
      : type(static_cast<FeatureType>(half >> 14 & 3)), number(half & 0x3fff) {}
};

using Ids = std::set<std::uint32_t>;

// The ids of all corners, which must differ.
template <int D, class T>
Ids ids_of(const Manifold<D, T>& m) {
  Ids ids;
  for (const auto& p : m.all()) EXPECT_TRUE(ids.insert(p.feature_id).second) << "twice";
  return ids;
}

inline std::uint32_t half_of_a(std::uint32_t id) {
  return id >> 16;
}
inline std::uint32_t half_of_b(std::uint32_t id) {
  return id & 0xffff;
}

inline constexpr double kNoSuchFeature = std::numeric_limits<double>::infinity();

template <int D>
double off_segment(const Vec<D, double>& p, const Vec<D, double>& from, const Vec<D, double>& to) {
  const Vec<D, double> along = to - from;
  const double squared = dot(along, along);
  const double t = squared > 0 ? std::clamp(dot(p - from, along) / squared, 0.0, 1.0) : 0;
  return length(p - (from + along * t));
}

template <int D, class T>
double off_box(const ShapeView<D, T>& s, const NamedFeature& f, const Vec<D, double>& p) {
  int fixed = 0;
  double off = 0;
  for (int axis = 0; axis < D; ++axis) {
    const double x = p[axis] - double(s.p[1][axis]);
    const double half = double(s.p[0][axis]);
    const std::uint32_t side = f.number >> (2 * axis) & 3;
    if (side == 3) return kNoSuchFeature;
    fixed += side != 0;
    off =
        std::max(off, side == 0 ? std::fabs(x) - half : std::fabs(x - (side == 1 ? half : -half)));
  }
  const bool known = f.number >> (2 * D) == 0 && int(f.type) == 1 + D - fixed;
  return known ? off : kNoSuchFeature;
}

// How far p is from a corner, side or the inside of a loop of points.
template <int D, class Point>
double off_loop(const NamedFeature& f, std::size_t size, const Vec<D, double>& p, Point&& at) {
  if (f.type == FeatureType::face) {
    if (D == 2 || f.number > 1) return kNoSuchFeature;
    if constexpr (D == 3) {
      const auto n = cross(at(1) - at(0), at(2) - at(0));
      return std::fabs(dot(p - at(0), n)) / length(n);
    }
  }
  if (f.number >= size) return kNoSuchFeature;
  if (f.type == FeatureType::vertex) return length(p - at(f.number));
  return off_segment<D>(p, at(f.number), at((f.number + 1) % size));
}

template <class T>
double off_polytope(const ConvexPolygon<T>& s, const NamedFeature& f, const Vec<2, double>& p) {
  return off_loop<2>(f, s.size(), p, [&](std::size_t i) { return vec_cast<double>(s.vertex(i)); });
}
template <class T>
double off_polytope(const ConvexPolyhedron<T>& s, const NamedFeature& f, const Vec<3, double>& p) {
  const auto at = [&](std::uint32_t i) { return vec_cast<double>(s.vertex(i)); };
  if (f.type == FeatureType::vertex) {
    return f.number < s.vertex_count() ? length(p - at(f.number)) : kNoSuchFeature;
  }
  if (f.type == FeatureType::edge) {
    if (f.number >= s.edge_count()) return kNoSuchFeature;
    return off_segment<3>(p, at(s.edge(f.number).tail), at(s.edge(f.number).head));
  }
  if (f.number >= s.face_count()) return kNoSuchFeature;
  return std::fabs(dot(p - at(s.face(f.number)[0]), s.plane(f.number).normal));
}

// Of a cylinder or cone.
template <class T>
double off_smooth(const ShapeView<3, T>& s, const NamedFeature& f, const Vec<3, double>& p) {
  const double radius = double(s.p[0][0]);
  const double half = double(s.p[0][1]);
  const bool cone = s.kind == ShapeKind::cone;
  const double across = std::sqrt(p[0] * p[0] + p[2] * p[2]);
  if (f.type == FeatureType::face) {
    if (f.number > (cone ? 0u : 1u)) return kNoSuchFeature;
    return std::max(std::fabs(p[1] - (f.number == 1 ? half : -half)), across - radius);
  }
  if (f.number < 32) {
    const double y = f.number < 16 ? -half : half;
    if (cone && f.number >= 16) return kNoSuchFeature;
    const auto at = [&](std::uint32_t i) -> Vec<3, double> {
      const double angle = 2 * 3.14159265358979323846 * (i % 16) / 16;
      return {radius * std::cos(angle), y, radius * std::sin(angle)};
    };
    return f.type == FeatureType::vertex ? length(p - at(f.number))
                                         : off_segment<3>(p, at(f.number), at(f.number + 1));
  }
  const double rim_y = f.number == 33 ? half : -half;
  const double rim = cone && f.number == 33 ? 0 : radius;
  if (f.type == FeatureType::vertex) {
    return f.number > 33 ? kNoSuchFeature : std::hypot(across - rim, p[1] - rim_y);
  }
  if (f.number != 32) return kNoSuchFeature;
  return off_segment<2>({across, p[1]}, {radius, -half}, {cone ? 0 : radius, half});
}

// The distance of a point of the core from the feature that a half names, in the shape's frame.
template <int D, class T>
double off_feature(const ShapeView<D, T>& s, std::uint32_t half, const Vec<D, double>& p) {
  const NamedFeature f(half);
  const bool smooth = s.kind == ShapeKind::point || s.kind == ShapeKind::ellipsoid;
  if (smooth || f.type == FeatureType::none) return smooth && half == 0 ? 0 : kNoSuchFeature;
  const auto corner = [&](std::size_t i) { return vec_cast<double>(s.p[i]); };
  switch (s.kind) {
    case ShapeKind::segment: {
      if (f.type == FeatureType::face) return kNoSuchFeature;
      if (f.type == FeatureType::edge && f.number != 0) return kNoSuchFeature;
      return off_loop<D>(f, 2, p, corner);
    }
    case ShapeKind::triangle: return off_loop<D>(f, 3, p, corner);
    case ShapeKind::box: return off_box(s, f, p);
    case ShapeKind::half_space:
      if (half != (D == 2 ? 0x8000u : 0xc000u)) return kNoSuchFeature;
      return std::fabs(dot(corner(0), p) - double(s.p[1][0]));
    case ShapeKind::polygon:
    case ShapeKind::polyhedron:
      return off_polytope(*static_cast<const ConvexPolytope<D, T>*>(s.object), f, p);
    default:
      if constexpr (D == 3) return off_smooth(s, f, p);
      return kNoSuchFeature;
  }
}

}  // namespace masu::test
