// SPDX-License-Identifier: MIT
// Sliding along walls for indices that only find what a moving circle hits first: the loop that
// their users write.
#pragma once

#include <optional>

#include <masu/corridor/wall_cast.hpp>

namespace masu_bench::corridor {

// sweep(position, displacement) returns the first impact along the displacement, with the normal
// towards the circle, or nothing. The rest of the displacement continues along the wall, `skin` off
// it; in a corner it ends.
template <class Sweep>
masu::Vec2d slide(masu::Vec2d position, masu::Vec2d displacement, double skin, Sweep&& sweep) {
  masu::Vec2d last{};
  for (int i = 0; i < 4; ++i) {
    const std::optional<masu::WallImpact> impact = sweep(position, displacement);
    if (!impact) return position + displacement;
    const masu::Vec2d& normal = impact->normal;
    position = position + impact->t * displacement + skin * normal;
    displacement = (1 - impact->t) * displacement;
    displacement = displacement - dot(displacement, normal) * normal;
    if (i > 0 && dot(displacement, last) < 0) return position;
    last = normal;
  }
  return position;
}

// As above, with walls near a box: for_each_near(box, f) calls f(a, b) with the ends of each. Each
// is swept exactly.
template <class Near>
masu::Vec2d slide_among(const masu::Vec2d& position, const masu::Vec2d& displacement, double radius,
                        Near&& for_each_near) {
  return slide(
      position, displacement, radius / 1024, [&](const masu::Vec2d& from, const masu::Vec2d& d) {
        std::optional<masu::WallImpact> first;
        const masu::Vec2d to = from + d;
        masu::Vec2d low;
        masu::Vec2d high;
        for (int a = 0; a < 2; ++a) {
          low[a] = (from[a] < to[a] ? from[a] : to[a]) - radius;
          high[a] = (from[a] < to[a] ? to[a] : from[a]) + radius;
        }
        for_each_near(low, high, [&](const masu::Vec2d& a, const masu::Vec2d& b) {
          const auto impact = masu::circle_impact(from, d, radius, a, b, first ? first->t : 1.0);
          if (impact && (!first || impact->t < first->t)) first = impact;
        });
        return first;
      });
}

}  // namespace masu_bench::corridor
