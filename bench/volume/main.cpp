// SPDX-License-Identifier: MIT
// masu_bench_volume: intersections of two convex polyhedra, by this library and others.
#include <CLI/CLI.hpp>

#include "bench/common/case_options.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_bench.hpp"
#include "bench/common/shared_object.hpp"
#include "case.hpp"

namespace {

using namespace masu_bench::volume;

struct Options {
  std::vector<std::string> rows{"deep", "shallow"};
  std::vector<std::uint64_t> sizes{8, 32, 128, 1000};
  CaseSpec common;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--rows", o.rows, "deep, shallow")
      ->delimiter(',')
      ->check(CLI::IsMember({"deep", "shallow"}))
      ->capture_default_str();
  app.add_option("--n", o.sizes, "Vertices of each body: 2 n - 4 planes")
      ->delimiter(',')
      ->check(CLI::Range(4, 100'000))
      ->capture_default_str();
  masu_bench::declare_contestants(app, o.common);
  app.add_option("--budget", o.common.budget, "Seconds of measuring for each case, about")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  o.files.declare(app);
  app.footer(
      "Examples:\n"
      "  masu_bench_volume --rows deep --n 128 --peers qhull\n"
      "  masu_bench_volume --save\n"
      "Exit codes: 0 done, 1 wrong answers of ours or a case that failed, 2 bad input or usage.");
}

std::vector<CaseSpec> cases_of(const Options& o) {
  std::vector<CaseSpec> cases;
  for (const std::string& row : o.rows) {
    for (const std::uint64_t n : o.sizes) {
      cases.push_back(o.common);
      cases.back().row = row;
      cases.back().vertices = n;
    }
  }
  return cases;
}

int run(Options& o) {
  o.common.peer_folder = masu_bench::folder_beside_program("volume_peers");
  return masu_bench::run_bench<Row>("volume", o.files, cases_of(o),
                                    [&] { check_usage(o.rows, o.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures contact volumes, ours and others', on the same pairs of solids.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
