// SPDX-License-Identifier: MIT
// From the cut of two features to the corners of a contact area.
#pragma once

#include <cmath>

#include "narrow_phase/cut_features.hpp"

namespace masu::detail {

// Returns twice the area of a triangle.
template <int D>
double twice_area(const Vec<D, double>& a, const Vec<D, double>& b, const Vec<D, double>& c) {
  const auto n = cross(b - a, c - a);
  if constexpr (D == 2) {
    return std::fabs(n);
  } else {
    return length(n);
  }
}

// Drops corners more than `farthest` apart, and corners within `slack` of the one before; of their
// ids that of a vertex stays.
template <int D>
void keep_near(double farthest, double slack, Cut<D>& cut);

// Makes the pair of deepest points a corner of an area that has some: instead of one within `slack`
// of it, whose id it takes, else as a vertex of the convex hull. If the area would stay a segment,
// its nearer end is moved. Its id becomes 0 if another corner has it.
template <int D>
void add_corner(const CutCorner<D>& deepest, const Vec<D, double>& normal, double slack,
                Cut<D>& cut);

// Drops corners until `most` are left, each time the one that spans the least area with its
// neighbors. The deepest stays.
template <int D>
void simplify(int most, Cut<D>& cut);

}  // namespace masu::detail
