// SPDX-License-Identifier: MIT
// From shapes as given to the formula of their pair, and from it to the answer.
#if defined(MASU_SIMPLE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SIMPLE_PAIR_INL_HPP
#undef MASU_SIMPLE_PAIR_INL_HPP
#else
#define MASU_SIMPLE_PAIR_INL_HPP
#endif

#include <masu/core/detail/round_outward.hpp>
#include <masu/narrow_phase/detail/pair_order.hpp>
#include <masu/shapes/detail/check_numbers.hpp>

#include "narrow_phase/box_pair-inl.hpp"
#include "narrow_phase/closed_forms-inl.hpp"
#include "narrow_phase/frame_vec-inl.hpp"
#include "narrow_phase/simple_pair.hpp"
#include "narrow_phase/with_radii.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// A shape and its place as loaded once. Number by number from the view: its caller has just written
// it so, and wider loads would wait for that.
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

  // check_view() and Transform::check() are ok.
  HWY_INLINE bool sound() const {
    const double off = spin.off();
    bool good = off <= 0x1p-10 && off >= -0x1p-10;
    good &= radius == 0 || (radius >= kSmallestNumber && radius <= kLargestNumber);
    good &= all_within(place, 0, kLargestNumber) && all_within(p, kSmallestNumber, kLargestNumber);
    if (kind == ShapeKind::point) return good;
    good &= all_within(q, kSmallestNumber, kLargestNumber);
    return good && (kind == ShapeKind::segment || all_within_positive());
  }
  HWY_INLINE bool all_within_positive() const { return largest_of(opposite(p)) <= 0; }

  // Along the axes of the world, from the shape's own origin. Most shapes are around that: then
  // there is nothing to turn, but -0 to become 0.
  HWY_INLINE V point() const { return largest(p) == 0 ? V::all(0) : spin.turn() * p + V::all(0); }
  HWY_INLINE LineSegment<V> segment() const {
    const V middle = (p + q) * 0.5;
    const Turn<V> turn = spin.turn();
    return {largest(middle) == 0 ? V::all(0) : turn * middle + V::all(0), turn * ((q - p) * 0.5)};
  }

  ShapeKind kind;
  double radius;
  V p;
  V q;
  V place;
  Spin<V, T> spin;
};

// Points of a from a's origin, of b from b's.
template <int D, class T, class Form = ClosedForm<RegisterVec<D>>>
HWY_INLINE bool answer(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, const Form& form,
                       bool flip, Separation<D, T>& r) {
  if (!form.exact) return false;
  const double radii = a.radius + b.radius;
  const double slack = kBoundSlack * (form.size + radii);
  r.status = Status::ok;
  r.distance = static_cast<T>(form.distance - radii);
  r.lower = round_down<T>(form.lower - radii - slack);
  r.upper = round_up<T>(form.distance - radii + slack);
  (flip ? opposite(form.normal) : form.normal).store(r.normal);
  const auto on_a = a.place + (form.point_a + form.normal * a.radius);
  const auto on_b = b.place + (form.point_b - form.normal * b.radius);
  on_a.store(flip ? r.point_b : r.point_a);
  on_b.store(flip ? r.point_a : r.point_b);
  return true;
}

// A shape as seen from the middle of a box, along its axes.
template <class V>
struct SeenFromBox {
  ShapeKind kind;
  LineSegment<V> segment;  // of a point: its middle
  BoxPair<V> boxes;
};

template <class V>
HWY_INLINE ClosedForm<V> between_box_and(const V& half, const SeenFromBox<V>& b, double size,
                                         Ask ask, double reach) {
  if (b.kind == ShapeKind::point) return between_box_and_point(half, b.segment.middle, size);
  if (b.kind == ShapeKind::box) return between_boxes(b.boxes, ask, reach);
  auto form = between_box_and_segment(half, b.segment, size);
  if (ask != Ask::depth && form.distance <= 0) form.exact = true;  // point_b is in both
  return form.exact ? form : through_box(half, b.segment, size, ask, reach);
}

// Where b only has to be found in a, not measured: its point_b is in both.
template <class V>
HWY_INLINE void forget_depth(Depth depth, ClosedForm<V>& form) {
  if (depth == Depth::least || !(form.distance < 0)) return;
  form.distance = form.lower = 0;
  form.normal = V::all(0);
  form.point_a = form.point_b;
}

// The frame of box a, and b's origin as seen from a's along the axes of the world.
template <class V>
struct BoxFrame {
  Turn<V> turn;
  Turn<V> back;
  V apart;
};

