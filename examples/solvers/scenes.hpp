// SPDX-License-Identifier: MIT
// What the solvers are tried on: a stack and a slope.
#pragma once

#include "body.hpp"

namespace masu::solvers {

inline constexpr double kEdge = 1;  // of every free box, m
inline constexpr double kMass = 1;  // kg

// Body 0 is the ground, its top at height 0; then boxes from below, each a little out of line and
// rotated, so that no edges coincide, and dropped from a thousandth of the edge above the one
// below.
World stack(int boxes, double friction);
// Where box i of the stack (1 is the lowest) must come to rest.
Vec3d rest_position(const World& start, int i);

// Body 0 is a plank that rises along x at `degrees`, body 1 a box that lies on it, at rest.
World slope(double degrees, double friction);
// Uphill, along the plank.
Vec3d uphill(const World& slope);
// What a box on a slope does downhill by Coulomb: 0 where it holds, else g (sin - friction cos).
double sliding_acceleration(const World& slope);

}  // namespace masu::solvers
