// SPDX-License-Identifier: MIT
// Pairs of shapes: from the shapes to the formula of their kinds, and to the result.
#if defined(MASU_SIMPLE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SIMPLE_PAIR_INL_HPP
#undef MASU_SIMPLE_PAIR_INL_HPP
#else
#define MASU_SIMPLE_PAIR_INL_HPP
#endif

#include "narrow_phase/box_pair-inl.hpp"
#include "narrow_phase/capsule_pair-inl.hpp"
#include "narrow_phase/closed_forms-inl.hpp"
#include "narrow_phase/frame_vec-inl.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/simple_answer-inl.hpp"
#include "narrow_phase/simple_pair.hpp"
#include "shapes/check_numbers.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// A shape and its pose, loaded once. Number by number from the view: the caller has just written it
// so, and wider loads would wait for that.
template <int D, class T>
struct SimpleShape {
  using V = RegisterVec<D>;

  HWY_INLINE SimpleShape(const ShapeView<D, T>& s, const Transform<D, T>& pose)
      : kind(s.kind),
        radius(double(s.radius)),
        p(V::of(s.p[0])),
        q(V::of(s.p[1])),
        translation(V::within(pose.translation)),
        spin(pose.rotation) {}
  // Shapes in the caller's memory are read whole.
  HWY_INLINE SimpleShape(const Sphere<3, T>& s, const Transform<3, T>& pose)
      : kind(ShapeKind::point),
        radius(double(s.radius)),
        p(V::behind(s.center)),
        q(p),
        translation(V::within(pose.translation)),
        spin(pose.rotation),
        rounded(true) {}
  HWY_INLINE SimpleShape(const Capsule<3, T>& s, const Transform<3, T>& pose)
      : kind(ShapeKind::segment),
        radius(double(s.radius)),
        p(V::within(s.a)),
        q(V::within(s.b)),
        translation(V::within(pose.translation)),
        spin(pose.rotation),
        rounded(true) {}
  HWY_INLINE SimpleShape(const Box<3, T>& s, const Transform<3, T>& pose)
      : kind(ShapeKind::box),
        radius(0),
        p(V::within(s.half_extents)),
        q(V::behind(s.center)),
        translation(V::within(pose.translation)),
        spin(pose.rotation) {}

  // Returns whether check_view() and Transform::check() are ok, for both shapes.
  HWY_INLINE bool sound_with(const SimpleShape& o) const {
    return all_of(both(numbers(), o.numbers())) && sizes_sound() && o.sizes_sound();
  }
  HWY_INLINE auto numbers() const {
    auto valid =
        both(within(p, kSmallestNumber, kLargestNumber), within(translation, 0, kLargestNumber));
    if (kind != ShapeKind::point) valid = both(valid, within(q, kSmallestNumber, kLargestNumber));
    return valid;
  }
  HWY_INLINE bool sizes_sound() const {
    const bool no_radius = radius == 0 && !rounded;
    return std::fabs(spin.off()) <= 0x1p-10 &&
           (no_radius || (radius >= kSmallestNumber && radius <= kLargestNumber)) &&
           (kind != ShapeKind::box || all_within_positive());
  }
  HWY_INLINE bool all_within_positive() const { return largest_of(opposite(p)) <= 0; }

  // In world axes, relative to the shape's own origin. Most shapes are around that: then there is
  // nothing to rotate, except that -0 becomes 0.
  HWY_INLINE V point() const {
    if (largest(p) == 0) return V::all(0);
    return spin.there(p) + V::all(0);
  }
  HWY_INLINE LineSegment<V> segment() const {
    const V center = (p + q) * 0.5;
    const V half = spin.there((q - p) * 0.5);
    if (largest(center) == 0) return {V::all(0), half};
    return {spin.there(center) + V::all(0), half};
  }

  ShapeKind kind;
  double radius;
  V p;
  V q;
  V translation;
  Spin<V, T> spin;
  bool rounded = false;  // has a positive radius, or is not valid
};

