// SPDX-License-Identifier: MIT
// Arrays of spheres, capsules and boxes: the data of a batch of pairs is loaded in whole registers
// and transposed into lanes, and the results are transposed back.
#if defined(MASU_DIRECT_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_DIRECT_LANES_INL_HPP
#undef MASU_DIRECT_LANES_INL_HPP
#else
#define MASU_DIRECT_LANES_INL_HPP
#endif

#include "narrow_phase/direct_batch.hpp"

#include "narrow_phase/pair_lanes-inl.hpp"
#include "narrow_phase/with_radii.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Transposes: before, row[i] holds four numbers of pair i; after, number i of all pairs.
template <class V>
HWY_INLINE void transpose_four(V (&row)[4]) {
  const hn::DFromV<V> d;
  const V even_01 = hn::InterleaveLower(d, row[0], row[1]);
  const V even_23 = hn::InterleaveLower(d, row[2], row[3]);
  const V odd_01 = hn::InterleaveUpper(d, row[0], row[1]);
  const V odd_23 = hn::InterleaveUpper(d, row[2], row[3]);
  row[0] = hn::ConcatLowerLower(d, even_23, even_01);
  const V second = hn::ConcatUpperUpper(d, even_23, even_01);
  const V third = hn::ConcatLowerLower(d, odd_23, odd_01);
  row[3] = hn::ConcatUpperUpper(d, odd_23, odd_01);
  // For floats the lower half is interleaved, for doubles the lower half of each block.
  const bool blocks = sizeof(hn::TFromD<hn::DFromV<V>>) == 8;
  row[1] = blocks ? third : second;
  row[2] = blocks ? second : third;
}

// Loads four numbers from each pointer.
template <class T>
HWY_INLINE void load_numbers(const T* const (&from)[kLanes], Lanes (&to)[4]) {
  if constexpr (kLanes == 4) {
    const hn::Rebind<T, LaneTag> d;
    StoredLanes<T> row[4];
    for (int i = 0; i < 4; ++i) row[i] = hn::LoadU(d, from[i]);
    transpose_four(row);
    for (int i = 0; i < 4; ++i) {
      if constexpr (std::is_same_v<T, float>) {
        to[i] = hn::PromoteTo(LaneTag(), row[i]);
      } else {
        to[i] = row[i];
      }
    }
  } else {
    for (int i = 0; i < 4; ++i) {
      double number[kLanes];
      for (int k = 0; k < kLanes; ++k) number[k] = double(from[k][i]);
      to[i] = hn::LoadU(LaneTag(), number);
    }
  }
}
// The inverse.
template <class T>
HWY_INLINE void store_numbers(const StoredLanes<T> (&from)[4], T* const (&to)[kLanes]) {
  const hn::Rebind<T, LaneTag> d;
  if constexpr (kLanes == 4) {
    StoredLanes<T> row[4] = {from[0], from[1], from[2], from[3]};
    transpose_four(row);
    for (int k = 0; k < 4; ++k) hn::StoreU(row[k], d, to[k]);
  } else {
    for (int i = 0; i < 4; ++i) {
      T number[kLanes];
      hn::StoreU(from[i], d, number);
      for (int k = 0; k < kLanes; ++k) to[k][i] = number[k];
    }
  }
}

using LaneSide = LaneShapes<3>;
template <class S>
using ShapePointers = const S* const (&)[kLanes];

template <class T>
HWY_INLINE void load_shapes(ShapePointers<Sphere<3, T>> from, LaneSide& to) {
  const T* numbers[kLanes];
  for (int k = 0; k < kLanes; ++k) numbers[k] = &from[k]->radius;
  Lanes n[4];
  load_numbers<T>(numbers, n);
  to.radius = n[0];
  to.p = to.q = LaneSide::V::from(n[1], n[2], n[3]);
}
template <class T>
HWY_INLINE void load_shapes(ShapePointers<Capsule<3, T>> from, LaneSide& to) {
  const T* first[kLanes];
  const T* second[kLanes];
  for (int k = 0; k < kLanes; ++k) first[k] = from[k]->a.v, second[k] = from[k]->b.v;
  Lanes n[4];
  load_numbers<T>(first, n);
  to.p = LaneSide::V::from(n[0], n[1], n[2]);
  load_numbers<T>(second, n);
  to.q = LaneSide::V::from(n[0], n[1], n[2]);
  to.radius = n[3];
}
template <class T>
HWY_INLINE void load_shapes(ShapePointers<Box<3, T>> from, LaneSide& to) {
  const T* first[kLanes];
  const T* second[kLanes];
  for (int k = 0; k < kLanes; ++k) {
    first[k] = from[k]->half_extents.v;
    second[k] = from[k]->half_extents.v + 2;
  }
  Lanes n[4];
  load_numbers<T>(first, n);
  to.p = LaneSide::V::from(n[0], n[1], n[2]);
  load_numbers<T>(second, n);
  to.q = LaneSide::V::from(n[1], n[2], n[3]);
  to.radius = hn::Zero(LaneTag());
}
template <class T>
HWY_INLINE void load_poses(ShapePointers<Transform<3, T>> from, LaneSide& to) {
  const T* first[kLanes];
  const T* second[kLanes];
  for (int k = 0; k < kLanes; ++k) {
    first[k] = from[k]->translation.v;
    second[k] = &from[k]->rotation.x;
  }
  Lanes n[4];
  load_numbers<T>(first, n);
  to.translation = LaneSide::V::from(n[0], n[1], n[2]);
  load_numbers<T>(second, to.rotation);
  to.measure_rotation();
}

