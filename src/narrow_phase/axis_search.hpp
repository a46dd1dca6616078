// SPDX-License-Identifier: MIT
// The least penetration depth of two small polyhedra, over their faces and pairs of edges.
#pragma once

#include <bit>

#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

#include "narrow_phase/axis_screen.hpp"
#include "narrow_phase/feature_bounds.hpp"
#include "narrow_phase/polyhedron_regions.hpp"

namespace masu::detail {

enum class AxisOutcome : std::uint8_t {
  apart,
  overlapping,
  undecided,  // they touch, or edges are nearly parallel, or the shapes do not qualify
};

// In the frame of a.
struct AxisResult {
  AxisOutcome outcome = AxisOutcome::undecided;
  ClosestFeatures features;
  Vec<3, double> normal{};
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();  // of the depth
  Vec<3, double> point_a{};
  Vec<3, double> point_b{};
  double size = 0;
  std::uint32_t tests = 0;
  std::uint32_t measured = 0;

  // As in distances: negative.
  FeatureBounds<3> bounds() const { return {point_a, point_b, normal, -upper, -upper, -lower}; }
};

// Beyond this it is faster to expand a polytope.
template <class T>
bool small_and_sharp(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b) {
  constexpr std::size_t kMostWork = 10240;
  return a.sharp() && b.sharp() && a.vertex_count() <= AxisScreen::kMostVertices &&
         b.vertex_count() <= AxisScreen::kMostVertices &&
         a.face_count() * b.vertex_count() + b.face_count() * a.vertex_count() <= kMostWork;
}

template <class T, class Trace>
class AxisSearch {
 public:
  using Point = Vec<3, double>;

  AxisSearch(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b, const PairFrame<3>& frame,
             Trace& trace)
      : a_(a), b_(b), frame_(frame), trace_(trace) {}

  // Float selects the candidates, double decides among them.
  AxisResult run() {
    AxisScreen screen;
    screen_axes(a_.solid(), b_.solid(), frame_, screen);
    r_.tests = screen.tests;
    if (screen.outcome == ScreenOutcome::apart) r_.outcome = AxisOutcome::apart;
    if (screen.outcome != ScreenOutcome::listed) return r_;
    int first = 0;
    for (int i = 1; i < screen.count; ++i) {
      if (screen.candidate[i].depth < screen.candidate[first].depth) first = i;
    }
    std::uint64_t later = 0;
    if (!measure(screen.candidate[first])) later |= std::uint64_t{1} << first;
    for (int i = 0; i < screen.count; ++i) {
      if (i != first && !measure(screen.candidate[i])) later |= std::uint64_t{1} << i;
    }
    for (; later != 0; later &= later - 1) {
      if (!is_beyond(screen.candidate[std::countr_zero(later)])) return r_;
    }
    return finish();
  }

 private:
  // Shares of the size. Smaller depths are left to the other methods: which shapes touch must be
  // decided alike for all.
  static constexpr double kShallow = 0x1p-40;
  static constexpr double kRounding = 0x1p-47;
  static constexpr double kPreference = 0x1p-43;
  static constexpr double kBeside = 0x1p-40;

  // A unit normal, and the depth of its features along it: no larger than that of the polyhedra,
  // and equal to it if the direction is a separating one. Between edges, the sine of their angle.
  struct Axis {
    Point normal;
    double reach;
    double sine;
  };

  Point tail_of_b(std::uint32_t e) const {
    return frame_.rotation * b_.tail(e) + frame_.translation;
  }
  Point along_a(std::uint32_t e) const { return a_.head(e) - a_.tail(e); }
  Point along_b(std::uint32_t e) const { return frame_.rotation * (b_.head(e) - b_.tail(e)); }

  Axis through_face_of_a(const AxisCandidate& c) const {
    const FacePlane& plane = a_.solid().plane(c.a);
    const Point v = frame_.rotation * b_.vertex(c.b) + frame_.translation;
    return {plane.normal, plane.offset - dot(plane.normal, v), 1};
  }
  Axis through_face_of_b(const AxisCandidate& c) const {
    const FacePlane& plane = b_.solid().plane(c.b);
    const Point n = -(frame_.rotation * plane.normal);
    return {n, plane.offset + dot(n, a_.vertex(c.a) - frame_.translation), 1};
  }
  // Across parallel edges no separating translation is shorter than that through their faces.
  Axis through_edges(const AxisCandidate& c) const {
    constexpr double kParallel = 0x1p-43;
    const Point d = along_a(c.a);
    const Point e = along_b(c.b);
    const Point n = cross(d, e);
    const double sides = std::sqrt(length_squared(d) * length_squared(e));
    const double size = length(n);
    if (!(size > kParallel * sides)) return {{}, std::numeric_limits<double>::infinity(), 1};
    const PolyhedronEdge& edge = a_.solid().edge(c.a);
    const Point outward = a_.normal(edge.left) + a_.normal(edge.right);
    const Point normal = n * ((dot(n, outward) < 0 ? -1 : 1) / size);
    return {normal, dot(normal, a_.tail(c.a) - tail_of_b(c.b)), size / sides};
  }
  Axis axis_of(const AxisCandidate& c) const {
    if (c.kind == AxisKind::face_of_a) return through_face_of_a(c);
    return c.kind == AxisKind::face_of_b ? through_face_of_b(c) : through_edges(c);
  }

