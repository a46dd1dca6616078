// SPDX-License-Identifier: MIT
// Clips two features that face each other along a normal to their common part.
#pragma once

#include "narrow_phase/contact_feature.hpp"

namespace masu::detail {

// A corner of the common part: a point of each feature, on one line along the normal.
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

  CutCorner<D> corner[kMost + 1];  // and one added by add_corner()
  int count = 0;
};

// A feature clips if it faces the normal within 2.5 degrees: the cosine.
inline constexpr double kFacing = 0.99905;

// Makes the corners in order around the normal; none if neither feature faces the normal, or they
// share nothing. Points beyond the side of a face by at most `slack`, the rounding of a position,
// are kept: edges that rest on each other would clip each other at any position.
void cut_features(const ContactFeature<2>& a, const ContactFeature<2>& b,
                  const Vec<2, double>& normal, double slack, Cut<2>& cut);
void cut_features(const ContactFeature<3>& a, const ContactFeature<3>& b,
                  const Vec<3, double>& normal, double slack, Cut<3>& cut);

}  // namespace masu::detail
