// SPDX-License-Identifier: MIT
#include "penalty_solver.hpp"

#include <masu/hull/polytope_of.hpp>

namespace masu::solvers {

ConvexPolyhedron<double> polyhedron(const Box<3, double>& box) {
  Vec3d corners[8];
  for (unsigned i = 0; i < 8; ++i) {
    for (int a = 0; a < 3; ++a) {
      const double half = box.half_extents[a];
      corners[i][a] = box.center[a] + ((i >> a & 1u) != 0 ? half : -half);
    }
  }
  ConvexPolyhedron<double> made;
  // Without memory it has no faces, and touches nothing.
  (void)polyhedron_of<double>(corners, made);
  return made;
}

// All forces first, from the same poses and velocities, then all motion.
void PenaltySolver::step(World& world, double dt) {
  if (shapes_.size() != world.bodies.size()) take_shapes(world);
  find_pushes(world, dt);
  accelerate(world, dt);
  for (const Push& push : pushes_) {
    Body& a = world.bodies[push.pair.a];
    Body& b = world.bodies[push.pair.b];
    apply_impulse(a, push.wrench.force * -dt, push.position);
    apply_angular_impulse(a, push.wrench.torque * -dt);
    apply_impulse(b, push.wrench.force * dt, push.position);
    apply_angular_impulse(b, push.wrench.torque * dt);
  }
  move(world, dt);
}

void PenaltySolver::take_shapes(const World& world) {
  shapes_.clear();
  memory_.clear();
  for (const Body& body : world.bodies) shapes_.push_back(polyhedron(body.shape));
}

void PenaltySolver::find_pushes(const World& world, double dt) {
  pushes_.clear();
  for (auto& [pair, memory] : memory_) memory.seen = false;
  for (const Pair pair : search_.find(world.bodies, 0)) {
    const Body& a = world.bodies[pair.a];
    const Body& b = world.bodies[pair.b];
    const Status found = finder_.find(shapes_[pair.a], a.pose, shapes_[pair.b], b.pose, volume_);
    // Apart or touching: no volume. No normal: one runs through the other, which no spring says
    // how to undo.
    if (found != Status::ok || volume_.area() == 0) continue;
    Memory& memory = memory_[pair];
    memory.seen = true;
    const Pressure pressure = pressure_of(volume_);
    const Wrench wrench = penalty_wrench(law, pressure, a, b, world.friction, dt, memory.bristles);
    pushes_.push_back({pair, pressure.center, wrench});
  }
  std::erase_if(memory_, [](const auto& item) { return !item.second.seen; });
}

}  // namespace masu::solvers
