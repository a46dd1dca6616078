// SPDX-License-Identifier: MIT
// Pairs in 2D whose cores are points, segments, boxes, triangles or small polygons, by their sides.
#pragma once

#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/shape_view.hpp>

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/simple_pair.hpp"

namespace masu::detail {

// The separation of two cores, in the frame of the one with the reference side or corner `edge`.
struct FlatContact {
  double distance;
  double lower;
  double upper;
  double size;
  Vec<2, double> normal;  // from that one to the other
  Vec<2, double> on_own;
  Vec<2, double> on_other;
  bool own_is_b;
  bool on_side;  // otherwise both points are corners
  std::uint32_t edge;
  std::uint32_t corner;  // of the other
  std::uint32_t far;     // the other end of the side that on_other lies on, if it is no corner
};

// For kinds with outlines, at least one of which is not simple. False or unknown: there was none,
// or it was in doubt, or the input is not valid: then another method must be used. Depth::none:
// cores that overlap have a common point and no normal. O(n m), but in whole registers; the same
// bits on every instruction set, and for swapped arguments.
template <class T>
bool flat_pair(const ShapeView<2, T>& a, const Transform<2, T>& pose_a, const ShapeView<2, T>& b,
               const Transform<2, T>& pose_b, Depth depth, Separation<2, T>& r);
template <class T>
Overlap flat_overlap(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                     const ShapeView<2, T>& b, const Transform<2, T>& pose_b);
template <class T>
bool flat_manifold(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                   const ShapeView<2, T>& b, const Transform<2, T>& pose_b, T margin,
                   Manifold<2, T>& m);

}  // namespace masu::detail
