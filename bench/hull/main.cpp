// SPDX-License-Identifier: MIT
// masu_bench_hull: convex hulls of the same points, by this library and others.
#include <algorithm>

#include "bench/common/case_options.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_bench.hpp"
#include "bench/common/shared_object.hpp"
#include "case.hpp"
#include "catalogue.hpp"
#include "report.hpp"

namespace {

using namespace masu_bench::hull;

struct Options {
  std::vector<std::string> rows{"all"};
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> scalars{"double"};
  CaseSpec common;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--rows", o.rows, "all, or names of rows: sphere, cube, lattice, rings, ...")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--n", o.sizes, "These numbers of points in place of a row's own")
      ->delimiter(',')
      ->check(CLI::Range(4, 1 << 24));
  app.add_option("--scalar", o.scalars, "Scalars of the points: float, double")
      ->delimiter(',')
      ->check(CLI::IsMember({"float", "double"}))
      ->capture_default_str();
  masu_bench::declare_contestants(app, o.common);
  app.add_option("--budget", o.common.budget, "Seconds of measuring for each case, about")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  o.files.declare(app);
  o.files.declare_plot(app, "one SVG a row of several sizes");
  app.footer(
      "Examples:\n"
      "  masu_bench_hull --rows sphere,rings --n 1000,10000\n"
      "  masu_bench_hull --save\n"
      "Exit codes: 0 done, 1 wrong hulls of ours or a case that failed, 2 bad input or usage.");
}

std::vector<CaseSpec> cases_of(const Options& o) {
  const auto requested = [&](const char* row) {
    return std::any_of(o.rows.begin(), o.rows.end(),
                       [&](const std::string& name) { return name == "all" || name == row; });
  };
  std::vector<CaseSpec> cases;
  for (const RowKind& row : row_kinds()) {
    if (!requested(row.name)) continue;
    for (const std::string& scalar : o.scalars) {
      for (const std::uint64_t n : o.sizes.empty() ? row.sizes : o.sizes) {
        CaseSpec spec = o.common;
        spec.row = row.name;
        spec.n = n;
        spec.scalar_size = scalar == "float" ? 4 : 8;
        cases.push_back(spec);
      }
    }
  }
  return cases;
}

int run(Options& o) {
  o.common.peer_folder = masu_bench::folder_beside_program("hull_peers");
  return masu_bench::run_bench<Row>("hull", o.files, cases_of(o),
                                    [&] { check_usage(o.rows, o.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures convex hulls, ours and others', of the same points.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
