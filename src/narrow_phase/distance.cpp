// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/distance.hpp>

#include <masu/narrow_phase/detail/pair_order.hpp>

#include "core/instantiate.hpp"
#include "narrow_phase/cache_of_pair.hpp"
#include "narrow_phase/flat_pair.hpp"
#include "narrow_phase/simple_pair.hpp"
#include "narrow_phase/with_radii.hpp"

namespace masu {
namespace {

using detail::Caches;
using detail::CoreDistance;
using detail::Depth;
using detail::PairFrame;

template <int D, class T>
Separation<D, T> in_order(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                          const ShapeView<D, T>& b, const Transform<D, T>& at_b, Depth depth,
                          const Caches& caches) {
  const PairFrame<D> frame = detail::pair_frame(at_a, at_b);
  const detail::CacheOfPair<D> kept(caches.pair, frame.turn_a, caches.flipped);
  const CoreDistance<D> core = core_distance(a, b, frame, depth, caches);
  return detail::WithRadii<D, T>(frame.turn_a, vec_cast<double>(at_a.translation), a.radius,
                                 b.radius)
      .separation(core);
}

template <int D, class T>
Separation<D, T> separation(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                            const ShapeView<D, T>& b, const Transform<D, T>& at_b, Depth depth,
                            PairCache* pair, DepthCache* deep) {
  for (const Status s : {check_view(a), check_view(b), at_a.check(), at_b.check()}) {
    if (s != Status::ok) return {.status = s};
  }
  if (detail::in_order(a, at_a, b, at_b)) {
    return in_order(a, at_a, b, at_b, depth, {pair, deep, false});
  }
  return in_order(b, at_b, a, at_a, depth, {pair, deep, true}).flipped();
}

// Without a move of the answer: its parts were just written, and wider loads would wait for them.
template <int D, class T>
bool known(const ShapeView<D, T>& a, const Transform<D, T>& at_a, const ShapeView<D, T>& b,
           const Transform<D, T>& at_b, Depth depth, Separation<D, T>& r) {
  if (detail::is_simple(a.kind) && detail::is_simple(b.kind)) {
    return detail::simple_pair(a, at_a, b, at_b, depth, r);
  }
  if constexpr (D == 2) {
    return detail::has_outline(a.kind) && detail::has_outline(b.kind) &&
           detail::flat_pair(a, at_a, b, at_b, depth, r);
  }
  return false;
}

}  // namespace

template <int D, class T>
Separation<D, T> distance_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                                   PairCache* cache) {
  Separation<D, T> r;
  if (!known(a, at_a, b, at_b, Depth::none, r)) {
    r = separation(a, at_a, b, at_b, Depth::none, cache, nullptr);
  }
  detail::drop_depth(a.radius, b.radius, r);
  return r;
}

template <int D, class T>
Separation<D, T> penetration_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                                      const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                                      PairCache* cache, DepthCache* deep) {
  if (deep != nullptr) cache = &deep->pair;
  Separation<D, T> r;
  if (!known(a, at_a, b, at_b, Depth::least, r)) {
    r = separation(a, at_a, b, at_b, Depth::least, cache, deep);
  }
  return r;
}

#define MASU_INSTANTIATE(D, T)                                                                   \
  template Separation<D, T> distance_of_views(const ShapeView<D, T>&, const Transform<D, T>&,    \
                                              const ShapeView<D, T>&, const Transform<D, T>&,    \
                                              PairCache*);                                       \
  template Separation<D, T> penetration_of_views(const ShapeView<D, T>&, const Transform<D, T>&, \
                                                 const ShapeView<D, T>&, const Transform<D, T>&, \
                                                 PairCache*, DepthCache*);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
