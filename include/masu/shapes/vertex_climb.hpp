// SPDX-License-Identifier: MIT
// Hill climbing from vertex to vertex of a polyhedron, to the one farthest along a direction.
#pragma once

#include <cstdint>

#include <masu/core/trace.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

// Counts the work of support functions.
struct SupportStats {
  std::uint64_t dots = 0;   // edges or vertices measured along a direction
  std::uint64_t steps = 0;  // from a vertex to one farther along
  std::uint64_t scans = 0;  // searches of all vertices

  friend constexpr bool operator==(const SupportStats&, const SupportStats&) = default;
};

// A step of a climb, from a vertex to its neighbor.
struct ClimbStep {
  std::uint32_t from;  // the vertex before the step
  std::uint32_t to;    // its neighbor, farther along the direction
  double gain;         // how much farther along the direction it is than the one before
};

// Returns the vertex that lies farthest along d (the highest), to 2^-47 of the largest coordinate.
// Walks from vertex to vertex, from `start`, each time to the neighbor that gains most (the first
// of several), until none gains. A vertex of a convex body is the highest if all its edges lead
// down. The climb measures edges, not vertices, so its rounding error is a share of the edge's
// length, not of the coordinates. A gain that may be rounding counts as none, so the climb does not
// circle along level edges (edges perpendicular to d).
//
// Level edges may hide a higher vertex: at corners of faces bent by rounding, and at corners of
// nearly 180 degrees, like those of a disc. There a polyhedron with kTableVertices vertices or more
// has chords to vertices across the face, measured if an edge is level. If chords do not suffice,
// and after as many steps as there are vertices, the climb measures all vertices.
//
// O(steps * neighbors): about sqrt(n) steps from any start, none or few from a start nearby.
//
// Source: the walk over neighbors of Hasegawa et al. (docs/sources.md, L18); C. Ericson,
// "Real-time collision detection", 2005, 9.5.4.
template <class T>
std::uint32_t climb(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                    std::uint32_t start, SupportStats* stats = nullptr,
                    AnyTrace<ClimbStep> trace = {});

}  // namespace masu
