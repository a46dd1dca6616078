// SPDX-License-Identifier: MIT
// From the formula of a pair to its answer.
#if defined(MASU_SIMPLE_ANSWER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SIMPLE_ANSWER_INL_HPP
#undef MASU_SIMPLE_ANSWER_INL_HPP
#else
#define MASU_SIMPLE_ANSWER_INL_HPP
#endif

#include <bit>
#include <cstdint>

#include "core/round_outward.hpp"

#include "narrow_phase/closed_forms-inl.hpp"
#include "narrow_phase/with_radii.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Returns x or y without a branch: the order of two shapes is random.
template <class S>
HWY_INLINE const S& one_of(bool second, const S& x, const S& y) {
  const auto bits_x = reinterpret_cast<std::uintptr_t>(&x);
  const auto bits_y = reinterpret_cast<std::uintptr_t>(&y);
  const std::uintptr_t chosen = std::uintptr_t{0} - std::uintptr_t{second};
  return *reinterpret_cast<const S*>(bits_x ^ ((bits_x ^ bits_y) & chosen));
}

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

// Stores the distance rounded, and the bounds rounded outwards. x: distance, lower and minus upper
// bound. A number rounded to 0 keeps its sign, so that one step away from 0 is the next number.
HWY_INLINE void store_bounds(const Quad& x, float* to) {
  alignas(16) static constexpr std::int32_t kBounds[4] = {0, -1, -1, 0};
  alignas(16) static constexpr float kSigns[4] = {0, 0, -0.0F, 0};
  const hn::Rebind<float, QuadTag> narrow;
  const hn::Rebind<std::int32_t, QuadTag> whole;
  const hn::Half<QuadTag> half;
  const auto near = hn::DemoteTo(narrow, x);
  const Quad above = hn::VecFromMask(QuadTag(), hn::Lt(x, hn::PromoteTo(QuadTag(), near)));
  const auto steps = hn::ConcatEven(narrow, hn::BitCast(narrow, hn::UpperHalf(half, above)),
                                    hn::BitCast(narrow, hn::LowerHalf(half, above)));
  const auto down = hn::And(hn::BitCast(whole, steps), hn::Load(whole, kBounds));
  const auto bits = hn::BitCast(whole, near);
  const auto sign = hn::ShiftRight<31>(bits);
  const auto moved = hn::Add(bits, hn::Sub(hn::Xor(down, sign), sign));
  hn::StoreU(hn::Xor(hn::BitCast(narrow, moved), hn::Load(narrow, kSigns)), narrow, to);
}
HWY_INLINE void store_bounds(const Quad& x, double* to) {
  alignas(32) static constexpr double kSigns[4] = {0, 0, -0.0, 0};
  hn::StoreU(hn::Xor(x, hn::Load(QuadTag(), kSigns)), QuadTag(), to);
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
  store_bounds(bounds.v, &r.distance);
  const QuadTag d;
  const Quad flipped = hn::Set(d, std::bit_cast<double>(std::uint64_t{0} - std::uint64_t{flip}));
  store_four(hn::Xor(form.normal.v, hn::And(flipped, hn::Set(d, -0.0))), r.normal.v);
  store_four(hn::IfThenElse(hn::MaskFromVec(flipped), on_b.v, on_a.v), r.point_a.v);
  RegisterVec<3>{hn::IfThenElse(hn::MaskFromVec(flipped), on_a.v, on_b.v)}.store(r.point_b);
}

#endif

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
