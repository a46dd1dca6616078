// SPDX-License-Identifier: MIT
// Two spheres around their own origins.
#if defined(MASU_SPHERE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SPHERE_PAIR_INL_HPP
#undef MASU_SPHERE_PAIR_INL_HPP
#else
#define MASU_SPHERE_PAIR_INL_HPP
#endif

#include <algorithm>
#include <limits>

#include <masu/shapes/sphere.hpp>

#include "narrow_phase/simple_answer-inl.hpp"
#include "shapes/check_numbers.hpp"

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class T>
using FourTag = hn::FixedTag<T, 4>;

HWY_INLINE hn::VFromD<FourTag<float>> halves_swapped(hn::VFromD<FourTag<float>> x) {
  return hn::Shuffle1032(x);
}
HWY_INLINE Quad halves_swapped(Quad x) {
  return hn::ConcatLowerUpper(QuadTag(), x, x);
}

// The range of the numbers of a shape: check_numbers.hpp, within T.
template <class T>
inline constexpr T kLowest = static_cast<T>(kSmallestNumber);
template <class T>
inline constexpr T kHighest = static_cast<T>(std::min(kLargestNumber,
                                                      double(std::numeric_limits<T>::max())));

// Returns whether the radius is in range and the center 0, as a mask.
template <class T>
HWY_INLINE auto plain_shape(const Sphere<3, T>& s) {
  static_assert(sizeof(Sphere<3, T>) == 4 * sizeof(T));
  alignas(32) static constexpr T kLow[4] = {kLowest<T>, 0, 0, 0};
  alignas(32) static constexpr T kHigh[4] = {kHighest<T>, 0, 0, 0};
  const FourTag<T> d;
  const auto x = hn::LoadU(d, reinterpret_cast<const T*>(&s));
  return hn::And(hn::Ge(x, hn::Load(d, kLow)), hn::Le(x, hn::Load(d, kHigh)));
}

// Translations of floats that are not finite end in a distance that is not exact.
template <class T>
HWY_INLINE bool plain_translations(const RegisterVec<3>& a, const RegisterVec<3>& b) {
  if constexpr (std::is_same_v<T, float>) return true;
  const auto far = greater(magnitude(a), magnitude(b));
  return all_of(within(far, 0, kLargestNumber));
}

// Both spheres are plain and both rotations near length 1: at most half as far off as they may be,
// so that it does not matter how the sum of squares is rounded.
template <class T>
HWY_INLINE bool plain_spheres(const Sphere<3, T>& a, const Rotation<3, T>& rotation_a,
                              const Sphere<3, T>& b, const Rotation<3, T>& rotation_b) {
  const FourTag<T> d;
  const auto p = hn::LoadU(d, reinterpret_cast<const T*>(&rotation_a));
  const auto q = hn::LoadU(d, reinterpret_cast<const T*>(&rotation_b));
  const auto p2 = hn::Mul(p, p);
  const auto q2 = hn::Mul(q, q);
  const auto sums = hn::Add(hn::InterleaveLower(d, p2, q2), hn::InterleaveUpper(d, p2, q2));
  const auto off = hn::Sub(hn::Add(sums, halves_swapped(sums)), hn::Set(d, T(1)));
  const auto unit = hn::Le(hn::Abs(off), hn::Set(d, T(0x1p-11)));
  return hn::AllTrue(d, hn::And(hn::And(plain_shape(a), plain_shape(b)), unit));
}

// What direct_pair_kernel() does with two spheres, in fewer steps. False: the order of the spheres
// matters, they nearly coincide, or they are not plain.
template <class T>
HWY_INLINE bool plain_sphere_pair(const Sphere<3, T>& a, const Transform<3, T>& pose_a,
                                  const Sphere<3, T>& b, const Transform<3, T>& pose_b,
                                  Separation<3, T>& r) {
  using V = RegisterVec<3>;
  if (!plain_spheres(a, pose_a.rotation, b, pose_b.rotation)) return false;
  const V translation_a = V::within(pose_a.translation);
  const V translation_b = V::within(pose_b.translation);
  if (!plain_translations<T>(translation_a, translation_b)) return false;
  const V none = V::all(0);
  ClosedForm<V> form;
  form.point_a = form.point_b = none;
  const V apart = translation_b - translation_a;
  form.size = largest(apart);
  measure(apart + none, form);
  if (!form.exact) return false;
  std::uint8_t zero[8] = {};
  hn::StoreMaskBits(QuadTag(), hn::Eq(form.normal.v, none.v), zero);
  if ((zero[0] & 7) != 0) return false;
  const double radius_a = double(a.radius);
  const double radius_b = double(b.radius);
  const V on_a = translation_a + (none + form.normal * radius_a);
  const V on_b = translation_b + (none - form.normal * radius_b);
  r.status = Status::ok;
  store_separation(form, radius_a + radius_b, on_a, on_b, false, r);
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
