// SPDX-License-Identifier: MIT
// Hill climbing over the vertices of a polyhedron, inline, and the chords that make it exact.
#pragma once

#include <masu/shapes/vertex_climb.hpp>

#include "shapes/farthest.hpp"

namespace masu::detail {

// Returns an error bound of dot(a, b).
inline double rounding_of_dot(const Vec<3, double>& a, const Vec<3, double>& b) {
  return 0x1p-51 * (std::fabs(a[0] * b[0]) + std::fabs(a[1] * b[1]) + std::fabs(a[2] * b[2]));
}

// Chords of a polyhedron, from a vertex to others across its faces. Climbs that end among level
// edges measure them.
template <class T>
struct ClimbChords {
  // Instead of a vertex: all vertices.
  static constexpr std::uint32_t kAll = 0xffff'ffffu;

  // Returns false if out of memory. `suffice`: climbs along edges and chords find the highest
  // vertex, as faces are bent by rounding at most, and each edge is one of the hull of the
  // vertices. All edges of a `hull` are.
  static bool make(ConvexPolyhedron<T>& p, bool hull, bool& suffice);

  static bool any(const ConvexPolyhedron<T>& p) { return !p.chords_.empty(); }
  static std::span<const std::uint32_t> of(const ConvexPolyhedron<T>& p, std::uint32_t v) {
    return {p.chords_.data() + p.chord_first_[v], p.chord_first_[v + 1] - p.chord_first_[v]};
  }
  // An edge is level if it gains more than this, which is negative.
  static double floor(const ConvexPolyhedron<T>& p, const Vec<3, double>& d) {
    return -p.level_ * (std::fabs(d[0]) + std::fabs(d[1]) + std::fabs(d[2]));
  }
  // Returns the end of the chord of `at` that gains most; `at` if none leads up.
  static std::uint32_t climb(const ConvexPolyhedron<T>& p, const Vec<3, double>& d,
                             std::uint32_t at, SupportStats* stats);

 private:
  template <class Chords>
  static bool store(ConvexPolyhedron<T>& p, Chords& chords);
};

// climb() for a trace of any type, over edges alone or also over chords.
template <bool kChords, class T, class Trace>
std::uint32_t climb_along(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                          std::uint32_t start, SupportStats* stats, const Trace& trace) {
  using Chords = ClimbChords<T>;
  const double floor = kChords ? Chords::floor(polyhedron, d) : 0;
  std::uint32_t at = start;
  for (std::size_t step = 0; step < polyhedron.vertex_count(); ++step) {
    const auto here = vec_cast<double>(polyhedron.vertex(at));
    const auto spokes = polyhedron.spokes(at);
    std::uint32_t best = at;
    double gain = floor;
    bool level = false;
    for (const PolyhedronSpoke& s : spokes) {
      const auto edge = vec_cast<double>(polyhedron.vertex(s.vertex)) - here;
      const double x = dot(d, edge);
      if (!(x > gain)) continue;
      if (!(x > rounding_of_dot(d, edge))) {
        level = true;
        continue;
      }
      best = s.vertex;
      gain = x;
    }
    if (stats != nullptr) stats->dots += spokes.size();
    if (best == at) {
      if (!kChords || !level) return at;
      best = Chords::climb(polyhedron, d, at, stats);
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
template <class T, class Trace>
std::uint32_t climb_from(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                         std::uint32_t start, SupportStats* stats, const Trace& trace) {
  return ClimbChords<T>::any(polyhedron) ? climb_along<true>(polyhedron, d, start, stats, trace)
                                         : climb_along<false>(polyhedron, d, start, stats, trace);
}

}  // namespace masu::detail
