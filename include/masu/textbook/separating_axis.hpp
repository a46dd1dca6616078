// SPDX-License-Identifier: MIT
// separating_axis(): the penetration of two small polyhedra, by the normals of their faces and
// edges.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

// Result of separating_axis(): the axis of the least depth, or of the largest gap.
template <class T>
struct AxisSeparation {
  Separation<3, T> separation;                         // as penetration() has it
  FeatureOutcome outcome = FeatureOutcome::fell_back;  // why the search ended
  ClosestFeatures features;    // of overlapping shapes: a face and a vertex, or two edges
  std::uint32_t tests = 0;     // of a face against a vertex, or of two edges
  std::uint32_t measured = 0;  // directions along which the support of both shapes was computed
};

namespace detail {
template <class T>
AxisSeparation<T> separating_axis_of(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                     const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                     const AnyTrace<AxisMeasured>& trace);
}  // namespace detail

// Computes the penetration of two convex polyhedra. The shortest translation that separates them is
// along the normal of a face of either, or perpendicular to an edge of each. All faces are
// measured; edges only where the support points along the adjacent faces do not prove that their
// depth exceeds that of the best face; pairs of edges only where the arcs of their normals cross on
// the sphere. This is done in float, eight faces or pairs at a time, and all within its rounding of
// the best is measured again in double. The bounds hold whatever float computed for the others,
// with a margin for its rounding.
//
// For polyhedra that are sharp(), of at most 64 vertices each, and of at most 10240 faces times
// vertices, both combinations added: about two of 48 vertices. For others, those whose edges are
// nearly parallel where it matters, and those that touch but hardly overlap, the outcome is
// fell_back; for shapes that are apart it is `apart`, without features. In both cases the result is
// that of penetration(), which tries this first where it is faster. O(n^2) for n vertices, no
// memory. Statuses are those of penetration(). A flipped call gives the flipped result. The trace
// receives AxisMeasured, with the shapes in the order that docs/contact.md gives swapped ones.
//
// Source: D. Gregorius, "The separating axis test between convex polyhedra", Game Developers
// Conference 2013, for the crossing of arcs.
template <class T, class Trace = NoTrace>
AxisSeparation<T> separating_axis(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                  const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                  Trace&& trace = {}) {
  return detail::separating_axis_of(a, pose_a, b, pose_b, AnyTrace<AxisMeasured>(trace));
}

}  // namespace masu
