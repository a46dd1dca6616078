// SPDX-License-Identifier: MIT
// Rounded: any convex shape with a radius.
#pragma once

#include <utility>

#include <masu/shapes/box.hpp>
#include <masu/shapes/concepts.hpp>

namespace masu {

// All points within `radius` of any convex shape. The radius is not negative. If S is a shape whose
// views keep a pointer to it, such as ConvexPolygon, views of a `Rounded<S>` keep a pointer to the
// `Rounded<S>`: keep it alive, at the same address, as long as a view is used.
template <class S>
struct Rounded {
  static constexpr int kDimension = decltype(view_of(std::declval<const S&>()))::kDimension;
  using Scalar = typename decltype(view_of(std::declval<const S&>()))::Scalar;

  S shape;        // a copy of the shape
  Scalar radius;  // added to a radius that the shape has itself

  // Returns the value that queries take: a view of the shape with the sum of both radii.
  ShapeView<kDimension, Scalar> view() const {
    auto v = view_of(shape);
    const bool impossible = v.radius < 0 || radius < 0;
    v.radius = impossible ? Scalar(-1) : v.radius + radius;
    return v;
  }
};

template <class S>
inline constexpr bool detail::kViewRefers<Rounded<S>> = kViewRefers<S>;

// A box with round edges and corners: it reaches `radius` farther than its `shape`.
template <int D, class T>
using RoundedBox = Rounded<Box<D, T>>;

// Returns a box with edges of this radius that reaches as far along its axes as the sharp box with
// these half extents. If the radius exceeds the least half extent, check() returns not_positive.
template <int D, class T>
constexpr RoundedBox<D, T> rounded_box(const Vec<D, T>& half_extents, T radius,
                                       const Vec<D, T>& center = {}) {
  return {{half_extents - Vec<D, T>::all(radius), center}, radius};
}

}  // namespace masu
