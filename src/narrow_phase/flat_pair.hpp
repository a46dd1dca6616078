// SPDX-License-Identifier: MIT
// Pairs in the plane whose cores are points, segments, boxes, triangles or small polygons, by their
// sides.
#pragma once

#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/shape_view.hpp>

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/simple_pair.hpp"

namespace masu::detail {

// How two cores lie, in the frame of the one whose side or corner `edge` holds the other off.
struct FlatContact {
  double distance;
  double lower;
  double upper;
  double size;
  Vec<2, double> normal;  // from that one to the other
  Vec<2, double> on_own;
  Vec<2, double> on_other;
  bool own_is_b;
  bool on_side;  // else both points are corners
  std::uint32_t edge;
  std::uint32_t corner;  // of the other
  std::uint32_t far;     // the other end of the side that on_other lies on, if it is no corner
};

// For kinds with outlines, one of which at least is none of the simple kinds. False or unknown:
// there was none, or it was in doubt, or the input is not sound: then another way must be gone.
// Depth::none: cores that overlap have a common point and no normal. O(n m), but by whole
// registers; the same bits on every instruction set, and for swapped arguments.
template <class T>
bool flat_pair(const ShapeView<2, T>& a, const Transform<2, T>& at_a, const ShapeView<2, T>& b,
               const Transform<2, T>& at_b, Depth depth, Separation<2, T>& r);
template <class T>
Meeting flat_meeting(const ShapeView<2, T>& a, const Transform<2, T>& at_a,
                     const ShapeView<2, T>& b, const Transform<2, T>& at_b);
template <class T>
bool flat_manifold(const ShapeView<2, T>& a, const Transform<2, T>& at_a, const ShapeView<2, T>& b,
                   const Transform<2, T>& at_b, T margin, Manifold<2, T>& m);

}  // namespace masu::detail
