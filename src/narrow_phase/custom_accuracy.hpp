// SPDX-License-Identifier: MIT
// How well support points of custom shapes are known.
#pragma once

#include <limits>

namespace masu::detail {

// Users' shapes get directions rounded to T, and answer in T: their support points are known to
// this part of their size.
template <class T>
constexpr double kCustomAccuracy = 8 * double(std::numeric_limits<T>::epsilon());

}  // namespace masu::detail
