// SPDX-License-Identifier: MIT
// The face, edge or vertex of a core that looks along a direction.
#pragma once

#include "narrow_phase/pair_frame.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// Corners that a feature has at most; faces of more are thinned out.
inline constexpr int kMostFeatureCorners = 64;
// The corners of what stands for a disc.
inline constexpr int kDiscCorners = 16;

// An edge within this of perpendicular to the direction is one, else one of its ends: 2.5 degrees.
inline constexpr double kSlant = 0.0436;

// Corners of a convex polygon, the ends of an edge, or one point, in the frame of the pair. A
// polygon runs counter-clockwise around its outward normal; in the plane an edge has the outside
// to its right.
template <int D>
struct ContactFeature {
  Vec<D, double> corner[kMostFeatureCorners];
  // By their codes: the feature as a whole, its corners, and its sides, each from a corner to the
  // next. Both sides of an edge are the edge.
  std::uint16_t code = 0;
  std::uint16_t corner_code[kMostFeatureCorners];
  std::uint16_t side_code[kMostFeatureCorners];
  int count = 0;
  Vec<D, double> normal{};  // unit; of a point: the direction asked for
  double facing = -1;       // cosine between the normal and the direction
};

// `turn` and `place` put the core into the frame of the pair.
template <int D, class T>
ContactFeature<D> contact_feature(const ShapeView<D, T>& s, const Matrix<D, double>& turn,
                                  const Vec<D, double>& place, const Vec<D, double>& direction);

}  // namespace masu::detail
