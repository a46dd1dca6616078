// SPDX-License-Identifier: MIT
// Which parts of a hull become one face, or one edge.
#pragma once

namespace masu {

// Exact: what lies in one plane exactly. With a tolerance, a share of the largest extent of the box
// around the points (0 is exact, 0.1 the most), the hull is simpler, as a rule:
//
// - A point becomes a vertex only if it is farther than the tolerance from the hull found so far:
//   each point of the input is that near to the hull of those that did.
// - Triangles next to each other become one face when their corners are no farther than the
//   tolerance behind the plane of the largest of them, and none leans by more than 45 degrees. That
//   plane is the face's, its offset taken over that triangle. So no point of the input lies before
//   a face's plane by more than the tolerance, no corner of a face behind it by more, rounding
//   as in Hull3::Plane aside.
// - Where only two faces meet there is no vertex, as long as both keep three.
//
// It is a closed surface still, with Euler's formula and twins; each vertex is a point of the
// input, extreme among the vertices. But a face's corners lie near its plane, not in it; its
// outline may have dents as the tolerance allows them, on round surfaces; and the canonical order
// of Hull3 holds but not that it follows from the points alone. Solids thinner than the tolerance
// stay solids.
//
// In the plane (AndrewChain, GiftWrapping2, Quickhull2) the exact loop is thinned: three corners
// far from each other stay, and of those between two that stay whatever is farther than the
// tolerance from their edge, the farthest first. So each point of the input is that near to the
// polygon, its vertices are points of the input and strictly convex, in the order of Hull2, and
// follow from the exact loop alone. What spans the plane still does. Flat points in space likewise.
struct Merge {
  double relative = 0;

  // Nothing is merged but what lies in one plane exactly.
  static constexpr Merge exact() { return {}; }
  // A share of the largest extent of the box around the points.
  static constexpr Merge tolerance(double relative) { return {relative}; }
};

}  // namespace masu