  // Computes the cheap bound first, which decides most. Returns false if rounding hides the
  // direction across nearly parallel edges.
  bool measure(const AxisCandidate& c) {
    constexpr double kNearly = 0x1p-10;
    const Axis axis = axis_of(c);
    if (axis.sine < kNearly) return false;
    // Where a face is as good as two edges, the contact may be more than their crossing.
    const bool edges = c.kind == AxisKind::edges;
    const bool against = edges != (best_.kind == AxisKind::edges);
    const double preference = against ? kPreference * r_.size : 0;
    const double enough = edges ? r_.upper - preference : r_.upper + preference;
    if (axis.reach >= enough) {
      least_ = axis.reach < least_ ? axis.reach : least_;
      return true;
    }
    const DifferencePoint<3> farthest = difference_.settle(axis.normal);
    const double depth = dot(axis.normal, farthest.w);
    ++r_.measured;
    r_.size = larger(r_.size, size_of(farthest));
    trace_.on(AxisMeasured{features_of(c), axis.normal, depth});
    least_ = depth < least_ ? depth : least_;
    if (depth >= enough) return true;
    r_.upper = depth;
    r_.normal = axis.normal;
    best_ = c;
    deepest_ = farthest;
    return true;
  }
  // Bounds the effect of rounding on its direction, by its sine.
  bool is_beyond(const AxisCandidate& c) const {
    if (!arcs_cross(c)) return true;
    const Axis axis = through_edges(c);
    const double from = length(a_.tail(c.a) - tail_of_b(c.b));
    return axis.reach - from * (0x1p-48 / axis.sine) >= r_.upper;
  }
  // Returns whether, on the sphere, the arc between the outward normals at the edge of a crosses
  // that between the inward ones at the edge of b: the ends of each lie on either side of the
  // other's plane, and in the same half. True where rounding hides it.
  bool arcs_cross(const AxisCandidate& c) const {
    const PolyhedronEdge& p = a_.solid().edge(c.a);
    const PolyhedronEdge& q = b_.solid().edge(c.b);
    const Point d = along_a(c.a);
    const Point e = b_.head(c.b) - b_.tail(c.b);
    const Point d_in_b = transposed_times(frame_.rotation, d);
    const Point e_in_a = frame_.rotation * e;
    const double left_a = dot(a_.normal(p.left), e_in_a);
    const double right_a = dot(a_.normal(p.right), e_in_a);
    const double left_b = -dot(b_.normal(q.left), d_in_b);
    const double right_b = -dot(b_.normal(q.right), d_in_b);
    const double sign = left_a >= right_a ? 1 : -1;
    const double slack_a = 0x1p-48 * length(e);
    const double slack_b = 0x1p-48 * length(d);
    return sign * left_a >= -slack_a && sign * right_a <= slack_a && sign * left_b <= slack_b &&
           sign * right_b >= -slack_b;
  }

  static ClosestFeatures features_of(const AxisCandidate& c) {
    const bool edges = c.kind == AxisKind::edges;
    const auto kind = [&](AxisKind face) {
      return edges ? FeatureKind::edge : c.kind == face ? FeatureKind::face : FeatureKind::vertex;
    };
    return {{kind(AxisKind::face_of_a), c.a}, {kind(AxisKind::face_of_b), c.b}};
  }

  AxisResult finish() {
    if (best_.kind == AxisKind::face_of_a) best_.b = static_cast<std::uint16_t>(deepest_.vertex_b);
    if (best_.kind == AxisKind::face_of_b) best_.a = static_cast<std::uint16_t>(deepest_.vertex_a);
    r_.features = features_of(best_);
    r_.lower = (r_.upper < least_ ? r_.upper : least_) - kRounding * r_.size;
    if (r_.upper < -kShallow * r_.size) r_.outcome = AxisOutcome::apart;
    if (r_.upper <= kShallow * r_.size) return r_;
    const bool found =
        best_.kind == AxisKind::edges ? touch_at_edges(best_.a, best_.b) : touch_at_face();
    if (found) r_.outcome = AxisOutcome::overlapping;
    return r_;
  }

