// SPDX-License-Identifier: MIT
// Pairs of shapes: from the shapes to the formula of their kinds, and to the result.
#if defined(MASU_SIMPLE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SIMPLE_PAIR_INL_HPP
#undef MASU_SIMPLE_PAIR_INL_HPP
#else
#define MASU_SIMPLE_PAIR_INL_HPP
#endif

#include "narrow_phase/box_pair-inl.hpp"
#include "narrow_phase/closed_forms-inl.hpp"
#include "narrow_phase/frame_vec-inl.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/simple_answer-inl.hpp"
#include "narrow_phase/simple_pair.hpp"
#include "narrow_phase/sphere_pair-inl.hpp"
#include "shapes/check_numbers.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// A shape and its pose, loaded once. Number by number from the view: the caller has just written it
// so, and wider loads would wait for that.
template <int D, class T>
struct SimpleShape {
  using V = RegisterVec<D>;

  HWY_INLINE SimpleShape(const ShapeView<D, T>& s, const Transform<D, T>& at)
      : kind(s.kind),
        radius(double(s.radius)),
        p(V::of(s.p[0])),
        q(V::of(s.p[1])),
        place(V::within(at.translation)),
        spin(at.rotation) {}
  // Shapes in the caller's memory are read whole.
  HWY_INLINE SimpleShape(const Sphere<3, T>& s, const Transform<3, T>& at)
      : kind(ShapeKind::point),
        radius(double(s.radius)),
        p(V::behind(s.center)),
        q(p),
        place(V::within(at.translation)),
        spin(at.rotation),
        round(true) {}
  HWY_INLINE SimpleShape(const Capsule<3, T>& s, const Transform<3, T>& at)
      : kind(ShapeKind::segment),
        radius(double(s.radius)),
        p(V::within(s.a)),
        q(V::within(s.b)),
        place(V::within(at.translation)),
        spin(at.rotation),
        round(true) {}
  HWY_INLINE SimpleShape(const Box<3, T>& s, const Transform<3, T>& at)
      : kind(ShapeKind::box),
        radius(0),
        p(V::within(s.half_extents)),
        q(V::behind(s.center)),
        place(V::within(at.translation)),
        spin(at.rotation) {}

  // Returns whether check_view() and Transform::check() are ok, for both shapes.
  HWY_INLINE bool sound_with(const SimpleShape& o) const {
    return all_of(both(numbers(), o.numbers())) && sizes_sound() && o.sizes_sound();
  }
  HWY_INLINE auto numbers() const {
    auto good = both(within(p, kSmallestNumber, kLargestNumber), within(place, 0, kLargestNumber));
    if (kind != ShapeKind::point) good = both(good, within(q, kSmallestNumber, kLargestNumber));
    return good;
  }
  HWY_INLINE bool sizes_sound() const {
    const bool no_radius = radius == 0 && !round;
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
    const V middle = (p + q) * 0.5;
    const V half = spin.there((q - p) * 0.5);
    if (largest(middle) == 0) return {V::all(0), half};
    return {spin.there(middle) + V::all(0), half};
  }

  ShapeKind kind;
  double radius;
  V p;
  V q;
  V place;
  Spin<V, T> spin;
  bool round = false;  // has a positive radius, or is not valid
};

// Points of a from a's origin, of b from b's.
template <int D, class T, class Form = ClosedForm<RegisterVec<D>>>
HWY_INLINE bool answer(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, const Form& form,
                       bool flip, Separation<D, T>& r) {
  if (!form.exact) return false;
  r.status = Status::ok;
  const auto on_a = a.place + (form.point_a + form.normal * a.radius);
  const auto on_b = b.place + (form.point_b - form.normal * b.radius);
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
  if (b.kind == ShapeKind::point) return between_box_and_point(half, b.segment.middle, size);
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
  Turn<V> turn;
  Turn<V> back;
  V apart;
};

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE BoxPair<V> boxes_in_frame(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                                     const BoxFrame<V>& frame) {
  const Turn<V> turn = frame.back * b.spin.turn();
  const V center = (frame.back * frame.apart + turn * b.q) - a.q;
  const V met = greater(magnitude(center), magnitude(b.q));
  const double size = largest_of(a.p + magnitude(a.q)) + largest_of(met) + sum_of(b.p);
  return {a.p, b.p, center, turn, turn.transposed(), size};
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
  seen.segment = {frame.back * (frame.apart + s.middle) - a.q, frame.back * s.half};
  const V met = greater(sizes_of(seen.segment), magnitude(s.middle));
  const double size = largest_of(a.p + magnitude(a.q)) + largest_of(met);
  return between_box_and(a.p, seen, size, ask, a.radius + b.radius);
}

