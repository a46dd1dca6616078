// SPDX-License-Identifier: MIT
#include "corridor/wall_cast.hpp"

namespace masu {

std::optional<WallImpact> circle_impact(const Vec2d& p, const Vec2d& d, double radius,
                                        const Vec2d& a, const Vec2d& b, double max_t) {
  return detail::circle_impact(p, d, radius, a, b, max_t);
}

std::optional<WallImpact> circle_side_impact(const Vec2d& p, const Vec2d& d, double radius,
                                             const Vec2d& a, const Vec2d& b, double max_t) {
  return detail::circle_side_impact(p, d, radius, a, b, max_t);
}

WallOffset<double> capsule_offset(const Vec2d& a, const Vec2d& b, const Vec2d& p,
                                  const Vec2d& half) {
  return detail::capsule_offset(a, b, p, half);
}

std::optional<WallImpact> capsule_impact(const Vec2d& p, const Vec2d& half, const Vec2d& d,
                                         double radius, const Vec2d& a, const Vec2d& b,
                                         double max_t) {
  return detail::capsule_impact(p, half, d, radius, a, b, max_t);
}

std::optional<WallImpact> capsule_side_impact(const Vec2d& p, const Vec2d& half, const Vec2d& d,
                                              double radius, const Vec2d& a, const Vec2d& b,
                                              double max_t) {
  return detail::capsule_side_impact(p, half, d, radius, a, b, max_t);
}

std::optional<WallImpact> ray_impact(const Vec2d& p, const Vec2d& d, const Vec2d& a, const Vec2d& b,
                                     double max_t) {
  return detail::ray_impact(p, d, a, b, max_t);
}

}  // namespace masu
