// SPDX-License-Identifier: MIT
// Runs a scene with a solver and records what can be compared with physics.
#pragma once

#include <algorithm>
#include <cmath>

#include "pair_search.hpp"

namespace masu::solvers {

// Measurements of the world at one time.
struct Sample {
  double time;         // s
  double energy;       // J, kinetic and potential
  double kinetic;      // J
  double penetration;  // m, of the worst pair
  Vec3d position;      // of the last body
  Vec3d velocity;
};

// A run, sampled some sixty times a second and at its end.
struct Record {
  static constexpr double kSamplesPerSecond = 60;

  World start;
  World end;
  std::vector<Sample> samples;
  // Of solvers that have a residual, over all steps.
  double worst_residual = 0;
  int most_sweeps = 0;
};

Sample take_sample(const World& world, double time, PairSearch& search);

// `watch(done, total)` is called after each step.
template <class Solver, class Watch>
Record run(const World& start, Solver& solver, double steps_a_second, double seconds,
           Watch&& watch) {
  Record record{start, start, {}};
  PairSearch search;
  const auto steps = static_cast<int>(std::ceil(seconds * steps_a_second - 1e-9));
  const int between = std::max(1, static_cast<int>(steps_a_second / Record::kSamplesPerSecond));
  record.samples.push_back(take_sample(start, 0, search));
  for (int i = 1; i <= steps; ++i) {
    solver.step(record.end, 1 / steps_a_second);
    if constexpr (requires { solver.problem().residual(); }) {
      record.worst_residual = std::max(record.worst_residual, solver.problem().residual());
      record.most_sweeps = std::max(record.most_sweeps, solver.sweeps());
    }
    if (i % between == 0 || i == steps)
      record.samples.push_back(take_sample(record.end, i / steps_a_second, search));
    watch(i, steps);
  }
  return record;
}

template <class Solver>
Record run(const World& start, Solver& solver, double seconds) {
  return run(start, solver, Solver::kSteps, seconds, [](int, int) {});
}

// What the stack did. Lengths are in edges of a box.
struct StackReport {
  bool rests = false;      // the kinetic energy fell below 1e-4 of what lifts one box by its edge
  double rest_time = 0;    // s, when first
  double drift = 0;        // after that, largest, of the top from where it must be
  double penetration = 0;  // at any time, of any pair
  double energy_gain = 0;  // after rest, above the lowest energy so far, as a share of that

  // The bounds of the task: 1 % each.
  bool is_stable() const {
    return rests && drift < 0.01 && penetration < 0.01 && energy_gain < 0.01;
  }
};

StackReport stack_report(const Record& record);

// What the box on the slope did.
struct SlopeReport {
  double acceleration = 0;  // m/s^2 downhill: the slope of the line nearest to all velocities
  double expected = 0;      // by Coulomb
  double moved = 0;         // m downhill
  double error() const { return std::fabs(acceleration - expected); }
};

SlopeReport slope_report(const Record& record);

}  // namespace masu::solvers
