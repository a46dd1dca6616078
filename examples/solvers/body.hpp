// SPDX-License-Identifier: MIT
// A rigid box: where it is, how it moves, what an impulse does to it.
#pragma once

#include <vector>

#include <masu/core/transform.hpp>
#include <masu/shapes/box.hpp>

namespace masu::solvers {

// Metres, kilograms, seconds. Velocities are those of the center and about it, in the world's
// frame. A body with inverse mass 0 stays where it is.
struct Body {
  Box<3, double> shape;
  Transform3d pose;
  Vec3d velocity{};
  Vec3d spin{};  // radians a second
  double inverse_mass = 0;
  Vec3d inverse_inertia{};  // about its own axes

  bool fixed() const { return inverse_mass == 0; }
};

Body fixed_box(const Vec3d& half_extents, const Transform3d& pose);
Body free_box(const Vec3d& half_extents, double mass, const Transform3d& pose);

struct World {
  std::vector<Body> bodies;
  Vec3d gravity{0, -9.81, 0};
  double friction = 0.5;  // Coulomb's, at rest and sliding alike
};

// The inverse of the inertia, R diag R^T, times a vector of the world.
Vec3d inverse_inertia_times(const Body& body, const Vec3d& v);

// Of the point of the body that is at `point` now.
Vec3d velocity_at(const Body& body, const Vec3d& point);

void apply_impulse(Body& body, const Vec3d& impulse, const Vec3d& point);
void apply_angular_impulse(Body& body, const Vec3d& impulse);

// Converts points between the body's frame and the world's.
Vec3d to_local(const Body& body, const Vec3d& point);
inline Vec3d to_world(const Body& body, const Vec3d& point) {
  return body.pose * point;
}

// v += g dt for all that is free.
void accelerate(World& world, double dt);
// x += v dt: after accelerate() this is the symplectic Euler step, which neither feeds nor drains
// oscillations. Cubes have the same inertia about all axes, so that their spin stays as it is;
// other boxes would wobble, which is left out here.
void move(World& world, double dt);

// Kinetic and potential, the latter 0 at the origin. Joule.
double energy(const World& world);
double kinetic_energy(const World& world);

// A unit vector at right angles to a unit vector.
Vec3d any_tangent(const Vec3d& normal);

}  // namespace masu::solvers
