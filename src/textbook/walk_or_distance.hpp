// SPDX-License-Identifier: MIT
// A query by walking over features, with distance() as the fallback if the walk fails.
#pragma once

#include <masu/narrow_phase/distance.hpp>

#include "narrow_phase/feature_bounds.hpp"

namespace masu::detail {

// A polytope was checked when it was built.
template <int D, class T, class Shape>
Status check_posed(const Shape& a, const Transform<D, T>& pose_a, const Shape& b,
                   const Transform<D, T>& pose_b) {
  if (a.vertices().size() == 0 || b.vertices().size() == 0) return Status::no_points;
  const Status status = pose_a.check();
  return status == Status::ok ? pose_b.check() : status;
}

template <template <class, class> class Walk, int D, class T, class Shape, class Trace>
FeatureDistance<D, T> walk_or_distance(const Shape& a, const Transform<D, T>& pose_a,
                                       const Shape& b, const Transform<D, T>& pose_b,
                                       ClosestFeatures& cache, Trace& trace) {
  FeatureDistance<D, T> r;
  r.separation.status = check_posed(a, pose_a, b, pose_b);
  if (r.separation.status != Status::ok) return r;
  const PairFrame<D> frame = pair_frame(pose_a, pose_b);
  Walk<T, Trace> walk(a, b, frame, trace);
  r.outcome = walk.run(cache);
  r.steps = walk.steps;
  r.tests = walk.tests;
  if (r.outcome == FeatureOutcome::apart) {
    r.separation = apart_in_world(walk.bounds, frame, pose_a);
  } else if (r.outcome == FeatureOutcome::overlapping) {
    r.separation = overlap_in_world(walk.common, frame, pose_a);
  } else {
    cache = {};  // so that the next walk does not enter the same cycle
    r.separation = distance(a, pose_a, b, pose_b);
  }
  return r;
}

}  // namespace masu::detail
