// SPDX-License-Identifier: MIT
// The functions of masu/corridor/wall_cast.hpp, inline for the searches that call them most.
#pragma once

#include <cmath>
#include <limits>

#include <masu/corridor/wall_cast.hpp>

#include "corridor/wall_distance.hpp"

namespace masu::detail {

// Returns the first t >= 0 at which m + t d is no longer than `radius`, for a path that comes
// nearer and starts outside. The quotient is the one without cancellation.
inline std::optional<double> ball_impact(const Vec2d& m, const Vec2d& d, double radius) {
  const double closing = -dot(m, d);
  if (!(closing > 0)) return std::nullopt;
  const double side = cross(m, d);
  const double reach = radius * radius * dot(d, d) - side * side;
  if (reach < 0) return std::nullopt;
  const double outside = dot(m, m) - radius * radius;
  const double t = outside / (closing + std::sqrt(reach));
  return t > 0 ? t : 0;
}

// Returns the first t at which the circle's center is beside the wall, between the lines across its
// ends, no farther than `radius` and coming nearer. `m` is the center relative to one end, `along`
// leads to the other.
inline std::optional<double> side_impact(const Vec2d& m, const Vec2d& d, double radius,
                                         const Vec2d& along) {
  const double length_squared = dot(along, along);
  if (!(length_squared > 0)) return std::nullopt;
  const double foot = dot(along, m);
  const double walk = dot(along, d);
  double from = 0;
  if (foot < 0 || foot > length_squared) {
    const double gap = foot < 0 ? -foot : foot - length_squared;
    const double step = foot < 0 ? walk : -walk;
    if (!(step > 0)) return std::nullopt;
    from = gap / step;
  }
  const double rise = cross(along, d);
  const double height = cross(along, m) + from * rise;
  const double closing = height > 0 ? -rise : rise;
  if (!(closing > 0)) return std::nullopt;
  const double size = height > 0 ? height : -height;
  const double more = (size - radius * std::sqrt(length_squared)) / closing;
  const double t = more > 0 ? from + more : from;
  const double at = foot + t * walk;
  // At the very moment of coming beside it, rounding may say it is not yet.
  if (t > from && !(at >= 0 && at <= length_squared)) return std::nullopt;
  return t;
}

// Returns the unit normal of a wall of positive length, on the side where `facing` is positive. The
// line from the wall to the center gives the same with an error of the wall's length over the
// distance.
inline Vec2d side_normal(const Vec2d& along, double facing) {
  const double length = std::sqrt(dot(along, along));
  return Vec2d{-along[1], along[0]} * ((facing < 0 ? -1 : 1) / length);
}

// Returns the direction from a wall to a capsule around p - half to p + half, circles included, at
// the distance `offset`. Where a side is nearest, the wall's or the capsule's, it is normal to
// that.
inline Vec2d offset_normal(const WallOffset<double>& offset, const Vec2d& a, const Vec2d& b,
                           const Vec2d& p, const Vec2d& half) {
  const Vec2d& out = offset.from_wall;
  if (offset.t > 0 && offset.t < 1) return side_normal(b - a, cross(b - a, out));
  const Vec2d from_end = p - (offset.t <= 0 ? a : b);
  const double size = dot(half, half);
  const double foot = dot(half, from_end);
  const bool beside = -size < foot && foot < size;
  if (beside && offset.distance_squared < 1e-12 * size) {
    return side_normal(half, cross(half, from_end));
  }
  return out * (1 / std::sqrt(dot(out, out)));
}

// A capsule, circles included, that touches the wall at the start: it is stopped if it moves
// towards the wall.
inline std::optional<WallImpact> start_impact(const WallOffset<double>& start, const Vec2d& a,
                                              const Vec2d& b, const Vec2d& p, const Vec2d& half,
                                              const Vec2d& d) {
  if (start.distance_squared > 0) {
    const Vec2d normal = offset_normal(start, a, b, p, half);
    if (!(dot(normal, d) < 0)) return std::nullopt;
    const WallPart part = start.t <= 0 ? WallPart::a : start.t >= 1 ? WallPart::b : WallPart::side;
    return WallImpact{0, normal, part};
  }
  // Its center is on the wall, or its core lies across: it may slide along, and is otherwise on the
  // side its center is on, or comes from.
  const Vec2d along = b - a;
  const double side = half == Vec2d{} ? 0 : cross(along, p - a);
  const double facing = side != 0 ? side : -cross(along, d);
  if (facing == 0) return std::nullopt;
  const Vec2d normal = side_normal(along, facing);
  if (!(dot(normal, d) < 0)) return std::nullopt;
  return WallImpact{0, normal, WallPart::side};
}

// circle_impact() of a circle at the offset `start` from the wall.
inline std::optional<WallImpact> circle_impact_from(const WallOffset<double>& start, const Vec2d& p,
                                                    const Vec2d& d, double radius, const Vec2d& a,
                                                    const Vec2d& b, double max_t) {
  if (start.distance_squared <= radius * radius) return start_impact(start, a, b, p, {}, d);
  const std::optional<double> side = side_impact(p - a, d, radius, b - a);
  if (side && start.t > 0 && start.t < 1) {
    // Beside the wall all the way there, so no end is hit before.
    if (*side > max_t) return std::nullopt;
    return WallImpact{*side, side_normal(b - a, -cross(b - a, d)), WallPart::side};
  }
  std::optional<double> first;
  WallPart part = WallPart::side;
  const auto keep = [&](std::optional<double> t, WallPart of) {
    if (t && *t <= max_t && (!first || *t < *first)) first = t, part = of;
  };
  keep(side, WallPart::side);
  keep(ball_impact(p - a, d, radius), WallPart::a);
  keep(ball_impact(p - b, d, radius), WallPart::b);
  if (!first) return std::nullopt;
  if (part == WallPart::side) {
    return WallImpact{*first, side_normal(b - a, -cross(b - a, d)), part};
  }
  const Vec2d out = p + *first * d - (part == WallPart::a ? a : b);
  // Beside the wall its side is nearer than its end: grazing it is rounding.
  if (dot(out, part == WallPart::a ? b - a : a - b) > 0) {
    return WallImpact{*first, side_normal(b - a, cross(b - a, out)), WallPart::side};
  }
  const double far = std::sqrt(dot(out, out));
  return WallImpact{*first, far > 0 ? out * (1 / far) : out, part};
}

inline std::optional<WallImpact> circle_impact(const Vec2d& p, const Vec2d& d, double radius,
                                               const Vec2d& a, const Vec2d& b, double max_t) {
  return circle_impact_from(wall_offset(a, b, p), p, d, radius, a, b, max_t);
}

inline std::optional<WallImpact> circle_side_impact(const Vec2d& p, const Vec2d& d, double radius,
                                                    const Vec2d& a, const Vec2d& b, double max_t) {
  const Vec2d along = b - a;
  const std::optional<double> t = side_impact(p - a, d, radius, along);
  if (!t || *t > max_t) return std::nullopt;
  return WallImpact{*t, side_normal(along, -cross(along, d)), WallPart::side};
}

inline WallOffset<double> capsule_offset(const Vec2d& a, const Vec2d& b, const Vec2d& p,
                                         const Vec2d& half) {
  if (half == Vec2d{}) return wall_offset(a, b, p);
  const Vec2d low = p - half;
  const Vec2d high = p + half;
  const Vec2d along = b - a;
  const double low_side = cross(along, low - a);
  const double high_side = cross(along, high - a);
  const double a_side = cross(half, a - p);
  const double b_side = cross(half, b - p);
  const auto apart = [](double x, double y) { return (x < 0 && y < 0) || (x > 0 && y > 0); };
  if (!apart(low_side, high_side) && !apart(a_side, b_side) && a_side != b_side) {
    return {{}, a_side / (a_side - b_side), 0};
  }
  WallOffset<double> best = wall_offset(a, b, low);
  const auto keep = [&](const WallOffset<double>& o) {
    if (o.distance_squared < best.distance_squared) best = o;
  };
  keep(wall_offset(a, b, high));
  for (const double t : {0.0, 1.0}) {
    const WallOffset<double> o = wall_offset(low, high, t == 0 ? a : b);
    keep({-o.from_wall, t, o.distance_squared});
  }
  return best;
}

// capsule_impact() of a capsule at the offset `start` from the wall.
inline std::optional<WallImpact> capsule_impact_from(const WallOffset<double>& start,
                                                     const Vec2d& p, const Vec2d& half,
                                                     const Vec2d& d, double radius, const Vec2d& a,
                                                     const Vec2d& b, double max_t) {
  if (half == Vec2d{}) return circle_impact_from(start, p, d, radius, a, b, max_t);
  if (start.distance_squared <= radius * radius) return start_impact(start, a, b, p, half, d);
  std::optional<WallImpact> first;
  const auto keep = [&](const Vec2d& from, const Vec2d& to, const WallPart(&parts)[3]) {
    auto impact = detail::circle_impact(p, d, radius, from, to, first ? first->t : max_t);
    if (!impact || (first && !(impact->t < first->t))) return;
    impact->part = parts[static_cast<int>(impact->part)];
    first = impact;
  };
  constexpr WallPart kWall[] = {WallPart::side, WallPart::a, WallPart::b};
  constexpr WallPart kA[] = {WallPart::a, WallPart::a, WallPart::a};
  constexpr WallPart kB[] = {WallPart::b, WallPart::b, WallPart::b};
  keep(a - half, b - half, kWall);
  keep(a + half, b + half, kWall);
  keep(a - half, a + half, kA);
  keep(b - half, b + half, kB);
  return first;
}

inline std::optional<WallImpact> capsule_impact(const Vec2d& p, const Vec2d& half, const Vec2d& d,
                                                double radius, const Vec2d& a, const Vec2d& b,
                                                double max_t) {
  return capsule_impact_from(detail::capsule_offset(a, b, p, half), p, half, d, radius, a, b,
                             max_t);
}

inline std::optional<WallImpact> capsule_side_impact(const Vec2d& p, const Vec2d& half,
                                                     const Vec2d& d, double radius, const Vec2d& a,
                                                     const Vec2d& b, double max_t) {
  const auto low = detail::circle_side_impact(p, d, radius, a - half, b - half, max_t);
  if (half == Vec2d{}) return low;
  const auto high = detail::circle_side_impact(p, d, radius, a + half, b + half, max_t);
  return !high || (low && low->t <= high->t) ? low : high;
}

inline std::optional<WallImpact> ray_impact(const Vec2d& p, const Vec2d& d, const Vec2d& a,
                                            const Vec2d& b, double max_t) {
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  const Vec2d to_a = a - p;
  const Vec2d to_b = b - p;
  const auto side = [&](const Vec2d& q) {
    const double x = d[0] * q[1];
    const double y = d[1] * q[0];
    const double s = x - y;
    return std::abs(s) <= kRounding * (std::abs(x) + std::abs(y)) ? 0.0 : s;
  };
  const double side_a = side(to_a);
  const double side_b = side(to_b);
  if ((side_a > 0 && side_b > 0) || (side_a < 0 && side_b < 0)) return std::nullopt;
  const double speed_squared = dot(d, d);
  if (side_a == 0 && side_b == 0) {
    if (!(speed_squared > 0)) return std::nullopt;
    const double pose_a = dot(to_a, d) / speed_squared;
    const double pose_b = dot(to_b, d) / speed_squared;
    const double near = pose_a < pose_b ? pose_a : pose_b;
    const double far = pose_a < pose_b ? pose_b : pose_a;
    const double t = near > 0 ? near : 0;
    if (far < 0 || t > max_t) return std::nullopt;
    return WallImpact{t, d * (-1 / std::sqrt(speed_squared)),
                      pose_a < pose_b ? WallPart::a : WallPart::b};
  }
  const Vec2d along = b - a;
  // Where both sides are small compared with the wall's length, the quotient of the sides is most
  // exact.
  const double share = side_a / (side_a - side_b);
  const Vec2d meeting = to_a + share * along;
  const double t = dot(meeting, d) / speed_squared;
  if (!(t >= 0) || t > max_t) return std::nullopt;
  return WallImpact{t, side_normal(along, side_b - side_a), WallPart::side};
}

}  // namespace masu::detail
