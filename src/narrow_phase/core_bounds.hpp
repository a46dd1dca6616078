// SPDX-License-Identifier: MIT
// Distance, bounds and points of two cores, from the results of GJK and the expanding polytope.
#pragma once

#include <masu/narrow_phase/epa_result.hpp>
#include <masu/narrow_phase/gjk.hpp>

#include "narrow_phase/core_difference.hpp"
#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/refined_weights.hpp"

namespace masu::detail {

// What rounding leaves open between bounds, as a share of the size.
inline constexpr double kTight = 0x1p-44;
// Convex combinations of the corners of a simplex that is not thin have this accuracy, as a share.
inline constexpr double kThin = 0x1p-45;

// The points where smooth shapes are nearest, or deepest, are less accurate than the distance, and
// the normal is the one that proves the most: the points are moved to make up the difference.
template <int D>
void bring_together(CoreDistance<D>& r) {
  const Vec<D, double> missing = r.point_b - r.point_a - r.normal * r.distance;
  r.point_a = r.point_a + missing * 0.5;
  r.point_b = r.point_b - missing * 0.5;
}

template <int D>
void apart(const GjkResult<D>& g, CoreDistance<D>& r) {
  r.status = g.outcome == GjkOutcome::not_converged ? Status::not_converged : Status::ok;
  r.lower = g.lower;
  r.upper = r.distance = g.upper;
  r.normal = -g.nearest * (1 / length(g.nearest));
  r.point_a = g.simplex.point_a();
  r.point_b = g.simplex.point_b();
  r.size = g.size;
}

template <int D>
void common_point(const GjkResult<D>& g, CoreDistance<D>& r) {
  r = {};
  r.point_a = r.point_b = g.simplex.point_a();
  r.size = g.size;
}

// A search that did not converge may have bounds that leave nothing open.
template <int D>
void settle_tight(CoreDistance<D>& r) {
  if (r.upper - r.lower <= kTight * r.size) r.status = Status::ok;
}

// bring_together() for polytopes with faces so thin that rounding moved the points. Of two needles
// it may have left a normal that does not separate them by the distance.
template <int D>
void settle_straight(double accuracy, CoreDistance<D>& r) {
  const Vec<D, double> missing = r.point_b - r.point_a - r.normal * r.distance;
  if (largest_component(missing) > kThin * r.size) bring_together(r);
  settle_tight(r);
  if (r.distance - r.lower > accuracy * r.size) r.status = Status::not_converged;
}

// A polytope that does not certainly contain the origin gives no bound of its distance from it; its
// point nearest to the end of the translation does.
template <int D>
CoreDistance<D> inside(EpaResult<D> e, double accuracy = kThin) {
  const Vec<D, double> end = e.normal * e.upper;
  const auto off = [&] { return e.simplex.point_a() - e.simplex.point_b() - end; };
  bool sure = e.lower > 0;
  if (largest_component(off()) > accuracy * e.size) {
    refine_weights(end, e.simplex);
    // The translation does not end on the face: one next to it, too small to have a plane, is
    // nearer.
    sure = sure && length(off()) <= e.upper;
  }
  CoreDistance<D> r;
  r.status = e.outcome == EpaOutcome::not_converged ? Status::not_converged : Status::ok;
  r.lower = -e.upper;
  r.upper = sure ? -e.lower : length(e.simplex.point_a() - e.simplex.point_b());
  r.distance = -e.upper;
  r.normal = e.normal;
  r.point_a = e.simplex.point_a();
  r.point_b = e.simplex.point_b();
  r.size = e.size;
  return r;
}

// Overlapping cores have a common point and no normal; the known bounds stay. The nearest points of
// GJK and the deepest points both have a center in the overlap: that of the closer pair is better.
template <int D>
void without_depth(const GjkResult<D>& g, CoreDistance<D>& r) {
  if (r.distance > 0) return;
  const Vec<D, double> a = g.simplex.point_a();
  const Vec<D, double> b = g.simplex.point_b();
  const bool by_gjk = length_squared(b - a) <= length_squared(r.point_b - r.point_a);
  r.point_a = r.point_b = (by_gjk ? a + b : r.point_a + r.point_b) * 0.5;
  r.distance = 0;
  r.lower = std::fmin(r.lower, 0);
  r.upper = std::fmax(r.upper, 0);
  r.normal = {};
  if (r.upper <= kTight * r.size) r.status = Status::ok;  // also if the depth did not converge
}

// Near parallel flat parts rounding ends the search early.
template <int D>
void settle_apart(double accuracy, CoreDistance<D>& r) {
  if (r.upper - r.lower > 16 * accuracy * r.size) r.status = Status::not_converged;
  bring_together(r);
}

// A polytope whose faces are thinner than rounding may stop with one far from the end of the
// translation, so the points of that face are not where the shapes touch. Those of GJK are.
template <int D>
void take_nearer_points(const GjkResult<D>& g, CoreDistance<D>& r) {
  constexpr double kFar = 0x1p-24;  // more than the points of any face that is large enough
  const auto missing = [&](const Vec<D, double>& a, const Vec<D, double>& b) {
    return length(b - a - r.normal * r.distance);
  };
  const double off = missing(r.point_a, r.point_b);
  if (off <= kFar * r.size) return;
  const Vec<D, double> a = g.simplex.point_a();
  const Vec<D, double> b = g.simplex.point_b();
  if (missing(a, b) < off) r.point_a = a, r.point_b = b;
}

// For smooth shapes the polytope gives the depth to a share of it, or of their size. Bounds that
// near count as a result, even if the search did not converge.
template <int D>
void settle_deep(double accuracy, CoreDistance<D>& r) {
  constexpr double kRough = 0x1p-7;
  const double enough = 64 * accuracy * r.size;
  const double width = r.upper - r.lower;
  if (width <= enough) r.status = Status::ok;
  if (width > kRough * std::fabs(r.distance) + enough) r.status = Status::not_converged;
}

// Returns twice the signed area or six times the signed volume of the simplex.
inline double measure_of(const Simplex<2>& s) {
  return cross(s.p[1].w - s.p[0].w, s.p[2].w - s.p[0].w);
}
inline double measure_of(const Simplex<3>& s) {
  return dot(s.p[1].w - s.p[0].w, cross(s.p[2].w - s.p[0].w, s.p[3].w - s.p[0].w));
}

// Returns whether the origin is so far from all faces of the simplex that rounding, up to `part` of
// the size, cannot have put it inside: its least weight times the volume is its height over a face
// times the area of that, which is below 24 times the square of the size.
template <int D>
bool surely_overlapping(const GjkResult<D>& g, double part) {
  if (g.outcome != GjkOutcome::overlapping || g.simplex.size != D + 1) return false;
  double least = g.simplex.weight[0];
  for (int i = 1; i <= D; ++i) least = least < g.simplex.weight[i] ? least : g.simplex.weight[i];
  const double volume = D == 2 ? g.size * g.size : g.size * g.size * g.size;
  return least * std::fabs(measure_of(g.simplex)) > 64 * part * volume;
}

// Near touching both searches contribute: GJK the distance of two points, the polytope the
// direction that keeps the shapes farthest apart. The normal is the one that proves more.
template <int D, class T>
void join(const GjkResult<D>& g, const CoreDifference<D, T>& difference, CoreDistance<D>& r) {
  r.upper = std::fmin(r.upper, g.upper);
  r.size = larger(r.size, g.size);
  const double size = length(g.nearest);
  if (g.outcome != GjkOutcome::overlapping && size > 0) {
    const Vec<D, double> n = -g.nearest * (1 / size);
    const double shown = -dot(n, difference.settle(n).w);
    if (shown > r.lower) {
      r.status = Status::ok;
      r.distance = r.lower = shown;
      r.normal = n;
      r.point_a = g.simplex.point_a();
      r.point_b = g.simplex.point_b();
      bring_together(r);
    }
  }
  r.upper = std::fmax(r.upper, r.distance);
}

}  // namespace masu::detail
