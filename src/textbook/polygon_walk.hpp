// SPDX-License-Identifier: MIT
// Lin-Canny in 2D: moves from one pair of vertices and edges to the next, until each contains the
// nearest point of the other in its Voronoi region.
#pragma once

#include <masu/core/trace.hpp>

#include "narrow_phase/feature_bounds.hpp"
#include "textbook/polygon_regions.hpp"

namespace masu::detail {

template <class T, class Trace>
class PolygonWalk {
 public:
  using Point = Vec<2, double>;

  PolygonWalk(const ConvexPolygon<T>& a, const ConvexPolygon<T>& b, const PairFrame<2>& frame,
              Trace& trace)
      : a_(a), b_(b), frame_(frame), trace_(trace) {}

  // Starts from `at`, if both are the polygons' own; else from the features farthest towards the
  // other's origin.
  FeatureOutcome run(ClosestFeatures& at) {
    if (!a_.has(at.a) || !b_.has(at.b)) at = first_pair();
    CircleWatch watch;
    for (; steps < kMostSteps; ++steps) {
      trace_.on(FeaturesVisited{at});
      const Step step = visit(at);
      if (step == Step::arrived) return prove(at);
      if (step == Step::overlap) return FeatureOutcome::overlapping;
      if (step == Step::doubt || watch.again(at)) break;
    }
    return FeatureOutcome::fell_back;
  }

  FeatureBounds<2> bounds;  // of the last run, if its outcome is apart
  Point common{};           // if it is overlapping; in the frame of a
  std::uint32_t steps = 0;
  std::uint32_t tests = 0;

 private:
  enum class Step : std::uint8_t { moved, arrived, overlap, doubt };

  ClosestFeatures first_pair() const {
    Point d = frame_.translation;
    if (largest_component(d) == 0) d[0] = 1;
    return {{FeatureKind::vertex, a_.farthest(d)},
            {FeatureKind::vertex, b_.farthest(-transposed_times(frame_.rotation, d))}};
  }

  Step visit(ClosestFeatures& at) {
    if (!find_nearest(at)) return crossing(at);
    tests += 4;
    if (const Feature f = a_.beyond(at.a, q_); f.valid()) return move(0, at.a, f);
    const Point p = to_b(frame_, p_);
    if (const Feature f = b_.beyond(at.b, p); f.valid()) return move(1, at.b, f);
    if (at.a.kind == FeatureKind::edge) {
      const Step step = test_behind(a_, 0, at.a, q_, q_);
      if (step != Step::arrived) return step;
    }
    return at.b.kind == FeatureKind::edge ? test_behind(b_, 1, at.b, p, p_) : Step::arrived;
  }

  Step move(int side, Feature& from, const Feature& to) {
    trace_.on(RegionViolated{side, from, to});
    from = to;
    return Step::moved;
  }

  // Behind its edge, the nearest point may be a local minimum: near the edge, from inside. The edge
  // that it is in front of, if any, leads out of it.
  Step test_behind(const PolygonRegions<T>& regions, int side, Feature& edge, const Point& x,
                   const Point& in_a) {
    ++tests;
    if (regions.height(edge.index, x) >= 0) return Step::arrived;
    double most = 0;
    const std::uint32_t best = regions.highest_edge(x, most);
    tests += regions.size();
    if (most <= 0) {
      common = in_a;
      return Step::overlap;
    }
    if (best == edge.index) return Step::doubt;
    return move(side, edge, {FeatureKind::edge, best});
  }

  Point vertex_of_b(std::uint32_t i) const { return to_a(frame_, b_.vertex(i)); }

  static Point nearest_on(const Point& x, const Point& from, const Point& to) {
    const Point d = to - from;
    const double t = dot(x - from, d) / length_squared(d);
    return !(t > 0) ? from : (t < 1 ? from + d * t : to);
  }