// Points of a from a's origin, of b from b's.
template <int D, class T, class Form = ClosedForm<RegisterVec<D>>>
HWY_INLINE bool answer(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, const Form& form,
                       bool flip, Separation<D, T>& r) {
  if (!form.exact) return false;
  r.status = Status::ok;
  const auto on_a = a.translation + (form.point_a + form.normal * a.radius);
  const auto on_b = b.translation + (form.point_b - form.normal * b.radius);
  store_separation(form, a.radius + b.radius, on_a, on_b, flip, r);
  return true;
}

// A shape relative to the center of a box, along its axes.
template <class V>
struct SeenFromBox {
  ShapeKind kind;
  LineSegment<V> segment;  // for a point: its center
  BoxPair<V> boxes;
};

template <class V>
HWY_INLINE ClosedForm<V> between_box_and(const V& half, const SeenFromBox<V>& b, double size,
                                         Ask ask, double reach) {
  if (b.kind == ShapeKind::point) return between_box_and_point(half, b.segment.center, size);
  if (b.kind == ShapeKind::box) return between_boxes(b.boxes, ask, reach);
  auto form = between_box_and_segment(half, b.segment, size);
  // point_b lies in both shapes. Where cores without radii overlap by no more than rounding, the
  // computation of the depth decides.
  const bool inside = form.distance <= 0 && form.distance <= reach - size * kDoubtPart;
  if (ask != Ask::depth && inside) form.exact = true;
  return form.exact ? form : through_box(half, b.segment, size, ask, reach);
}

// For b that only needs to be found in a, not measured: its point_b is in both.
template <class V>
HWY_INLINE void forget_depth(Depth depth, ClosedForm<V>& form) {
  if (depth == Depth::least || !(form.distance < 0)) return;
  form.distance = form.lower = 0;
  form.normal = V::all(0);
  form.point_a = form.point_b;
}

// The sizes below include b's own coordinates: where it is far from its origin, its position
// cancels most of them, but not their rounding.

// The frame of box a, and b's origin relative to a's along the world axes.
template <class V>
struct BoxFrame {
  RotationMatrix<V> rotation;
  RotationMatrix<V> back;
  V apart;
};

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE BoxPair<V> boxes_in_frame(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                                     const BoxFrame<V>& frame) {
  const RotationMatrix<V> rotation = frame.back * b.spin.matrix();
  const V center = (frame.back * frame.apart + rotation * b.q) - a.q;
  const V sizes = greater(magnitude(center), magnitude(b.q));
  const double size = largest_of(a.p + magnitude(a.q)) + largest_of(sizes) + sum_of(b.p);
  return {a.p, b.p, center, rotation, rotation.transposed(), size};
}

// A box or segment in that frame, relative to the center of a.
template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> form_in_box(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                                     const BoxFrame<V>& frame, Ask ask) {
  if (b.kind == ShapeKind::box) {
    return between_boxes(boxes_in_frame(a, b, frame), ask, a.radius + b.radius);
  }
  SeenFromBox<V> seen;
  seen.kind = b.kind;
  const LineSegment<V> s = b.segment();
  seen.segment = {frame.back * (frame.apart + s.center) - a.q, frame.back * s.half};
  const V sizes = greater(sizes_of(seen.segment), magnitude(s.center));
  const double size = largest_of(a.p + magnitude(a.q)) + largest_of(sizes);
  return between_box_and(a.p, seen, size, ask, a.radius + b.radius);
}

// Only the normal must be rotated back. `seen_normal`: as it was before.
template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> box_and_point(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                                       Depth depth, V* seen_normal = nullptr) {
  const V center = b.point();
  const V displacement = (b.translation - a.translation) + center;
  const V seen = a.spin.back(displacement) - a.q;
  const V sizes = greater(magnitude(seen), magnitude(center));
  const double size = largest_of(a.p + magnitude(a.q)) + largest_of(sizes);
  auto form = between_box_and_point(a.p, seen, size);
  forget_depth(depth, form);
  if (seen_normal != nullptr) *seen_normal = form.normal;
  form.normal = a.spin.there(form.normal);
  form.point_a = displacement - form.normal * form.distance;
  form.point_b = center;
  return form;
}

