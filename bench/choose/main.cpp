// SPDX-License-Identifier: MIT
// masu_bench_choose: compares what choose() picks with the best, on scenes, sizes and seeds it was
// not fitted to.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/common/machine.hpp"
#include "bench/common/row_files.hpp"
#include "bench/common/run_app.hpp"
#include "contest.hpp"
#include "lecture.hpp"
#include "query_contest.hpp"

namespace {

using namespace masu_bench;

struct Options {
  std::vector<std::string> scenes{"uniform",   "pile",    "clusters",     "sizes", "fast",
                                  "thin_huge", "stadium", "centre_lines", "rods",  "line",
                                  "sheet",     "beams",   "comet"};
  std::vector<std::size_t> sizes{12, 28, 45, 150, 700, 5000, 20'000};
  std::vector<int> dimensions{2, 3};
  std::uint64_t seed = 11;
  bool lecture = false;
  bool queries = false;
  bool all = false;
  RowFiles files;
};

// All objects by short steps, all to new positions, then smaller shares.
constexpr Motion kMotions[] = {
    {1, 0.1},    {1, Motion::kNewPositions}, {0.3, 0.1}, {0.05, 0.1}, {0.03, 1.0}, {0.01, 0.1},
    {0.001, 0.1}};

// For queries also no motion and long steps.
constexpr Motion kQueryMotions[] = {{0, 0.1}, {0.01, 0.1}, {0.1, 0.1},
                                    {1, 0.1}, {1, 1},      {1, Motion::kNewPositions}};

void declare(CLI::App& app, Options& o) {
  app.add_option("--scene", o.scenes, "Scenes")
      ->delimiter(',')
      ->check(CLI::IsMember(layout_names()))
      ->capture_default_str();
  app.add_option("--n", o.sizes, "Objects")
      ->delimiter(',')
      ->check(CLI::Range(std::size_t(2), std::size_t(10'000'000)))
      ->capture_default_str();
  app.add_option("--dim", o.dimensions, "Dimensions")
      ->delimiter(',')
      ->check(CLI::Range(2, 3))
      ->capture_default_str();
  app.add_option("--seed", o.seed, "Seed of the scenes")->capture_default_str();
  app.add_flag("--lecture", o.lecture, "Instead: the lecture's table, for the first size");
  app.add_flag("--queries", o.queries, "Instead: indices, asked for boxes, rays, the nearest");
  app.add_flag("--all", o.all, "Show the times of all methods");
  o.files.declare(app);
  app.footer(
      "Examples:\n"
      "  masu_bench_choose\n"
      "  masu_bench_choose --scene stadium --n 300,3000 --dim 3 --all\n"
      "  masu_bench_choose --lecture --n 20000\n"
      "  masu_bench_choose --queries --n 300,3000\n"
      "Exit codes: 0 done, 1 wrong pairs, 2 bad usage.");
}

std::string step_of(double step) {
  return step >= Motion::kNewPositions ? "new" : fmt::format("{:g}", step);
}

void print(const ContestRow& r, bool all) {
  fmt::print("{:<13}{}D {:>7} {:>6g} {:>5}  {:<16}{:<22}{:>6.2f} {:>9.2f} {:>8.2f} %\n", r.scene,
             r.dim, r.n, r.moving, step_of(r.step), r.chosen, r.best, r.regret, r.ns_per_object,
             100 * r.choosing);
  if (!all) return;
  for (const auto& [name, ns] : r.all) fmt::print("    {:<24}{:>10.2f}\n", name, ns);
}

void print(const QueryContestRow& r, bool all) {
  fmt::print("{:<13}{:<8}{}D {:>7} {:>6g} {:>5}  {:<22}{:<22}{:>6.2f} {:>9.2f}\n", r.scene,
             r.question, r.dim, r.n, r.moving, step_of(r.step), r.chosen, r.best, r.regret,
             r.ns_per_object);
  if (!all) return;
  for (const auto& [name, ns] : r.all) fmt::print("    {:<24}{:>10.2f}\n", name, ns);
}

void print_lecture(const Options& o) {
  for (const int dim : o.dimensions) {
    fmt::print("{}D, n = {}\n\n{}\n", dim, o.sizes.front(),
               lecture_table(measure_lecture_table(dim, o.sizes.front(), o.seed)));
  }
}

void print_head() {
  fmt::print("{:<13}dim       n moving  step  {:<16}{:<22}regret      best choosing\n", "scene",
             "chosen", "best");
}

std::vector<ContestRow> measure(const Options& o) {
  pin_to_cores(1);
  std::vector<ContestRow> rows;
  for (const int dim : o.dimensions) {
    for (const std::string& scene : o.scenes) {
      for (const std::size_t n : o.sizes) {
        for (const Motion& motion : kMotions) {
          rows.push_back(run_contest({scene, dim, n, motion, o.seed}));
          print(rows.back(), o.all);
          std::fflush(stdout);
        }
      }
    }
  }
  return rows;
}

std::vector<QueryContestRow> measure_queries(const Options& o) {
  pin_to_cores(1);
  std::vector<QueryContestRow> rows;
  for (const int dim : o.dimensions) {
    for (const char* question : kQuestions) {
      for (const std::string& scene : o.scenes) {
        for (const std::size_t n : o.sizes) {
          for (const Motion& motion : kQueryMotions) {
            rows.push_back(run_query_contest({scene, question, dim, n, motion, o.seed}));
            print(rows.back(), o.all);
            std::fflush(stdout);
          }
        }
      }
    }
  }
  return rows;
}

int run_queries(const Options& o) {
  auto rows = read_json<QueryContestRow>(o.files.read);
  for (const QueryContestRow& r : rows) print(r, o.all);
  if (o.files.measures()) rows = measure_queries(o);
  std::vector<ContestRow> plain;
  for (const QueryContestRow& r : rows) plain.push_back({.scene = r.scene, .regret = r.regret});
  const Regret regret = regret_of(plain);
  fmt::print("{} rows: regret {:.3f} (geometric mean), {:.2f} (most)\n", rows.size(), regret.mean,
             regret.most);
  o.files.write(Json(rows), "choose_queries");
  return std::all_of(rows.begin(), rows.end(), [](const auto& r) { return r.exact; }) ? 0 : 1;
}

int run(const Options& o) {
  if (o.queries) return run_queries(o);
  if (o.lecture) {
    print_lecture(o);
    return 0;
  }
  print_head();
  auto rows = read_json<ContestRow>(o.files.read);
  for (const ContestRow& r : rows) print(r, o.all);
  if (o.files.measures()) rows = measure(o);
  const Regret regret = regret_of(rows);
  fmt::print("{} rows: regret {:.3f} (geometric mean), {:.2f} (most); choosing {:.2f} % (most)\n",
             rows.size(), regret.mean, regret.most, 100 * regret.choosing);
  o.files.write(Json(rows), "choose");
  return std::all_of(rows.begin(), rows.end(), [](const ContestRow& r) { return r.exact; }) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Holds what choose() picks against all our methods, on the same frames.");
  Options options;
  declare(app, options);
  return masu_bench::run_app(app, argc, argv, [&] { return run(options); });
}
