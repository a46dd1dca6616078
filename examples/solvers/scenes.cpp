// SPDX-License-Identifier: MIT
#include "scenes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace masu::solvers {
namespace {

// About y by an angle, of which only what is small is asked here; about z for the slope.
Rotation<3, double> rotation_about(int axis, double radians) {
  Rotation<3, double> r;
  (axis == 1 ? r.y : r.z) = std::sin(radians / 2);
  r.w = std::cos(radians / 2);
  return r;
}

}  // namespace

World stack(int boxes, double friction) {
  World world;
  world.friction = friction;
  world.bodies.push_back(fixed_box({10, 0.5, 10}, {{0, -0.5, 0}, {}}));
  for (int i = 0; i < boxes; ++i) {
    const double x = 0.01 * (i * 2 % 5 - 2), z = 0.01 * (i * 3 % 5 - 2);
    const double y = kEdge * (i + 0.5 + 0.001 * (i + 1));
    const Transform3d pose{{x, y, z}, rotation_about(1, 0.02 * (i * 3 % 7 - 3))};
    world.bodies.push_back(free_box(Vec3d::all(kEdge / 2), kMass, pose));
  }
  return world;
}

Vec3d rest_position(const World& start, int i) {
  Vec3d position = start.bodies[static_cast<std::size_t>(i)].pose.translation;
  position[1] = kEdge * (i - 0.5);
  return position;
}

World slope(double degrees, double friction) {
  World world;
  world.friction = friction;
  const double angle = degrees * std::numbers::pi / 180;
  const Rotation<3, double> tilt = rotation_about(2, angle);
  const Vec3d up{-std::sin(angle), std::cos(angle), 0};
  world.bodies.push_back(fixed_box({100, 0.5, 10}, {up * -0.5, tilt}));
  world.bodies.push_back(free_box(Vec3d::all(kEdge / 2), kMass, {up * (kEdge / 2), tilt}));
  return world;
}

Vec3d uphill(const World& slope) {
  return matrix_of(slope.bodies[0].pose.rotation).column(0);
}

double sliding_acceleration(const World& slope) {
  const auto axes = matrix_of(slope.bodies[0].pose.rotation);
  const double along = -dot(slope.gravity, axes.column(0));
  const double into = -dot(slope.gravity, axes.column(1));
  return std::max(0.0, along - slope.friction * into);
}

}  // namespace masu::solvers
