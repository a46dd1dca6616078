// SPDX-License-Identifier: MIT
// Pairs by CGAL's box intersection (Zomorodian, Edelsbrunner, "Fast software for box
// intersections", 2002): code independent of this library.
#pragma once

#include <cstdint>
#include <vector>

#include <masu/core/aabb.hpp>
#include <masu/core/pair.hpp>

namespace masu::test {

// Closed boxes, a < b, sorted. The boxes must be non-empty and finite. D = 2 and 3.
template <int D, class T>
std::vector<Pair> cgal_pairs(const std::vector<Aabb<D, T>>& boxes);

// a from the first set, b from the second, sorted.
template <int D, class T>
std::vector<Pair> cgal_pairs_between(const std::vector<Aabb<D, T>>& a,
                                     const std::vector<Aabb<D, T>>& b);

}  // namespace masu::test