// Only the normal must be rotated back. `seen_normal`: as it was before.
template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> box_and_point(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                                       Depth depth, V* seen_normal = nullptr) {
  const V center = b.point();
  const V way = (b.place - a.place) + center;
  const V seen = a.spin.back(way) - a.q;
  const V met = greater(magnitude(seen), magnitude(center));
  const double size = largest_of(a.p + magnitude(a.q)) + largest_of(met);
  auto form = between_box_and_point(a.p, seen, size);
  forget_depth(depth, form);
  if (seen_normal != nullptr) *seen_normal = form.normal;
  form.normal = a.spin.there(form.normal);
  form.point_a = way - form.normal * form.distance;
  form.point_b = center;
  return form;
}

// Converts to the world: the points are relative to the origins of a and b.
template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> from_box(const SimpleShape<D, T>& a, const BoxFrame<V>& frame,
                                  ClosedForm<V> form) {
  form.normal = frame.turn * form.normal;
  form.point_a = frame.turn * (form.point_a + a.q);
  form.point_b = frame.turn * (form.point_b + a.q) - frame.apart;
  return form;
}

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE bool box_pair(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, Depth depth,
                         bool flip, Separation<D, T>& r) {
  if (b.kind == ShapeKind::point) return answer(a, b, box_and_point(a, b, depth), flip, r);
  const Turn<V> turn = a.spin.turn();
  const BoxFrame<V> frame = {turn, turn.transposed(), b.place - a.place};
  auto form = form_in_box(a, b, frame, depth == Depth::least ? Ask::depth : Ask::distance);
  if (!form.exact) return false;
  forget_depth(depth, form);
  return answer(a, b, from_box(a, frame, form), flip, r);
}

template <class V>
HWY_INLINE ClosedForm<V> between_segment_and(const LineSegment<V>& a, const LineSegment<V>& b,
                                             bool b_is_point, const V& apart) {
  auto form =
      b_is_point ? between_segment_and_point(a, b.middle, apart) : between_segments(a, b, apart);
  if (!form.exact) settle_segments(a, b, V(apart + (b.middle - a.middle)), form);
  return form;
}

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> form_in_world(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b) {
  const V apart = b.place - a.place;
  if (a.kind == ShapeKind::point) return between_points(a.point(), b.point(), apart);
  const bool point = b.kind == ShapeKind::point;
  const LineSegment<V> s = point ? LineSegment<V>{b.point(), V::all(0)} : b.segment();
  return between_segment_and(a.segment(), s, point, apart);
}

// The formula for points is symmetric, except for the sign of 0 in the normal.
template <int D, class T>
HWY_INLINE bool point_pair(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                           Separation<D, T>& r, bool& order_matters) {
  const auto form = between_points(a.point(), b.point(), b.place - a.place);
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
HWY_INLINE Meeting meet_in_order(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b) {
  using V = RegisterVec<D>;
  if (!a.sound_with(b)) return Meeting::unknown;
  ClosedForm<V> form;
  if (a.kind == ShapeKind::box && b.kind == ShapeKind::point) {
    form = box_and_point(a, b, Depth::least);
  } else if (a.kind == ShapeKind::box) {
    const Turn<V> turn = a.spin.turn();
    form = form_in_box(a, b, BoxFrame<V>{turn, turn.transposed(), b.place - a.place}, Ask::reach);
  } else {
    form = form_in_world(a, b);
  }
  if (!form.exact) return Meeting::unknown;
  return form.distance <= a.radius + b.radius ? Meeting::yes : Meeting::no;
}

template <int D, class T>
bool simple_pair_kernel(const ShapeView<D, T>& first, const Transform<D, T>& at_first,
                        const ShapeView<D, T>& second, const Transform<D, T>& at_second,
                        Depth depth, Separation<D, T>& r) {
  if (first.kind == ShapeKind::point && second.kind == ShapeKind::point) {
    const SimpleShape<D, T> a(first, at_first);
    const SimpleShape<D, T> b(second, at_second);
    bool order_matters = false;
    if (!a.sound_with(b)) return false;
    if (point_pair(a, b, r, order_matters)) return true;
    if (!order_matters) return false;
  }
  const bool flip = !in_order(first, at_first, second, at_second);
  const SimpleShape<D, T> a(flip ? second : first, flip ? at_second : at_first);
  const SimpleShape<D, T> b(flip ? first : second, flip ? at_first : at_second);
  return solve_in_order(a, b, depth, flip, r);
}

template <int D, class T>
Meeting simple_meeting_kernel(const ShapeView<D, T>& first, const Transform<D, T>& at_first,
                              const ShapeView<D, T>& second, const Transform<D, T>& at_second) {
  const bool flip = !in_order(first, at_first, second, at_second);
  const SimpleShape<D, T> a(flip ? second : first, flip ? at_second : at_first);
  const SimpleShape<D, T> b(flip ? first : second, flip ? at_first : at_second);
  return meet_in_order(a, b);
}

// Shapes of one kind: usually the first number decides.
template <class S, class T>
HWY_INLINE bool same_kind_in_order(const S& a, const Transform<3, T>& pose_a, const S& b,
                                   const Transform<3, T>& pose_b) {
  const auto x = bits_of(pose_a.translation[0]);
  const auto y = bits_of(pose_b.translation[0]);
  return x != y ? x < y : in_order(a.view(), pose_a, b.view(), pose_b);
}

template <class S, class T>
HWY_NOINLINE bool direct_pair_of_kind(const S& x, const Transform<3, T>& at_x, const S& y,
                                      const Transform<3, T>& at_y, Depth depth,
                                      Separation<3, T>& r) {
  const bool flip = !same_kind_in_order(x, at_x, y, at_y);
  const SimpleShape<3, T> a(flip ? y : x, flip ? at_y : at_x);
  const SimpleShape<3, T> b(flip ? x : y, flip ? at_x : at_y);
  return solve_in_order(a, b, depth, flip, r);
}

// As above, for shapes of known type; the first has the higher-ranked kind.
template <class A, class B, class T>
bool direct_pair_kernel(const void* first, const Transform<3, T>& at_first, const void* second,
                        const Transform<3, T>& at_second, Depth depth, bool flip,
                        Separation<3, T>& r) {
  const A& x = *static_cast<const A*>(first);
  const B& y = *static_cast<const B*>(second);
  if constexpr (!std::is_same_v<A, B>) {
    return solve_in_order(SimpleShape<3, T>(x, at_first), SimpleShape<3, T>(y, at_second), depth,
                          flip, r);
  } else {
    if constexpr (std::is_same_v<A, Sphere<3, T>>) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
      if (plain_sphere_pair(x, at_first, y, at_second, r)) return true;
#endif
      const SimpleShape<3, T> a(x, at_first);
      const SimpleShape<3, T> b(y, at_second);
      bool order_matters = false;
      if (!a.sound_with(b)) return false;
      if (point_pair(a, b, r, order_matters)) return true;
      if (!order_matters) return false;
    }
    return direct_pair_of_kind(x, at_first, y, at_second, depth, r);
  }
}

