// SPDX-License-Identifier: MIT
// Merge: which parts of a hull are merged into one face, or one edge.
#pragma once

namespace masu {

// The tolerance of a hull. Exact: only what lies in one plane exactly is merged. With a tolerance,
// a share of the largest extent of the box around the points (0 is exact, 0.1 the most), the hull
// is usually simpler:
//
// - A point becomes a vertex only if it is farther than the tolerance from the hull found so far:
//   each point of the input is at most that far from the hull of the vertices.
// - Adjacent triangles become one face if their corners are no farther than the tolerance behind
//   the plane of the largest of them, and none is inclined to it by more than 45 degrees. The face
//   has that plane, with the offset of that triangle. So no point of the input lies before a face's
//   plane, and no corner of a face behind it, by more than the tolerance, apart from rounding as in
//   Hull3::Plane.
// - Where only two faces meet there is no vertex, as long as both keep three.
//
// The result is still a closed surface, with Euler's formula and twins; each vertex is a point of
// the input, extreme among the vertices. But a face's corners lie near its plane, not in it; its
// outline may have dents within the tolerance, on smooth surfaces; and the canonical order of Hull3
// holds, but it does not depend on the points alone. Solids thinner than the tolerance stay solids.
//
// In 2D (AndrewChain, GiftWrapping2, Quickhull2) the exact loop is simplified: three corners far
// from each other stay; between two that stay, those farther than the tolerance from their edge
// stay, the farthest first. So each point of the input is at most that far from the polygon. Its
// vertices are points of the input, strictly convex, in the order of Hull2, and depend only on the
// exact loop. What spans 2D still does. Flat points in 3D are treated alike.
struct Merge {
  double relative = 0;  // share of the largest extent; 0: exact

  // Merges only what lies in one plane exactly.
  static constexpr Merge exact() { return {}; }
  // Merges with a tolerance, as a share of the largest extent of the box around the points.
  static constexpr Merge tolerance(double relative) { return {relative}; }
};

}  // namespace masu
