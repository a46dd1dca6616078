// SPDX-License-Identifier: MIT
// The frame-rate experiment of the paper, and what a query costs where walls crowd.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "wall_finder.hpp"

namespace masu::cli {

struct ExperimentOptions {
  int seconds = 30;
  std::vector<std::size_t> walls = {200'000};
  std::size_t movers = 10'000;
  std::uint64_t seed = 1;
  std::vector<const WallMethod*> methods;
  bool density = false;  // is work asked for?
};

// Of one method: frames a second, second by second.
struct FrameRates {
  std::string method;
  double build_ms = 0;
  std::vector<double> fps;

  double mean() const;
  double least() const;
};

// Work of a query by the number of walls within kNearby of it, in powers of two. Work is walls
// measured and an eighth of the boxes looked at.
using WorkByDensity = std::map<std::uint64_t, double>;
inline constexpr float kNearby = 2;

struct Experiment {
  std::size_t walls = 0;
  std::vector<std::size_t> walls_of;  // by stretch
  std::vector<FrameRates> rates;      // by method, as is work
  std::map<std::string, WorkByDensity> work;
};

// One for each number of walls. Takes seconds for each method, by the clock. step(method, done,
// total) as each of all seconds begins. Throws std::runtime_error if two methods move movers
// otherwise.
using ExperimentStep = std::function<void(std::string_view method, int done, int total)>;
std::vector<Experiment> run_experiments(const ExperimentOptions& options,
                                        const ExperimentStep& step);

// The frames a second, a row a second.
std::string table_of(const Experiment& experiment, const ExperimentOptions& options);

}  // namespace masu::cli
