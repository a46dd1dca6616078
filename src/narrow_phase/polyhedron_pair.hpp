// SPDX-License-Identifier: MIT
// Features of two polyhedra: their nearest points, and the bounds that those prove.
#pragma once

#include "narrow_phase/feature_bounds.hpp"
#include "narrow_phase/polyhedron_regions.hpp"

namespace masu::detail {

inline Vec<3, double> nearest_on(const Vec<3, double>& x, const Vec<3, double>& from,
                                 const Vec<3, double>& to) {
  const Vec<3, double> d = to - from;
  const double t = dot(x - from, d) / length_squared(d);
  return !(t > 0) ? from : (t < 1 ? from + d * t : to);
}

template <class T>
class PolyhedronPair {
 public:
  using Point = Vec<3, double>;
  using Regions = PolyhedronRegions<T>;

  PolyhedronPair(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b,
                 const PairFrame<3>& frame)
      : body_{Regions(a), Regions(b)}, frame_(frame) {}

  const Regions& body(int side) const { return body_[side]; }
  const PairFrame<3>& frame() const { return frame_; }

  // Transforms from the other side's frame into that of `side`.
  Point across(int side, const Point& x) const {
    return side == 0 ? to_a(frame_, x) : to_b(frame_, x);
  }
  Point direction_across(int side, const Point& d) const {
    return side == 0 ? frame_.rotation * d : transposed_times(frame_.rotation, d);
  }
  Point in_a(int side, const Point& x) const { return side == 0 ? x : to_a(frame_, x); }
  // The direction from a to b, given outward of a face of `side`.
  Point from_a_to_b(int side, const Point& outward) const {
    return side == 0 ? outward : -(frame_.rotation * outward);
  }

  bool has(const ClosestFeatures& features) const {
    return body_[0].has(features.a) && body_[1].has(features.b);
  }

  ClosestFeatures first() const {
    Point d = frame_.translation;
    if (largest_component(d) == 0) d[0] = 1;
    return {{FeatureKind::vertex, body_[0].farthest(d)},
            {FeatureKind::vertex, body_[1].farthest(-transposed_times(frame_.rotation, d))}};
  }

  // The nearest points of two vertices, of edges with their ends, or of a vertex and the plane of a
  // face; in the frame of a.
  void nearest(const ClosestFeatures& features, Point& p, Point& q) const {
    const bool edge_a = features.a.kind == FeatureKind::edge;
    const bool edge_b = features.b.kind == FeatureKind::edge;
    if (edge_a && edge_b) return nearest_of_edges(features, p, q);
    if (features.a.kind == FeatureKind::vertex) p = body_[0].vertex(features.a.index);
    if (features.b.kind == FeatureKind::vertex) q = to_a(frame_, body_[1].vertex(features.b.index));
    if (edge_a) p = nearest_on(q, body_[0].tail(features.a.index), body_[0].head(features.a.index));
    if (edge_b)
      q = nearest_on(p, in_a(1, body_[1].tail(features.b.index)), in_a(1, head_of_b(features)));
    if (features.a.kind == FeatureKind::face) p = foot(0, features.a.index, q);
    if (features.b.kind == FeatureKind::face)
      q = to_a(frame_, foot(1, features.b.index, to_b(frame_, p)));
  }

  // Computes bounds from the nearest points of `features` and the supports of both along the normal
  // there. The supports are computed, not assumed to be those of the features, so the bounds hold
  // whatever the walk did: apart if they prove the distance, overlapping if the points are equal.
  FeatureOutcome prove(const ClosestFeatures& features, FeatureBounds<3>& r) const {
    nearest(features, r.point_a, r.point_b);
    const Point connection = r.point_b - r.point_a;
    r.upper = r.distance = length(connection);
    const double size = size_of(frame_, r.point_a, r.point_b);
    const int face = features.a.kind == FeatureKind::face   ? 0
                     : features.b.kind == FeatureKind::face ? 1
                                                            : -1;
    if (r.upper <= kTouching * size) {
      return face < 0 || touches(features, face, size) ? FeatureOutcome::overlapping
                                                       : FeatureOutcome::fell_back;
    }
    if (face >= 0) {
      const std::uint32_t f = face == 0 ? features.a.index : features.b.index;
      r.upper += body_[face].sag(f);
      return prove_along(features, from_a_to_b(face, body_[face].normal(f)), size, r);
    }
    return prove_by(features, connection, size, r);
  }

