// SPDX-License-Identifier: MIT
// How searches call the support function of a difference.
#pragma once

#include <masu/narrow_phase/difference.hpp>

#include "shapes/support.hpp"

#include "narrow_phase/pair_frame.hpp"

namespace masu::detail {

// The rounding error of a difference grows with the numbers subtracted.
template <int D>
double size_of(const DifferencePoint<D>& p) {
  return larger(largest_component(p.a), largest_component(p.b));
}

template <class Difference, int D>
bool always_settled(Difference& difference) {
  if constexpr (Settles<Difference, D>) return difference.always_settled();
  return true;
}

template <class Difference, int D>
DifferencePoint<D> ask(Difference& difference, const Vec<D, double>& d, bool settled) {
  if constexpr (Settles<Difference, D>) {
    if (settled) return difference.settle(d);
  }
  return difference(d);
}

}  // namespace masu::detail
