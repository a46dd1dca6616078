// SPDX-License-Identifier: MIT
// 3D vectors, one in each lane.
#if defined(MASU_VEC3_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_VEC3_LANES_INL_HPP
#undef MASU_VEC3_LANES_INL_HPP
#else
#define MASU_VEC3_LANES_INL_HPP
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Vec3Lanes {
  V x, y, z;
};
template <class V>
HWY_INLINE Vec3Lanes<V> minus(const Vec3Lanes<V>& a, const Vec3Lanes<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class V>
HWY_INLINE Vec3Lanes<V> cross(const Vec3Lanes<V>& a, const Vec3Lanes<V>& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
          hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
template <class V>
HWY_INLINE V dot(const Vec3Lanes<V>& a, const Vec3Lanes<V>& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
template <class V>
HWY_INLINE V largest(const Vec3Lanes<V>& a) {
  return hn::Max(hn::Max(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}
template <class V>
HWY_INLINE Vec3Lanes<V> lower(const Vec3Lanes<V>& a, const Vec3Lanes<V>& b) {
  return {hn::Min(a.x, b.x), hn::Min(a.y, b.y), hn::Min(a.z, b.z)};
}
template <class V>
HWY_INLINE Vec3Lanes<V> upper(const Vec3Lanes<V>& a, const Vec3Lanes<V>& b) {
  return {hn::Max(a.x, b.x), hn::Max(a.y, b.y), hn::Max(a.z, b.z)};
}
template <class M, class V>
HWY_INLINE Vec3Lanes<V> choose(M m, const Vec3Lanes<V>& yes, const Vec3Lanes<V>& no) {
  return {hn::IfThenElse(m, yes.x, no.x), hn::IfThenElse(m, yes.y, no.y),
          hn::IfThenElse(m, yes.z, no.z)};
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
