// SPDX-License-Identifier: MIT
// Options that select the cases of a benchmark, shared by several benchmarks.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace masu_bench {

struct CaseOptions {
  std::vector<std::string> scenes{"uniform"};
  std::vector<std::uint64_t> sizes{10'000, 100'000, 1'000'000};
  std::vector<int> dimensions{2, 3};
  std::vector<std::string> scalars{"float"};

  // Returns the option of the sizes.
  CLI::Option* declare(CLI::App& app, std::uint64_t least_size, CLI::Range known_dimensions) {
    app.add_option("--scene", scenes, "Scenes")->delimiter(',')->capture_default_str();
    app.add_option("--dim", dimensions, "Dimensions; peers know 2 and 3")
        ->delimiter(',')
        ->check(known_dimensions)
        ->capture_default_str();
    app.add_option("--scalar", scalars, "Scalars of the scenes: float, double")
        ->delimiter(',')
        ->check(CLI::IsMember({"float", "double"}))
        ->capture_default_str();
    return app.add_option("--n", sizes, "Objects")
        ->delimiter(',')
        ->check(CLI::Range(least_size, std::uint64_t(1) << 31))
        ->capture_default_str();
  }
};

// Declares the options for methods and seeds.
template <class Spec>
void declare_contestants(CLI::App& app, Spec& spec) {
  app.add_option("--peers", spec.peers, "Peers by name or library; all, none")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--ours", spec.ours, "Our methods without \"masu:\"; all, none")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--seed", spec.seed, "Seed of the scenes")->capture_default_str();
}

}  // namespace masu_bench
