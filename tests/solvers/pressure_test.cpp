// SPDX-License-Identifier: MIT
// Springs in a contact volume: their integrals, and that their force never jumps.
#include <gtest/gtest.h>
#include <solvers/penalty_solver.hpp>
#include <solvers/rotation.hpp>
#include <solvers/scenes.hpp>

namespace masu::solvers {
namespace {

Pressure pressure_between(const Body& a, const Body& b) {
  MullerPreparata<3, double> finder;
  ContactVolume<3, double> volume;
  EXPECT_EQ(finder.find(polyhedron(a.shape), a.pose, polyhedron(b.shape), b.pose, volume),
            Status::ok);
  return pressure_of(volume);
}

TEST(Pressure, L13_integrals_of_a_slab) {
  // They share 0.6 x 0.1 x 0.9, its center at (0.2, -0.05, 0.05).
  const Body a = fixed_box({0.5, 0.5, 0.5}, {{0, -0.5, 0}, {}});
  const Body b = free_box({0.5, 0.5, 0.5}, 1, {{0.4, 0.4, 0.1}, {}});
  const Pressure p = pressure_between(a, b);
  EXPECT_NEAR(p.volume, 0.054, 1e-14);
  EXPECT_NEAR(length(p.center - Vec3d{0.2, -0.05, 0.05}), 0, 1e-14);
  EXPECT_NEAR(p.spread.row[0][0], 0.054 * 0.36 / 12, 1e-14);
  EXPECT_NEAR(p.spread.row[1][1], 0.054 * 0.01 / 12, 1e-14);
  EXPECT_NEAR(p.spread.row[2][2], 0.054 * 0.81 / 12, 1e-14);
  EXPECT_NEAR(p.spread.row[0][2], 0, 1e-14);
}

// The springs one by one: depth over a fine grid of points, measured by hand between the faces of
// two cubes, one tilted; force, damping force and torque from their sum.
TEST(Pressure, L13_one_wrench_is_the_sum_of_all_springs) {
  const Body a = box_below();
  Body b = rotating_box(1.1);
  b.velocity = {0, -0.03, 0};
  b.spin = {0.5, 0, -0.2};
  const Pressure p = pressure_between(a, b);
  PenaltyLaw law;
  law.damping = 2;
  Bristles bristles;
  const Wrench wrench = penalty_wrench(law, p, a, b, 0, 1e-3, bristles);
  // Lines along the normal: in a they begin and end at y = -1 and 0 (and x, z = +-0.5), in b where
  // its slabs say.
  const auto axes = matrix_of(b.pose.rotation);
  const Vec3d u = any_tangent(p.normal), v = cross(p.normal, u);
  Vec3d force{}, torque{};
  constexpr int kSide = 400;
  constexpr double kReach = 0.8;
  for (int i = 0; i < kSide * kSide; ++i) {
    const double s = kReach * (2 * (i % kSide + 0.5) / kSide - 1);
    const double t = kReach * (2 * (i / kSide + 0.5) / kSide - 1);
    const Vec3d x = p.center + u * s + v * t;
    double from = -10, to = 10;
    const auto cut = [&](const Vec3d& axis, const Vec3d& center) {
      const double speed = dot(axis, p.normal), at = dot(axis, x - center);
      const double one = (-0.5 - at) / speed, other = (0.5 - at) / speed;
      from = std::max(from, std::min(one, other));
      to = std::min(to, std::max(one, other));
    };
    for (int k = 0; k < 3; ++k) {
      Vec3d axis{};
      axis[k] = 1;
      cut(axis, a.pose.translation);
      cut(axes.column(k), b.pose.translation);
    }
    if (from >= to) continue;
    const double parting = dot(velocity_at(b, x), p.normal);
    const double area = (2 * kReach / kSide) * (2 * kReach / kSide);
    const Vec3d push =
        p.normal * (law.stiffness * (to - from) * (1 - law.damping * parting) * area);
    force = force + push;
    torque = torque + cross(x - p.center, push);
  }
  EXPECT_NEAR(length(wrench.force - force) / length(force), 0, 1e-3);
  EXPECT_NEAR(length(wrench.torque - torque) / length(torque), 0, 0.02);
}

TEST(Pressure, friction_is_within_coulombs_cone_and_grows_with_bending) {
  const Body a = fixed_box({0.5, 0.5, 0.5}, {{0, -0.5, 0}, {}});
  Body b = free_box({0.5, 0.5, 0.5}, 1, {{0, 0.49, 0}, {}});
  const Pressure p = pressure_between(a, b);
  PenaltyLaw law;
  law.rubbing = 0;
  const double load = law.stiffness * 0.01;
  Bristles bristles;
  b.velocity = {1e-3, 0, 0};
  Wrench w = penalty_wrench(law, p, a, b, 0.5, 0.1, bristles);
  EXPECT_NEAR(w.force[0], -law.bristle * 1e-4 * load, 1e-9 * load);
  w = penalty_wrench(law, p, a, b, 0.5, 1, bristles);
  EXPECT_NEAR(w.force[0], -0.5 * load, 1e-9 * load) << "slides";
  EXPECT_NEAR(w.force[1], load, 1e-9 * load);
  // Turning on the spot: at most mu * load * the radius of gyration, sqrt(1 / 6) of a square.
  bristles = {};
  b.velocity = {};
  b.spin = {0, 1, 0};
  w = penalty_wrench(law, p, a, b, 0.5, 1, bristles);
  EXPECT_NEAR(w.torque[1], -0.5 * load * std::sqrt(1.0 / 6), 1e-9 * load);
  // Bodies that part pull nothing.
  b.velocity = {0, 100, 0};
  w = penalty_wrench(law, p, a, b, 0.5, 1e-3, bristles);
  EXPECT_EQ(length(w.force), 0);
  EXPECT_EQ(length(w.torque), 0);
}

// A jump is a step that stays as large however fine the samples, so that a radian it grows with
// their number; a continuous force has the same slope.
TEST(RotatingBox, L20_penalty_force_is_continuous_while_vertices_of_the_cut_appear_and_disappear) {
  const RotationRun coarse = rotate_box(1001);
  const RotationRun fine = rotate_box(4001);
  EXPECT_EQ(fine.fewest, 3);
  EXPECT_GE(fine.most, 6);
  for (const RotationRun* t : {&coarse, &fine}) EXPECT_GE(t->vertex_step, 20 * t->volume_step);
  EXPECT_NEAR(fine.volume_step, coarse.volume_step, 0.02 * coarse.volume_step);
  EXPECT_GT(fine.vertex_step, 3 * coarse.vertex_step);
  // It does rotate and sink: out of contact at first, several changes, more and more force.
  int changes = 0;
  for (std::size_t i = 1; i < fine.samples.size(); ++i) {
    changes += fine.samples[i].vertices != fine.samples[i - 1].vertices;
  }
  EXPECT_GE(changes, 4);
  EXPECT_EQ(length(fine.samples.front().of_volume), 0);
  EXPECT_GT(length(fine.samples.back().of_volume), 1.5);
}

}  // namespace
}  // namespace masu::solvers
