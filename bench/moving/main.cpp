// SPDX-License-Identifier: MIT
// masu_bench_moving: maintaining the pairs while some objects move.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "bench/common/case_options.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/row_files.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/shared_object.hpp"
#include "moving_case.hpp"
#include "usage.hpp"

namespace {

using namespace masu_bench;

struct Options : CaseOptions {
  std::vector<double> shares{0.01, 0.1, 1, 100};
  MovingSpec common;
  RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  o.CaseOptions::declare(app, 2, CLI::Range(2, 3));
  declare_contestants(app, o.common);
  app.add_option("--moving", o.shares, "Per cent of the objects that move a frame")
      ->delimiter(',')
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  app.add_option("--frames", o.common.frames, "Timed frames; 0: by size")->capture_default_str();
  app.add_option("--budget", o.common.budget, "Seconds a frame, above which a method is dropped")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  o.files.declare(app);
  app.footer(
      "Examples:\n"
      "  masu_bench_moving --n 100000 --moving 1\n"
      "  masu_bench_moving --dim 3 --moving 0.01,0.1 --peers box2d,bullet --json moving.json\n"
      "Exit codes: 0 done, 1 wrong pairs of ours or a case that failed, 2 bad input or usage.");
}

std::vector<MovingSpec> cases_of(const Options& o) {
  std::vector<MovingSpec> cases;
  for (const std::string& scalar : o.scalars) {
    for (const int dim : o.dimensions) {
      for (const std::string& scene : o.scenes) {
        for (const double share : o.shares) {
          for (const std::uint64_t n : o.sizes) {
            MovingSpec spec = o.common;
            spec.scene = scene;
            spec.dim = dim;
            spec.n = n;
            spec.changed_pct = share;
            spec.scalar_size = scalar == "float" ? 4 : 8;
            cases.push_back(spec);
          }
        }
      }
    }
  }
  return cases;
}

// Returns false if a case failed.
bool run_all(const std::vector<MovingSpec>& cases, std::vector<MovingRow>& rows) {
  bool ok = true;
  for (const MovingSpec& spec : cases) {
    try {
      const auto found = in_child<MovingRow>([&] {
        pin_to_cores(1);
        return run_moving_case(spec);
      });
      rows.insert(rows.end(), found.begin(), found.end());
      print_moving_tables(found);
      std::fflush(stdout);
    } catch (const std::invalid_argument&) {
      throw;
    } catch (const std::exception& e) {
      fmt::print(stderr, "error: {} {}D n={}: {}\n", spec.scene, spec.dim, spec.n, e.what());
      ok = false;
    }
  }
  return ok;
}

int run(Options& o) {
  o.common.peer_folder = folder_beside_program("peers");
  auto rows = read_json<MovingRow>(o.files.read);
  if (o.files.measures()) {
    in_child<MovingRow>([&] {
      check_moving_usage(o.scenes, o.common);
      return std::vector<MovingRow>();
    });
  }
  bool ok = !o.files.measures() || run_all(cases_of(o), rows);
  set_exponents(rows);
  if (o.sizes.size() > 1 || !o.files.measures()) print_moving_tables(rows);
  for (const MovingRow& row : rows) ok &= row.exact || !row.method.starts_with("masu:");
  o.files.write(Json(rows), "moving");
  return ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how pairs are kept while some objects move.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
