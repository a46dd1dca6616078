// SPDX-License-Identifier: MIT
#include <masu/textbook/separating_axis.hpp>

#include <utility>

#include "narrow_phase/axis_search.hpp"
#include "narrow_phase/kind_order.hpp"
#include "textbook/walk_or_distance.hpp"

namespace masu::detail {

template <class T>
AxisSeparation<T> separating_axis_of(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                     const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                     const AnyTrace<AxisMeasured>& trace) {
  AxisSeparation<T> r;
  r.separation.status = check_posed(a, pose_a, b, pose_b);
  if (r.separation.status != Status::ok) return r;
  if (!in_order<3, T>(a.view(), pose_a, b.view(), pose_b)) {
    r = separating_axis_of(b, pose_b, a, pose_a, trace);
    r.separation = r.separation.flipped();
    std::swap(r.features.a, r.features.b);
    return r;
  }
  const PairFrame<3> frame = pair_frame(pose_a, pose_b);
  AxisResult found;
  if (small_and_sharp(a, b)) {
    found = with_trace(trace, [&]<class Watch>(Watch& watch) {
      return AxisSearch<T, Watch>(a, b, frame, watch).run();
    });
  }
  r.tests = found.tests;
  r.measured = found.measured;
  if (found.outcome == AxisOutcome::apart) r.outcome = FeatureOutcome::apart;
  if (found.outcome != AxisOutcome::overlapping) {
    r.separation = penetration(a, pose_a, b, pose_b);
    return r;
  }
  r.outcome = FeatureOutcome::overlapping;
  r.features = found.features;
  r.separation = apart_in_world(found.bounds(), frame, pose_a);
  return r;
}

#define MASU_INSTANTIATE(T)                                                           \
  template AxisSeparation<T> separating_axis_of(                                      \
      const ConvexPolyhedron<T>&, const Transform<3, T>&, const ConvexPolyhedron<T>&, \
      const Transform<3, T>&, const AnyTrace<AxisMeasured>&);
MASU_INSTANTIATE(float)
MASU_INSTANTIATE(double)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
