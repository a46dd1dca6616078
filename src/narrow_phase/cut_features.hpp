// SPDX-License-Identifier: MIT
// Two features that face each other along a normal, cut to what they share.
#pragma once

#include "narrow_phase/contact_feature.hpp"

namespace masu::detail {

// A corner of the shared part: a point of each feature, on one line along the normal.
template <int D>
struct CutCorner {
  Vec<D, double> a;
  Vec<D, double> b;
  double gap;  // from a to b along the normal
  std::uint32_t feature_id;

  CutCorner() = default;
  CutCorner(const Vec<D, double>& on_a, const Vec<D, double>& on_b, const Vec<D, double>& normal,
            std::uint32_t id)
      : a(on_a), b(on_b), gap(dot(normal, on_b - on_a)), feature_id(id) {}
};
template <int D>
struct Cut {
  static constexpr int kMost = 2 * kMostFeatureCorners;

  CutCorner<D> corner[kMost + 1];  // and one that is added: see add_corner()
  int count = 0;
};

// A feature cuts if it faces the normal within 2.5 degrees: the cosine.
inline constexpr double kFacing = 0.99905;

// Makes an empty cut where neither feature faces the normal, or they share nothing. In order around
// the normal. What lies beyond the side of a face by no more than `slack`, the rounding of a place,
// is not cut off: edges that rest on each other would cut each other at any place.
void cut_features(const ContactFeature<2>& a, const ContactFeature<2>& b,
                  const Vec<2, double>& normal, double slack, Cut<2>& cut);
void cut_features(const ContactFeature<3>& a, const ContactFeature<3>& b,
                  const Vec<3, double>& normal, double slack, Cut<3>& cut);

}  // namespace masu::detail
