// SPDX-License-Identifier: MIT
// Casts against one wall: when a moving point, circle or capsule hits it.
#pragma once

#include <cstdint>
#include <optional>

#include <masu/core/vec.hpp>

namespace masu {

// The part of a wall that is hit first: its side, or an end.
enum class WallPart : std::uint8_t { side, a, b };

// An impact on a wall. `normal` has length 1 and points from the wall to the shape, against its
// path.
struct WallImpact {
  double t;       // of the first contact
  Vec2d normal;   // away from the wall
  WallPart part;  // its side, or which end
};

// The point a + t (b - a) of a wall that is nearest to a point or segment.
template <class T>
struct WallOffset {
  Vec<2, T> from_wall;  // from that point to the nearest point of the other
  T t;                  // 0 at a, 1 at b
  T distance_squared;   // squared length of from_wall
};

// Returns the first t in [0, max_t] at which a circle of `radius` around p + t d touches the wall
// from a to b. A circle that touches at the start hits only if it moves towards the wall. (The
// distance to a segment is a convex function of t, so a circle that moves away or along the wall
// never hits it later.) O(1), in double; t is exact to a few units in the last place of the
// distances, divided by the speed. Source: C. Ericson, "Real-time collision detection", 2005, 5.5.
std::optional<WallImpact> circle_impact(const Vec2d& p, const Vec2d& d, double radius,
                                        const Vec2d& a, const Vec2d& b, double max_t);

// As above, but only for the wall's side, as if other walls continued beyond its ends: no hit
// before the center is between the lines across the ends.
std::optional<WallImpact> circle_side_impact(const Vec2d& p, const Vec2d& d, double radius,
                                             const Vec2d& a, const Vec2d& b, double max_t);

// Computes the distance between a wall and the segment from p - half to p + half. `from_wall` leads
// from the wall's nearest point to the segment's; `t` is the point on the wall. The distance is 0
// where they cross.
WallOffset<double> capsule_offset(const Vec2d& a, const Vec2d& b, const Vec2d& p,
                                  const Vec2d& half);

// Returns circle_impact() for a capsule: all points within `radius` of the segment from p - half to
// p + half. The Minkowski sum of wall and segment is a parallelogram; the center hits one of its
// four sides.
std::optional<WallImpact> capsule_impact(const Vec2d& p, const Vec2d& half, const Vec2d& d,
                                         double radius, const Vec2d& a, const Vec2d& b,
                                         double max_t);

// Returns circle_side_impact() for a capsule.
std::optional<WallImpact> capsule_side_impact(const Vec2d& p, const Vec2d& half, const Vec2d& d,
                                              double radius, const Vec2d& a, const Vec2d& b,
                                              double max_t);

// Returns when a moving point p + t d hits the wall from a to b. Touching counts, also at ends
// within rounding, so that no ray slips through where two walls meet. A ray along the wall hits its
// nearer end, with the normal against the ray.
std::optional<WallImpact> ray_impact(const Vec2d& p, const Vec2d& d, const Vec2d& a, const Vec2d& b,
                                     double max_t);

}  // namespace masu
