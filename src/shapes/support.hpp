// SPDX-License-Identifier: MIT
// Support functions of every kind of core, inline for the searches that call them most.
#pragma once

#include <masu/shapes/convex_polytope.hpp>
#include <masu/shapes/support.hpp>

#include "shapes/vertex_climb.hpp"

namespace masu {
namespace detail {

// Directions are in double and of any length; float cores compare in float. So that squares neither
// underflow nor overflow there, the largest component is scaled to about 1.
template <class T, int D>
Vec<D, T> direction_as(const Vec<D, double>& d) {
  if constexpr (std::is_same_v<T, double>) {
    return d;
  } else {
    double most = std::fabs(d[0]);
    for (int a = 1; a < D; ++a) most = most < std::fabs(d[a]) ? std::fabs(d[a]) : most;
    const double scale = most > 0x1p-60 && most < 0x1p60 ? 1.0 : 1.0 / most;
    return vec_cast<T>(d * scale);
  }
}

template <int D>
SupportPoint<D> support_of_corners(const Vec<D, double>* p, std::uint32_t count,
                                   const Vec<D, double>& d) {
  std::uint32_t best = 0;
  double most = dot(p[0], d);
  for (std::uint32_t i = 1; i < count; ++i) {
    const double x = dot(p[i], d);
    best = x > most ? i : best;
    most = x > most ? x : most;
  }
  return {p[best], best};
}

// Bit a of the number is 1 if the corner lies on the positive side of axis a.
template <int D>
Vec<D, double> corner_of_box(const Vec<D, double>& half, const Vec<D, double>& center,
                             std::uint32_t corner) {
  Vec<D, double> p = center;
  for (int a = 0; a < D; ++a) p[a] += (corner >> a & 1) != 0 ? half[a] : -half[a];
  return p;
}
template <int D>
SupportPoint<D> support_of_box(const Vec<D, double>& half, const Vec<D, double>& center,
                               const Vec<D, double>& d) {
  std::uint32_t corner = 0;
  for (int a = 0; a < D; ++a) corner |= (d[a] >= 0 ? 1u : 0u) << a;
  return {corner_of_box(half, center, corner), corner};
}

// The gradient of the support function: squared half axes times d, over the support.
template <int D>
SupportPoint<D> support_of_ellipsoid(const Vec<D, double>& half, const Vec<D, double>& d) {
  Vec<D, double> scaled = d;
  for (int a = 0; a < D; ++a) scaled[a] *= half[a];
  const double size = length(scaled);
  if (!(size > 0)) scaled[0] = 1;  // d is negligible compared with the other half axes
  const double scale = size > 0 ? 1 / size : 1;
  for (int a = 0; a < D; ++a) scaled[a] *= half[a] * scale;
  return {scaled, kNoVertex};
}

inline Vec<3, double> rim_of_disc(double radius, double y, const Vec<3, double>& d) {
  const double across = std::sqrt(d[0] * d[0] + d[2] * d[2]);
  if (!(across > 0)) return {radius, y, 0};
  const double scale = radius / across;
  return {d[0] * scale, y, d[2] * scale};
}
inline SupportPoint<3> support_of_cylinder(double radius, double half, const Vec<3, double>& d) {
  return {rim_of_disc(radius, d[1] >= 0 ? half : -half, d), kNoVertex};
}
inline SupportPoint<3> support_of_cone(double radius, double half, const Vec<3, double>& d) {
  const Vec<3, double> apex{0, half, 0};
  const Vec<3, double> rim = rim_of_disc(radius, -half, d);
  return {dot(apex, d) >= dot(rim, d) ? apex : rim, kNoVertex};
}

// Starts at the cached vertex or that of the table, whichever is higher.
template <class T>
std::uint32_t start_of_climb(const ConvexPolyhedron<T>& p, const Vec<3, double>& d,
                             std::uint32_t hint) {
  const std::uint32_t known = p.table().vertex(d);
  if (hint >= p.vertex_count() || hint == known) return known;
  const auto step = vec_cast<double>(p.vertex(hint)) - vec_cast<double>(p.vertex(known));
  return dot(d, step) > 0 ? hint : known;
}

template <int D, class T>
std::uint32_t support_vertex(const ConvexPolytope<D, T>& p, const Vec<D, double>& d,
                             SupportAccuracy accuracy, std::uint32_t hint) {
  if constexpr (D == 3) {
    if (!p.table().empty()) return climb_from(p, d, start_of_climb(p, d, hint), nullptr, NoTrace());
  }
  return accuracy == SupportAccuracy::fast ? farthest_along(p.vertices(), direction_as<T>(d))
                                           : farthest_along(p.vertices(), d);
}

}  // namespace detail

template <int D, class T>
SupportPoint<D> support_of_core(const ShapeView<D, T>& s, const Vec<D, double>& d,
                                SupportAccuracy accuracy, std::uint32_t hint) {
  using detail::direction_as;
  if (s.kind == ShapeKind::polygon || s.kind == ShapeKind::polyhedron) {
    const auto& polytope = *static_cast<const ConvexPolytope<D, T>*>(s.object);
    const std::uint32_t v = detail::support_vertex<D, T>(polytope, d, accuracy, hint);
    return {vec_cast<double>(polytope.vertices()[v]), v};
  }
  if (s.kind == ShapeKind::custom) {
    return {vec_cast<double>(s.functions->support(s.object, direction_as<T>(d))), kNoVertex};
  }
  const Vec<D, double> p[3] = {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]),
                               vec_cast<double>(s.p[2])};
  switch (s.kind) {
    case ShapeKind::segment: return detail::support_of_corners(p, 2, d);
    case ShapeKind::triangle: return detail::support_of_corners(p, 3, d);
    case ShapeKind::box: return detail::support_of_box(p[0], p[1], d);
    case ShapeKind::ellipsoid: return detail::support_of_ellipsoid(p[0], d);
    default: break;
  }
  if constexpr (D == 3) {
    if (s.kind == ShapeKind::cylinder) return detail::support_of_cylinder(p[0][0], p[0][1], d);
    if (s.kind == ShapeKind::cone) return detail::support_of_cone(p[0][0], p[0][1], d);
  }
  return {p[0], 0};
}

template <int D, class T>
Vec<D, double> vertex_of_core(const ShapeView<D, T>& s, std::uint32_t vertex) {
  switch (s.kind) {
    case ShapeKind::polygon:
    case ShapeKind::polyhedron:
      return vec_cast<double>(
          static_cast<const ConvexPolytope<D, T>*>(s.object)->vertices()[vertex]);
    case ShapeKind::box:
      return detail::corner_of_box(vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]), vertex);
    default: return vec_cast<double>(s.p[vertex]);
  }
}

template <int D, class T>
std::uint32_t vertex_count_of_core(const ShapeView<D, T>& s) {
  switch (s.kind) {
    case ShapeKind::point: return 1;
    case ShapeKind::segment: return 2;
    case ShapeKind::triangle: return 3;
    case ShapeKind::box: return 1u << D;
    case ShapeKind::polygon:
    case ShapeKind::polyhedron:
      return static_cast<std::uint32_t>(
          static_cast<const ConvexPolytope<D, T>*>(s.object)->vertices().size());
    default: return 0;
  }
}

}  // namespace masu