  // Returns whether the nearest points of two lines lie on both edges. Parallel ones have none.
  bool touch_at_edges(std::uint32_t of_a, std::uint32_t of_b) {
    const Point d = along_a(of_a);
    const Point e = along_b(of_b);
    const Point n = cross(d, e);
    const Point between = tail_of_b(of_b) - a_.tail(of_a);
    const double squared = length_squared(n);
    if (!(squared > 0x1p-40 * length_squared(d) * length_squared(e))) return false;
    const double s = dot(cross(between, e), n) / squared;
    const double t = dot(cross(between, d), n) / squared;
    r_.point_a = a_.tail(of_a) + d * s;
    r_.point_b = r_.point_a - r_.normal * r_.upper;
    return s >= -kBeside && s <= 1 + kBeside && t >= -kBeside && t <= 1 + kBeside;
  }

  // Finds the deepest vertex and its projection onto the face. If that lies outside the face,
  // others are equally deep, an edge or a face of them: a corner of one is over the other, or sides
  // cross.
  bool touch_at_face() {
    const bool of_a = best_.kind == AxisKind::face_of_a;
    const PolyhedronRegions<T>& body = of_a ? a_ : b_;
    const PolyhedronRegions<T>& other = of_a ? b_ : a_;
    const std::uint32_t f = of_a ? best_.a : best_.b;
    if (foot_on_face(f, of_a, of_a ? deepest_.vertex_b : deepest_.vertex_a)) return true;
    const std::uint64_t deep = deep_vertices(of_a, other);
    for (std::uint64_t left = deep; left != 0; left &= left - 1) {
      const auto v = static_cast<std::uint32_t>(std::countr_zero(left));
      if (foot_on_face(f, of_a, v)) return true;
    }
    for (std::uint32_t g = 0; g < other.solid().face_count(); ++g) {
      const auto loop = other.solid().face(g);
      if ((deep >> loop[0] & deep >> loop[1] & deep >> loop[2] & 1) == 0) continue;
      for (const std::uint32_t v : body.solid().face(f)) {
        if (foot_on_face(g, !of_a, v)) return true;
      }
    }
    for (std::uint32_t e = 0; e < other.solid().edge_count(); ++e) {
      const PolyhedronEdge& edge = other.solid().edge(e);
      if ((deep >> edge.tail & deep >> edge.head & 1) == 0) continue;
      for (const std::uint32_t side : body.solid().face_edges(f)) {
        if (of_a ? touch_at_edges(side, e) : touch_at_edges(e, side)) return true;
      }
    }
    return false;
  }
  // The vertices of `other` that lie deepest below the face, up to rounding.
  std::uint64_t deep_vertices(bool of_b, const PolyhedronRegions<T>& other) const {
    std::uint64_t deep = 0;
    for (std::uint32_t v = 0; v < other.solid().vertex_count(); ++v) {
      const Point p =
          of_b ? frame_.rotation * other.vertex(v) + frame_.translation : other.vertex(v);
      const double below = of_b ? dot(r_.normal, p - deepest_.b) : dot(r_.normal, deepest_.a - p);
      if (below <= 4 * kRounding * r_.size) deep |= std::uint64_t{1} << v;
    }
    return deep;
  }
  bool foot_on_face(std::uint32_t f, bool of_a, std::uint32_t v) {
    if (of_a) {
      r_.point_b = frame_.rotation * b_.vertex(v) + frame_.translation;
      r_.point_a = r_.point_b + r_.normal * r_.upper;
      return over(a_, f, r_.point_a);
    }
    r_.point_a = a_.vertex(v);
    r_.point_b = r_.point_a - r_.normal * r_.upper;
    return over(b_, f, transposed_times(frame_.rotation, r_.point_b - frame_.translation));
  }
  bool over(const PolyhedronRegions<T>& body, std::uint32_t f, const Point& x) const {
    for (const std::uint32_t e : body.solid().face_edges(f)) {
      const double side = body.border(e, f, x);
      if (side >= 0) continue;
      const double slack = kBeside * r_.size;
      if (side * side > slack * slack * length_squared(body.head(e) - body.tail(e))) return false;
    }
    return true;
  }

  PolyhedronRegions<T> a_;
  PolyhedronRegions<T> b_;
  const PairFrame<3>& frame_;
  Trace& trace_;
  ShapeView<3, T> view_a_ = a_.solid().view();
  ShapeView<3, T> view_b_ = b_.solid().view();
  CoreDifference<3, T> difference_{view_a_, view_b_, frame_};
  AxisCandidate best_{};
  double least_ = std::numeric_limits<double>::infinity();  // of all that was measured
  DifferencePoint<3> deepest_{};
  AxisResult r_;
};

}  // namespace masu::detail
