// SPDX-License-Identifier: MIT
#include <masu/textbook/v_clip.hpp>

#include "textbook/clip_walk.hpp"
#include "textbook/walk_or_distance.hpp"

namespace masu::detail {

template <class T>
FeatureDistance<3, T> v_clip_of(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                ClosestFeatures& cache, const WalkTrace& trace) {
  return with_trace(trace, [&](auto& watch) {
    return walk_or_distance<ClipWalk>(a, pose_a, b, pose_b, cache, watch);
  });
}

#define MASU_INSTANTIATE(T)                                                                    \
  template FeatureDistance<3, T> v_clip_of(const ConvexPolyhedron<T>&, const Transform<3, T>&, \
                                           const ConvexPolyhedron<T>&, const Transform<3, T>&, \
                                           ClosestFeatures&, const WalkTrace&);
MASU_INSTANTIATE(float)
MASU_INSTANTIATE(double)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
