// SPDX-License-Identifier: MIT
// One ray against the triangles of a leaf, with bounds of rounding errors.
#if defined(MASU_TRIANGLE_SIEVE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TRIANGLE_SIEVE_INL_HPP
#undef MASU_TRIANGLE_SIEVE_INL_HPP
#else
#define MASU_TRIANGLE_SIEVE_INL_HPP
#endif

#include <limits>

#include "broad_phase/bvh_lanes-inl.hpp"
#include "core/vec3_lanes-inl.hpp"
#include "mesh/triangle_ray.hpp"
#include "narrow_phase/ray_rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class V>
HWY_INLINE V sum_of_sizes(const Vec3Lanes<V>& a) {
  return hn::Add(hn::Add(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}

// The signs of T. Moeller and B. Trumbore, "Fast, minimum storage ray/triangle intersection", 1997,
// without a division. A number passes where it could be 0 instead, by
// - `share` of the product of the sizes of its factors: results of corners, edges, origin and
//   direction have nine roundings, sums of three numbers two more; triangles that lie this far off
//   the ray may be hit in double;
// - `blunt` of the distance to the triangle, as if edges were that much longer: cast_triangle()
//   shears corners one by one, in double, which for small triangles far away is less accurate than
//   edges;
// - numbers too small for T to have all their digits, such as those of a slower direction than
//   `tiny`, and NaN, for which all comparisons are false. A product that overflows T makes its
//   bound infinite.
template <class T>
HWY_INLINE std::uint32_t sieve_triangles(const TriangleCorners<T>& leaf, const Ray<3, T>& ray,
                                         T limit, std::uint32_t lanes) {
  const BvhTag<T> d;
  constexpr bool kSingle = sizeof(T) == 4;
  const auto share = hn::Set(d, kSingle ? T(0x1p-20) : T(kRayRounding));
  const auto blunt = hn::Set(d, kSingle ? T(0x1p-26) : T(4));
  const auto tiny = hn::Set(d, std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon());
  const auto least = hn::Set(d, 4 * std::numeric_limits<T>::min());
  const auto top = hn::Set(d, limit);
  const Vec3Lanes<decltype(top)> origin = {hn::Set(d, ray.origin[0]), hn::Set(d, ray.origin[1]),
                                           hn::Set(d, ray.origin[2])};
  const Vec3Lanes<decltype(top)> along = {
      hn::Set(d, ray.direction[0]), hn::Set(d, ray.direction[1]), hn::Set(d, ray.direction[2])};
  const auto from_zero = sum_of_sizes(origin);
  const auto speed = sum_of_sizes(along);
  const auto corner = [&](int k, std::size_t i) {
    return Vec3Lanes<decltype(top)>{hn::Load(d, leaf.position[k][0] + i),
                                    hn::Load(d, leaf.position[k][1] + i),
                                    hn::Load(d, leaf.position[k][2] + i)};
  };
  const auto bound = [&](auto factor, auto product) {
    return hn::Add(hn::Mul(share, hn::Mul(factor, hn::Add(product, tiny))), least);
  };
  for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
    const auto a = corner(0, i);
    const auto edge1 = minus(corner(1, i), a);
    const auto edge2 = minus(corner(2, i), a);
    const auto s = minus(origin, a);
    const auto p = cross(along, edge2);
    const auto q = cross(s, edge1);
    const auto det = dot(edge1, p);
    const auto sign = hn::And(det, hn::SignBit(d));
    const auto size = hn::Abs(det);
    const auto u = hn::Xor(dot(s, p), sign);
    const auto v = hn::Xor(dot(along, q), sign);
    const auto t = hn::Xor(dot(edge2, q), sign);

    const auto offset_size = hn::Add(sum_of_sizes(s), from_zero);
    const auto long1 = hn::Add(hn::Mul(blunt, offset_size), sum_of_sizes(edge1));
    const auto long2 = hn::Add(hn::Mul(blunt, offset_size), sum_of_sizes(edge2));
    const auto near_u = bound(offset_size, hn::Mul(speed, long2));
    const auto near_v = bound(speed, hn::Mul(offset_size, long1));
    const auto near_det = bound(long1, hn::Mul(speed, long2));
    const auto near_t = bound(long2, hn::Mul(offset_size, long1));
    const auto near_w = hn::Add(hn::Add(near_u, near_v), near_det);

    auto missed = hn::Or(hn::Lt(u, hn::Neg(near_u)), hn::Lt(v, hn::Neg(near_v)));
    missed = hn::Or(missed, hn::Gt(hn::Sub(hn::Add(u, v), size), near_w));
    missed = hn::Or(missed, hn::Lt(t, hn::Neg(near_t)));
    missed = hn::Or(
        missed, hn::Gt(hn::Sub(t, hn::Mul(top, size)), hn::Add(hn::Mul(top, near_det), near_t)));
    missed = hn::And(missed, hn::And(hn::Gt(size, near_det), hn::Gt(speed, tiny)));
    lanes &= ~(bits_of(d, missed) << i);
  }
  return lanes;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
