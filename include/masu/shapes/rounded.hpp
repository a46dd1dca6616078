// SPDX-License-Identifier: MIT
// Any convex shape with a skin.
#pragma once

#include <utility>

#include <masu/shapes/concepts.hpp>

namespace masu {

// All points within `radius` of the shape; not below zero.
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

}  // namespace masu
