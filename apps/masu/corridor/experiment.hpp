// SPDX-License-Identifier: MIT
// The frame-rate experiment of the paper, and the cost of a query in dense walls.
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
  bool density = false;  // whether to measure work by density
};

// Frames per second of one method, second by second.
struct FrameRates {
  std::string method;
  double build_ms = 0;
  std::vector<double> fps;

  double mean() const;
  double least() const;
};

// Work of a query by the number of walls within kNearby of it, in powers of two. Work is the number
// of walls tested plus an eighth of the boxes tested.
using WorkByDensity = std::map<std::uint64_t, double>;
inline constexpr float kNearby = 2;

struct Experiment {
  std::size_t walls = 0;
  std::vector<std::size_t> walls_of;  // by stretch
  std::vector<FrameRates> rates;      // by method, like `work`
  std::map<std::string, WorkByDensity> work;
};

// Runs one experiment for each number of walls, for a given number of seconds of wall-clock time
// for each method. Calls step(method, done, total) as each second begins. Throws std::runtime_error
// if two methods move the movers differently.
using ExperimentStep = std::function<void(std::string_view method, int done, int total)>;
std::vector<Experiment> run_experiments(const ExperimentOptions& options,
                                        const ExperimentStep& step);

// Returns a table of frames per second, one row for each second.
std::string table_of(const Experiment& experiment, const ExperimentOptions& options);

}  // namespace masu::cli
