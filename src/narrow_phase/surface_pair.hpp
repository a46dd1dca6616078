// SPDX-License-Identifier: MIT
// Triangles and curved cores against a point, by the surface point nearest to it.
#pragma once

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/nearest_surface.hpp"

namespace masu::detail {

// A curved core against a point, which the core of a sphere is: by the surface point nearest to it.
template <int D, class T>
CoreDistance<D> smooth_and_point(const ShapeView<D, T>& smooth, const ShapeView<D, T>& point,
                                 const PairFrame<D>& frame, Depth depth) {
  CoreDistance<D> r;
  const Vec<D, double> q = frame.rotation * vec_cast<double>(point.p[0]) + frame.translation;
  const NearestSurface<D> s = nearest_surface(smooth, q);
  r.size = larger(largest_component(q), largest_component(vec_cast<double>(smooth.p[0])));
  r.point_a = r.point_b = q;
  if (depth == Depth::none && s.distance <= 0) return r;
  r.distance = r.lower = r.upper = s.distance;
  r.normal = s.normal;
  r.point_a = q - s.normal * s.distance;
  return r;
}

// A point against a triangle, by its closed form: for gjk() the plane of a needle is rounding.
template <int D, class T>
CoreDistance<D> triangle_and_point(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                   const PairFrame<D>& frame, Depth depth) {
  const Vec<D, double> q = frame.rotation * vec_cast<double>(b.p[0]) + frame.translation;
  const NearestSurface<D> s = nearest_surface(a, q);
  CoreDistance<D> r;
  r.size = largest_component(q);
  r.distance = r.lower = r.upper = s.distance;
  for (const Vec<D, T>& corner : a.p) {
    const auto p = vec_cast<double>(corner);
    r.size = larger(r.size, largest_component(p));
    r.lower = std::fmin(r.lower, dot(s.normal, q - p));
  }
  r.point_a = r.point_b = q;
  if (depth == Depth::none && s.distance <= 0) return r;
  r.normal = s.normal;
  r.point_a = q - s.normal * s.distance;
  return r;
}

}  // namespace masu::detail
