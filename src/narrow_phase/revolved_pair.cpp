// SPDX-License-Identifier: MIT
#include "narrow_phase/revolved_pair.hpp"
#include "core/instantiate.hpp"

#include <masu/shapes/box.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/start_simplex.hpp"

namespace masu::detail {
namespace {

// The outline of a body of revolution in the plane through its axis, which is y in `outline`.
struct Revolved {
  Vec<3, double> center;
  Vec<3, double> axis;  // unit
  ShapeView<2, double> outline;
};

template <class T>
bool revolved(const ShapeView<3, T>& s, Revolved& r) {
  const auto p = vec_cast<double>(s.p[0]);
  r.center = {};
  r.axis = {0, 1, 0};
  switch (s.kind) {
    case ShapeKind::cylinder: r.outline = Box<2, double>{{p[0], p[1]}}.view(); return true;
    case ShapeKind::cone:
      r.outline = Triangle<2, double>{{-p[0], -p[1]}, {p[0], -p[1]}, {0, p[1]}}.view();
      return true;
    case ShapeKind::segment: {
      const auto along = vec_cast<double>(s.p[1]) - p;
      const double size = length(along);
      if (!(size > 0)) return false;
      r.center = p + along * 0.5;
      r.axis = along * (1 / size);
      r.outline = Segment<2, double>{{0, -0.5 * size}, {0, 0.5 * size}}.view();
      return true;
    }
    case ShapeKind::ellipsoid: {
      const int odd = p[0] == p[2] ? 1 : p[0] == p[1] ? 2 : 0;
      if (odd == 0 && p[1] != p[2]) return false;
      r.axis = {};
      r.axis[odd] = 1;
      r.outline = Ellipse<double>{{p[(odd + 1) % 3], p[odd]}}.view();
      return true;
    }
    default: return false;
  }
}

// Swaps a cone's top and bottom; all others are symmetric.
void flip_cone(ShapeView<2, double>& outline) {
  if (outline.kind != ShapeKind::triangle) return;
  for (Vec<2, double>& p : outline.p) p[1] = -p[1];
}

// Returns the largest distance of its points from its center.
double extent(const ShapeView<2, double>& outline) {
  Vec<2, double> most{};
  for (const Vec<2, double>& p : outline.p) {
    for (int i = 0; i < 2; ++i) most[i] = larger(most[i], std::fabs(p[i]));
  }
  return length(most);
}

// The plane of both axes, in the frame of a.
struct AxisPlane {
  Vec<3, double> origin;  // the center of a
  Vec<3, double> across;
  Vec<3, double> along;

  Vec<3, double> direction(const Vec<2, double>& v) const { return across * v[0] + along * v[1]; }
  Vec<3, double> point(const Vec<2, double>& p) const { return origin + direction(p); }
};

CoreDistance<2> between_outlines(const ShapeView<2, double>& a, const ShapeView<2, double>& b,
                                 const Vec<2, double>& translation, Depth depth) {
  PairFrame<2> frame{};
  frame.rotation_a = frame.rotation = Matrix<2, double>::identity();
  frame.translation = translation;
  if (!outranks(b.kind, a.kind)) return core_distance(a, b, frame, depth);
  frame.translation = -translation;
  CoreDistance<2> r = core_distance(b, a, frame, depth);
  r.normal = -r.normal;
  std::swap(r.point_a, r.point_b);
  r.point_a = r.point_a + translation;
  r.point_b = r.point_b + translation;
  return r;
}

constexpr double kNearlyParallel = 0x1p-6;

// Rotating b by the tilt moves no point of it, and no bound, farther than the tilt times its
// extent.
bool on_parallel_axes(const Revolved& a, Revolved b, const PairFrame<3>& frame, Depth depth,
                      double most_tilt, CoreDistance<3>& r) {
  const Vec<3, double> axis_b = frame.rotation * b.axis;
  const double tilt = length(cross(a.axis, axis_b));
  if (tilt > most_tilt) return false;
  if (dot(a.axis, axis_b) < 0) flip_cone(b.outline);
  const Vec<3, double> offset = frame.rotation * b.center + frame.translation - a.center;
  const double up = dot(offset, a.axis);
  const Vec<3, double> out = offset - a.axis * up;
  const double beside = length(out);
  const double size = larger(largest_component(offset), extent(a.outline) + extent(b.outline));
  const bool one_axis = beside <= 0x1p-48 * size;
  const AxisPlane plane{a.center, one_axis ? any_across(a.axis) : out * (1 / beside), a.axis};
  const CoreDistance<2> flat =
      between_outlines(a.outline, b.outline, {one_axis ? 0 : beside, up}, depth);
  const double slack = tilt * extent(b.outline);
  r.status = flat.status;
  r.distance = flat.distance;
  r.lower = flat.lower - slack;
  r.upper = flat.upper + slack;
  r.normal = plane.direction(flat.normal);
  r.point_a = plane.point(flat.point_a);
  r.point_b = plane.point(flat.point_b);
  r.size = size;
  return true;
}

template <class T>
bool around_one_axis(const ShapeView<3, T>& a, const ShapeView<3, T>& b, const PairFrame<3>& frame,
                     Depth depth, double most_tilt, CoreDistance<3>& r) {
  Revolved of_a;
  Revolved of_b;
  return revolved(a, of_a) && revolved(b, of_b) &&
         on_parallel_axes(of_a, of_b, frame, depth, most_tilt, r);
}
template <class T>
bool around_one_axis(const ShapeView<2, T>&, const ShapeView<2, T>&, const PairFrame<2>&, Depth,
                     double, CoreDistance<2>&) {
  return false;
}

}  // namespace

template <int D, class T>
bool revolved_pair(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                   Depth depth, CoreDistance<D>& r) {
  return around_one_axis(a, b, frame, depth, kParallelAxes<T>, r);
}
template <int D, class T>
bool revolved_pair_bounds(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                          const PairFrame<D>& frame, CoreDistance<D>& r) {
  return around_one_axis(a, b, frame, Depth::least, kNearlyParallel, r);
}

#define MASU_INSTANTIATE(D, T)                                                                     \
  template bool revolved_pair(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, \
                              Depth, CoreDistance<D>&);                                            \
  template bool revolved_pair_bounds(const ShapeView<D, T>&, const ShapeView<D, T>&,               \
                                     const PairFrame<D>&, CoreDistance<D>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