 private:
  Point head_of_b(const ClosestFeatures& features) const { return body_[1].head(features.b.index); }
  Point foot(int side, std::uint32_t f, const Point& x) const {
    return x - body_[side].normal(f) * body_[side].height(f, x);
  }

  void nearest_of_edges(const ClosestFeatures& features, Point& p, Point& q) const {
    const Point a[2] = {body_[0].tail(features.a.index), body_[0].head(features.a.index)};
    const Point b[2] = {in_a(1, body_[1].tail(features.b.index)), in_a(1, head_of_b(features))};
    const Point d = a[1] - a[0];
    const Point e = b[1] - b[0];
    const Point n = cross(d, e);
    const double nn = length_squared(n);
    double t = nn > 0 ? dot(cross(b[0] - a[0], e), n) / nn : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    q = nearest_on(a[0] + d * t, b[0], b[1]);
    p = nearest_on(q, a[0], a[1]);
    q = nearest_on(p, b[0], b[1]);
  }

  // Near an acute corner a point next to a face may seem to be over it.
  bool touches(const ClosestFeatures& features, int face, double size) const {
    const std::uint32_t v = face == 0 ? features.b.index : features.a.index;
    const std::uint32_t f = face == 0 ? features.a.index : features.b.index;
    return body_[face].well_over(f, across(face, body_[1 - face].vertex(v)), kDoubtful * size);
  }

  // Perpendicular to both edges, or to one, or along the connection: the first is accurate however
  // short the connection is, the last however parallel the edges are.
  FeatureOutcome prove_by(const ClosestFeatures& features, Point n, double size,
                          FeatureBounds<3>& r) const {
    Point d{};
    Point e{};
    if (features.a.kind == FeatureKind::edge) d = direction(0, features.a.index);
    if (features.b.kind == FeatureKind::edge) e = direction(1, features.b.index);
    const bool both = length_squared(d) > 0 && length_squared(e) > 0;
    if (both) {
      const Point c = cross(d, e);
      const double squared = length_squared(c);
      if (squared > 0x1p-20 * length_squared(d) * length_squared(e)) {
        const double scale = (dot(c, n) < 0 ? -1 : 1) / std::sqrt(squared);
        const FeatureOutcome here = prove_along(features, c * scale, size, r);
        if (here == FeatureOutcome::apart) return here;
      }
    }
    const Point along = length_squared(d) > 0 ? d : e;
    if (const double square = length_squared(along); square > 0) {
      n = n - along * (dot(n, along) / square);
    }
    return prove_along(features, n * (1 / length(n)), size, r);
  }

  Point direction(int side, std::uint32_t e) const {
    const Point d = body_[side].head(e) - body_[side].tail(e);
    return side == 0 ? d : frame_.rotation * d;
  }

  std::uint32_t some_vertex(int side, const Feature& f) const {
    if (f.kind == FeatureKind::vertex) return f.index;
    const ConvexPolyhedron<T>& solid = body_[side].solid();
    return f.kind == FeatureKind::edge ? solid.edge(f.index).tail : solid.face(f.index)[0];
  }

  FeatureOutcome prove_along(const ClosestFeatures& features, const Point& normal, double size,
                             FeatureBounds<3>& r) const {
    r.normal = normal;
    const std::uint32_t a = body_[0].farthest_from(some_vertex(0, features.a), normal);
    const std::uint32_t b = body_[1].farthest_from(some_vertex(1, features.b),
                                                   -transposed_times(frame_.rotation, normal));
    r.lower = dot(normal, in_a(1, body_[1].vertex(b)) - body_[0].vertex(a));
    return proves<T>(r.lower, r.upper, size) ? FeatureOutcome::apart : FeatureOutcome::fell_back;
  }

  Regions body_[2];
  const PairFrame<3>& frame_;
};

}  // namespace masu::detail
