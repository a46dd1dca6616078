// SPDX-License-Identifier: MIT
// The Minkowski difference of two complete shapes, including radii, which records its support
// queries.
#pragma once

#include "narrow_phase/core_difference.hpp"
#include "steps/shape_pair.hpp"

namespace masu::steps {

// In the frame of a, as for gjk() and epa().
template <int D>
class WholeDifference {
 public:
  explicit WholeDifference(const ShapePair<D>& pair)
      : pair_(pair),
        frame_(detail::pair_frame(pair.a.pose, pair.b.pose)),
        cores_(pair.a.view, pair.b.view, frame_) {}

  DifferencePoint<D> operator()(const Point<D>& d) {
    DifferencePoint<D> p = cores_.settle(d);
    const double size = length(d);
    const Point<D> unit = size > 0 ? d * (1 / size) : Point<D>{};
    p.a = p.a + unit * pair_.a.view.radius;
    p.b = p.b - unit * pair_.b.view.radius;
    p.w = p.a - p.b;
    queries.push_back({d, p});
    return p;
  }

  Point<D> direction_to_world(const Point<D>& d) const { return frame_.rotation_a * d; }
  Point<D> direction_from_world(const Point<D>& d) const {
    return transposed_times(frame_.rotation_a, d);
  }
  Point<D> to_world(const Point<D>& p) const {
    return frame_.rotation_a * p + pair_.a.pose.translation;
  }

  struct Query {
    Point<D> direction;
    DifferencePoint<D> found;
  };
  std::vector<Query> queries;

 private:
  const ShapePair<D>& pair_;
  detail::PairFrame<D> frame_;
  detail::CoreDifference<D, double> cores_;
};

}  // namespace masu::steps
