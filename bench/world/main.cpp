// SPDX-License-Identifier: MIT
// masu_bench_world: updates and queries of a world of objects, compared with other libraries.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/common/case_options.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_bench.hpp"
#include "bench/common/shared_object.hpp"
#include "case.hpp"
#include "report.hpp"

namespace {

using namespace masu_bench::world;

struct Options {
  std::vector<std::string> scenes{"uniform"};
  std::vector<std::uint64_t> sizes{1'000, 10'000, 100'000, 1'000'000};
  std::vector<int> dimensions{2, 3};
  std::vector<double> shares{0.1, 1, 10, 100};
  bool small = false;
  CaseSpec common;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--scene", o.scenes, "Scenes")->delimiter(',')->capture_default_str();
  app.add_option("--dim", o.dimensions, "Dimensions")
      ->delimiter(',')
      ->check(CLI::Range(2, 3))
      ->capture_default_str();
  CLI::Option* const sizes = app.add_option("--n", o.sizes, "Objects");
  sizes->delimiter(',')->check(CLI::Range(10, 100'000'000))->capture_default_str();
  app.add_flag("--small", o.small, "Instead: 1000 and 10 000 objects")->excludes(sizes);
  app.add_option("--moving", o.shares, "Per cent of the objects that move a frame")
      ->delimiter(',')
      ->check(CLI::Range(1e-6, 100.0))
      ->capture_default_str();
  app.add_option("--task", o.common.tasks,
                 "all, update, update_alone, knn1, knn8, ray_all, ray_balls, ray_mesh")
      ->delimiter(',')
      ->capture_default_str();
  masu_bench::declare_contestants(app, o.common);
  app.add_option("--threads", o.common.threads, "Threads of update_alone, one row each")
      ->delimiter(',')
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--samples", o.common.samples, "Timed frames or samples; 0: by size")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--budget", o.common.budget, "Seconds a frame, above which a peer has its last")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  o.files.declare(app);
  o.files.declare_plot(app, "one SVG a scene, dimension, task and share");
  app.footer(
      "Examples:\n"
      "  masu_bench_world --small\n"
      "  masu_bench_world --task update --dim 3 --n 100000 --moving 1 --peers bullet\n"
      "  masu_bench_world --task update_alone --peers none --n 1000000 --moving 0.1\n"
      "  masu_bench_world --task knn8,ray_balls --save\n"
      "Exit codes: 0 done, 1 wrong answers of ours or a case that failed, 2 bad input or usage.");
}

std::vector<CaseSpec> cases_of(const Options& o) {
  std::vector<CaseSpec> cases;
  const auto any_requested = [&](auto first, auto last) {
    return std::any_of(first, last, [&](const char* task) { return o.common.requested(task); });
  };
  std::vector<double> shares;
  if (any_requested(std::begin(kTaskNames), std::begin(kTaskNames) + 2)) shares = o.shares;
  if (any_requested(std::begin(kTaskNames) + 2, std::end(kTaskNames))) shares.push_back(0);
  for (const int dim : o.dimensions) {
    for (const std::string& scene : o.scenes) {
      for (const double share : shares) {
        for (const std::uint64_t n : o.sizes) {
          cases.push_back(o.common);
          cases.back().scene = scene;
          cases.back().dim = dim;
          cases.back().n = n;
          cases.back().moving_pct = share;
        }
      }
    }
  }
  return cases;
}

int run(Options& o) {
  if (o.small) o.sizes = {1'000, 10'000};
  o.common.programs = masu_bench::folder_beside_program("");
  return masu_bench::run_bench<Row>("world", o.files, cases_of(o),
                                    [&] { check_usage(o.scenes, o.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures a world of objects, and other libraries at the same.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
