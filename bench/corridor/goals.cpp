// SPDX-License-Identifier: MIT
#include "goals.hpp"

#include <fmt/core.h>

#include <optional>
#include <string_view>

#include "case.hpp"
#include "contest.hpp"

namespace masu_bench::corridor {
namespace {

using Value = std::optional<double>;

// Maps have slightly fewer walls than requested.
constexpr double kNearly = 0.99;
bool is_ten_million(const Row& r) {
  return double(r.walls) >= kNearly * 1e7;
}

bool is_nearest(const Row& r, std::string_view movers) {
  return r.task == "nearest" && r.movers == movers;
}

// Returns how many times as long a method takes, for nearest and move queries.
Value ratio_to(const Contest& contest, const char* method) {
  const Row& ours = contest.ours();
  const Row* const other = contest.find(method);
  if (ours.is_build() || other == nullptr) return std::nullopt;
  return other->ns / ours.ns;
}
Value ratio_from_200k(const Contest& contest, const char* method) {
  return double(contest.ours().walls) >= kNearly * 2e5 ? ratio_to(contest, method) : std::nullopt;
}

struct Goal {
  const char* what;
  bool at_least;
  double bound;
  Value (*value)(const Contest&);

  bool is_met(double v) const { return at_least ? v >= bound : v <= bound; }
};

constexpr Goal kGoals[] = {
    {"seconds to build 10M walls", false, 1.2,
     [](const Contest& c) -> Value {
       const Row& r = c.ours();
       return r.is_build() && is_ten_million(r) ? Value(r.build_seconds()) : std::nullopt;
     }},
    {"bytes a wall at 10M", false, 16,
     [](const Contest& c) -> Value {
       return is_ten_million(c.ours()) ? c.ours().bytes : std::nullopt;
     }},
    {"ns, nearest, coherent, at 10M", false, 35,
     [](const Contest& c) -> Value {
       const Row& r = c.ours();
       return is_nearest(r, "coherent") && is_ten_million(r) ? Value(r.ns) : std::nullopt;
     }},
    {"ns, nearest, random, at 10M", false, 350,
     [](const Contest& c) -> Value {
       const Row& r = c.ours();
       return is_nearest(r, "random") && is_ten_million(r) ? Value(r.ns) : std::nullopt;
     }},
    {"times as fast as Box2D, from 200k", true, 50,
     [](const Contest& c) { return ratio_from_200k(c, "box2d"); }},
    {"times as fast as Chipmunk, from 200k", true, 50,
     [](const Contest& c) { return ratio_from_200k(c, "chipmunk"); }},
    {"times as fast as Boost's R-tree", true, 3,
     [](const Contest& c) { return ratio_to(c, "boost:rtree"); }},
    {"times as fast as our kd-tree", true, 3,
     [](const Contest& c) { return ratio_to(c, "masu:kd"); }},
    {"times as fast as our grid", true, 1 / 1.3,
     [](const Contest& c) { return ratio_to(c, "masu:grid"); }},
    {"work on vertices, p99 over median", false, 4,
     [](const Contest& c) -> Value {
       const Row& r = c.ours();
       if (!is_nearest(r, "vertices") || !r.work_p50) return std::nullopt;
       return *r.work_p99 / *r.work_p50;
     }},
    {"frames a second, 2 threads, 10M", true, 60,
     [](const Contest& c) -> Value {
       const Row& r = c.ours();
       return r.threads == 2 && is_ten_million(r) ? r.fps : std::nullopt;
     }},
};

// Prints a goal for one task: moves differ from distances.
void print(const Goal& goal, const char* task, const std::vector<Contest>& contests) {
  const Row* worst = nullptr;
  double value = 0;
  int met_count = 0;
  int count = 0;
  for (const Contest& c : contests) {
    const Value v = c.ours().task == task ? goal.value(c) : std::nullopt;
    if (!v) continue;
    ++count;
    met_count += goal.is_met(*v);
    if (worst == nullptr || (goal.at_least ? *v < value : *v > value)) {
      value = *v;
      worst = &c.ours();
    }
  }
  if (worst == nullptr) return;
  const std::string of = worst->movers.empty() ? "" : ", " + worst->movers;
  fmt::print("{:<38} {:>8} {:>6.2f} {:>9.2f} {:>4}/{:<4} {:<6}  {}, {} walls: {}{}\n", goal.what,
             goal.at_least ? "at least" : "at most", goal.bound, value, met_count, count,
             met_count == count ? "met" : "MISSED", worst->map, worst->walls, worst->task, of);
}

}  // namespace

void print_goals(const std::vector<Row>& rows) {
  const std::vector<Contest> contests = contests_of(rows);
  if (contests.empty()) return;
  fmt::print("\n{:<38} {:>15} {:>9} {:>9} {:<6}  {}\n", "goal", "", "worst", "rows", "", "where");
  for (const Goal& goal : kGoals) {
    for (const char* task : kTaskNames) print(goal, task, contests);
  }
}

}  // namespace masu_bench::corridor
