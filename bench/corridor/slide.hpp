// SPDX-License-Identifier: MIT
// Sliding along walls for indices that only find what a moving circle hits first: the loop that
// their users write.
#pragma once

#include <optional>

#include <masu/corridor/wall_cast.hpp>

namespace masu_bench::corridor {

// sweep(at, way) returns the first impact along `way`, with the normal towards the circle, or
// nothing. The rest of the displacement continues along the wall, `skin` off it; in a corner it
// ends.
template <class Sweep>
masu::Vec2d slide(masu::Vec2d at, masu::Vec2d way, double skin, Sweep&& sweep) {
  masu::Vec2d last{};
  for (int turn = 0; turn < 4; ++turn) {
    const std::optional<masu::WallImpact> met = sweep(at, way);
    if (!met) return at + way;
    const masu::Vec2d& normal = met->normal;
    at = at + met->t * way + skin * normal;
    way = (1 - met->t) * way;
    way = way - dot(way, normal) * normal;
    if (turn > 0 && dot(way, last) < 0) return at;
    last = normal;
  }
  return at;
}

// As above, with walls near a box: for_each_near(box, f) calls f(a, b) with the ends of each. Each
// is swept exactly.
template <class Near>
masu::Vec2d slide_among(const masu::Vec2d& at, const masu::Vec2d& way, double radius,
                        Near&& for_each_near) {
  return slide(at, way, radius / 1024, [&](const masu::Vec2d& from, const masu::Vec2d& d) {
    std::optional<masu::WallImpact> first;
    const masu::Vec2d to = from + d;
    masu::Vec2d low;
    masu::Vec2d high;
    for (int a = 0; a < 2; ++a) {
      low[a] = (from[a] < to[a] ? from[a] : to[a]) - radius;
      high[a] = (from[a] < to[a] ? to[a] : from[a]) + radius;
    }
    for_each_near(low, high, [&](const masu::Vec2d& a, const masu::Vec2d& b) {
      const auto met = masu::circle_impact(from, d, radius, a, b, first ? first->t : 1.0);
      if (met && (!first || met->t < first->t)) first = met;
    });
    return first;
  });
}

}  // namespace masu_bench::corridor
