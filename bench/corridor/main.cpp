// SPDX-License-Identifier: MIT
// masu_bench_corridor: walls by the million and who moves among them, by us and by others.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "bench/common/case_options.hpp"
#include "bench/common/child.hpp"
#include "bench/common/row_files.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_cases.hpp"
#include "case.hpp"
#include "report.hpp"

namespace {

using namespace masu_bench::corridor;

struct Options {
  std::vector<std::string> maps{"side_scroller", "maze", "fractal_cave", "islands"};
  std::vector<std::uint64_t> walls{20'000, 200'000, 2'000'000};
  CaseSpec common;
  std::string plot;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--map", o.maps, "side_scroller, maze, fractal_cave, islands")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--walls", o.walls, "Walls of each map, about")
      ->delimiter(',')
      ->check(CLI::Range(1000, 200'000'000))
      ->capture_default_str();
  app.add_option("--task", o.common.tasks, "all, build, nearest, move, frame")
      ->delimiter(',')
      ->capture_default_str();
  masu_bench::declare_contestants(app, o.common);
  app.add_option("--simd", o.common.simd, "Our kernels: best, scalar, sse4, avx2, avx512")
      ->check(CLI::IsMember({"best", "scalar", "sse4", "avx2", "avx512"}))
      ->capture_default_str();
  app.add_option("--samples", o.common.samples, "Timed samples; 0: by size")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  o.files.declare(app);
  app.add_option("--plot", o.plot, "Write one SVG a map, task and set of movers to this folder");
  app.footer(
      "Examples:\n"
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

void show(std::vector<Row>& rows) {
  relate(rows);
  print_tables(rows);
}

int run(Options& o) {
  o.common.peer_folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "corridor_peers";
  auto rows = masu_bench::read_json<Row>(o.files.read);
  if (o.files.measures()) {
    masu_bench::text_of_child([&] {
      check_usage(o.maps, o.common);
      return std::string();
    });
  }
  bool good = !o.files.measures() || masu_bench::run_cases(cases_of(o), rows, run_case, show);
  relate(rows);
  if (!rows.empty()) print_summary(rows);
  for (const Row& row : rows) good &= row.is_right() || !row.is_ours();
  o.files.write(masu_bench::Json(rows), "corridor");
  if (!o.plot.empty()) write_plots(rows, o.plot);
  if (!o.files.save.empty()) write_plots(rows, o.files.folder());
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures indices of walls, ours and others', on the same maps and movers.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
