// SPDX-License-Identifier: MIT
// Trace events of all searches for pairs: comparisons, each of which counts as a test.
#pragma once

#include <cstddef>

#include <masu/core/aabb.hpp>

namespace masu {

// Event: two objects are compared; a and b are indices or slots, whichever the pair finder uses.
struct CompareObjects {
  std::size_t a;  // one of the two
  std::size_t b;  // the other
};

// Event: AllPairs begins to compare an object with others; CompareObjects follows for each.
struct CompareWithOthers {
  std::size_t object;  // its index
};

// Event: the bounds of several objects are compared with those of others, or with one object.
template <int D, class T>
struct CompareBounds {
  Aabb<D, T> a;  // bounds of the objects compared
  Aabb<D, T> b;  // bounds of those they are compared with
};

}  // namespace masu