// In that frame, from the middle of a.
template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> form_in_box(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                                     const BoxFrame<V>& frame, Ask ask) {
  SeenFromBox<V> seen;
  seen.kind = b.kind;
  double size = largest_of(a.p + magnitude(a.q));
  if (b.kind == ShapeKind::point) {
    seen.segment.middle = frame.back * (frame.apart + b.point()) - a.q;
    size = size + largest(seen.segment.middle);
  } else if (b.kind == ShapeKind::box) {
    const Turn<V> turn = frame.back * b.spin.turn();
    const V centre = (frame.back * frame.apart + turn * b.q) - a.q;
    size = size + largest(centre) + sum_of(b.p);
    seen.boxes = {a.p, b.p, centre, turn, turn.transposed(), size};
  } else {
    const LineSegment<V> s = b.segment();
    seen.segment = {frame.back * (frame.apart + s.middle) - a.q, frame.back * s.half};
    size = size + largest(seen.segment);
  }
  return between_box_and(a.p, seen, size, ask, a.radius + b.radius);
}

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE bool box_pair(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, Depth depth,
                         bool flip, Separation<D, T>& r) {
  const Turn<V> turn = a.spin.turn();
  const BoxFrame<V> frame = {turn, turn.transposed(), b.place - a.place};
  auto form = form_in_box(a, b, frame, depth == Depth::least ? Ask::depth : Ask::distance);
  if (!form.exact) return false;
  forget_depth(depth, form);
  form.normal = turn * form.normal;
  form.point_a = turn * (form.point_a + a.q);
  form.point_b = turn * (form.point_b + a.q) - frame.apart;
  return answer(a, b, form, flip, r);
}

template <class V>
HWY_INLINE ClosedForm<V> between_segment_and(const LineSegment<V>& a, const LineSegment<V>& b,
                                             bool b_is_point, const V& apart) {
  auto form =
      b_is_point ? between_segment_and_point(a, b.middle, apart) : between_segments(a, b, apart);
  if (!form.exact) touch(a.half, b.half, apart + (b.middle - a.middle), form);
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

// The formula for points is the same from both sides, but for the sign of 0 in the normal.
template <int D, class T>
HWY_INLINE bool point_pair(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b,
                           Separation<D, T>& r, bool& order_matters) {
  const auto form = between_points(a.point(), b.point(), b.place - a.place);
  order_matters = least_of(magnitude(form.normal)) == 0;
  return !order_matters && answer(a, b, form, false, r);
}

template <int D, class T>
bool simple_pair_kernel(const ShapeView<D, T>& first, const Transform<D, T>& at_first,
                        const ShapeView<D, T>& second, const Transform<D, T>& at_second,
                        Depth depth, Separation<D, T>& r) {
  if (first.kind == ShapeKind::point && second.kind == ShapeKind::point) {
    const SimpleShape<D, T> a(first, at_first);
    const SimpleShape<D, T> b(second, at_second);
    bool order_matters = false;
    if (!a.sound() || !b.sound()) return false;
    if (point_pair(a, b, r, order_matters)) return true;
    if (!order_matters) return false;
  }
  const bool flip = !in_order(first, at_first, second, at_second);
  const SimpleShape<D, T> a(flip ? second : first, flip ? at_second : at_first);
  const SimpleShape<D, T> b(flip ? first : second, flip ? at_first : at_second);
  if (!a.sound() || !b.sound()) return false;
  if (a.kind == ShapeKind::box) return box_pair(a, b, depth, flip, r);
  return answer(a, b, form_in_world(a, b), flip, r);
}

template <int D, class T>
Meeting simple_meeting_kernel(const ShapeView<D, T>& first, const Transform<D, T>& at_first,
                              const ShapeView<D, T>& second, const Transform<D, T>& at_second) {
  using V = RegisterVec<D>;
  const bool flip = !in_order(first, at_first, second, at_second);
  const SimpleShape<D, T> a(flip ? second : first, flip ? at_second : at_first);
  const SimpleShape<D, T> b(flip ? first : second, flip ? at_first : at_second);
  if (!a.sound() || !b.sound()) return Meeting::unknown;
  ClosedForm<V> form;
  if (a.kind == ShapeKind::box) {
    const Turn<V> turn = a.spin.turn();
    form = form_in_box(a, b, BoxFrame<V>{turn, turn.transposed(), b.place - a.place}, Ask::reach);
  } else {
    form = form_in_world(a, b);
  }
  if (!form.exact) return Meeting::unknown;
  return form.distance <= a.radius + b.radius ? Meeting::yes : Meeting::no;
}

// Numbers of a core in its own frame.
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
  const V centre = V::of(a.p[1]);
  const double size = largest_of(half + magnitude(centre));
  SeenFromBox<V> seen;
  seen.kind = b.kind;
  if (b.kind != ShapeKind::box) {
    seen.segment = {place + s.middle - centre, s.half};
    return between_box_and(half, seen, size + largest(seen.segment), ask, reach);
  }
  const V half_b = V::of(b.p[0]);
  const V away = (place + turn * V::of(b.p[1])) - centre;
  const double whole = size + largest(away) + sum_of(half_b);
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
