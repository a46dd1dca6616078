// SPDX-License-Identifier: MIT
#include "experiment.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <new>
#include <numeric>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <scenes/generators/growing_corridor.hpp>
#include <scenes/generators/pcg32.hpp>

#include "bouncers.hpp"
#include "counted.hpp"
#include "errors.hpp"

namespace masu::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using scenes::GrowingCorridor;

// Movers between two readings of the clock.
constexpr std::size_t kMoversPerReading = 4;
constexpr std::size_t kPositionsPerStretch = 200;

// Hashes of all positions after each complete frame, by stretch.
using Course = std::vector<std::vector<std::uint64_t>>;

Clock::time_point after(Clock::time_point start, double seconds) {
  return start + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
}

// Runs frames for one second; the last frame may be incomplete.
double run_second(Bouncers& movers, WallFinder& walls, std::vector<std::uint64_t>& course) {
  const Clock::time_point start = Clock::now();
  const Clock::time_point end = after(start, 1);
  for (int frame = 0; frame < Bouncers::kFramesASecond; ++frame) {
    for (std::size_t i = 0; i < movers.size(); i += kMoversPerReading) {
      if (Clock::now() >= end) {
        return frame + static_cast<double>(i) / static_cast<double>(movers.size());
      }
      movers.move(i, std::min(i + kMoversPerReading, movers.size()), walls);
    }
    course.push_back(movers.hash());
    std::this_thread::sleep_until(after(start, (frame + 1.0) / Bouncers::kFramesASecond));
  }
  return Bouncers::kFramesASecond;
}

// Throws unless both courses agree on the frames that both completed.
void expect_same(const Course& a, const Course& b, std::string_view method) {
  for (std::size_t s = 0; s < a.size(); ++s) {
    const std::size_t both = std::min(a[s].size(), b[s].size());
    if (!std::equal(a[s].begin(), a[s].begin() + static_cast<std::ptrdiff_t>(both), b[s].begin())) {
      throw std::runtime_error(
          fmt::format("{}: movers take another path in stretch {}", method, s));
    }
  }
}

WallChains<float> chains_of(const GrowingCorridor& corridor) {
  std::vector<Segment<2, float>> walls;
  walls.reserve(corridor.walls.size());
  for (const auto& w : corridor.walls) {
    walls.push_back({vec_cast<float>(w.a), vec_cast<float>(w.b)});
  }
  WallChains<float> chains;
  expect_ok(chains.build(walls, {.split_junctions = false}));
  return chains;
}

// Positions close to the floor, where movers meet walls.
std::vector<Vec<2, float>> query_positions(std::size_t stretches, std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  std::vector<Vec<2, float>> positions;
  for (std::size_t s = 0; s < stretches; ++s) {
    for (std::size_t i = 0; i < kPositionsPerStretch; ++i) {
      const double x = (static_cast<double>(s) + random.unit()) * GrowingCorridor::kLength;
      const double y = GrowingCorridor::kLow + random.between(0.25, 1) * Bouncers::kRadius;
      positions.push_back({static_cast<float>(x), static_cast<float>(y)});
    }
  }
  return positions;
}

// Returns for each position the number of walls nearby, rounded to a power of two; 0: none.
std::vector<std::uint64_t> densities_at(const std::vector<Vec<2, float>>& positions,
                                        const WallChains<float>& chains) {
  ChainTree<float> tree;
  if (tree.build(chains.vertices(), chains.chains()) != Status::ok) throw std::bad_alloc();
  std::vector<std::uint64_t> densities;
  for (const auto& p : positions) {
    const auto near = tree.for_each_within(p, kNearby, [](std::uint32_t, float) {}).stats.results;
    densities.push_back(std::bit_floor(near + near / 3));
  }
  return densities;
}

