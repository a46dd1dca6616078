// SPDX-License-Identifier: MIT
// From the formula of a pair to its answer.
#if defined(MASU_SIMPLE_ANSWER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SIMPLE_ANSWER_INL_HPP
#undef MASU_SIMPLE_ANSWER_INL_HPP
#else
#define MASU_SIMPLE_ANSWER_INL_HPP
#endif

#include "core/round_outward.hpp"

#include "narrow_phase/closed_forms-inl.hpp"
#include "narrow_phase/with_radii.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// `radii` are still to be taken off the distance.
template <int D, class T, class V>
HWY_INLINE void store_separation(const ClosedForm<V>& form, double radii, const V& on_a,
                                 const V& on_b, bool flip, Separation<D, T>& r) {
  const double slack = kBoundSlack * (form.size + radii);
  r.distance = static_cast<T>(form.distance - radii);
  r.lower = round_down<T>((form.lower - radii) - slack);
  r.upper = round_up<T>((form.distance - radii) + slack);
  (flip ? opposite(form.normal) : form.normal).store(r.normal);
  on_a.store(flip ? r.point_b : r.point_a);
  on_b.store(flip ? r.point_a : r.point_b);
}

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

// The first rounded, the others rounded down.
HWY_INLINE void store_bounds(const Quad& x, float* to) {
  const hn::Rebind<float, QuadTag> narrow;
  const hn::Rebind<std::int32_t, QuadTag> whole;
  const auto near = hn::DemoteTo(narrow, x);
  const auto above = hn::Lt(x, hn::PromoteTo(QuadTag(), near));
  const auto step = hn::DemoteTo(whole, hn::IfThenElseZero(above, hn::Set(QuadTag(), 1)));
  const auto bits = hn::BitCast(whole, near);
  const auto sign = hn::ShiftRight<31>(bits);
  const auto moved = hn::Sub(bits, hn::Sub(hn::Xor(step, sign), sign));
  const auto least = hn::Set(whole, std::int32_t(0x8000'0001u));
  const auto zero = hn::RebindMask(whole, hn::Eq(near, hn::Zero(narrow)));
  const auto from_zero = hn::IfThenElse(hn::Eq(step, hn::Zero(whole)), bits, least);
  hn::StoreU(hn::BitCast(narrow, hn::IfThenElse(zero, from_zero, moved)), narrow, to);
}
HWY_INLINE void store_bounds(const Quad& x, double* to) {
  hn::StoreU(x, QuadTag(), to);
}

// Each register ends in what the next overwrites.
template <class T>
HWY_INLINE void store_separation(const ClosedForm<RegisterVec<3>>& form, double radii,
                                 const RegisterVec<3>& on_a, const RegisterVec<3>& on_b, bool flip,
                                 Separation<3, T>& r) {
  const double distance = form.distance - radii;
  const double slack = kBoundSlack * (form.size + radii);
  const auto bounds =
      RegisterVec<3>::from(distance, (form.lower - radii) - slack, -(distance + slack));
  const Quad sign = hn::Set(QuadTag(), flip ? -0.0 : 0.0);
  store_bounds(bounds.v, &r.distance);
  r.upper = -r.upper;
  r.distance = static_cast<T>(distance);
  store_four(hn::Xor(form.normal.v, sign), r.normal.v);
  store_four(flip ? on_b.v : on_a.v, r.point_a.v);
  (flip ? on_a : on_b).store(r.point_b);
}

#endif

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
