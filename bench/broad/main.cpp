// SPDX-License-Identifier: MIT
// masu_bench_broad: every broad phase on the same scenes.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "bench/common/case_options.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/row_files.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/shared_object.hpp"
#include "case.hpp"
#include "plot.hpp"
#include "report.hpp"
#include "usage.hpp"

namespace {

using namespace masu_bench;

struct Options : CaseOptions {
  Options() { scenes = {"uniform", "brownian", "fast", "clusters", "sizes", "pile", "thin_huge"}; }
  CaseSpec common;
  std::string clock = "auto";
  bool small = false;
  RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  CLI::Option* const sizes = o.CaseOptions::declare(app, 1, CLI::Range(1, 4));
  declare_contestants(app, o.common);
  app.add_flag("--small", o.small, "Instead: 100 and 1000 objects")->excludes(sizes);
  app.add_option("--threads", o.common.threads, "Threads, for those that can use them")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--simd", o.common.simd, "Our kernels: best, scalar, sse4, avx2, avx512")
      ->check(CLI::IsMember({"best", "scalar", "sse4", "avx2", "avx512"}))
      ->capture_default_str();
  app.add_option("--frames", o.common.frames, "Timed samples; 0: by size")->capture_default_str();
  app.add_option("--budget", o.common.budget, "Seconds a frame, above which a method is dropped")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--clock", o.clock,
                 "wall; cpu: leaves out what other programs take; auto: cpu for one thread and "
                 "1000 objects or more")
      ->check(CLI::IsMember({"auto", "wall", "cpu"}))
      ->capture_default_str();
  o.files.declare(app);
  o.files.declare_plot(app, "one SVG a scene and dimension");
  app.footer(
      "Examples:\n"
      "  masu_bench_broad --scene uniform --n 10000 --dim 3\n"
      "  masu_bench_broad --small --peers box2d,bullet --json small.json\n"
      "  masu_bench_broad --scene brownian --threads 2 --save\n"
      "Exit codes: 0 done, 1 wrong pairs of ours or a case that failed, 2 bad input or usage.");
}

// A median of wall times on a machine that is not idle favours short frames: long ones are
// interrupted. But reading the processor's clock takes half a microsecond.
Clock clock_for(const Options& o, std::uint64_t n) {
  const bool automatic = o.common.threads == 1 && n >= 1000;
  return o.clock == "cpu" || (o.clock == "auto" && automatic) ? Clock::cpu : Clock::wall;
}

std::vector<CaseSpec> cases_of(const Options& o) {
  std::vector<CaseSpec> cases;
  for (const std::string& scalar : o.scalars) {
    for (const int dim : o.dimensions) {
      for (const std::string& scene : o.scenes) {
        for (const std::uint64_t n : o.sizes) {
          CaseSpec spec = o.common;
          spec.scene = scene;
          spec.dim = dim;
          spec.n = n;
          spec.scalar_size = scalar == "float" ? 4 : 8;
          spec.clock = clock_for(o, n);
          cases.push_back(spec);
        }
      }
    }
  }
  return cases;
}

// Returns false if a case failed.
bool run_all(const std::vector<CaseSpec>& cases, std::vector<Row>& rows) {
  bool ok = true;
  for (const CaseSpec& spec : cases) {
    try {
      const std::vector<Row> found = in_child<Row>([&] {
        pin_to_cores(spec.threads);
        return run_case(spec);
      });
      rows.insert(rows.end(), found.begin(), found.end());
      std::vector<Row> shown = found;
      relate(shown);
      print_tables(shown);
      std::fflush(stdout);
    } catch (const std::exception& e) {
      fmt::print(stderr, "error: {} {}D n={}: {}\n", spec.scene, spec.dim, spec.n, e.what());
      ok = false;
    }
  }
  return ok;
}

int run(Options& o) {
  if (o.small) o.sizes = {100, 1000};
  o.common.peer_folder = folder_beside_program("peers");
  auto rows = read_json<Row>(o.files.read);
  if (o.files.measures()) {
    in_child<Row>([&] {
      check_usage(o.scenes, o.common);
      return std::vector<Row>();
    });
  }
  bool ok = !o.files.measures() || run_all(cases_of(o), rows);
  relate(rows);
  if (!rows.empty()) print_summary(rows);
  for (const Row& row : rows) ok &= !row.exact || *row.exact || !row.method.starts_with("masu:");
  o.files.write(Json(rows), "broad");
  for (const auto& folder : o.files.plot_folders()) write_plots(rows, folder);
  return ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures broad phases, ours and others', on the same frames of the same scenes.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
