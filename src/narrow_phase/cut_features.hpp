// SPDX-License-Identifier: MIT
// Two features that face each other along a normal, cut to what they share.
#pragma once

#include "narrow_phase/contact_feature.hpp"

namespace masu::detail {

// Corners of the shared part: a point of each feature, on one line along the normal.
template <int D>
struct Cut {
  static constexpr int kMost = 2 * kMostFeatureCorners;

  Vec<D, double> a[kMost];
  Vec<D, double> b[kMost];
  int count = 0;
};

// A feature cuts if it faces the normal within 2.5 degrees: the cosine.
inline constexpr double kFacing = 0.99905;

// Empty where neither feature faces the normal, or they share nothing. In order around the normal.
// What lies beyond the side of a face by no more than `slack`, the rounding of a place, is not cut
// off: edges that rest on each other would cut each other at any place.
Cut<2> cut_features(const ContactFeature<2>& a, const ContactFeature<2>& b,
                    const Vec<2, double>& normal, double slack);
Cut<3> cut_features(const ContactFeature<3>& a, const ContactFeature<3>& b,
                    const Vec<3, double>& normal, double slack);

}  // namespace masu::detail