template <class S>
inline constexpr ShapeKind kKindOf = ShapeKind::box;
template <class T>
inline constexpr ShapeKind kKindOf<Sphere<3, T>> = ShapeKind::point;
template <class T>
inline constexpr ShapeKind kKindOf<Capsule<3, T>> = ShapeKind::segment;

// A block of pairs, side a having the higher-ranked kind, or first in order.
template <class A, class B, class T>
struct DirectLanes {
  const A* a[kLanes];
  const Transform<3, T>* pose_a[kLanes];
  const B* b[kLanes];
  const Transform<3, T>* pose_b[kLanes];
  double sign[kLanes];  // -1: flipped
  unsigned left = 0;    // bits of those whose order depends on the shapes

  HWY_INLINE void set(int k, const DirectBatch<A, B, T>& batch, const Pair& p) {
    const std::uint32_t first = batch.flip ? p.b : p.a;
    const std::uint32_t second = batch.flip ? p.a : p.b;
    a[k] = batch.a + first, pose_a[k] = batch.pose_a + first;
    b[k] = batch.b + second, pose_b[k] = batch.pose_b + second;
    sign[k] = batch.flip ? -1 : 1;
    if constexpr (std::is_same_v<A, B> && !std::is_same_v<A, Sphere<3, T>>) {
      const auto x = bits_of(pose_a[k]->translation[0]);
      const auto y = bits_of(pose_b[k]->translation[0]);
      const bool back = y < x;
      const A* const other = a[k];
      const auto* const other_pose = pose_a[k];
      a[k] = back ? b[k] : a[k];
      b[k] = back ? other : b[k];
      pose_a[k] = back ? pose_b[k] : pose_a[k];
      pose_b[k] = back ? other_pose : pose_b[k];
      sign[k] = back ? -1 : 1;
      left |= unsigned(x == y) << k;
    }
  }
};

template <class T>
HWY_INLINE void store_answers(const ClosedForm<LaneSide::V>& form, const LaneSide& a,
                              const LaneSide& b, const double (&signs)[kLanes],
                              Separation<3, T>* const (&out)[kLanes]) {
  const Lanes radii = a.radius + b.radius;
  const Lanes slack = constant<Lanes>(kBoundSlack) * (form.size + radii);
  const auto on_a = a.translation + (form.point_a + form.normal * a.radius);
  const auto on_b = b.translation + (form.point_b - form.normal * b.radius);
  const Lanes sign = hn::LoadU(LaneTag(), signs);
  const auto flip = sign < hn::Zero(LaneTag());
  const auto first = when(flip, on_b, on_a);
  const auto second = when(flip, on_a, on_b);
  const auto near = [](Lanes x) HWY_ATTR { return rounded_lanes<Rounding::near, T>(x); };
  const StoredLanes<T> numbers[3][4] = {
      {near(form.distance - radii), rounded_lanes<Rounding::down, T>((form.lower - radii) - slack),
       rounded_lanes<Rounding::up, T>((form.distance - radii) + slack),
       near(form.normal[0] * sign)},
      {near(form.normal[1] * sign), near(form.normal[2] * sign), near(first[0]), near(first[1])},
      {near(first[2]), near(second[0]), near(second[1]), near(second[2])}};
  for (int part = 0; part < 3; ++part) {
    T* to[kLanes];
    for (int k = 0; k < kLanes; ++k) to[k] = &out[k]->distance + 4 * part;
    store_numbers<T>(numbers[part], to);
  }
  for (int k = 0; k < kLanes; ++k) out[k]->status = Status::ok;
}

// Returns the bits of those left to single calls. At most kMostDirectPairs pairs.
template <class A, class B, class T>
std::uint64_t direct_block_kernel(const DirectBatch<A, B, T>& batch, const Pair* pairs, int count,
                                  Separation<3, T>* out) {
  std::uint64_t left = 0;
  for (int i = 0; i < count; i += kLanes) {
    DirectLanes<A, B, T> lanes;
    Separation<3, T>* to[kLanes];
    // Repeats the last ones if fewer are left: they have the same results.
    for (int k = 0; k < kLanes; ++k) {
      const int index = i + k < count ? i + k : count - 1;
      lanes.set(k, batch, pairs[index]);
      to[k] = out + index;
    }
    LaneSide a, b;
    load_shapes<T>(lanes.a, a);
    load_shapes<T>(lanes.b, b);
    load_poses<T>(lanes.pose_a, a);
    load_poses<T>(lanes.pose_b, b);
    ClosedForm<LaneSide::V> form;
    lanes_of_kinds(kKindOf<A>, kKindOf<B>, a, b, batch.with_depth, form);
    // Views do this where the radius is 0.
    const Lanes zero = hn::Zero(LaneTag());
    if (kKindOf<A> != ShapeKind::box) form.exact = hn::And(form.exact, zero < a.radius);
    if (kKindOf<B> != ShapeKind::box) form.exact = hn::And(form.exact, zero < b.radius);
    store_answers(form, a, b, lanes.sign, to);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(LaneTag(), form.exact, bits);
    const unsigned bad = (~unsigned(bits[0]) | lanes.left) & ((1u << kLanes) - 1);
    for (int k = 0; bad != 0 && k < kLanes && i + k < count; ++k) {
      if ((bad >> k & 1) != 0) left |= std::uint64_t(1) << (i + k);
    }
    if (batch.with_depth) continue;
    for (int k = 0; k < kLanes && i + k < count; ++k) {
      if (to[k]->distance > 0) continue;
      const bool flip = lanes.sign[k] < 0;
      const T radius_a = lanes.a[k]->view().radius;
      const T radius_b = lanes.b[k]->view().radius;
      discard_depth(flip ? radius_b : radius_a, flip ? radius_a : radius_b, *to[k]);
    }
  }
  return left;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