  // Finds the nearest points of the two features including their ends. Returns false if two edges
  // cross.
  bool find_nearest(const ClosestFeatures& at) {
    const bool vertex_a = at.a.kind == FeatureKind::vertex;
    const bool vertex_b = at.b.kind == FeatureKind::vertex;
    if (vertex_a) p_ = a_.vertex(at.a.index);
    if (vertex_b) q_ = vertex_of_b(at.b.index);
    if (vertex_a && !vertex_b) {
      q_ = nearest_on(p_, vertex_of_b(at.b.index), vertex_of_b(b_.next(at.b.index)));
    }
    if (!vertex_a && vertex_b) p_ = nearest_on(q_, a_.tail(at.a.index), a_.head(at.a.index));
    return vertex_a || vertex_b || nearest_of_edges(at);
  }

  // Unless they cross, an end of one is among the nearest points.
  bool nearest_of_edges(const ClosestFeatures& at) {
    const Point a[2] = {a_.tail(at.a.index), a_.head(at.a.index)};
    const Point b[2] = {vertex_of_b(at.b.index), vertex_of_b(b_.next(at.b.index))};
    if (on_both_sides(a, b) && on_both_sides(b, a)) return false;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 2; ++i) {
      take(a[i], nearest_on(a[i], b[0], b[1]), least);
      take(nearest_on(b[i], a[0], a[1]), b[i], least);
    }
    return true;
  }
  void take(const Point& p, const Point& q, double& least) {
    const double squared = length_squared(q - p);
    if (squared < least) least = squared, p_ = p, q_ = q;
  }
  static bool on_both_sides(const Point (&line)[2], const Point (&ends)[2]) {
    const Point d = line[1] - line[0];
    const double first = cross(d, ends[0] - line[0]);
    const double second = cross(d, ends[1] - line[0]);
    return (first > 0 && second < 0) || (first < 0 && second > 0);
  }

  // Rounding can make edges cross that lie end to end; only clear crossings count.
  Step crossing(const ClosestFeatures& at) {
    const Point from = a_.tail(at.a.index);
    const Point d = a_.head(at.a.index) - from;
    const Point tail = vertex_of_b(at.b.index);
    const Point e = vertex_of_b(b_.next(at.b.index)) - tail;
    common = from + d * (cross(tail - from, e) / cross(d, e));
    const double enough = kDoubtful * size_of(frame_, common, tail);
    const auto clear = [&](const Point& line, const Point& x) {
      const double c = cross(line, x);
      return c * c > enough * enough * length_squared(line);
    };
    tests += 4;
    const bool sure = clear(d, tail - from) && clear(d, tail + e - from) && clear(e, from - tail) &&
                      clear(e, from + d - tail);
    return sure ? Step::overlap : Step::doubt;
  }

  // The extents of the polygons along the connection bound the distance from below, whatever the
  // walk did.
  FeatureOutcome prove(const ClosestFeatures& at) {
    bounds.point_a = common = p_;
    bounds.point_b = q_;
    const Point connection = q_ - p_;
    bounds.upper = bounds.distance = length(connection);
    const double size = size_of(frame_, p_, q_);
    if (bounds.upper <= kTouching * size) return FeatureOutcome::overlapping;
    const auto outcome_along = [&](const Point& normal) {
      bounds.normal = normal;
      const Point b = vertex_of_b(b_.farthest(-transposed_times(frame_.rotation, normal)));
      bounds.lower = dot(normal, b - a_.vertex(a_.farthest(normal)));
      return proves<T>(bounds.lower, bounds.upper, size) ? FeatureOutcome::apart
                                                         : FeatureOutcome::fell_back;
    };
    // An edge's normal is accurate however short the connection.
    if (at.a.kind == FeatureKind::edge) return outcome_along(a_.normal(at.a.index));
    if (at.b.kind == FeatureKind::edge)
      return outcome_along(-(frame_.rotation * b_.normal(at.b.index)));
    return outcome_along(connection * (1 / bounds.upper));
  }

  PolygonRegions<T> a_;
  PolygonRegions<T> b_;
  const PairFrame<2>& frame_;
  Trace& trace_;
  Point p_{};  // on a's feature
  Point q_{};  // on b's, in the frame of a
};

}  // namespace masu::detail
