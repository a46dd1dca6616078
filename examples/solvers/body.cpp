// SPDX-License-Identifier: MIT
#include "body.hpp"

#include <cmath>

namespace masu::solvers {
namespace {

// q + dt/2 (spin) q, made unit again: the first terms of the exact rotation.
Rotation<3, double> rotated(const Rotation<3, double>& q, const Vec3d& spin, double dt) {
  const double x = spin[0] * dt / 2, y = spin[1] * dt / 2, z = spin[2] * dt / 2;
  Rotation<3, double> r{q.x + x * q.w + y * q.z - z * q.y, q.y + y * q.w + z * q.x - x * q.z,
                        q.z + z * q.w + x * q.y - y * q.x, q.w - x * q.x - y * q.y - z * q.z};
  const double scale = 1 / std::sqrt(r.length_squared());
  return {r.x * scale, r.y * scale, r.z * scale, r.w * scale};
}

}  // namespace

Body fixed_box(const Vec3d& half_extents, const Transform3d& pose) {
  Body body{.shape = {half_extents}, .pose = pose};
  return body;
}

Body free_box(const Vec3d& half_extents, double mass, const Transform3d& pose) {
  Body body = fixed_box(half_extents, pose);
  body.inverse_mass = 1 / mass;
  const Vec3d& h = half_extents;
  for (int a = 0; a < 3; ++a) {
    const double p = h[(a + 1) % 3], q = h[(a + 2) % 3];
    body.inverse_inertia[a] = 3 / (mass * (p * p + q * q));
  }
  return body;
}

Vec3d inverse_inertia_times(const Body& body, const Vec3d& v) {
  const auto rotation = matrix_of(body.pose.rotation);
  Vec3d local = transposed_times(rotation, v);
  for (int a = 0; a < 3; ++a) local[a] *= body.inverse_inertia[a];
  return rotation * local;
}

Vec3d velocity_at(const Body& body, const Vec3d& point) {
  return body.velocity + cross(body.spin, point - body.pose.translation);
}

void apply_impulse(Body& body, const Vec3d& impulse, const Vec3d& point) {
  body.velocity = body.velocity + impulse * body.inverse_mass;
  apply_angular_impulse(body, cross(point - body.pose.translation, impulse));
}

void apply_angular_impulse(Body& body, const Vec3d& impulse) {
  if (!body.fixed()) body.spin = body.spin + inverse_inertia_times(body, impulse);
}

Vec3d to_local(const Body& body, const Vec3d& point) {
  return transposed_times(matrix_of(body.pose.rotation), point - body.pose.translation);
}

void accelerate(World& world, double dt) {
  for (Body& body : world.bodies) {
    if (!body.fixed()) body.velocity = body.velocity + world.gravity * dt;
  }
}

void move(World& world, double dt) {
  for (Body& body : world.bodies) {
    if (body.fixed()) continue;
    body.pose.translation = body.pose.translation + body.velocity * dt;
    body.pose.rotation = rotated(body.pose.rotation, body.spin, dt);
  }
}

double kinetic_energy(const World& world) {
  double sum = 0;
  for (const Body& body : world.bodies) {
    if (body.fixed()) continue;
    const Vec3d spin = transposed_times(matrix_of(body.pose.rotation), body.spin);
    sum += dot(body.velocity, body.velocity) / body.inverse_mass / 2;
    for (int a = 0; a < 3; ++a) sum += spin[a] * spin[a] / body.inverse_inertia[a] / 2;
  }
  return sum;
}

double energy(const World& world) {
  double sum = kinetic_energy(world);
  for (const Body& body : world.bodies) {
    if (!body.fixed()) sum -= dot(world.gravity, body.pose.translation) / body.inverse_mass;
  }
  return sum;
}

Vec3d any_tangent(const Vec3d& normal) {
  // Away from the axis that the normal is nearest to, so that the product is not short.
  const Vec3d axis = normal[0] * normal[0] < 0.5 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d t = cross(normal, axis);
  return t * (1 / length(t));
}

}  // namespace masu::solvers
