// SPDX-License-Identifier: MIT
#include "scenes/generators/growing_corridor.hpp"

#include <stdexcept>
#include <string>

#include "scenes/generators/pcg32.hpp"

namespace masu::scenes {
namespace {

constexpr std::size_t kFewestSteps = GrowingCorridor::kFewest / 2;

double sum_of_powers(double base, std::size_t count) {
  double sum = 0;
  double power = 1;
  for (std::size_t i = 0; i < count; ++i) sum += power, power *= base;
  return sum;
}

// Returns the number of steps of floor and ceiling in each stretch: `total` together, from
// kFewestSteps on.
std::vector<std::size_t> steps_of(std::size_t total, std::size_t stretches) {
  const double target = static_cast<double>(total) / kFewestSteps;
  double low = 1;
  double high = 1;
  while (sum_of_powers(high, stretches) < target && high < target) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double mid = (low + high) / 2;
    (sum_of_powers(mid, stretches) < target ? low : high) = mid;
  }
  std::vector<std::size_t> steps;
  double power = kFewestSteps;
  std::size_t left = total;
  for (std::size_t i = 0; i < stretches; ++i, power *= low) {
    const bool last = i + 1 == stretches;
    const std::size_t later = kFewestSteps * (stretches - 1 - i);
    std::size_t here = last ? left : static_cast<std::size_t>(power);
    if (here + later > left) here = left - later;
    steps.push_back(here);
    left -= here;
  }
  return steps;
}

}  // namespace

GrowingCorridor make_growing_corridor(std::size_t n, std::size_t stretches, std::uint64_t seed) {
  if (stretches == 0 || n < 2 || (n - 2) / GrowingCorridor::kFewest < stretches) {
    throw std::invalid_argument(
        "a corridor of " + std::to_string(stretches) + " stretches has at least " +
        std::to_string(2 + GrowingCorridor::kFewest * stretches) + " walls");
  }
  Pcg32 random(seed);
  const auto jitter = [&] { return random.below(64) / 64.0; };
  std::vector<Vec<2, double>> floor{{0, jitter()}};
  std::vector<Vec<2, double>> ceiling{{0, 8 - jitter()}};
  GrowingCorridor corridor;
  for (const std::size_t steps : steps_of((n - 2) / 2, stretches)) {
    const double begin = GrowingCorridor::kLength * static_cast<double>(corridor.walls_of.size());
    for (std::size_t i = 1; i <= steps; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(steps);
      floor.push_back({begin + GrowingCorridor::kLength * part, jitter()});
      ceiling.push_back({begin + GrowingCorridor::kLength * part, 8 - jitter()});
    }
    corridor.walls_of.push_back(2 * steps);
  }
  auto& walls = corridor.walls;
  walls.reserve(n);
  for (std::size_t i = 1; i < floor.size(); ++i) walls.push_back({floor[i - 1], floor[i]});
  walls.push_back({floor.back(), ceiling.back()});
  for (std::size_t i = ceiling.size() - 1; i > 0; --i) {
    walls.push_back({ceiling[i], ceiling[i - 1]});
  }
  walls.push_back({ceiling.front(), floor.front()});
  return corridor;
}

}  // namespace masu::scenes
