// SPDX-License-Identifier: MIT
// Steps over features of two polyhedra that Lin-Canny and V-Clip share: those that involve a face.
#pragma once

#include <masu/core/trace.hpp>

#include "narrow_phase/polyhedron_pair.hpp"

namespace masu::detail {

enum class WalkStep : std::uint8_t { moved, arrived, overlap, doubt };

// The common part of the two walks over polyhedra: start features, counters and trace, and the
// cases of a vertex or an edge with a face.
template <class T, class Trace>
class PolyhedronSteps {
 public:
  using Point = Vec<3, double>;
  using Regions = PolyhedronRegions<T>;

  PolyhedronSteps(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b,
                  const PairFrame<3>& frame, Trace& trace)
      : pair(a, b, frame), trace_(trace) {}

  // `visit` tests a pair of features and moves to the next.
  template <class Visit>
  FeatureOutcome run(ClosestFeatures& at, const Visit& visit) {
    if (!pair.has(at)) at = pair.first();
    CircleWatch watch;
    for (; steps < kMostSteps; ++steps) {
      trace_.on(FeaturesVisited{at});
      const WalkStep step = visit(at);
      if (step == WalkStep::overlap) return FeatureOutcome::overlapping;
      if (step == WalkStep::arrived) {
        const FeatureOutcome end = pair.prove(at, bounds);
        if (end == FeatureOutcome::overlapping) common = bounds.point_a;
        return end;
      }
      if (step == WalkStep::doubt || watch.again(at)) break;
    }
    return FeatureOutcome::fell_back;
  }

  static Feature& of(ClosestFeatures& at, int side) { return side == 0 ? at.a : at.b; }

  WalkStep move(ClosestFeatures& at, int side, const Feature& to) {
    trace_.on(RegionViolated{side, of(at, side), to});
    of(at, side) = to;
    return WalkStep::moved;
  }

  // Two faces meet at a vertex or edge of one: continues from any vertex of the first.
  WalkStep faces(ClosestFeatures& at) {
    return move(at, 0, {FeatureKind::vertex, pair.body(0).solid().face(at.a.index)[0]});
  }

  // A vertex of `side` and a face of the other.
  WalkStep vertex_face(ClosestFeatures& at, int side) {
    const Regions& body = pair.body(1 - side);
    const std::uint32_t v = of(at, side).index;
    const std::uint32_t f = of(at, 1 - side).index;
    const Point x = pair.across(1 - side, pair.body(side).vertex(v));
    if (const Feature e = body.beyond_face(f, x, tests); e.valid()) return move(at, 1 - side, e);
    ++tests;
    const double height = body.height(f, x);
    const double size = size_of(pair.frame(), pair.in_a(1 - side, x), {});
    if (std::fabs(height) <= kTouching * size) return WalkStep::arrived;
    // Towards the plane, from either side of it. Slopes as small as rounding lead in circles.
    Point direction = pair.direction_across(side, body.normal(f));
    if (height > 0) direction = -direction;
    const Feature e = pair.body(side).steepest(v, direction, kLevel, tests);
    if (e.valid()) return move(at, side, e);
    return height > 0 ? WalkStep::arrived : behind(at, side, x, size);
  }

  // An edge of `side` and a face of the other: one of them is replaced, as a nearest point lies at
  // an end of the part of the edge over the face.
  WalkStep edge_face(ClosestFeatures& at, int side) {
    const Regions& body = pair.body(1 - side);
    const std::uint32_t e = of(at, side).index;
    const std::uint32_t f = of(at, 1 - side).index;
    const Point a = pair.across(1 - side, pair.body(side).tail(e));
    const Point b = pair.across(1 - side, pair.body(side).head(e));
    ClippedEdge clip;
    if (!body.clip_to_face(f, a, b, clip, tests)) return move(at, 1 - side, clip.beyond_low);
    tests += 2;
    const double height = body.height(f, a);
    const double slope = dot(body.normal(f), b - a);
    const double low = height + slope * clip.low;
    const double high = height + slope * clip.high;
    if (!((low > 0 && high > 0) || (low < 0 && high < 0))) return crossing(f, side, a, b);
    const bool to_low = low > 0 ? slope >= 0 : slope <= 0;
    const Feature& side_of_face = to_low ? clip.beyond_low : clip.beyond_high;
    if (side_of_face.valid()) return move(at, 1 - side, side_of_face);
    const PolyhedronEdge& edge = pair.body(side).solid().edge(e);
    return move(at, side, {FeatureKind::vertex, to_low ? edge.tail : edge.head});
  }

  PolyhedronPair<T> pair;
  FeatureBounds<3> bounds;  // of the last run, if its outcome is apart
  Point common{};           // if it is overlapping; in the frame of a
  std::uint32_t steps = 0;
  std::uint32_t tests = 0;

 private:
  static constexpr double kLevel = 0x1p-48;

  // Behind a face none of whose borders leads up to it: inside the polyhedron, or at a local
  // minimum, which the face that it is in front of leads out of.
  WalkStep behind(ClosestFeatures& at, int side, const Point& x, double size) {
    const Regions& body = pair.body(1 - side);
    double most = 0;
    const std::uint32_t best = body.highest_face(x, most, tests);
    common = pair.in_a(1 - side, x);
    if (most < -kDoubtful * size) return WalkStep::overlap;
    if (most <= 0 || best == of(at, 1 - side).index) return WalkStep::doubt;
    return move(at, 1 - side, {FeatureKind::face, best});
  }

  // Rounding can make an edge cross a face that it passes by; only clear crossings count.
  WalkStep crossing(std::uint32_t f, int side, const Point& a, const Point& b) {
    const Regions& body = pair.body(1 - side);
    const double pose_a = body.height(f, a);
    const double pose_b = body.height(f, b);
    const Point x = a + (b - a) * (pose_a / (pose_a - pose_b));
    common = pair.in_a(1 - side, x);
    const double margin =
        kDoubtful * std::fmax(size_of(pair.frame(), common, {}),
                              std::fmax(largest_component(a), largest_component(b)));
    const bool across =
        (pose_a > margin && pose_b < -margin) || (pose_a < -margin && pose_b > margin);
    tests += static_cast<std::uint32_t>(body.solid().face(f).size());
    return across && body.well_over(f, x, margin) ? WalkStep::overlap : WalkStep::doubt;
  }

  Trace& trace_;
};

}  // namespace masu::detail
