// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/intersects.hpp>

#include <masu/narrow_phase/detail/pair_order.hpp>

#include "narrow_phase/cache_of_pair.hpp"
#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/flat_pair.hpp"
#include "narrow_phase/simple_pair.hpp"

namespace masu {
namespace {

template <int D, class T>
bool in_order(const ShapeView<D, T>& a, const Transform<D, T>& at_a, const ShapeView<D, T>& b,
              const Transform<D, T>& at_b, PairCache* cache, bool flipped) {
  const detail::PairFrame<D> frame = detail::pair_frame(at_a, at_b);
  const detail::CacheOfPair<D> kept(cache, frame.turn_a, flipped);
  return cores_within(a, b, frame, double(a.radius) + double(b.radius), kept.cache());
}

template <int D, class T>
detail::Meeting known(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                      const ShapeView<D, T>& b, const Transform<D, T>& at_b) {
  if (detail::is_simple(a.kind) && detail::is_simple(b.kind)) {
    return detail::simple_meeting(a, at_a, b, at_b);
  }
  if constexpr (D == 2) {
    if (detail::has_outline(a.kind) && detail::has_outline(b.kind)) {
      return detail::flat_meeting(a, at_a, b, at_b);
    }
  }
  return detail::Meeting::unknown;
}

}  // namespace

template <int D, class T>
Intersection intersection_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                                   PairCache* cache) {
  const detail::Meeting meeting = known(a, at_a, b, at_b);
  if (meeting != detail::Meeting::unknown) {
    return {.overlapping = meeting == detail::Meeting::yes};
  }
  for (const Status s : {check_view(a), check_view(b), at_a.check(), at_b.check()}) {
    if (s != Status::ok) return {.status = s};
  }
  const bool ordered = detail::in_order(a, at_a, b, at_b);
  return {.overlapping = ordered ? in_order(a, at_a, b, at_b, cache, false)
                                 : in_order(b, at_b, a, at_a, cache, true)};
}

template Intersection intersection_of_views(const ShapeView<2, float>&, const Transform<2, float>&,
                                            const ShapeView<2, float>&, const Transform<2, float>&,
                                            PairCache*);
template Intersection intersection_of_views(const ShapeView<3, float>&, const Transform<3, float>&,
                                            const ShapeView<3, float>&, const Transform<3, float>&,
                                            PairCache*);
template Intersection intersection_of_views(const ShapeView<2, double>&,
                                            const Transform<2, double>&,
                                            const ShapeView<2, double>&,
                                            const Transform<2, double>&, PairCache*);
template Intersection intersection_of_views(const ShapeView<3, double>&,
                                            const Transform<3, double>&,
                                            const ShapeView<3, double>&,
                                            const Transform<3, double>&, PairCache*);

}  // namespace masu
