// SPDX-License-Identifier: MIT
#include <masu/textbook/lin_canny.hpp>

#include "core/instantiate.hpp"
#include "textbook/polygon_walk.hpp"
#include "textbook/polyhedron_walk.hpp"
#include "textbook/walk_or_distance.hpp"

namespace masu::detail {

template <int D, class T>
FeatureDistance<D, T> lin_canny_of(const ConvexPolytope<D, T>& a, const Transform<D, T>& pose_a,
                                   const ConvexPolytope<D, T>& b, const Transform<D, T>& pose_b,
                                   ClosestFeatures& cache, const WalkTrace& trace) {
  return with_trace(trace, [&](auto& watch) {
    if constexpr (D == 2) {
      return walk_or_distance<PolygonWalk>(a, pose_a, b, pose_b, cache, watch);
    } else {
      return walk_or_distance<PolyhedronWalk>(a, pose_a, b, pose_b, cache, watch);
    }
  });
}

#define MASU_INSTANTIATE(D, T)                                                          \
  template FeatureDistance<D, T> lin_canny_of<D, T>(                                    \
      const ConvexPolytope<D, T>&, const Transform<D, T>&, const ConvexPolytope<D, T>&, \
      const Transform<D, T>&, ClosestFeatures&, const WalkTrace&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
