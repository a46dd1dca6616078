// SPDX-License-Identifier: MIT
// Checks for all solvers: their motions compared with formulas.
#pragma once

#include <gtest/gtest.h>
#include <solvers/record.hpp>
#include <solvers/scenes.hpp>

#include "../support/tier.hpp"

namespace masu::solvers {

// Ten boxes stand: 10 s in the long tier, a shorter while in the plain one.
template <class Solver>
Record check_stack(double plain_seconds) {
  Solver solver;
  const Record record = run(stack(10, 0.5), solver, test::by_tier(plain_seconds, 10.0));
  const StackReport report = stack_report(record);
  EXPECT_TRUE(report.is_stable());
  EXPECT_LT(report.rest_time, 0.5);
  EXPECT_LT(report.drift, 0.01);
  EXPECT_LT(report.penetration, 0.01);
  EXPECT_LT(report.energy_gain, 1e-3) << "a tenth of what is allowed";
  return record;
}

// Holds where friction is above tan(20 degrees) = 0.364, slides by Coulomb where it is below.
template <class Solver>
void check_slope() {
  for (const double friction : {0.5, 0.38, 0.35, 0.3, 0.0}) {
    Solver solver;
    const Record record = run(slope(20, friction), solver, 1.5);
    EXPECT_LE(record.worst_residual, 1e-8) << friction;
    const SlopeReport report = slope_report(record);
    if (friction > 0.364) {
      // Bristles must bend before they hold.
      EXPECT_LT(std::fabs(report.moved), 5e-3) << friction;
      EXPECT_LT(std::fabs(report.acceleration), 0.01) << friction;
      continue;
    }
    // By hand: 20 degrees have the sine 0.3420201 and the cosine 0.9396926.
    const double expected = 9.81 * (0.3420201 - friction * 0.9396926);
    EXPECT_NEAR(report.expected, expected, 1e-5);
    EXPECT_NEAR(report.acceleration, expected, 0.02 * expected) << friction;
    // The new velocity moves each step: half a step ahead. And until all its points are found, in
    // the first few steps, or its bristles are bent, a box slides a little too easily.
    const double distance = expected * 1.5 * (1.5 + 1 / Solver::kSteps) / 2;
    EXPECT_NEAR(report.moved, distance, 0.04) << friction;
  }
}

}  // namespace masu::solvers
