// SPDX-License-Identifier: MIT
// masu_bench_volume: what two convex solids have in common, by us and by others.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "bench/common/case_options.hpp"
#include "bench/common/child.hpp"
#include "bench/common/row_files.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_cases.hpp"
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

void show(std::vector<Row>& rows) {
  relate(rows);
  print_tables(rows);
}

int run(Options& o) {
  o.common.peer_folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "volume_peers";
  auto rows = masu_bench::read_json<Row>(o.files.read);
  if (o.files.measures()) {
    masu_bench::text_of_child([&] {
      check_usage(o.rows, o.common);
      return std::string();
    });
  }
  bool good = !o.files.measures() || masu_bench::run_cases(cases_of(o), rows, run_case, show);
  relate(rows);
  if (!rows.empty()) print_summary(rows);
  for (const Row& row : rows) good &= row.wrong == 0 || !row.is_ours();
  o.files.write(masu_bench::Json(rows), "volume");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures contact volumes, ours and others', on the same pairs of solids.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
