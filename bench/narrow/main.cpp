// SPDX-License-Identifier: MIT
// masu_bench_narrow: the same queries on pairs of convex shapes, by this library and others.
#include <CLI/CLI.hpp>

#include "bench/common/case_options.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_bench.hpp"
#include "bench/common/shared_object.hpp"
#include "report.hpp"
#include "usage.hpp"

namespace {

using namespace masu_bench::narrow;

struct Options {
  std::vector<std::string> rows{"all"};
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> modes{"cold", "warm"};
  std::vector<std::string> scalars{"double", "float"};
  CaseSpec common;
  bool small = false;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--rows", o.rows, "all, or names of rows: polyhedra_apart, box_box_manifold, ...")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--n", o.sizes, "Only these numbers of vertices")->delimiter(',');
  app.add_option("--mode", o.modes, "cold: every pair once; warm: pairs that move a little")
      ->delimiter(',')
      ->check(CLI::IsMember({"cold", "warm"}))
      ->capture_default_str();
  app.add_option("--scalar", o.scalars, "Scalars of the scenes: float, double")
      ->delimiter(',')
      ->check(CLI::IsMember({"float", "double"}))
      ->capture_default_str();
  masu_bench::declare_contestants(app, o.common);
  app.add_option("--mesh", o.common.mesh,
                 "Also the rows file_mesh_...: this OBJ file against itself")
      ->check(CLI::ExistingFile);
  app.add_flag("--small", o.small, "A tenth of the pairs");
  app.add_option("--simd", o.common.simd, "Our kernels: best, scalar, sse4, avx2, avx512")
      ->check(CLI::IsMember({"best", "scalar", "sse4", "avx2", "avx512"}))
      ->capture_default_str();
  app.add_option("--budget", o.common.budget, "Seconds of measuring for each case, about")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  o.files.declare(app);
  o.files.declare_plot(app, "one SVG a row of several sizes");
  app.footer(
      "Examples:\n"
      "  masu_bench_narrow --rows polyhedra_apart --n 32 --scalar double\n"
      "  masu_bench_narrow --rows box_box_overlap,box_box_manifold --peers bullet,ode\n"
      "  masu_bench_narrow --save\n"
      "Exit codes: 0 done, 1 wrong answers of ours or a case that failed, 2 bad input or usage.");
}

template <class Value>
bool among(const std::vector<Value>& requested, const Value& value) {
  return std::find(requested.begin(), requested.end(), value) != requested.end();
}

void add_cases(const Options& o, const RowKind& row, std::vector<CaseSpec>& cases) {
  if (row.from_file && o.common.mesh.empty()) return;
  for (const std::string& scalar : o.scalars) {
    for (const std::uint64_t n : row.sizes) {
      if (!o.sizes.empty() && !among(o.sizes, n)) continue;
      for (const bool warm : {false, true}) {
        if ((warm && !row.warm) || !among<std::string>(o.modes, warm ? "warm" : "cold")) continue;
        CaseSpec spec = o.common;
        spec.row = row.name;
        spec.n = n;
        spec.warm = warm;
        spec.scalar_size = scalar == "float" ? 4 : 8;
        cases.push_back(spec);
      }
    }
  }
}

std::vector<CaseSpec> cases_of(const Options& o) {
  std::vector<CaseSpec> cases;
  for (const RowKind& row : row_kinds()) {
    if (among<std::string>(o.rows, "all") || among<std::string>(o.rows, row.name)) {
      add_cases(o, row, cases);
    }
  }
  return cases;
}

int run(Options& o) {
  if (o.small) o.common.size = {8, 20, 5, 100, 4};
  o.common.peer_folder = masu_bench::folder_beside_program("narrow_peers");
  return masu_bench::run_bench<Row>("narrow", o.files, cases_of(o),
                                    [&] { check_usage(o.rows, o.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures narrow phases, ours and others', on the same pairs of shapes.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
