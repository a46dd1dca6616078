// SPDX-License-Identifier: MIT
// Half-spaces against cores, and against each other.
#pragma once

#include "narrow_phase/core_distance.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// For a half-space `a` the support point of b decides.
template <int D, class T>
CoreDistance<D> from_plane(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                           const PairFrame<D>& frame) {
  CoreDistance<D> r;
  r.normal = vec_cast<double>(a.p[0]);
  r.normal = r.normal * (1 / length(r.normal));
  const SupportPoint<D> s = support_of_core(b, -transposed_times(frame.rotation, r.normal));
  r.point_b = frame.rotation * s.point + frame.translation;
  r.distance = dot(r.normal, r.point_b) - double(a.p[1][0]);
  r.lower = r.upper = r.distance;
  r.point_a = r.point_b - r.normal * r.distance;
  r.size = larger(largest_component(r.point_b), std::fabs(double(a.p[1][0])));
  return r;
}

// Two half-spaces: apart only if their normals are opposite.
template <int D, class T>
CoreDistance<D> between_planes(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                               const PairFrame<D>& frame) {
  CoreDistance<D> r;
  const auto n = vec_cast<double>(a.p[0]);
  r.normal = n * (1 / length(n));
  const auto m = frame.rotation * vec_cast<double>(b.p[0]);
  const Vec<D, double> sum = r.normal + m * (1 / length(m));
  if (largest_component(sum) > 0x1p-40) {
    r.status = Status::unbounded;
    return r;
  }
  // m . (x - translation) <= offset is n . x >= n . translation - offset.
  const double begin = dot(r.normal, frame.translation) - double(b.p[1][0]);
  r.distance = r.lower = r.upper = begin - double(a.p[1][0]);
  r.point_a = r.normal * double(a.p[1][0]);
  r.point_b = r.normal * begin;
  r.size = larger(std::fabs(begin), std::fabs(double(a.p[1][0])));
  return r;
}

}  // namespace masu::detail
