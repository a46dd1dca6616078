// SPDX-License-Identifier: MIT
// masu_bench_query: the same tasks with spatial indices of this library and others.
#include <CLI/CLI.hpp>

#include "bench/common/case_options.hpp"
#include "bench/common/run_app.hpp"
#include "bench/common/run_bench.hpp"
#include "bench/common/shared_object.hpp"
#include "case.hpp"
#include "report.hpp"
#include "usage.hpp"

namespace {

using namespace masu_bench::query;
using masu_bench::Clock;

struct Options : masu_bench::CaseOptions {
  Options() { scenes = {"uniform", "clusters", "sizes", "soup"}; }
  CaseSpec common;
  std::string clock = "auto";
  bool small = false;
  masu_bench::RowFiles files;
};

void declare(CLI::App& app, Options& o) {
  CLI::Option* const sizes = o.CaseOptions::declare(app, 1, CLI::Range(2, 3));
  masu_bench::declare_contestants(app, o.common);
  app.add_flag("--small", o.small, "Instead: 100 and 1000 objects")->excludes(sizes);
  app.add_option("--task", o.common.tasks, "all, build, box, knn1, knn8, radius, ray_first, ...")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--mesh", o.common.mesh, "Also rays against the triangles of this OBJ file")
      ->check(CLI::ExistingFile);
  app.add_option("--simd", o.common.simd, "Our kernels: best, scalar, sse4, avx2, avx512")
      ->check(CLI::IsMember({"best", "scalar", "sse4", "avx2", "avx512"}))
      ->capture_default_str();
  app.add_option("--samples", o.common.samples, "Timed samples; 0: by size")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--clock", o.clock,
                 "wall; cpu: leaves out what other programs take; auto: cpu for 1000 objects or "
                 "more")
      ->check(CLI::IsMember({"auto", "wall", "cpu"}))
      ->capture_default_str();
  o.files.declare(app);
  o.files.declare_plot(app, "one SVG a scene, dimension and task");
  app.footer(
      "Examples:\n"
      "  masu_bench_query --scene uniform --n 10000 --dim 3\n"
      "  masu_bench_query --task knn1,knn8 --peers nanoflann --json knn.json\n"
      "  masu_bench_query --scene soup --mesh bunny.obj --save\n"
      "Scene soup: triangles, in 3D only.\n"
      "Exit codes: 0 done, 1 wrong answers of ours or a case that failed, 2 bad input or usage.");
}

// A median of wall times on a machine that is not idle favours short frames: long ones are
// interrupted. But reading the processor's clock takes half a microsecond.
Clock clock_for(const Options& o, std::uint64_t n) {
  return o.clock == "cpu" || (o.clock == "auto" && n >= 1000) ? Clock::cpu : Clock::wall;
}

CaseSpec case_of(const Options& o, const std::string& scene, int dim, std::uint64_t n,
                 const std::string& scalar) {
  CaseSpec spec = o.common;
  spec.scene = scene;
  spec.dim = dim;
  spec.n = n;
  spec.scalar_size = scalar == "float" ? 4 : 8;
  spec.clock = clock_for(o, n);
  return spec;
}

std::vector<CaseSpec> cases_of(const Options& o) {
  std::vector<CaseSpec> cases;
  for (const std::string& scalar : o.scalars) {
    for (const int dim : o.dimensions) {
      for (const std::string& scene : o.scenes) {
        if (is_triangles(scene) && dim != 3) continue;
        for (const std::uint64_t n : o.sizes) cases.push_back(case_of(o, scene, dim, n, scalar));
      }
    }
    if (!o.common.mesh.empty()) cases.push_back(case_of(o, "mesh", 3, 1000, scalar));
  }
  return cases;
}

int run(Options& o) {
  if (o.small) o.sizes = {100, 1000};
  o.common.peer_folder = masu_bench::folder_beside_program("query_peers");
  return masu_bench::run_bench<Row>("query", o.files, cases_of(o),
                                    [&] { check_usage(o.scenes, o.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures spatial indices, ours and others', at the same tasks on the same scenes.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
