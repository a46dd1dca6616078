// SPDX-License-Identifier: MIT
// Pairs in 2D whose cores are points, segments, boxes, triangles or small polygons, by their sides.
#pragma once

#include <limits>

#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/shape_view.hpp>

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/simple_pair.hpp"
#include "shapes/outline.hpp"

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

// Memory for an outline that belongs to no polygon, by rows of an Outline.
using OutlineNumbers = double[4][Outline::kBlock];

// The outlines of two cores that are measured at many positions.
struct FlatCores {
  alignas(64) OutlineNumbers numbers[2];
  Outline outlines[2];
};

// How two bodies approach each other: `velocity` is that of a relative to b, in a's frame;
// `turning` what rotation adds to the speed of any point, at most. `radii` are part of no core. A
// gap of `near`, as a share of the size, remains.
struct Approach {
  Vec<2, double> velocity;
  double turning;
  double radii;
  double near;
};

// The side of either core along whose normal the shapes stay apart for the longest time. Infinite:
// for ever. -infinity: no side separates them by more than the gap that remains.
template <int D>
struct SideStep {
  double time = -std::numeric_limits<double>::infinity();
  double gap = 0;
  Vec<D, double> normal{};  // from a to b, in a's frame
};

// For valid shapes as above. Returns false if one of them has no outline.
template <class T>
bool flat_outlines(const ShapeView<2, T>& a, const ShapeView<2, T>& b, FlatCores& cores);

// core_distance() with Depth::least, and the step that the sides prove. Of equally good sides a's
// counts. Returns false if the distance is in doubt; the step is valid all the same.
bool flat_core(const FlatCores& cores, const PairFrame<2>& frame, const Approach& approach,
               CoreDistance<2>& r, SideStep<2>& step);

}  // namespace masu::detail
