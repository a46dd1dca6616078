// SPDX-License-Identifier: MIT
#include "narrow_phase/placed_pair.hpp"

#include "core/instantiate.hpp"
#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/manifold_in_frame.hpp"
#include "narrow_phase/with_radii.hpp"

namespace masu::detail {
namespace {

// Calls with the higher-ranked kind first, as core_distance() expects; sub-shapes of the same kind
// keep their order, which is that of the bodies.
template <int D, class T, class Ask, class Flip>
auto higher_rank_first(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairPose<D>& pose,
                       Ask&& ask, Flip&& flip) {
  if (!outranks(b.kind, a.kind)) return ask(a, b, pose);
  return flip(ask(b, a, pose.flipped()));
}

template <int D, class T>
Separation<D, T> separation(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                            const PairPose<D>& pose, Depth depth) {
  const auto ask = [&](const auto& x, const auto& y, const PairPose<D>& frame) {
    const CoreDistance<D> core = core_distance(x, y, frame, depth);
    return WithRadii<D, T>(frame.rotation_a, frame.origin, x.radius, y.radius).separation(core);
  };
  return higher_rank_first(a, b, pose, ask, [](const Separation<D, T>& s) { return s.flipped(); });
}

// Finds the two planes perpendicular to `normal` that separate the cores, or give their depth.
template <int D, class T>
CoreDistance<D> along_normal(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                             const PairFrame<D>& frame, const Vec<D, double>& normal) {
  CoreDistance<D> r;
  const Vec<D, double> p = support_of_core(a, normal).point;
  const Vec<D, double> q = support_of_core(b, -transposed_times(frame.rotation, normal)).point;
  r.normal = normal;
  r.point_b = frame.rotation * q + frame.translation;
  r.distance = r.lower = r.upper = dot(normal, r.point_b - p);
  r.point_a = r.point_b - normal * r.distance;
  r.size = larger(largest_component(p), largest_component(r.point_b));
  return r;
}

}  // namespace

template <int D, class T>
Manifold<D, T> placed_manifold_along(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                     const PairPose<D>& pose, T margin,
                                     const Vec<D, double>& normal) {
  return manifold_along(a, b, pose, along_normal(a, b, pose, normal), margin);
}

template <int D, class T>
Aabb<D, double> box_of_b(const ShapeView<D, T>& b, const PairFrame<D>& frame) {
  Aabb<D, double> box;
  double size = double(b.radius) + largest_component(frame.translation);
  for (int a = 0; a < D; ++a) {
    const Vec<D, double> axis = frame.rotation.row[a];
    const Vec<D, double> high = support_of_core(b, axis).point;
    const Vec<D, double> low = support_of_core(b, -axis).point;
    box.min[a] = dot(axis, low) + frame.translation[a] - double(b.radius);
    box.max[a] = dot(axis, high) + frame.translation[a] + double(b.radius);
    size += largest_component(high) + largest_component(low);
  }
  // Custom shapes return numbers in T.
  const double slack = size * (b.kind == ShapeKind::custom ? 0x1p-22 : 0x1p-48);
  for (int a = 0; a < D; ++a) box.min[a] -= slack, box.max[a] += slack;
  return box;
}

template <int D, class T>
bool placed_within(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairPose<D>& pose,
                   double reach) {
  const double radii = double(a.radius) + double(b.radius);
  const auto ask = [&](const auto& x, const auto& y, const PairPose<D>& frame) {
    return cores_within(x, y, frame, radii + reach, nullptr);
  };
  return higher_rank_first(a, b, pose, ask, [](bool touching) { return touching; });
}

template <int D, class T>
Separation<D, T> placed_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                 const PairPose<D>& pose) {
  Separation<D, T> r = separation(a, b, pose, Depth::none);
  discard_depth(a.radius, b.radius, r);
  return r;
}

template <int D, class T>
Separation<D, T> placed_penetration(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                    const PairPose<D>& pose) {
  return separation(a, b, pose, Depth::least);
}

template <int D, class T>
Manifold<D, T> placed_manifold(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                               const PairPose<D>& pose, T margin) {
  const auto ask = [&](const auto& x, const auto& y, const PairPose<D>& frame) {
    return manifold_in_frame(x, y, frame, margin);
  };
  return higher_rank_first(a, b, pose, ask, [](const Manifold<D, T>& m) { return flipped(m); });
}

#define MASU_INSTANTIATE(D, T)                                                                    \
  template Aabb<D, double> box_of_b(const ShapeView<D, T>&, const PairFrame<D>&);                 \
  template bool placed_within(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairPose<D>&, \
                              double);                                                            \
  template Separation<D, T> placed_distance(const ShapeView<D, T>&, const ShapeView<D, T>&,       \
                                            const PairPose<D>&);                                  \
  template Separation<D, T> placed_penetration(const ShapeView<D, T>&, const ShapeView<D, T>&,    \
                                               const PairPose<D>&);                               \
  template Manifold<D, T> placed_manifold(const ShapeView<D, T>&, const ShapeView<D, T>&,         \
                                          const PairPose<D>&, T);                                 \
  template Manifold<D, T> placed_manifold_along(const ShapeView<D, T>&, const ShapeView<D, T>&,   \
                                                const PairPose<D>&, T, const Vec<D, double>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
