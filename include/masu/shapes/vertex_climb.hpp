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
  std::uint64_t scans = 0;  // climbs that gave up and asked all vertices

  friend constexpr bool operator==(const SupportStats&, const SupportStats&) = default;
};

// From a vertex to its neighbour; `gain` is how much farther along the direction it lies.
struct ClimbStep {
  std::uint32_t from;
  std::uint32_t to;
  double gain;  // how much farther along the direction it is than the one before
};

namespace detail {

// What dot(a, b) may be off by.
inline double rounding_of_dot(const Vec<3, double>& a, const Vec<3, double>& b) {
  return 0x1p-51 * (std::fabs(a[0] * b[0]) + std::fabs(a[1] * b[1]) + std::fabs(a[2] * b[2]));
}

}  // namespace detail

// The vertex that lies farthest along d; `start` is any vertex. Of the neighbours of where it is it
// goes to the one that gains most (the first of several), until none gains: a vertex whose every
// edge leads down is the highest of a convex body. Edges, not vertices, are measured, so that what
// is lost to rounding is a part of the edge, not of its place; a gain that may be rounding is none,
// so level edges are not walked in circles. Should a climb take more steps than there are vertices,
// all vertices are asked. O(steps * neighbours), about sqrt(n) steps from anywhere and none or few
// from close by.
//
// Source: the walk over neighbours of Hasegawa et al. (docs/sources.md, L18); C. Ericson,
// "Real-time collision detection", 2005, 9.5.4.
template <class T, class Trace = NoTrace>
std::uint32_t climb(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                    std::uint32_t start, SupportStats* stats = nullptr, Trace&& trace = {}) {
  std::uint32_t at = start;
  for (std::size_t step = 0; step < polyhedron.vertex_count(); ++step) {
    const auto here = vec_cast<double>(polyhedron.vertex(at));
    const auto spokes = polyhedron.spokes(at);
    std::uint32_t best = at;
    double gain = 0;
    for (const PolyhedronSpoke& s : spokes) {
      const auto edge = vec_cast<double>(polyhedron.vertex(s.vertex)) - here;
      const double x = dot(d, edge);
      if (!(x > gain) || !(x > detail::rounding_of_dot(d, edge))) continue;
      best = s.vertex;
      gain = x;
    }
    if (stats != nullptr) stats->dots += spokes.size();
    if (best == at) return at;
    trace.on(ClimbStep{at, best, gain});
    if (stats != nullptr) ++stats->steps;
    at = best;
  }
  if (stats != nullptr) ++stats->scans, stats->dots += polyhedron.vertex_count();
  return detail::farthest_along(polyhedron.vertices(), d);
}

}  // namespace masu
