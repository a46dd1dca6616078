// SPDX-License-Identifier: MIT
// Two capsules, or a capsule and a sphere, around their own origins.
#if defined(MASU_CAPSULE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_CAPSULE_PAIR_INL_HPP
#undef MASU_CAPSULE_PAIR_INL_HPP
#else
#define MASU_CAPSULE_PAIR_INL_HPP
#endif

#include <masu/shapes/capsule.hpp>

#include "narrow_phase/frame_vec-inl.hpp"
#include "narrow_phase/sphere_pair-inl.hpp"

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Returns whether the ends are opposite and in range, or 0, and the radius is in range, as a mask.
template <class T>
HWY_INLINE auto plain_shape(const Capsule<3, T>& s) {
  static_assert(sizeof(Capsule<3, T>) == 7 * sizeof(T));
  constexpr T kNone = std::numeric_limits<T>::quiet_NaN();
  alignas(32) static constexpr T kZero[4] = {0, 0, 0, kNone};  // the radius must not be 0,
  alignas(32) static constexpr T kSigns[4] = {T(-0.0), T(-0.0), T(-0.0), 0};  // nor negative
  alignas(32) static constexpr T kOpposite[4] = {0, 0, 0, std::numeric_limits<T>::infinity()};
  const FourTag<T> d;
  const auto low = hn::Set(d, kLowest<T>);
  const auto x = hn::LoadU(d, s.a.v);  // and the first number of the other end
  const auto y = hn::LoadU(d, s.b.v);  // and the radius
  const auto first = hn::Abs(x);
  const auto second = hn::AndNot(hn::Load(d, kSigns), y);
  const auto low_enough = hn::Le(hn::Max(first, second), hn::Set(d, kHighest<T>));
  const auto high_enough = hn::And(hn::Or(hn::Ge(first, low), hn::Eq(first, hn::Zero(d))),
                                   hn::Or(hn::Ge(second, low), hn::Eq(second, hn::Load(d, kZero))));
  const auto opposite_ends = hn::Le(hn::Abs(hn::Add(x, y)), hn::Load(d, kOpposite));
  return hn::And(hn::And(low_enough, high_enough), opposite_ends);
}

// Half of the segment, in its own frame.
template <class T>
HWY_INLINE RegisterVec<3> half_of(const Capsule<3, T>& s) {
  using V = RegisterVec<3>;
  return (V::within(s.b) - V::within(s.a)) * 0.5;
}

// What direct_pair_kernel() does with a capsule and a capsule or sphere that comes second in order,
// in fewer steps. False: the result is in doubt, or a shape is not plain.
template <class B, class T>
HWY_INLINE bool plain_capsule_pair(const Capsule<3, T>& a, const Transform<3, T>& pose_a,
                                   const B& b, const Transform<3, T>& pose_b, bool flip,
                                   Separation<3, T>& r) {
  using V = RegisterVec<3>;
  const SpinPair<T> spins(pose_a.rotation, pose_b.rotation);
  const auto plain = hn::And(plain_shape(a), plain_shape(b));
  if (!hn::AllTrue(FourTag<T>(), plain) || !spins.sound()) return false;
  const V translation_a = V::within(pose_a.translation);
  const V translation_b = V::within(pose_b.translation);
  if (!plain_translations<T>(translation_a, translation_b)) return false;
  const V none = V::all(0);
  const V apart = translation_b - translation_a;
  const LineSegment<V> segment = {none, spins.first(half_of(a))};
  ClosedForm<V> form;
  if constexpr (std::is_same_v<B, Sphere<3, T>>) {
    form = between_segment_and_point(segment, none, apart);
  } else {
    form = between_segments(segment, {none, spins.second(half_of(b))}, apart);
  }
  if (!form.exact) return false;
  const double radius_a = double(a.radius);
  const double radius_b = double(b.radius);
  const V on_a = translation_a + (form.point_a + form.normal * radius_a);
  const V on_b = translation_b + (form.point_b - form.normal * radius_b);
  r.status = Status::ok;
  store_separation(form, radius_a + radius_b, on_a, on_b, flip, r);
  return true;
}

// As above, in either order.
template <class T>
HWY_INLINE bool plain_capsules(const Capsule<3, T>& x, const Transform<3, T>& pose_x,
                               const Capsule<3, T>& y, const Transform<3, T>& pose_y,
                               Separation<3, T>& r) {
  const auto bits_x = bits_of(pose_x.translation[0]);
  const auto bits_y = bits_of(pose_y.translation[0]);
  if (bits_x == bits_y) return false;
  const bool flip = bits_y < bits_x;
  return plain_capsule_pair(one_of(flip, x, y), one_of(flip, pose_x, pose_y), one_of(flip, y, x),
                            one_of(flip, pose_y, pose_x), flip, r);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
