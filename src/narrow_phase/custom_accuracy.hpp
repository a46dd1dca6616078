// SPDX-License-Identifier: MIT
// The accuracy of the support points of custom shapes.
#pragma once

#include <limits>

#include <masu/shapes/shape_view.hpp>

namespace masu::detail {

// Custom shapes get directions rounded to T, and return points in T: their support points are
// accurate to this share of their size.
template <class T>
constexpr double kCustomAccuracy = 8 * double(std::numeric_limits<T>::epsilon());

template <int D, class T>
bool any_custom(const ShapeView<D, T>& a, const ShapeView<D, T>& b) {
  return a.kind == ShapeKind::custom || b.kind == ShapeKind::custom;
}

}  // namespace masu::detail
