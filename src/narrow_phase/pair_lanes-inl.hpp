// SPDX-License-Identifier: MIT
// The formulas of pairs, in all lanes at once; see simple_pair-inl.hpp for one pair.
#if defined(MASU_PAIR_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_PAIR_LANES_INL_HPP
#undef MASU_PAIR_LANES_INL_HPP
#else
#define MASU_PAIR_LANES_INL_HPP
#endif

#include "narrow_phase/pair_lanes.hpp"

#include "narrow_phase/closed_forms-inl.hpp"
#include "narrow_phase/frame_vec-inl.hpp"
#include "narrow_phase/with_radii.hpp"
#include "shapes/check_numbers.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

inline constexpr int kLanes = static_cast<int>(hn::MaxLanes(LaneTag()));
using LaneMask = decltype(Lanes() < Lanes());

template <class T>
HWY_INLINE Lanes load_lanes(const T* from) {
  if constexpr (std::is_same_v<T, float>) {
    return hn::PromoteTo(LaneTag(), hn::LoadU(hn::Rebind<float, LaneTag>(), from));
  } else {
    return hn::LoadU(LaneTag(), from);
  }
}
template <int D, class T>
HWY_INLINE LaneVec<D, Lanes> load_lanes(const T (&from)[D][kPairLanes], int k) {
  return LaneVec<D, Lanes>::each([&](int a) HWY_ATTR { return load_lanes(from[a] + k); });
}

// low <= |x| <= high, or 0.
HWY_INLINE LaneMask within(Lanes x, double low, double high) {
  const Lanes size = hn::Abs(x);
  const auto inside = hn::And(size >= hn::Set(LaneTag(), low), size <= hn::Set(LaneTag(), high));
  return hn::Or(inside, size == hn::Zero(LaneTag()));
}
template <int D>
HWY_INLINE LaneMask within(const LaneVec<D, Lanes>& x, double low, double high) {
  LaneMask valid = hn::And(within(x[0], low, high), within(x[1], low, high));
  if constexpr (D == 3) valid = hn::And(valid, within(x[2], low, high));
  return valid;
}

template <int D>
struct LaneShapes {
  using V = LaneVec<D, Lanes>;

  V p;
  V q;
  V translation;
  Lanes radius;
  Lanes rotation[4];
  Lanes off;  // the squared length of the rotation, minus 1

  LaneShapes() = default;
  template <class T>
  HWY_INLINE LaneShapes(ShapeKind kind, const SideLanes<D, T>& from, int k)
      : p(load_lanes<D>(from.p[0], k)),
        q(kind == ShapeKind::point ? p : load_lanes<D>(from.p[1], k)),
        translation(load_lanes<D>(from.translation, k)),
        radius(load_lanes(from.radius + k)) {
    for (int i = 0; i < SideLanes<D, T>::kRotation; ++i) {
      rotation[i] = load_lanes(from.rotation[i] + k);
    }
    measure_rotation();
  }
  HWY_INLINE void measure_rotation() {
    off = rotation[0] * rotation[0] + rotation[1] * rotation[1];
    for (int i = 2; i < (D == 2 ? 2 : 4); ++i) off = off + rotation[i] * rotation[i];
    off = off - constant<Lanes>(1);
  }

  // Returns whether check_view() and Transform::check() are ok.
  HWY_INLINE LaneMask sound(ShapeKind kind) const {
    const Lanes zero = hn::Zero(LaneTag());
    auto valid = hn::And(off <= constant<Lanes>(0x1p-10), off >= constant<Lanes>(-0x1p-10));
    valid =
        hn::And(valid, hn::And(within(radius, kSmallestNumber, kLargestNumber), radius >= zero));
    valid = hn::And(valid, within(translation, 0, kLargestNumber));
    valid = hn::And(valid, within(p, kSmallestNumber, kLargestNumber));
    if (kind == ShapeKind::point) return valid;
    valid = hn::And(valid, within(q, kSmallestNumber, kLargestNumber));
    return kind == ShapeKind::box ? hn::And(valid, largest_of(opposite(p)) <= zero) : valid;
  }

