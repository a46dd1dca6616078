// SPDX-License-Identifier: MIT
// Results of queries of composite shapes: those of two shapes, plus the indices of the sub-shapes.
// The indices are members of the result itself: distance(a, pose_a, b, pose_b).distance compiles
// for shapes, meshes and compounds alike.
#pragma once

#include <masu/mesh/composite_shape.hpp>
#include <masu/narrow_phase/separation.hpp>

namespace masu {

// The sub-shapes of two bodies to which a result belongs. A convex shape is one sub-shape, index 0.
struct SubShapeIds {
  std::uint32_t sub_shape_a = kNoSubShape;  // sub-shape of the first body
  std::uint32_t sub_shape_b = kNoSubShape;  // sub-shape of the second body
};

// Result of distance() of composite shapes: a Separation and its two sub-shapes, or kNoSubShape if
// there are none. `stats` counts the search through the bodies: `results` is the number of pairs of
// sub-shapes tested.
template <int D, class T>
struct SubShapeSeparation : Separation<D, T> {
  std::uint32_t sub_shape_a = kNoSubShape;  // sub-shape of a
  std::uint32_t sub_shape_b = kNoSubShape;  // sub-shape of b
  QueryStats stats{};                       // work of the search

  // Returns the result without the sub-shapes.
  Separation<D, T>& separation() { return *this; }
  const Separation<D, T>& separation() const { return *this; }
  // Returns the result with the bodies exchanged.
  SubShapeSeparation flipped() const {
    return {separation().flipped(), sub_shape_b, sub_shape_a, stats};
  }
};

// Result of time_of_impact() and shape_cast() of composite shapes: an Impact and its two
// sub-shapes.
template <int D, class T>
struct SubShapeImpact : Impact<D, T> {
  std::uint32_t sub_shape_a = kNoSubShape;  // sub-shape of a
  std::uint32_t sub_shape_b = kNoSubShape;  // sub-shape of b
  QueryStats stats{};                       // work of the search

  // Returns the result without the sub-shapes.
  Impact<D, T>& impact() { return *this; }
  const Impact<D, T>& impact() const { return *this; }
  // Returns the result with the bodies exchanged.
  SubShapeImpact flipped() const { return {impact().flipped(), sub_shape_b, sub_shape_a, stats}; }
};

}  // namespace masu
