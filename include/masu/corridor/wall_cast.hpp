// SPDX-License-Identifier: MIT
// When a point, a circle or a capsule on its way meets one wall.
#pragma once

#include <cstdint>
#include <optional>

#include <masu/core/vec.hpp>

namespace masu {

// Which part of a wall is met first: its side, or an end.
enum class WallPart : std::uint8_t { side, a, b };

// `normal` has length 1 and points from the wall to what met it, against its way.
struct WallImpact {
  double t;
  Vec2d normal;
  WallPart part;  // where on the wall: inside, or at which end
};

// Where a wall from a to b is nearest to something: at a + t (b - a).
template <class T>
struct WallOffset {
  Vec<2, T> from_wall;  // from there to the nearest place of the other
  T t;
  T distance_squared;
};

// A circle of `radius` around p + t d and the wall from a to b: the first t in [0, max_t] at which
// it touches. A circle that touches at the start is stopped there only if it moves towards the
// wall: the distance to a segment is a convex function of t, so one that moves away or along never
// meets it later. O(1), in double; t is right to a few units in the last place of the distances
// over the speed. Source: C. Ericson, "Real-time collision detection", 2005, 5.5.
std::optional<WallImpact> circle_impact(const Vec2d& p, const Vec2d& d, double radius,
                                        const Vec2d& a, const Vec2d& b, double max_t);

// The same for the wall's side alone, as if other walls went on beyond its ends: nothing is met
// before the centre is between the lines across the ends.
std::optional<WallImpact> circle_side_impact(const Vec2d& p, const Vec2d& d, double radius,
                                             const Vec2d& a, const Vec2d& b, double max_t);

// How near a wall and a segment from p - half to p + half are. `from_wall` leads from the wall's
// nearest place to the segment's; `t` says where on the wall. 0 where they cross.
WallOffset<double> capsule_offset(const Vec2d& a, const Vec2d& b, const Vec2d& p,
                                  const Vec2d& half);

// circle_impact() for a capsule: all within `radius` of the segment from p - half to p + half. The
// wall, swept by the segment, is a parallelogram, and its four sides are what the centre meets.
std::optional<WallImpact> capsule_impact(const Vec2d& p, const Vec2d& half, const Vec2d& d,
                                         double radius, const Vec2d& a, const Vec2d& b,
                                         double max_t);

// circle_side_impact() for a capsule.
std::optional<WallImpact> capsule_side_impact(const Vec2d& p, const Vec2d& half, const Vec2d& d,
                                              double radius, const Vec2d& a, const Vec2d& b,
                                              double max_t);

// A point on its way across the wall from a to b. Touching counts, ends within rounding too: no
// ray slips through where two walls meet. A ray along the wall meets it at its nearer end, with the
// normal against the ray.
std::optional<WallImpact> ray_impact(const Vec2d& p, const Vec2d& d, const Vec2d& a, const Vec2d& b,
                                     double max_t);

}  // namespace masu