  // 2 over the squared length of the rotation.
  HWY_INLINE Lanes scale() const {
    const Lanes two = constant<Lanes>(2);
    Lanes scale = two - off * two;
    for (int i = 0; i < 4; ++i) scale = two - off * scale;
    return scale;
  }
  // See matrix_of(); a sum of 0 becomes +0, as everywhere in formulas.
  HWY_INLINE RotationMatrix<V> matrix() const {
    const auto number = [](double x) HWY_ATTR { return constant<Lanes>(x); };
    const Lanes e = off;
    const Lanes zero = number(0);
    if constexpr (D == 2) {
      Lanes scale = number(0.2734375) - e * number(0.24609375);
      for (const double next : {0.3125, 0.375, 0.5, 1.0}) scale = number(next) - e * scale;
      const Lanes c = rotation[0] * scale + zero;
      const Lanes s = rotation[1] * scale + zero;
      return {{V::from(c, s), V::from(zero - s, c)}};
    } else {
      const Lanes scale = this->scale();
      const Lanes x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
      const Lanes sx = scale * x, sy = scale * y, sz = scale * z;
      const Lanes one = number(1);
      return {
          {V::from(one - (sy * y + sz * z), (sx * y + sz * w) + zero, (sx * z - sy * w) + zero),
           V::from((sx * y - sz * w) + zero, one - (sx * x + sz * z), (sy * z + sx * w) + zero),
           V::from((sx * z + sy * w) + zero, (sy * z - sx * w) + zero, one - (sx * x + sy * y))}};
    }
  }
  // Most are around their origin: then there is nothing to rotate.
  HWY_INLINE bool centered(const V& center) const {
    return hn::AllTrue(LaneTag(), largest(center) == hn::Zero(LaneTag()));
  }
  HWY_INLINE V there(const V& v) const {
    if constexpr (D == 2) {
      return matrix() * v;
    } else {
      return rotated_by(v, V::from(rotation[0], rotation[1], rotation[2]), rotation[3], scale());
    }
  }
  HWY_INLINE V back(const V& v) const {
    if constexpr (D == 2) {
      return matrix().transposed() * v;
    } else {
      return rotated_by(v, V::from(rotation[0], rotation[1], rotation[2]), opposite(rotation[3]),
                        scale());
    }
  }
  HWY_INLINE V point() const {
    const V zero = V::all(constant<Lanes>(0));
    return centered(p) ? zero : there(p) + zero;
  }
  HWY_INLINE LineSegment<V> segment() const {
    const Lanes half = constant<Lanes>(0.5);
    const V zero = V::all(constant<Lanes>(0));
    const V center = (p + q) * half;
    return {centered(center) ? zero : there(center) + zero, there((q - p) * half)};
  }
};

// Overlapping pairs have no normal, and point_b is in both.
template <class V>
HWY_INLINE void forget_depths(ClosedForm<V>& form) {
  const Lanes zero = hn::Zero(LaneTag());
  const auto inside = form.distance < zero;
  form.distance = when(inside, zero, form.distance);
  form.lower = when(inside, zero, form.lower);
  form.normal = when(inside, V::all(zero), form.normal);
  form.point_a = when(inside, form.point_b, form.point_a);
}

template <int D, class V = LaneVec<D, Lanes>>
HWY_INLINE ClosedForm<V> lanes_of_box_and_point(const LaneShapes<D>& a, const LaneShapes<D>& b,
                                                bool with_depth) {
  const V center = b.point();
  const V displacement = (b.translation - a.translation) + center;
  const V seen = a.back(displacement) - a.q;
  const V sizes = greater(magnitude(seen), magnitude(center));
  const Lanes size = largest_of(a.p + magnitude(a.q)) + largest_of(sizes);
  ClosedForm<V> form = between_box_and_point(a.p, seen, size);
  if (!with_depth) forget_depths(form);
  form.normal = a.there(form.normal);
  form.point_a = displacement - form.normal * form.distance;
  form.point_b = center;
  return form;
}

template <int D, class V = LaneVec<D, Lanes>>
HWY_INLINE ClosedForm<V> lanes_in_box(const LaneShapes<D>& a, const LaneShapes<D>& b,
                                      bool with_depth) {
  const RotationMatrix<V> rotation = a.matrix();
  const RotationMatrix<V> back = rotation.transposed();
  const V apart = b.translation - a.translation;
  const Lanes size = largest_of(a.p + magnitude(a.q));
  const Lanes zero = hn::Zero(LaneTag());
  const LineSegment<V> s = b.segment();
  const LineSegment<V> seen = {back * (apart + s.center) - a.q, back * s.half};
  const V sizes = greater(sizes_of(seen), magnitude(s.center));
  const Lanes whole = size + largest_of(sizes);
  ClosedForm<V> form = between_box_and_segment(a.p, seen, whole);
  if (!with_depth) {
    const Lanes sure = (a.radius + b.radius) - whole * constant<Lanes>(kDoubtPart);
    const auto inside = hn::And(form.distance <= zero, form.distance <= sure);
    form.exact = hn::Or(form.exact, inside);
    forget_depths(form);
  }
  form.normal = rotation * form.normal;
  form.point_a = rotation * (form.point_a + a.q);
  form.point_b = rotation * (form.point_b + a.q) - apart;
  return form;
}

template <int D, class V = LaneVec<D, Lanes>>
HWY_INLINE void lanes_of_kinds(ShapeKind kind_a, ShapeKind kind_b, const LaneShapes<D>& a,
                               const LaneShapes<D>& b, bool with_depth, ClosedForm<V>& form) {
  const bool point = kind_b == ShapeKind::point;
  const V apart = b.translation - a.translation;
  if (kind_a == ShapeKind::box) {
    form = point ? lanes_of_box_and_point(a, b, with_depth) : lanes_in_box(a, b, with_depth);
  } else if (kind_a == ShapeKind::point) {
    form = between_points(a.point(), b.point(), apart);
    const Lanes least = least_of(magnitude(form.normal));
    form.exact = hn::And(form.exact, hn::Zero(LaneTag()) < least);  // otherwise the order matters
  } else if (point) {
    form = between_segment_and_point(a.segment(), b.point(), apart);
  } else {
    form = between_segments(a.segment(), b.segment(), apart);
  }
  form.exact = hn::And(form.exact, hn::And(a.sound(kind_a), b.sound(kind_b)));
}