// Converts to the world: the points are relative to the origins of a and b.
template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> from_box(const SimpleShape<D, T>& a, const BoxFrame<V>& frame,
                                  ClosedForm<V> form) {
  form.normal = frame.rotation * form.normal;
  form.point_a = frame.rotation * (form.point_a + a.q);
  form.point_b = frame.rotation * (form.point_b + a.q) - frame.apart;
  return form;
}

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE bool box_pair(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, Depth depth,
                         bool flip, Separation<D, T>& r) {
  if (b.kind == ShapeKind::point) return answer(a, b, box_and_point(a, b, depth), flip, r);
  const RotationMatrix<V> rotation = a.spin.matrix();
  const BoxFrame<V> frame = {rotation, rotation.transposed(), b.translation - a.translation};
  auto form = form_in_box(a, b, frame, depth == Depth::least ? Ask::depth : Ask::distance);
  if (!form.exact) return false;
  forget_depth(depth, form);
  return answer(a, b, from_box(a, frame, form), flip, r);
}

template <class V>
HWY_INLINE ClosedForm<V> between_segment_and(const LineSegment<V>& a, const LineSegment<V>& b,
                                             bool b_is_point, const V& apart) {
  auto form =
      b_is_point ? between_segment_and_point(a, b.center, apart) : between_segments(a, b, apart);
  if (!form.exact) settle_segments(a, b, V(apart + (b.center - a.center)), form);
  return form;
}

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> form_in_world(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b) {
  const V apart = b.translation - a.translation;
  if (a.kind == ShapeKind::point) return between_points(a.point(), b.point(), apart);
  const bool point = b.kind == ShapeKind::point;
  const LineSegment<V> s = point ? LineSegment<V>{b.point(), V::all(0)} : b.segment();
  return between_segment_and(a.segment(), s, point, apart);
}

// The formula for points is symmetric, except for the sign of 0 in the normal.
template <int D, class T>
HWY_INLINE bool point_pair(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                           Separation<D, T>& r, bool& order_matters) {
  const auto form = between_points(a.point(), b.point(), b.translation - a.translation);
  order_matters = least_of(magnitude(form.normal)) == 0;
  return !order_matters && answer(a, b, form, false, r);
}

template <int D, class T>
HWY_INLINE bool solve_in_order(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, Depth depth,
                               bool flip, Separation<D, T>& r) {
  if (!a.sound_with(b)) return false;
  if (a.kind == ShapeKind::box) return box_pair(a, b, depth, flip, r);
  return answer(a, b, form_in_world(a, b), flip, r);
}

template <int D, class T>
HWY_INLINE Overlap overlap_in_order(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b) {
  using V = RegisterVec<D>;
  if (!a.sound_with(b)) return Overlap::unknown;
  ClosedForm<V> form;
  if (a.kind == ShapeKind::box && b.kind == ShapeKind::point) {
    form = box_and_point(a, b, Depth::least);
  } else if (a.kind == ShapeKind::box) {
    const RotationMatrix<V> rotation = a.spin.matrix();
    form = form_in_box(a, b,
                       BoxFrame<V>{rotation, rotation.transposed(), b.translation - a.translation},
                       Ask::reach);
  } else {
    form = form_in_world(a, b);
  }
  if (!form.exact) return Overlap::unknown;
  return form.distance <= a.radius + b.radius ? Overlap::yes : Overlap::no;
}

