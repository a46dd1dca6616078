// SPDX-License-Identifier: MIT
// Hill climbing from vertex to vertex of a polyhedron, to the one farthest along a direction.
#pragma once

#include <cstdint>

#include <masu/core/trace.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

// Work of support functions.
struct SupportStats {
  std::uint64_t dots = 0;   // edges or vertices measured along a direction
  std::uint64_t steps = 0;  // from a vertex to a higher one
  std::uint64_t scans = 0;  // times that all vertices were measured

  friend constexpr bool operator==(const SupportStats&, const SupportStats&) = default;
};

// A step of a climb, from a vertex to its neighbor.
struct ClimbStep {
  std::uint32_t from;  // the vertex before the step
  std::uint32_t to;    // its neighbor, farther along the direction
  double gain;         // how much farther along the direction it is than the one before
};

// Finds the vertex that lies farthest along d, to 2^-47 of the largest coordinate: walks from
// vertex to vertex, from `start`, each time to the neighbor that gains most (the first of several),
// until none gains. A vertex whose every edge leads down is the highest of a convex body. The climb
// measures edges, not vertices, so it loses to rounding a part of the edge, not of the coordinates.
// A gain that may be rounding counts as none, so the climb does not circle along level edges.
//
// Level edges may hide a higher vertex: at corners of faces bent by rounding, and at corners of
// nearly 180 degrees, as of a disc. A polyhedron of ConvexPolyhedron::kTableVertices vertices or
// more has chords there, to vertices across the face, which the climb measures if an edge is level.
// Where chords would not do, and after as many steps as there are vertices, it measures all
// vertices.
//
// O(steps * neighbors), about sqrt(n) steps from anywhere and none or few from close by.
//
// Source: the walk over neighbors of Hasegawa et al. (docs/sources.md, L18); C. Ericson,
// "Real-time collision detection", 2005, 9.5.4.
template <class T>
std::uint32_t climb(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                    std::uint32_t start, SupportStats* stats = nullptr,
                    AnyTrace<ClimbStep> trace = {});

}  // namespace masu