// The results, in lanes.
template <int D, class T>
struct LaneAnswers {
  T distance[kLanes];
  T lower[kLanes];
  T upper[kLanes];
  T normal[D][kLanes];
  T point_a[D][kLanes];
  T point_b[D][kLanes];

  HWY_INLINE void write(int k, bool flip, Separation<D, T>& r) const {
    r.status = Status::ok;
    r.distance = distance[k];
    r.lower = lower[k];
    r.upper = upper[k];
    const auto& first = flip ? point_b : point_a;
    const auto& second = flip ? point_a : point_b;
    const T sign = flip ? T(-1) : T(1);
    for (int i = 0; i < D; ++i) {
      r.normal[i] = normal[i][k] * sign;
      r.point_a[i] = first[i][k];
      r.point_b[i] = second[i][k];
    }
  }
};

enum class Rounding : std::uint8_t { near, down, up };

// Numbers of four results as they are stored. See round_down(): one step of the bits away from, or
// to, 0. A number rounded to 0 keeps its sign, so that a step away from 0 is the next number.
template <class T>
using StoredLanes = hn::VFromD<hn::Rebind<T, LaneTag>>;
template <Rounding kMode, class T>
HWY_INLINE StoredLanes<T> rounded_lanes(Lanes from) {
  if constexpr (std::is_same_v<T, double>) {
    return from;
  } else {
    const hn::Rebind<float, LaneTag> narrow;
    const hn::Rebind<std::int32_t, LaneTag> whole;
    const auto near = hn::DemoteTo(narrow, from);
    if constexpr (kMode == Rounding::near) return near;
    const Lanes back = hn::PromoteTo(LaneTag(), near);
    const auto crossed = kMode == Rounding::down ? from < back : back < from;
    const auto step = hn::DemoteTo(whole, hn::IfThenElseZero(crossed, constant<Lanes>(1)));
    const auto bits = hn::BitCast(whole, near);
    const auto sign = hn::ShiftRight<31>(bits);
    const auto outward = hn::Sub(hn::Xor(step, sign), sign);
    return hn::BitCast(narrow,
                       kMode == Rounding::down ? hn::Sub(bits, outward) : hn::Add(bits, outward));
  }
}
template <Rounding kMode, class T>
HWY_INLINE void store_lanes(Lanes from, T* to) {
  hn::StoreU(rounded_lanes<kMode, T>(from), hn::Rebind<T, LaneTag>(), to);
}
template <class T, int D>
HWY_INLINE void store_lanes(const LaneVec<D, Lanes>& from, T (&to)[D][kLanes]) {
  for (int i = 0; i < D; ++i) store_lanes<Rounding::near>(from[i], to[i]);
}

// Returns the bits of the pairs computed.
template <int D, class T>
HWY_INLINE unsigned solve_lanes(const PairLanes<D, T>& block, int k, bool with_depth,
                                LaneAnswers<D, T>& out) {
  const LaneTag d;
  const LaneShapes<D> a(block.kind_a, block.a, k);
  const LaneShapes<D> b(block.kind_b, block.b, k);
  ClosedForm<LaneVec<D, Lanes>> form;
  lanes_of_kinds(block.kind_a, block.kind_b, a, b, with_depth, form);
  const Lanes radii = a.radius + b.radius;
  const Lanes slack = constant<Lanes>(kBoundSlack) * (form.size + radii);
  store_lanes<Rounding::near>(form.distance - radii, out.distance);
  store_lanes<Rounding::down>((form.lower - radii) - slack, out.lower);
  store_lanes<Rounding::up>((form.distance - radii) + slack, out.upper);
  store_lanes(form.normal, out.normal);
  store_lanes(a.translation + (form.point_a + form.normal * a.radius), out.point_a);
  store_lanes(b.translation + (form.point_b - form.normal * b.radius), out.point_b);
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, form.exact, bits);
  return bits[0];
}

template <int D, class T>
std::uint64_t solve_block_kernel(const PairLanes<D, T>& block, bool with_depth,
                                 Separation<D, T>* out) {
  std::uint64_t left = 0;
  LaneAnswers<D, T> answers;
  for (int k = 0; k < block.count; k += kLanes) {
    const unsigned solved = solve_lanes(block, k, with_depth, answers);
    for (int lane = 0; lane < kLanes && k + lane < block.count; ++lane) {
      const int i = k + lane;
      if ((solved >> lane & 1) != 0) {
        answers.write(lane, (block.flipped >> i & 1) != 0, out[i]);
      } else {
        left |= std::uint64_t(1) << i;
      }
    }
  }
  return left;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
