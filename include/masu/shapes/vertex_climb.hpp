// SPDX-License-Identifier: MIT
// Hill climbing from vertex to vertex of a polyhedron, to the one farthest along a direction.
#pragma once

#include <cstdint>

#include <masu/core/trace.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

// Work of support functions.
struct SupportStats {
  std::uint64_t dots = 0;      // edges or vertices measured along a direction
  std::uint64_t steps = 0;     // from a vertex to a higher one
  std::uint64_t scans = 0;     // climbs that gave up and asked all vertices
  std::uint64_t plateaus = 0;  // climbs that ended among level edges and asked all vertices

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

// No edge at the vertex `at` leads up, some may be level: may another vertex be higher? An edge
// that gains more than `floor`, below zero, counts as level.
//
// If x is higher than v, then x - v is a sum of edges at v, each times a factor. Rounding hides a
// gain of such a sum where the factors are large beside the length of x - v: two level edges that
// are nearly opposite, as at the rim of a disc. A face that is not flat hides one too, behind one
// level edge: its corner across it is no neighbor.
template <class T>
bool may_hide_higher(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                     std::uint32_t at, double floor) {
  constexpr double kObtuse = 0.75;
  if (polyhedron.bend() > 0) return true;
  const auto here = vec_cast<double>(polyhedron.vertex(at));
  const auto spokes = polyhedron.spokes(at);
  const auto along = [&](std::size_t i) {
    return vec_cast<double>(polyhedron.vertex(spokes[i].vertex)) - here;
  };
  for (std::size_t i = 0; i < spokes.size(); ++i) {
    const Vec<3, double> e = along(i);
    if (!(dot(d, e) > floor)) continue;
    for (std::size_t k = 0; k < i; ++k) {
      const Vec<3, double> g = along(k);
      if (!(dot(d, g) > floor)) continue;
      const double cosine = dot(e, g);
      const double squares = length_squared(e) * length_squared(g);
      if (cosine < 0 && cosine * cosine > kObtuse * kObtuse * squares) return true;
    }
  }
  return false;
}

}  // namespace detail

// The vertex that lies farthest along d; `start` is any vertex. Of the neighbours of where it is it
// goes to the one that gains most (the first of several), until none gains: a vertex whose every
// edge leads down is the highest of a convex body. Edges, not vertices, are measured, so that what
// is lost to rounding is a part of the edge, not of its place; a gain that may be rounding is none,
// so level edges are not walked in circles. Should a climb take more steps than there are vertices,
// or end among level edges that may hide a higher vertex, all vertices are asked: the vertex found
// is the highest, to 2^-47 of the largest coordinate. O(steps * neighbours), about sqrt(n) steps
// from anywhere and none or few from close by; O(n) along the normal of a face of many corners, or
// of one that rounding has bent.
//
// Source: the walk over neighbours of Hasegawa et al. (docs/sources.md, L18); C. Ericson,
// "Real-time collision detection", 2005, 9.5.4.
template <class T, class Trace = NoTrace>
std::uint32_t climb(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                    std::uint32_t start, SupportStats* stats = nullptr, Trace&& trace = {}) {
  const double size = std::fabs(d[0]) + std::fabs(d[1]) + std::fabs(d[2]);
  const double floor = -polyhedron.level() * size;
  std::uint32_t at = start;
  for (std::size_t step = 0; step < polyhedron.vertex_count(); ++step) {
    const auto here = vec_cast<double>(polyhedron.vertex(at));
    const auto spokes = polyhedron.spokes(at);
    std::uint32_t best = at;
    double gain = floor;
    int level = 0;
    for (const PolyhedronSpoke& s : spokes) {
      const auto edge = vec_cast<double>(polyhedron.vertex(s.vertex)) - here;
      const double x = dot(d, edge);
      if (!(x > gain)) continue;
      if (!(x > detail::rounding_of_dot(d, edge))) {
        ++level;
        continue;
      }
      best = s.vertex;
      gain = x;
    }
    if (stats != nullptr) stats->dots += spokes.size();
    if (best == at) {
      if (level == 0 || !detail::may_hide_higher(polyhedron, d, at, floor)) return at;
      if (stats != nullptr) ++stats->plateaus, stats->dots += polyhedron.vertex_count();
      const std::uint32_t other = detail::farthest_along(polyhedron.vertices(), d);
      return dot(d, vec_cast<double>(polyhedron.vertex(other)) - here) > 0 ? other : at;
    }
    trace.on(ClimbStep{at, best, gain});
    if (stats != nullptr) ++stats->steps;
    at = best;
  }
  if (stats != nullptr) ++stats->scans, stats->dots += polyhedron.vertex_count();
  return detail::farthest_along(polyhedron.vertices(), d);
}

}  // namespace masu
