// SPDX-License-Identifier: MIT
#include "narrow_phase/core_distance.hpp"

namespace masu::detail {
namespace {

// Nearer than this part of the size, the direction of the shortest connection is mostly rounding:
// faces tell the normal better.
constexpr double kNear = 0x1p-42;

template <int D, class T>
constexpr double kSmoothAccuracy = std::is_same_v<T, float> ? 0x1p-26 : 0x1p-46;

bool smooth(ShapeKind kind) {
  return kind == ShapeKind::ellipsoid || kind == ShapeKind::cylinder || kind == ShapeKind::cone ||
         kind == ShapeKind::custom;
}

template <int D>
CoreDistance<D> apart(const GjkResult<D>& g) {
  CoreDistance<D> r;
  r.status = g.outcome == GjkOutcome::not_converged ? Status::not_converged : Status::ok;
  r.lower = g.lower;
  r.upper = r.distance = g.upper;
  r.normal = -g.nearest * (1 / g.upper);
  r.point_a = g.simplex.point_a();
  r.point_b = g.simplex.point_b();
  r.size = g.size;
  return r;
}

template <int D>
CoreDistance<D> common_point(const GjkResult<D>& g) {
  CoreDistance<D> r;
  r.point_a = r.point_b = g.simplex.point_a();
  r.size = g.size;
  return r;
}

template <int D>
CoreDistance<D> inside(const EpaResult<D>& e) {
  CoreDistance<D> r;
  r.status = e.outcome == EpaOutcome::not_converged ? Status::not_converged : Status::ok;
  r.lower = -e.upper;
  r.upper = -e.lower;
  r.distance = -e.upper;
  r.normal = e.normal;
  r.point_a = e.simplex.point_a();
  r.point_b = e.simplex.point_b();
  r.size = e.size;
  return r;
}

// Against the plane of a half-space `a` the support point of b decides.
template <int D, class T>
CoreDistance<D> from_plane(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                           const PairFrame<D>& frame) {
  CoreDistance<D> r;
  r.normal = vec_cast<double>(a.p[0]);
  r.normal = r.normal * (1 / length(r.normal));
  const SupportPoint<D> s = support_of_core(b, -transposed_times(frame.turn, r.normal));
  r.point_b = frame.turn * s.point + frame.place;
  r.distance = dot(r.normal, r.point_b) - double(a.p[1][0]);
  r.lower = r.upper = r.distance;
  r.point_a = r.point_b - r.normal * r.distance;
  r.size = std::fmax(largest_component(r.point_b), std::fabs(double(a.p[1][0])));
  return r;
}

// Two half-spaces: apart only if their normals are opposite.
template <int D, class T>
CoreDistance<D> between_planes(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                               const PairFrame<D>& frame) {
  CoreDistance<D> r;
  const auto n = vec_cast<double>(a.p[0]);
  r.normal = n * (1 / length(n));
  const auto m = frame.turn * vec_cast<double>(b.p[0]);
  const Vec<D, double> sum = r.normal + m * (1 / length(m));
  if (largest_component(sum) > 0x1p-40) {
    r.status = Status::unbounded;
    return r;
  }
  // m . (x - place) <= offset is n . x >= n . place - offset.
  const double begin = dot(r.normal, frame.place) - double(b.p[1][0]);
  r.distance = r.lower = r.upper = begin - double(a.p[1][0]);
  r.point_a = r.normal * double(a.p[1][0]);
  r.point_b = r.normal * begin;
  r.size = std::fmax(std::fabs(begin), std::fabs(double(a.p[1][0])));
  return r;
}

template <int D, class T>
CoreDistance<D> between_cores(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                              const PairFrame<D>& frame, Depth depth) {
  CoreDifference<D, T> difference(a, b, frame);
  const bool round = smooth(a.kind) || smooth(b.kind);
  Simplex<D> start;
  Vec<D, double> first = frame.place;
  if (largest_component(first) == 0) first[0] = 1;
  start.p[0] = difference(first);
  start.size = 1;
  GjkOptions options;
  if (round) options.relative = kSmoothAccuracy<D, T>;
  const GjkResult<D> g = gjk<D>(difference, start, options);
  const bool overlapping = g.outcome == GjkOutcome::overlapping;
  if (!overlapping && g.upper > kNear * g.size) return apart(g);
  if (overlapping && depth == Depth::none) return common_point(g);
  EpaOptions deep;
  if (round) deep.relative = kSmoothAccuracy<D, T>;
  return inside(epa<D>(difference, g.simplex, deep));
}

}  // namespace

template <int D, class T>
CoreDistance<D> core_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                              const PairFrame<D>& frame, Depth depth) {
  if (a.kind != ShapeKind::half_space) return between_cores(a, b, frame, depth);
  if (b.kind == ShapeKind::half_space) return between_planes(a, b, frame);
  return from_plane(a, b, frame);
}

template CoreDistance<2> core_distance(const ShapeView<2, float>&, const ShapeView<2, float>&,
                                       const PairFrame<2>&, Depth);
template CoreDistance<3> core_distance(const ShapeView<3, float>&, const ShapeView<3, float>&,
                                       const PairFrame<3>&, Depth);
template CoreDistance<2> core_distance(const ShapeView<2, double>&, const ShapeView<2, double>&,
                                       const PairFrame<2>&, Depth);
template CoreDistance<3> core_distance(const ShapeView<3, double>&, const ShapeView<3, double>&,
                                       const PairFrame<3>&, Depth);

}  // namespace masu::detail
