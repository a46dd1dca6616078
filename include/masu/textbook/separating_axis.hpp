// SPDX-License-Identifier: MIT
// Separating axes of two small polyhedra: how deep they are, by their faces and edges.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

// The axis of least depth, or of the largest gap.
template <class T>
struct AxisSeparation {
  Separation<3, T> separation;  // as penetration() has it
  FeatureOutcome outcome = FeatureOutcome::fell_back;
  ClosestFeatures features;    // of overlapping ones: a face and a vertex, or two edges
  std::uint32_t tests = 0;     // of a face with a vertex, or of two edges
  std::uint32_t measured = 0;  // directions along which both shapes were asked for their reach
};

namespace detail {
template <class T>
AxisSeparation<T> separating_axis_of(const ConvexPolyhedron<T>& a, const Transform<3, T>& at_a,
                                     const ConvexPolyhedron<T>& b, const Transform<3, T>& at_b,
                                     const AnyTrace<AxisMeasured>& trace);
}  // namespace detail

// Convex polyhedra are parted soonest along the normal of a face of either, or across an edge of
// each. All faces are measured; edges only where the points that reach farthest through the faces
// beside them do not prove that they are farther out than the best face; pairs of edges only where
// the arcs of the normals around them cross on the sphere. That is done in float, eight faces or
// pairs at a time, and what is within its rounding of the best is measured again in double. The
// bounds hold whatever float said of the others but for its rounding, which it leaves a margin for.
//
// For polyhedra that are sharp(), of at most 64 vertices each, and faces times vertices, both ways,
// of at most 10240: about two of 48 vertices. For others, those whose edges are nearly parallel
// where it matters, and those that touch but hardly overlap, outcome is fell_back; for those apart
// it is apart, and there is no feature; the answer of both is that of penetration(), which asks
// this first where it is faster. O(n^2) for n vertices, no memory. Statuses are those of
// penetration(). A flipped call gives the flipped answer. The trace sees AxisMeasured, with the
// shapes in the order that docs/contact.md puts swapped ones into.
//
// Source: D. Gregorius, "The separating axis test between convex polyhedra", Game Developers
// Conference 2013, for the crossing of arcs.
template <class T, class Trace = NoTrace>
AxisSeparation<T> separating_axis(const ConvexPolyhedron<T>& a, const Transform<3, T>& at_a,
                                  const ConvexPolyhedron<T>& b, const Transform<3, T>& at_b,
                                  Trace&& trace = {}) {
  return detail::separating_axis_of(a, at_a, b, at_b, AnyTrace<AxisMeasured>(trace));
}

}  // namespace masu
