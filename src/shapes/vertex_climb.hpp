// SPDX-License-Identifier: MIT
// Hill climbing over the vertices of a polyhedron, inline, and what makes it exact.
#pragma once

#include <masu/shapes/vertex_climb.hpp>

#include "shapes/farthest.hpp"

namespace masu::detail {

// What dot(a, b) may be off by.
inline double rounding_of_dot(const Vec<3, double>& a, const Vec<3, double>& b) {
  return 0x1p-51 * (std::fabs(a[0] * b[0]) + std::fabs(a[1] * b[1]) + std::fabs(a[2] * b[2]));
}

// Vertices of a polyhedron where a climb may end below a higher vertex.
template <class T>
struct HiddenVertices {
  // Marks them. False: no memory.
  static bool mark(ConvexPolyhedron<T>& polyhedron);
  // Whether climbs with these marks find the highest vertex: faces are bent by rounding at most,
  // and each edge is one of the hull of the vertices.
  static bool suffice(const ConvexPolyhedron<T>& polyhedron);
  // A vertex higher than `at`, or `at` if there is none, where no edge at `at` leads up.
  static std::uint32_t find(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                            std::uint32_t at, SupportStats* stats);
};

// climb() for a trace of any type.
template <class T, class Trace>
std::uint32_t climb_from(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                         std::uint32_t start, SupportStats* stats, const Trace& trace) {
  std::uint32_t at = start;
  for (std::size_t step = 0; step < polyhedron.vertex_count(); ++step) {
    const auto here = vec_cast<double>(polyhedron.vertex(at));
    const auto spokes = polyhedron.spokes(at);
    std::uint32_t best = at;
    double gain = 0;
    for (const PolyhedronSpoke& s : spokes) {
      const auto edge = vec_cast<double>(polyhedron.vertex(s.vertex)) - here;
      const double x = dot(d, edge);
      if (!(x > gain) || !(x > rounding_of_dot(d, edge))) continue;
      best = s.vertex;
      gain = x;
    }
    if (stats != nullptr) stats->dots += spokes.size();
    if (best == at) {
      if (!polyhedron.may_hide_higher(at)) return at;
      best = HiddenVertices<T>::find(polyhedron, d, at, stats);
      if (best == at) return at;
      gain = dot(d, vec_cast<double>(polyhedron.vertex(best)) - here);
    }
    trace.on(ClimbStep{at, best, gain});
    if (stats != nullptr) ++stats->steps;
    at = best;
  }
  if (stats != nullptr) ++stats->scans, stats->dots += polyhedron.vertex_count();
  return farthest_along(polyhedron.vertices(), d);
}

}  // namespace masu::detail
