// SPDX-License-Identifier: MIT
#include "impulse_solver.hpp"

#include <algorithm>
#include <cmath>

#include <masu/narrow_phase/distance.hpp>

namespace masu::solvers {
namespace {

// What a unit impulse along d at the point changes of the velocity along d, inverted.
double mass_along(const Body& a, const Body& b, const Vec3d& point, const Vec3d& d) {
  double give = a.inverse_mass + b.inverse_mass;
  for (const Body* body : {&a, &b}) {
    const Vec3d arm = cross(point - body->pose.translation, d);
    give += dot(arm, inverse_inertia_times(*body, arm));
  }
  return 1 / give;
}

Vec3d relative_velocity(const Body& a, const Body& b, const Vec3d& point) {
  return velocity_at(b, point) - velocity_at(a, point);
}

void push_apart(Body& a, Body& b, const Vec3d& impulse, const Vec3d& point) {
  apply_impulse(a, -impulse, point);
  apply_impulse(b, impulse, point);
}

// Which of five points may go: not the deepest, and the rest spans the largest area.
template <class Points>
int least_needed(const Points& points) {
  int deepest = 0;
  for (int i = 1; i < 5; ++i) {
    if (points[i].distance < points[deepest].distance) deepest = i;
  }
  int least = -1;
  double best = -1;
  for (int without = 0; without < 5; ++without) {
    if (without == deepest) continue;
    Vec3d p[4];
    for (int i = 0, n = 0; i < 5; ++i) {
      if (i != without) p[n++] = points[i].on_a;
    }
    // Twice the area of a quadrilateral is the product of its diagonals: whichever they are.
    const double area = std::max({length_squared(cross(p[0] - p[1], p[2] - p[3])),
                                  length_squared(cross(p[0] - p[2], p[1] - p[3])),
                                  length_squared(cross(p[0] - p[3], p[1] - p[2]))});
    if (area > best) best = area, least = without;
  }
  return least;
}

}  // namespace

void ImpulseSolver::step(World& world, double dt) {
  accelerate(world, dt);
  find_contacts(world);
  auto& bodies = world.bodies;
  for (auto& [pair, contact] : contacts_) prepare(contact, bodies[pair.a], bodies[pair.b]);
  for (int i = 0; i < sweeps; ++i) {
    for (auto& [pair, contact] : contacts_) {
      solve(contact, bodies[pair.a], bodies[pair.b], world.friction, dt);
    }
  }
  move(world, dt);
}

void ImpulseSolver::find_contacts(const World& world) {
  for (auto& [pair, contact] : contacts_) contact.seen = false;
  for (const Pair pair : search_.find(world.bodies, margin)) {
    const Body& a = world.bodies[pair.a];
    const Body& b = world.bodies[pair.b];
    const auto s = penetration(a.shape, a.pose, b.shape, b.pose);
    if (s.status != Status::ok || s.distance > margin) continue;
    Contact& contact = contacts_[pair];
    contact.seen = true;
    contact.normal = s.normal;
    contact.tangent[0] = any_tangent(s.normal);
    contact.tangent[1] = cross(s.normal, contact.tangent[0]);
    refresh(contact, a, b);
    Point point;
    point.on_a = to_local(a, s.point_a);
    point.on_b = to_local(b, s.point_b);
    point.distance = s.distance;
    point.position = (s.point_a + s.point_b) * 0.5;
    add(contact, point);
  }
  std::erase_if(contacts_, [](const auto& item) { return !item.second.seen; });
}

// Points whose two sides came apart or slid off each other are forgotten.
void ImpulseSolver::refresh(Contact& contact, const Body& a, const Body& b) const {
  int count = 0;
  for (int i = 0; i < contact.count; ++i) {
    Point p = contact.points[i];
    const Vec3d point_a = to_world(a, p.on_a), point_b = to_world(b, p.on_b);
    p.distance = dot(point_b - point_a, contact.normal);
    p.position = (point_a + point_b) * 0.5;
    const double slid = length(point_b - point_a - contact.normal * p.distance);
    if (p.distance <= margin && slid <= same_point) contact.points[count++] = p;
  }
  contact.count = count;
}

// A point that says nothing new is not taken: one near an old one, or, once there are four, one no
// deeper than they are; so points stay, and their impulses. Of five the deepest stays, and those
// that span the largest area with it.
void ImpulseSolver::add(Contact& contact, const Point& point) const {
  double deepest = point.distance + tolerance;
  for (int i = 0; i < contact.count; ++i) {
    if (length(contact.points[i].on_a - point.on_a) <= same_point) return;
    deepest = std::min(deepest, contact.points[i].distance);
  }
  if (contact.count == 4 && deepest < point.distance + tolerance) return;
  contact.points[contact.count++] = point;
  if (contact.count < 5) return;
  contact.points[least_needed(contact.points)] = contact.points[--contact.count];
}

// The mass at each point, and the impulses of last time once more.
void ImpulseSolver::prepare(Contact& contact, Body& a, Body& b) {
  for (int i = 0; i < contact.count; ++i) {
    Point& p = contact.points[i];
    p.normal_mass = mass_along(a, b, p.position, contact.normal);
    Vec3d impulse = contact.normal * p.normal_impulse;
    for (int k = 0; k < 2; ++k) {
      p.tangent_mass[k] = mass_along(a, b, p.position, contact.tangent[k]);
      impulse = impulse + contact.tangent[k] * p.tangent_impulse[k];
    }
    push_apart(a, b, impulse, p.position);
  }
}

void ImpulseSolver::solve(Contact& contact, Body& a, Body& b, double friction, double dt) const {
  for (int i = 0; i < contact.count; ++i) {
    Point& p = contact.points[i];
    solve_normal(p, contact.normal, a, b, dt);
    solve_friction(p, contact.tangent, a, b, friction);
  }
}

// No approach faster than what closes the gap in this step; in penetration some separation. The sum
// over all sweeps never pulls, one sweep's share may.
void ImpulseSolver::solve_normal(Point& p, const Vec3d& normal, Body& a, Body& b, double dt) const {
  const double too_deep = std::max(0.0, -p.distance - slop);
  const double target =
      p.distance > 0 ? -p.distance / dt : std::min(recovery * too_deep / dt, most_recovery);
  const double speed = dot(relative_velocity(a, b, p.position), normal);
  const double before = p.normal_impulse;
  p.normal_impulse = std::max(0.0, before + (target - speed) * p.normal_mass);
  push_apart(a, b, normal * (p.normal_impulse - before), p.position);
}

// Stops what slides, as far as Coulomb's cone lets it: the circle of radius friction * normal.
void ImpulseSolver::solve_friction(Point& p, const Vec3d (&tangent)[2], Body& a, Body& b,
                                   double friction) {
  const Vec3d velocity = relative_velocity(a, b, p.position);
  double now[2];
  for (int k = 0; k < 2; ++k) {
    now[k] = p.tangent_impulse[k] - dot(velocity, tangent[k]) * p.tangent_mass[k];
  }
  const double size = std::sqrt(now[0] * now[0] + now[1] * now[1]);
  const double most = friction * p.normal_impulse;
  const double scale = size > most ? most / size : 1;
  Vec3d impulse{};
  for (int k = 0; k < 2; ++k) {
    impulse = impulse + tangent[k] * (now[k] * scale - p.tangent_impulse[k]);
    p.tangent_impulse[k] = now[k] * scale;
  }
  push_apart(a, b, impulse, p.position);
}

}  // namespace masu::solvers
