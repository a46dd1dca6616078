// SPDX-License-Identifier: MIT
// Rounded: any convex shape with a radius.
#pragma once

#include <utility>

#include <masu/shapes/box.hpp>
#include <masu/shapes/concepts.hpp>

namespace masu {

// All points within `radius` of the shape. The radius is not negative. If views of the shape refer
// to the shape, views of the rounded one refer to this object: it must outlive them, at its
// address.
template <class S>
struct Rounded {
  static constexpr int kDimension = decltype(view_of(std::declval<const S&>()))::kDimension;
  using Scalar = typename decltype(view_of(std::declval<const S&>()))::Scalar;

  S shape;        // a copy of the shape
  Scalar radius;  // added to a radius that the shape has itself

  // Returns the view of the shape with the sum of both radii.
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

// Makes a box with edges of that radius which is not larger than the sharp box of those half
// extents. A radius above the smallest half extent makes check() say not_positive.
template <int D, class T>
constexpr RoundedBox<D, T> rounded_box(const Vec<D, T>& half_extents, T radius,
                                       const Vec<D, T>& center = {}) {
  return {{half_extents - Vec<D, T>::all(radius), center}, radius};
}

}  // namespace masu
