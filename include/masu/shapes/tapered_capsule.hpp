// SPDX-License-Identifier: MIT
// TaperedCapsule: the convex hull of two spheres.
#pragma once

#include <limits>

#include <masu/shapes/shape_view.hpp>

namespace masu {

// The convex hull of two spheres (2D: circles): of radius_a around a, and of radius_b around b.
// Radii are above zero. If one sphere contains the other, the shape is the larger sphere. For equal
// radii use a Capsule, which has closed forms.
//
//    const masu::TaperedCapsule<3, float> arm{{0, 0, 0}, 0.1f, {0, 0.6f, 0}, 0.05f};
//    use(masu::distance(arm, {}, crate, crate_pose).distance);
//
// Its kind is ShapeKind::custom: queries use its support function and have the accuracy of custom
// shapes, and its contacts have one point. Views refer to the object, which must outlive them and
// stay where it is.
template <int D, class T>
struct TaperedCapsule {
  static constexpr int kDimension = D;
  using Scalar = T;

  Vec<D, T> a{};  // the center of the first sphere
  T radius_a{};   // its radius
  Vec<D, T> b{};  // the center of the second sphere
  T radius_b{};   // its radius

  // Returns the point of the shape that lies farthest along d, which is not zero. O(1).
  Vec<D, T> support(const Vec<D, T>& d) const { return support_within(d, 0); }
  // Returns the box around the shape at a transform. O(1).
  Aabb<D, T> aabb(const Transform<D, T>& pose) const { return aabb_within(pose, 0); }

  // Returns the view that queries take. The view has the smaller radius; its core, the shape
  // without that radius, is a point at that end.
  ShapeView<D, T> view() const {
    static constexpr ShapeFunctions<D, T> kFunctions = {
        [](const void* object, const Vec<D, T>& d) {
          const auto& self = *static_cast<const TaperedCapsule*>(object);
          return self.support_within(d, self.smaller_radius());
        },
        [](const void* object, const Transform<D, T>& pose) {
          const auto& self = *static_cast<const TaperedCapsule*>(object);
          return self.aabb_within(pose, self.smaller_radius());
        }};
    // Zero times what is not finite is NaN, which check() finds.
    T radius = smaller_radius() + 0 * radius_a + 0 * radius_b;
    for (int k = 0; k < D; ++k) radius += 0 * a[k] + 0 * b[k];
    return {.kind = ShapeKind::custom,
            .radius = radius <= 0 ? T(-1) : radius,
            .object = this,
            .functions = &kFunctions};
  }

 private:
  T smaller_radius() const { return radius_a < radius_b ? radius_a : radius_b; }
  // Support point with both radii reduced by `skin`.
  Vec<D, T> support_within(const Vec<D, T>& d, T skin) const {
    const T size = length(d);
    const Vec<D, T> n = d * (T(1) / size);
    const T of_a = dot(a, n) + radius_a;
    const T of_b = dot(b, n) + radius_b;
    return of_a >= of_b ? a + n * (radius_a - skin) : b + n * (radius_b - skin);
  }
  Aabb<D, T> aabb_within(const Transform<D, T>& pose, T skin) const {
    const Vec<D, T> p = pose * a;
    const Vec<D, T> q = pose * b;
    const T ra = radius_a - skin;
    const T rb = radius_b - skin;
    // Products and sums are rounded once or twice.
    T size = 0;
    for (int k = 0; k < D; ++k) size += magnitude(p[k]) + magnitude(q[k]);
    const T slack = (size + ra + rb) * std::numeric_limits<T>::epsilon() * 4;
    Aabb<D, T> box;
    for (int k = 0; k < D; ++k) {
      const T low = p[k] - ra < q[k] - rb ? p[k] - ra : q[k] - rb;
      const T high = p[k] + ra > q[k] + rb ? p[k] + ra : q[k] + rb;
      box.min[k] = low - slack;
      box.max[k] = high + slack;
    }
    return box;
  }
  static T magnitude(T x) { return x < 0 ? -x : x; }
};

}  // namespace masu