template <int D, class T>
bool simple_pair_kernel(const ShapeView<D, T>& first, const Transform<D, T>& first_pose,
                        const ShapeView<D, T>& second, const Transform<D, T>& second_pose,
                        Depth depth, Separation<D, T>& r) {
  if (first.kind == ShapeKind::point && second.kind == ShapeKind::point) {
    const SimpleShape<D, T> a(first, first_pose);
    const SimpleShape<D, T> b(second, second_pose);
    bool order_matters = false;
    if (!a.sound_with(b)) return false;
    if (point_pair(a, b, r, order_matters)) return true;
    if (!order_matters) return false;
  }
  const bool flip = !in_order(first, first_pose, second, second_pose);
  const SimpleShape<D, T> a(one_of(flip, first, second), one_of(flip, first_pose, second_pose));
  const SimpleShape<D, T> b(one_of(flip, second, first), one_of(flip, second_pose, first_pose));
  return solve_in_order(a, b, depth, flip, r);
}

template <int D, class T>
Overlap simple_overlap_kernel(const ShapeView<D, T>& first, const Transform<D, T>& first_pose,
                              const ShapeView<D, T>& second, const Transform<D, T>& second_pose) {
  const bool flip = !in_order(first, first_pose, second, second_pose);
  const SimpleShape<D, T> a(one_of(flip, first, second), one_of(flip, first_pose, second_pose));
  const SimpleShape<D, T> b(one_of(flip, second, first), one_of(flip, second_pose, first_pose));
  return overlap_in_order(a, b);
}

// Shapes of one kind: usually the first number decides.
template <class S, class T>
HWY_INLINE bool same_kind_in_order(const S& a, const Transform<3, T>& pose_a, const S& b,
                                   const Transform<3, T>& pose_b) {
  const auto x = bits_of(pose_a.translation[0]);
  const auto y = bits_of(pose_b.translation[0]);
  return x != y ? x < y : in_order(view_of(a), pose_a, view_of(b), pose_b);
}

// Of any valid shapes of known types; the first has the higher-ranked kind.
template <class A, class B, class T>
HWY_NOINLINE bool any_direct_pair(const A& x, const Transform<3, T>& pose_x, const B& y,
                                  const Transform<3, T>& pose_y, Depth depth, bool flip,
                                  Separation<3, T>& r) {
  if constexpr (!std::is_same_v<A, B>) {
    return solve_in_order(SimpleShape<3, T>(x, pose_x), SimpleShape<3, T>(y, pose_y), depth, flip,
                          r);
  } else {
    if constexpr (std::is_same_v<A, Sphere<3, T>>) {
      const SimpleShape<3, T> a(x, pose_x);
      const SimpleShape<3, T> b(y, pose_y);
      bool order_matters = false;
      if (!a.sound_with(b)) return false;
      if (point_pair(a, b, r, order_matters)) return true;
      if (!order_matters) return false;
    }
    const bool back = !same_kind_in_order(x, pose_x, y, pose_y);
    const SimpleShape<3, T> a(one_of(back, x, y), one_of(back, pose_x, pose_y));
    const SimpleShape<3, T> b(one_of(back, y, x), one_of(back, pose_y, pose_x));
    return solve_in_order(a, b, depth, back, r);
  }
}

// As above: common cases in few steps.
template <class A, class B, class T>
bool direct_pair_kernel(const void* first, const Transform<3, T>& first_pose, const void* second,
                        const Transform<3, T>& second_pose, Depth depth, bool flip,
                        Separation<3, T>& r) {
  const A& x = *static_cast<const A*>(first);
  const B& y = *static_cast<const B*>(second);
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  if constexpr (std::is_same_v<A, Sphere<3, T>>) {
    if (plain_sphere_pair(x, first_pose, y, second_pose, r)) return true;
  } else if constexpr (std::is_same_v<A, Capsule<3, T>>) {
    if constexpr (std::is_same_v<B, A>) {
      if (plain_capsules(x, first_pose, y, second_pose, r)) return true;
    } else {
      if (plain_capsule_pair(x, first_pose, y, second_pose, flip, r)) return true;
    }
  }
#endif
  return any_direct_pair<A, B, T>(x, first_pose, y, second_pose, depth, flip, r);
}

