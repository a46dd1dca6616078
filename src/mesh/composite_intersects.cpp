// SPDX-License-Identifier: MIT
#include <masu/mesh/composite_intersects.hpp>

#include "core/instantiate.hpp"
#include "mesh/pair_search.hpp"

namespace masu::detail {

template <int D, class T>
SubShapeIntersection intersection_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                            const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                            double margin) {
  return ask_in_order(
      a, pose_a, b, pose_b,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PairPose<D>& pose, bool) {
        SubShapeIntersection r;
        const auto take = [&](const SubShapePair<D, T>& pair) {
          r.overlapping = true;
          r.sub_shape_a = pair.id_a;
          r.sub_shape_b = pair.id_b;
          return false;
        };
        r.stats = for_each_touching<D, T>(x, y, pose, margin, take).stats;
        return r;
      },
      [](Status s) { return SubShapeIntersection{.status = s}; });
}

template <int D, class T>
SearchResult touching_sub_shapes_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                           const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                           PairOutput& out) {
  return ask_in_order(
      a, pose_a, b, pose_b,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PairPose<D>& pose, bool flipped) {
        const auto take = [&](const SubShapePair<D, T>& pair) {
          return flipped ? out.push(pair.id_b, pair.id_a) : out.push(pair.id_a, pair.id_b);
        };
        const SearchResult found = for_each_touching<D, T>(x, y, pose, 0, take);
        return SubShapeSearch{out.finish(found.stats)};
      },
      [](Status s) {
        return SubShapeSearch{{s, {}}};
      });
}

#define MASU_INSTANTIATE(D, T)                                                                    \
  template SubShapeIntersection intersection_of_bodies(                                           \
      const BodyRef<D, T>&, const Transform<D, T>&, const BodyRef<D, T>&, const Transform<D, T>&, \
      double);                                                                                    \
  template SearchResult touching_sub_shapes_of_bodies(                                            \
      const BodyRef<D, T>&, const Transform<D, T>&, const BodyRef<D, T>&, const Transform<D, T>&, \
      PairOutput&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
