// SPDX-License-Identifier: MIT
// What searches for pairs tell a trace, whatever they order the objects by: each counts as a test.
#pragma once

#include <cstddef>

#include <masu/core/aabb.hpp>

namespace masu {

// Two objects are compared, named as their finder names them: by place, or by slot.
struct CompareObjects {
  std::size_t a;
  std::size_t b;
};

// AllPairs begins to compare an object with others: CompareObjects for each.
struct CompareWithOthers {
  std::size_t object;  // its index
};

// The bounds of several objects are compared with those of others, or with one object.
template <int D, class T>
struct CompareBounds {
  Aabb<D, T> a;
  Aabb<D, T> b;
};

}  // namespace masu
