// SPDX-License-Identifier: MIT
// Any convex shape with a skin.
#pragma once

#include <utility>

#include <masu/shapes/box.hpp>
#include <masu/shapes/concepts.hpp>

namespace masu {

// All points within `radius` of the shape; not below zero. Views refer to the object where those of
// its shape do: it must then outlive them and stay where it is.
template <class S>
struct Rounded {
  static constexpr int kDimension = decltype(view_of(std::declval<const S&>()))::kDimension;
  using Scalar = typename decltype(view_of(std::declval<const S&>()))::Scalar;

  S shape;
  Scalar radius;

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
