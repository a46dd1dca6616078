// SPDX-License-Identifier: MIT
// Points, segments and boxes, but not two boxes: their separation, and the features that lie
// farthest along the normal.
#if defined(MASU_SIMPLE_CORNER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SIMPLE_CORNER_INL_HPP
#undef MASU_SIMPLE_CORNER_INL_HPP
#else
#define MASU_SIMPLE_CORNER_INL_HPP
#endif

#include <masu/narrow_phase/manifold.hpp>

#include "narrow_phase/feature_code.hpp"
#include "narrow_phase/simple_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class T, class V>
HWY_INLINE std::uint32_t capsule_code(const SimpleShape<3, T>& s, const V& direction) {
  if (s.kind == ShapeKind::point) return 0;
  const V half = s.segment().half;
  return segment_support_code(dot(half, direction), largest(half));
}

// The same bits as simple_pair_kernel(), and the feature id of the pair of points.
template <class T>
bool simple_corner_kernel(const ShapeView<3, T>& first, const Transform<3, T>& first_pose,
                          const ShapeView<3, T>& second, const Transform<3, T>& second_pose,
                          Separation<3, T>& r, std::uint32_t& id) {
  using V = RegisterVec<3>;
  const bool flip = !in_order(first, first_pose, second, second_pose);
  const SimpleShape<3, T> a(flip ? second : first, flip ? second_pose : first_pose);
  const SimpleShape<3, T> b(flip ? first : second, flip ? first_pose : second_pose);
  if (!a.sound_with(b)) return false;
  ClosedForm<V> form;
  V seen = V::all(0);
  if (a.kind != ShapeKind::box) {
    form = form_in_world(a, b);
  } else if (b.kind == ShapeKind::point) {
    form = box_and_point(a, b, Depth::least, &seen);
  } else {
    const RotationMatrix<V> rotation = a.spin.matrix();
    const BoxFrame<V> frame = {rotation, rotation.transposed(), b.translation - a.translation};
    form = form_in_box(a, b, frame, Ask::depth);
    seen = form.normal;
    if (form.exact) form = from_box(a, frame, form);
  }
  if (!answer(a, b, form, flip, r)) return false;
  std::uint32_t of_a = 0;
  if (a.kind == ShapeKind::box) {
    double d[4];
    seen.spill(d);
    of_a = box_support_code<3>(d);
  } else {
    of_a = capsule_code(a, form.normal);
  }
  id = feature_id_of(of_a, capsule_code(b, opposite(form.normal)));
  if (flip) id = flipped_feature_id(id);
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
