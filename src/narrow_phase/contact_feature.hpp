// SPDX-License-Identifier: MIT
// The face, edge or vertex of a core that faces a direction.
#pragma once

#include "narrow_phase/pair_frame.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// The most corners of a feature; faces with more are simplified.
inline constexpr int kMostFeatureCorners = 64;
// The corners of the polygon that stands for a disc.
inline constexpr int kDiscCorners = 16;

// An edge perpendicular to the direction within this is the feature, otherwise its end: 2.5
// degrees.
inline constexpr double kSlant = 0.0436;

// The corners of a convex polygon, the ends of an edge, or one point, in the frame of the pair. A
// polygon is counterclockwise around its outward normal; in 2D an edge has the outside to its
// right.
template <int D>
struct ContactFeature {
  Vec<D, double> corner[kMostFeatureCorners];
  // The codes of the feature as a whole, its corners, and its sides, each from a corner to the
  // next. Both sides of an edge are the edge.
  std::uint16_t code = 0;
  std::uint16_t corner_code[kMostFeatureCorners];
  std::uint16_t side_code[kMostFeatureCorners];
  int count = 0;
  Vec<D, double> normal{};  // unit; of a point: the given direction
  double facing = -1;       // cosine between the normal and the direction
};

// `rotation` and `translation` transform the core into the frame of the pair.
template <int D, class T>
ContactFeature<D> contact_feature(const ShapeView<D, T>& s, const Matrix<D, double>& rotation,
                                  const Vec<D, double>& translation,
                                  const Vec<D, double>& direction);

}  // namespace masu::detail
