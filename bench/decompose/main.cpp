// SPDX-License-Identifier: MIT
// masu_bench_decompose: closed meshes divided into convex parts, by this library and others.
#include <CLI/CLI.hpp>
#include <cmath>

#include "bench/common/case_options.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_bench.hpp"
#include "bench/common/shared_object.hpp"
#include "case.hpp"
#include "scenes/generators/carved_solid.hpp"

namespace {

using namespace masu_bench::decompose;

struct Options {
  std::vector<std::string> rows;
  std::vector<std::uint64_t> sizes{480, 1920, 7680};
  CaseSpec common;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--rows", o.rows,
                 "torus, L, bowl, gear, spiral; file, the mesh of --mesh; all of them if none")
      ->delimiter(',');
  app.add_option("--n", o.sizes, "Triangles of the torus, about")
      ->delimiter(',')
      ->check(CLI::Range(100, 1'000'000))
      ->capture_default_str();
  app.add_option("--mesh", o.common.mesh, "A closed surface, .obj, for the row file")
      ->check(CLI::ExistingFile);
  masu_bench::declare_contestants(app, o.common);
  app.add_option("--limit", o.common.limit,
                 "Seconds of processor time for each method at each solid; then it is killed")
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  app.add_option("--budget", o.common.budget, "Seconds of measuring each again, about")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  o.files.declare(app);
  app.footer(
      "Examples:\n"
      "  masu_bench_decompose --rows torus --n 480,1920,7680,30720\n"
      "  masu_bench_decompose --mesh bunny.obj --save\n"
      "Exit codes: 0 done, 1 wrong answers of ours or a case that failed, 2 bad input or usage.");
}

std::vector<CaseSpec> cases_of(const Options& o) {
  std::vector<std::string> rows = o.rows;
  if (rows.empty()) {
    for (const std::string_view name : masu::scenes::kCarvedNames) rows.emplace_back(name);
    if (!o.common.mesh.empty()) rows.emplace_back("file");
  }
  std::vector<CaseSpec> cases;
  for (const std::string& row : rows) {
    if (row == "file" && o.common.mesh.empty()) {
      throw std::invalid_argument("--rows file: needs --mesh");
    }
    const bool sized = row == "torus";
    for (const std::uint64_t n : sized ? o.sizes : std::vector<std::uint64_t>{1920}) {
      cases.push_back(o.common);
      cases.back().row = row;
      cases.back().fineness = std::sqrt(double(n) / 1920);
    }
  }
  return cases;
}

int run(Options& o) {
  o.common.peer_folder = masu_bench::folder_beside_program("decompose_peers");
  return masu_bench::run_bench<Row>("decompose", o.files, cases_of(o),
                                    [&] { check_usage(o.rows, o.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures convex parts of closed meshes, ours and others', of the same solids.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
