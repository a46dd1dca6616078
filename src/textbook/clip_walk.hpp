// SPDX-License-Identifier: MIT
// V-Clip: moves from one pair of vertices, edges and faces to the next: edges are clipped to the
// Voronoi region of the other feature, and the slope of the distance at the clip points decides the
// next feature.
#pragma once

#include "textbook/polyhedron_steps.hpp"

namespace masu::detail {

template <class T, class Trace>
class ClipWalk : public PolyhedronSteps<T, Trace> {
 public:
  using Base = PolyhedronSteps<T, Trace>;
  using Base::Base;
  using typename Base::Point;
  using typename Base::Regions;

  FeatureOutcome run(ClosestFeatures& at) {
    return Base::run(at, [this](ClosestFeatures& here) { return visit(here); });
  }

 private:
  WalkStep visit(ClosestFeatures& at) {
    using enum FeatureKind;
    if (at.a.kind == face && at.b.kind == face) return this->faces(at);
    // A vertex, if there is one, else an edge comes first.
    const int side = at.b.kind < at.a.kind ? 1 : 0;
    const FeatureKind low = side == 0 ? at.a.kind : at.b.kind;
    const FeatureKind high = side == 0 ? at.b.kind : at.a.kind;
    if (low == edge) return high == edge ? edges(at) : this->edge_face(at, side);
    if (high == face) return this->vertex_face(at, side);
    return high == vertex ? vertices(at) : vertex_edge(at, side);
  }

  WalkStep vertices(ClosestFeatures& at) {
    for (const int side : {0, 1}) {
      const Point x = pair.across(side, pair.body(1 - side).vertex(Base::of(at, 1 - side).index));
      const Feature e = pair.body(side).beyond_vertex(Base::of(at, side).index, x, this->tests);
      if (e.valid()) return this->move(at, side, e);
    }
    return WalkStep::arrived;
  }

  // The distance of the vertex along the edge has one minimum, so the projection of the vertex on
  // the edge decides directly what the slopes at the clip points would.
  WalkStep vertex_edge(ClosestFeatures& at, int side) {
    const std::uint32_t v = Base::of(at, side).index;
    const std::uint32_t e = Base::of(at, 1 - side).index;
    const Regions& body = pair.body(1 - side);
    const Point x = pair.across(1 - side, pair.body(side).vertex(v));
    if (const Feature f = body.beyond_edge(e, x, this->tests); f.valid()) {
      return this->move(at, 1 - side, f);
    }
    const Point foot = pair.across(side, nearest_on(x, body.tail(e), body.head(e)));
    const Feature f = pair.body(side).beyond_vertex(v, foot, this->tests);
    return f.valid() ? this->move(at, side, f) : WalkStep::arrived;
  }

  WalkStep edges(ClosestFeatures& at) {
    for (const int side : {0, 1}) {
      bool doubt = false;
      const Feature f = clip_to_edge(at, side, doubt);
      if (doubt) return WalkStep::doubt;
      if (f.valid()) return this->move(at, side, f);
    }
    return WalkStep::arrived;
  }

  // Clips the other's edge to the region of that of `side`, first between its ends.
  Feature clip_to_edge(ClosestFeatures& at, int side, bool& doubt) {
    const Regions& body = pair.body(side);
    const std::uint32_t e = Base::of(at, side).index;
    const PolyhedronEdge& edge = body.solid().edge(e);
    const Point ends[2] = {body.vertex(edge.tail), body.vertex(edge.head)};
    const std::uint32_t other = Base::of(at, 1 - side).index;
    const Point a = pair.across(side, pair.body(1 - side).tail(other));
    const Point b = pair.across(side, pair.body(1 - side).head(other));
    const Point d = ends[1] - ends[0];
    ClippedEdge clip;
    const Feature tail{FeatureKind::vertex, edge.tail};
    const Feature head{FeatureKind::vertex, edge.head};
    this->tests += 2;
    if (!clip.keep(dot(a - ends[0], d), dot(b - ends[0], d), tail)) return tail;
    if (!clip.keep(dot(a - ends[1], -d), dot(b - ends[1], -d), head)) return head;
    const auto rise = [&](double t, const Feature& beyond) {
      return dot(b - a, a + (b - a) * t - ends[beyond == head]);
    };
    if (clip.beyond_low.valid() && rise(clip.low, clip.beyond_low) > 0) return clip.beyond_low;
    if (clip.beyond_high.valid() && rise(clip.high, clip.beyond_high) < 0) return clip.beyond_high;
    return clip_to_sides(body, e, a, b, clip, doubt);
  }

  // Then between the planes that separate the region from the adjacent faces. An edge that passes
  // from one face to the other below this one is nowhere in the region, and both clip points are
  // tested.
  Feature clip_to_sides(const Regions& body, std::uint32_t e, const Point& a, const Point& b,
                        ClippedEdge& clip, bool& doubt) {
    const PolyhedronEdge& edge = body.solid().edge(e);
    const ClippedEdge part = clip;
    for (const std::uint32_t f : {edge.left, edge.right}) {
      const Feature face{FeatureKind::face, f};
      this->tests += 2;
      if (!clip.cut(part, -body.border(e, f, a), -body.border(e, f, b), face)) return face;
    }
    for (const bool low : {true, false}) {
      const Feature& beyond = low ? clip.beyond_low : clip.beyond_high;
      if (beyond.kind != FeatureKind::face) continue;
      if (face_is_nearer(body, beyond.index, a, b, low ? clip.low : clip.high, low)) return beyond;
    }
    doubt = clip.low > clip.high;
    return {};
  }

  // At a clip point between an edge and a face both are equally near. The face's distance is
  // linear: returns whether it is less beyond the clip point.
  static bool face_is_nearer(const Regions& body, std::uint32_t f, const Point& a, const Point& b,
                             double t, bool low) {
    const double slope = dot(body.normal(f), b - a);
    const double height = body.height(f, a) + slope * t;
    const double rise = height > 0 ? slope : -slope;
    return low ? rise > 0 : rise < 0;
  }

  using Base::pair;
};

}  // namespace masu::detail
