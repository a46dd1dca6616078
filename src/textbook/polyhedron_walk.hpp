// SPDX-License-Identifier: MIT
// Lin-Canny in 3D: moves from one pair of features to the next, until each contains the nearest
// point of the other in its Voronoi region.
#pragma once

#include "textbook/polyhedron_steps.hpp"

namespace masu::detail {

template <class T, class Trace>
class PolyhedronWalk : public PolyhedronSteps<T, Trace> {
 public:
  using Base = PolyhedronSteps<T, Trace>;
  using Base::Base;
  using typename Base::Point;

  FeatureOutcome run(ClosestFeatures& at) {
    return Base::run(at, [this](ClosestFeatures& here) { return visit(here); });
  }

 private:
  WalkStep visit(ClosestFeatures& at) {
    using enum FeatureKind;
    if (at.a.kind == face && at.b.kind == face) return this->faces(at);
    if (at.a.kind == face) return facing(at, 1);
    if (at.b.kind == face) return facing(at, 0);
    Point p{};
    Point q{};
    pair.nearest(at, p, q);
    if (const Feature f = beyond(0, at.a, q); f.valid()) return this->move(at, 0, f);
    const Feature f = beyond(1, at.b, to_b(pair.frame(), p));
    return f.valid() ? this->move(at, 1, f) : WalkStep::arrived;
  }

  // The feature of `side` is not a face.
  WalkStep facing(ClosestFeatures& at, int side) {
    return Base::of(at, side).kind == FeatureKind::vertex ? this->vertex_face(at, side)
                                                          : this->edge_face(at, side);
  }

  Feature beyond(int side, const Feature& f, const Point& x) {
    return f.kind == FeatureKind::vertex ? pair.body(side).beyond_vertex(f.index, x, this->tests)
                                         : pair.body(side).beyond_edge(f.index, x, this->tests);
  }

  using Base::pair;
};

}  // namespace masu::detail