template <class A, class B, class T>
Meeting direct_meeting_kernel(const void* first, const Transform<3, T>& at_first,
                              const void* second, const Transform<3, T>& at_second) {
  const A& x = *static_cast<const A*>(first);
  const B& y = *static_cast<const B*>(second);
  bool back = false;
  if constexpr (std::is_same_v<A, B>) back = !same_kind_in_order(x, at_first, y, at_second);
  const SimpleShape<3, T> a(x, at_first);
  const SimpleShape<3, T> b(y, at_second);
  return back ? meet_in_order(b, a) : meet_in_order(a, b);
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
  const Turn<V> turn = Turn<V>::of(frame.turn);
  const V place = V::of(frame.place);
  const LineSegment<V> own = numbers_of<V>(b);
  const LineSegment<V> s = {turn * own.middle, turn * own.half};
  const bool b_is_point = b.kind == ShapeKind::point;
  if (a.kind == ShapeKind::point) return between_points(V::of(a.p[0]), s.middle, place);
  if (a.kind == ShapeKind::segment) {
    return between_segment_and(numbers_of<V>(a), s, b_is_point, place);
  }
  const V half = V::of(a.p[0]);
  const V center = V::of(a.p[1]);
  const double size = largest_of(half + magnitude(center));
  const V far = magnitude(place);
  SeenFromBox<V> seen;
  seen.kind = b.kind;
  if (b.kind != ShapeKind::box) {
    seen.segment = {place + s.middle - center, s.half};
    const double met = largest_of(greater(sizes_of(seen.segment), far));
    return between_box_and(half, seen, size + met, ask, reach);
  }
  const V half_b = V::of(b.p[0]);
  const V away = (place + turn * V::of(b.p[1])) - center;
  const double whole = size + largest_of(greater(magnitude(away), far)) + sum_of(half_b);
  seen.boxes = {half, half_b, away, turn, turn.transposed(), whole};
  return between_box_and(half, seen, whole, ask, reach);
}

template <int D, class T>
bool simple_core_kernel(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                        const PairFrame<D>& frame, Depth depth, CoreDistance<D>& r) {
  using V = RegisterVec<D>;
  auto form = form_in_frame(a, b, frame, depth == Depth::least ? Ask::depth : Ask::distance, 0);
  if (!form.exact) return false;
  const V origin_a = a.kind == ShapeKind::box ? V::of(a.p[1]) : V::all(0);
  const V origin_b = a.kind == ShapeKind::box ? V::of(a.p[1]) : V::of(frame.place);
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
Meeting simple_reach_kernel(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                            const PairFrame<D>& frame, double reach) {
  const auto form = form_in_frame(a, b, frame, Ask::reach, reach);
  if (!form.exact) return Meeting::unknown;
  return form.distance <= reach ? Meeting::yes : Meeting::no;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
