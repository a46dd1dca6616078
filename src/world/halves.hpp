// SPDX-License-Identifier: MIT
// halve(): divides boxes at their median.
#pragma once

#include <algorithm>
#include <limits>

#include <masu/core/aabb.hpp>

namespace masu::detail {

// Reorders the items, which have a box and a child, so that those before `median` have the lower
// centers along the axis on which the centers vary most.
template <class Item>
void halve(Item* first, Item* median, Item* end) {
  using Box = decltype(Item::box);
  using T = typename Box::Scalar;
  constexpr int D = Box::kDimension;
  constexpr T kMost = std::numeric_limits<T>::max();
  const auto center = [](const Box& b, int a) {  // infinite boxes lie in the middle
    const T c = b.min[a] / 2 + b.max[a] / 2;
    return c >= -kMost && c <= kMost ? c : T(0);
  };
  Vec<D, T> low;
  Vec<D, T> high;
  for (int a = 0; a < D; ++a) low[a] = high[a] = center(first->box, a);
  for (const Item* i = first; i != end; ++i) {
    for (int a = 0; a < D; ++a) {
      const T c = center(i->box, a);
      low[a] = std::min(low[a], c), high[a] = std::max(high[a], c);
    }
  }
  int axis = 0;
  for (int a = 1; a < D; ++a) axis = high[a] - low[a] > high[axis] - low[axis] ? a : axis;
  std::nth_element(first, median, end, [&](const Item& x, const Item& y) {
    const T cx = center(x.box, axis);
    const T cy = center(y.box, axis);
    return cx != cy ? cx < cy : x.child < y.child;
  });
}

}  // namespace masu::detail
