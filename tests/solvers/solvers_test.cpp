// SPDX-License-Identifier: MIT
// The three solvers of the examples, and their measurements.
#include <solvers/impulse_solver.hpp>
#include <solvers/lcp_solver.hpp>
#include <solvers/penalty_solver.hpp>

#include "known_motion.hpp"

namespace masu::solvers {
namespace {

TEST(Solvers, an_impulse_at_a_corner_moves_and_rotates) {
  Body body = free_box({0.5, 0.5, 0.5}, 2, {{1, 2, 3}, {}});
  apply_impulse(body, {0, 3, 0}, {1.5, 2.5, 3.5});
  // 3 / 2 upwards; about the centre (0.5, 0.5, 0.5) x (0, 3, 0) = (-1.5, 0, 1.5), over m / 6.
  EXPECT_EQ(body.velocity, (Vec3d{0, 1.5, 0}));
  EXPECT_NEAR(body.spin[0], -4.5, 1e-12);
  EXPECT_NEAR(body.spin[2], 4.5, 1e-12);
  // The work of an impulse: with half the velocity that the point has in the end.
  World world{{body}, {0, 0, 0}, 0};
  EXPECT_NEAR(energy(world), 3 * velocity_at(body, {1.5, 2.5, 3.5})[1] / 2, 1e-12);
  // A plate 2 x 1 x 0.2: m / 3 (b^2 + c^2) of half extents.
  const Body plate = free_box({1, 0.5, 0.1}, 6, {});
  EXPECT_NEAR(1 / plate.inverse_inertia[0], 2 * (0.25 + 0.01), 1e-12);
  EXPECT_NEAR(1 / plate.inverse_inertia[2], 2 * (1 + 0.25), 1e-12);
}

TEST(Solvers, free_flight_keeps_energy_and_rotates_once_around) {
  World world = slope(0, 0);
  world.bodies.erase(world.bodies.begin());
  Body& body = world.bodies[0];
  const Transform3d before = body.pose;
  body.velocity = {1, 5, 0};
  body.spin = {0, 6.283185307179586, 0};
  const double start = energy(world);
  for (int i = 0; i < 1000; ++i) accelerate(world, 1e-3), move(world, 1e-3);
  // Symplectic Euler is late by g dt / 2 in the speed that moves.
  EXPECT_NEAR(body.pose.translation[1], before.translation[1] + 5 - 9.81 / 2, 0.006);
  EXPECT_NEAR(energy(world), start, 0.06);
  EXPECT_NEAR(std::fabs(dot(matrix_of(body.pose.rotation).column(0), {1, 0, 0})), 1, 1e-6);
}

Sample sample(double time, double kinetic, double energy, double height) {
  return {time, energy, kinetic, 0, {0, height, 0}, {}};
}

// The reports see what they are there to see.
TEST(Solvers, reports_mark_stacks_that_fall) {
  Record record;
  record.start = stack(1, 0.5);
  record.start.bodies[1].pose = {{0, 0.5, 0}, {}};
  record.samples = {sample(0, 0, 5, 0.5), sample(1, 1e-5, 5, 0.5), sample(2, 1e-5, 5, 0.5)};
  EXPECT_TRUE(stack_report(record).is_stable());
  auto drifts = record, gains = record, moves = record, sinks = record;
  drifts.samples[2].position[0] = 0.011;
  EXPECT_FALSE(stack_report(drifts).is_stable());
  EXPECT_NEAR(stack_report(drifts).drift, 0.011, 1e-12);
  gains.samples[2].energy = 5.06;
  EXPECT_FALSE(stack_report(gains).is_stable());
  EXPECT_NEAR(stack_report(gains).energy_gain, 0.012, 1e-12);
  for (Sample& s : moves.samples) s.kinetic = 0.1;
  EXPECT_FALSE(stack_report(moves).is_stable());
  sinks.samples[1].penetration = 0.011;
  EXPECT_FALSE(stack_report(sinks).is_stable());
}

TEST(Solvers, L13_impulse_ten_boxes_stand_on_one_point_a_call) {
  check_stack<ImpulseSolver>(2);
}

TEST(Solvers, L13_impulse_sticks_or_slides_by_coulombs_law) {
  check_slope<ImpulseSolver>();
}

TEST(Solvers, L13_lcp_ten_boxes_stand_on_contact_areas) {
  const Record record = check_stack<LcpSolver>(0.4);
  EXPECT_LE(record.worst_residual, 1e-8);
  EXPECT_GT(record.most_sweeps, 0);
}

TEST(Solvers, L13_lcp_sticks_or_slides_by_coulombs_law) {
  check_slope<LcpSolver>();
}

TEST(Solvers, L13_penalty_ten_boxes_stand_on_springs) {
  check_stack<PenaltySolver>(1);
}

TEST(Solvers, L13_penalty_sticks_or_slides_by_coulombs_law) {
  check_slope<PenaltySolver>();
}

// A cube that rests on the ground sinks until stiffness * edge^2 * depth is its weight.
TEST(Solvers, L13_penalty_sinks_as_deep_as_its_weight_requires) {
  World world = stack(1, 0.5);
  PenaltySolver solver;
  for (int i = 0; i < 2000; ++i) solver.step(world, 1 / PenaltySolver::kSteps);
  const double depth = kEdge / 2 - world.bodies[1].pose.translation[1];
  EXPECT_NEAR(depth, 9.81 / solver.law.stiffness, 1e-8);
}

}  // namespace
}  // namespace masu::solvers