template <class A, class B, class T>
Overlap direct_overlap_kernel(const void* first, const Transform<3, T>& first_pose,
                              const void* second, const Transform<3, T>& second_pose) {
  const A& x = *static_cast<const A*>(first);
  const B& y = *static_cast<const B*>(second);
  bool back = false;
  if constexpr (std::is_same_v<A, B>) back = !same_kind_in_order(x, first_pose, y, second_pose);
  const SimpleShape<3, T> a(x, first_pose);
  const SimpleShape<3, T> b(y, second_pose);
  return back ? overlap_in_order(b, a) : overlap_in_order(a, b);
}

// The numbers of a core in its own frame.
template <class V, int D, class T>
HWY_INLINE LineSegment<V> numbers_of(const ShapeView<D, T>& s) {
  const V p = V::of(s.p[0]);
  if (s.kind == ShapeKind::point) return {p, V::all(0)};
  const V q = V::of(s.p[1]);
  return {(p + q) * 0.5, (q - p) * 0.5};
}

// Both cores in the frame of a.
template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> form_in_frame(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                       const PairFrame<D>& frame, Ask ask, double reach) {
  const RotationMatrix<V> rotation = RotationMatrix<V>::of(frame.rotation);
  const V translation = V::of(frame.translation);
  const LineSegment<V> own = numbers_of<V>(b);
  const LineSegment<V> s = {rotation * own.center, rotation * own.half};
  const bool b_is_point = b.kind == ShapeKind::point;
  if (a.kind == ShapeKind::point) return between_points(V::of(a.p[0]), s.center, translation);
  if (a.kind == ShapeKind::segment) {
    return between_segment_and(numbers_of<V>(a), s, b_is_point, translation);
  }
  const V half = V::of(a.p[0]);
  const V center = V::of(a.p[1]);
  const double size = largest_of(half + magnitude(center));
  const V far = magnitude(translation);
  SeenFromBox<V> seen;
  seen.kind = b.kind;
  if (b.kind != ShapeKind::box) {
    seen.segment = {translation + s.center - center, s.half};
    const double sizes = largest_of(greater(sizes_of(seen.segment), far));
    return between_box_and(half, seen, size + sizes, ask, reach);
  }
  const V half_b = V::of(b.p[0]);
  const V away = (translation + rotation * V::of(b.p[1])) - center;
  const double whole = size + largest_of(greater(magnitude(away), far)) + sum_of(half_b);
  seen.boxes = {half, half_b, away, rotation, rotation.transposed(), whole};
  return between_box_and(half, seen, whole, ask, reach);
}

template <int D, class T>
bool simple_core_kernel(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                        const PairFrame<D>& frame, Depth depth, CoreDistance<D>& r) {
  using V = RegisterVec<D>;
  auto form = form_in_frame(a, b, frame, depth == Depth::least ? Ask::depth : Ask::distance, 0);
  if (!form.exact) return false;
  const V origin_a = a.kind == ShapeKind::box ? V::of(a.p[1]) : V::all(0);
  const V origin_b = a.kind == ShapeKind::box ? V::of(a.p[1]) : V::of(frame.translation);
  forget_depth(depth, form);
  r.status = Status::ok;
  r.lower = form.lower;
  r.upper = r.distance = form.distance;
  r.size = form.size;
  form.normal.store(r.normal);
  (form.point_a + origin_a).store(r.point_a);
  (form.point_b + origin_b).store(r.point_b);
  return true;
}

template <int D, class T>
Overlap simple_reach_kernel(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                            const PairFrame<D>& frame, double reach) {
  const auto form = form_in_frame(a, b, frame, Ask::reach, reach);
  if (!form.exact) return Overlap::unknown;
  return form.distance <= reach ? Overlap::yes : Overlap::no;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