WorkByDensity work_of(WallFinder& finder, const std::vector<Vec<2, float>>& positions,
                      const std::vector<std::uint64_t>& densities) {
  std::map<std::uint64_t, std::pair<double, double>> sums;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (densities[i] == 0) continue;
    const QueryStats stats = finder.nearest(0, positions[i], Bouncers::kRadius).stats;
    auto& [work, count] = sums[densities[i]];
    work += static_cast<double>(stats.tests) +
            static_cast<double>(stats.nodes) * finder.boxes_of_node() / 8;
    count += 1;
  }
  WorkByDensity mean;
  for (const auto& [density, sum] : sums) mean[density] = sum.first / sum.second;
  return mean;
}

Experiment run_one(const ExperimentOptions& options, std::size_t walls,
                   const std::function<void(std::string_view)>& second_begins) {
  const auto stretches = static_cast<std::size_t>(options.seconds);
  const GrowingCorridor corridor = scenes::make_growing_corridor(walls, stretches, options.seed);
  const WallChains<float> chains = chains_of(corridor);
  std::vector<Vec<2, float>> positions;
  if (options.density) positions = query_positions(stretches, options.seed);
  const auto densities = densities_at(positions, chains);
  Experiment result;
  result.walls = corridor.walls.size();
  result.walls_of = corridor.walls_of;
  Course expected;
  for (const WallMethod* method : options.methods) {
    const Clock::time_point start = Clock::now();
    const auto finder = method->make(chains, options.movers, Bouncers::kRadius);
    FrameRates rates{std::string(method->name), 1e3 * Seconds(Clock::now() - start).count(), {}};
    Bouncers movers(options.movers);
    Course course(stretches);
    for (std::size_t s = 0; s < stretches; ++s) {
      second_begins(method->name);
      movers.enter(s, options.seed);
      rates.fps.push_back(run_second(movers, *finder, course[s]));
    }
    result.work[rates.method] = work_of(*finder, positions, densities);
    result.rates.push_back(std::move(rates));
    expect_same(course, expected.empty() ? course : expected, method->name);
    // The longest course so far of each stretch is what the next method is compared with.
    expected.resize(stretches);
    for (std::size_t s = 0; s < stretches; ++s) {
      if (course[s].size() > expected[s].size()) expected[s] = std::move(course[s]);
    }
  }
  return result;
}

}  // namespace

double FrameRates::mean() const {
  return std::accumulate(fps.begin(), fps.end(), 0.0) / static_cast<double>(fps.size());
}

double FrameRates::least() const {
  return *std::min_element(fps.begin(), fps.end());
}

std::vector<Experiment> run_experiments(const ExperimentOptions& options,
                                        const ExperimentStep& step) {
  std::vector<Experiment> all;
  int done = 0;
  const int total =
      options.seconds * static_cast<int>(options.methods.size() * options.walls.size());
  step("walls", 0, total);
  for (const std::size_t walls : options.walls) {
    all.push_back(
        run_one(options, walls, [&](std::string_view method) { step(method, done++, total); }));
  }
  return all;
}

std::string table_of(const Experiment& e, const ExperimentOptions& options) {
  std::string text = fmt::format("{}, {}; frames a second, at most {}\n", counted(e.walls, "wall"),
                                 counted(options.movers, "mover"), Bouncers::kFramesASecond);
  const auto row = [&](std::string_view first, std::string_view second, auto&& cell) {
    text += fmt::format("{:>6} {:>9}", first, second);
    for (const FrameRates& r : e.rates)
      text += fmt::format(" {:>{}}", cell(r), std::max<std::size_t>(10, r.method.size()));
    text += '\n';
  };
  row("second", "walls", [](const FrameRates& r) { return r.method; });
  for (std::size_t s = 0; s < e.walls_of.size(); ++s) {
    row(std::to_string(s + 1), std::to_string(e.walls_of[s]),
        [&](const FrameRates& r) { return fmt::format("{:.2f}", r.fps[s]); });
  }
  row("mean", "", [](const FrameRates& r) { return fmt::format("{:.2f}", r.mean()); });
  row("least", "", [](const FrameRates& r) { return fmt::format("{:.2f}", r.least()); });
  row("build", "ms", [](const FrameRates& r) { return fmt::format("{:.1f}", r.build_ms); });
  return text;
}

}  // namespace masu::cli
