// SPDX-License-Identifier: MIT
// The predicates, with counters.
#pragma once

#include <masu/hull/hull_stats.hpp>
#include <masu/hull/predicates.hpp>

namespace masu::detail {

template <class T>
inline int counted_cross(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& p,
                         const Vec<2, T>& q, HullStats& stats) {
  ++stats.tests;
  const auto filtered = filtered_cross(widen(a), widen(b), widen(p), widen(q));
  if (filtered.certain()) return filtered.sign;
  ++stats.exact_tests;
  return exact_cross(widen(a), widen(b), widen(p), widen(q));
}

template <class T>
inline int counted_orient(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& c,
                          HullStats& stats) {
  return counted_cross(a, b, a, c, stats);
}

}  // namespace masu::detail
