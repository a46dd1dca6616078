// SPDX-License-Identifier: MIT
// masu_bench_corridor: queries and movers among millions of walls, with this library and others.
#include <CLI/CLI.hpp>

#include "bench/common/case_options.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_bench.hpp"
#include "bench/common/shared_object.hpp"
#include "case.hpp"
#include "report.hpp"

namespace {

using namespace masu_bench::corridor;

struct Options {
  std::vector<std::string> maps{"side_scroller", "maze", "fractal_cave", "islands"};
  std::vector<std::uint64_t> walls{20'000, 200'000, 2'000'000, 10'000'000};
  bool small = false;
  CaseSpec common;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--map", o.maps, "side_scroller, maze, fractal_cave, islands")
      ->delimiter(',')
      ->capture_default_str();
  CLI::Option* const walls = app.add_option("--walls", o.walls, "Walls of each map, about");
  walls->delimiter(',')->check(CLI::Range(1000, 200'000'000))->capture_default_str();
  app.add_flag("--small", o.small, "Instead: 20 000 walls")->excludes(walls);
  app.add_option("--task", o.common.tasks, "all, build, nearest, move, frame")
      ->delimiter(',')
      ->capture_default_str();
  masu_bench::declare_contestants(app, o.common);
  app.add_option("--simd", o.common.simd, "Our kernels: best, scalar, sse4, avx2, avx512")
      ->check(CLI::IsMember({"best", "scalar", "sse4", "avx2", "avx512"}))
      ->capture_default_str();
  app.add_option("--threads", o.common.threads, "Threads of the task frame, one row each")
      ->delimiter(',')
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--samples", o.common.samples, "Timed samples")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  o.files.declare(app);
  o.files.declare_plot(app, "one SVG a map, task and set of movers");
  app.footer(
      "Examples:\n"
      "  masu_bench_corridor --small\n"
      "  masu_bench_corridor --map maze --walls 2000000,10000000 --peers boost\n"
      "  masu_bench_corridor --task nearest --ours chain_tree,grid --peers none\n"
      "  masu_bench_corridor --save\n"
      "Exit codes: 0 done, 1 wrong answers of ours or a case that failed, 2 bad input or usage.");
}

std::vector<CaseSpec> cases_of(const Options& o) {
  std::vector<CaseSpec> cases;
  for (const std::string& map : o.maps) {
    for (const std::uint64_t walls : o.walls) {
      cases.push_back(o.common);
      cases.back().map = map;
      cases.back().walls = walls;
    }
  }
  return cases;
}

int run(Options& o) {
  if (o.small) o.walls = {20'000};
  o.common.peer_folder = masu_bench::folder_beside_program("corridor_peers");
  return masu_bench::run_bench<Row>("corridor", o.files, cases_of(o),
                                    [&] { check_usage(o.maps, o.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures indices of walls, ours and others', on the same maps and movers.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
