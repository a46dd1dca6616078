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
  const double reach = a.radius + b.radius;
  const double size = largest_of(a.p + magnitude(a.q));
  if (b.kind == ShapeKind::point) {
    const V p = frame.back * (frame.apart + b.point()) - a.q;
    return between_box_and_point(a.p, p, size + largest(p));
  }
  if (b.kind == ShapeKind::box) {
    const Turn<V> turn = frame.back * b.spin.turn();
    const V centre = (frame.back * frame.apart + turn * b.q) - a.q;
    const double whole = size + largest(centre) + sum_of(b.p);
    return between_boxes(BoxPair<V>{a.p, b.p, centre, turn, turn.transposed(), whole}, ask, reach);
  }
  const LineSegment<V> s = b.segment();
  const LineSegment<V> seen = {frame.back * (frame.apart + s.middle) - a.q, frame.back * s.half};
  const double whole = size + largest(seen);
  auto form = between_box_and_segment(a.p, seen, whole);
  if (ask != Ask::depth && form.distance <= 0) form.exact = true;  // point_b is in both
  return form.exact ? form : through_box(a.p, seen, whole, ask, reach);
}

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE bool box_pair(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b, Depth depth,
                         bool flip, Separation<D, T>& r) {
  const Turn<V> turn = a.spin.turn();
  const BoxFrame<V> frame = {turn, turn.transposed(), b.place - a.place};
  auto form = form_in_box(a, b, frame, depth == Depth::least ? Ask::depth : Ask::distance);
  if (!form.exact) return false;
  if (form.distance < 0 && depth == Depth::none) {
    form.distance = form.lower = 0;
    form.normal = V::all(0);
    form.point_a = form.point_b;
  }
  form.normal = turn * form.normal;
  form.point_a = turn * (form.point_a + a.q);
  form.point_b = turn * (form.point_b + a.q) - frame.apart;
  return answer(a, b, form, flip, r);
}

template <int D, class T, class V = RegisterVec<D>>
HWY_INLINE ClosedForm<V> form_in_world(const SimpleShape<D, T>& a, const SimpleShape<D, T>& b) {
  const V apart = b.place - a.place;
  if (a.kind == ShapeKind::point) return between_points(a.point(), b.point(), apart);
  const LineSegment<V> s = a.segment();
  const LineSegment<V> t =
      b.kind == ShapeKind::point ? LineSegment<V>{b.point(), V::all(0)} : b.segment();
  auto form = b.kind == ShapeKind::point ? between_segment_and_point(s, t.middle, apart)
                                         : between_segments(s, t, apart);
  if (!form.exact) touch(s.half, t.half, apart + (t.middle - s.middle), form);
  return form;
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

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
