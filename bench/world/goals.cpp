// SPDX-License-Identifier: MIT
#include "goals.hpp"

#include <fmt/core.h>

#include <optional>

namespace masu_bench::world {
namespace {

using Value = std::optional<double>;
using Rows = std::vector<Row>;

bool is_world(const Row& r, const char* task) {
  return r.method == "masu:world" && r.task == task;
}
// Returns the ratio to the fastest correct method of one library.
Value ratio_to(const Rows& rows, const Row& ours, const char* maker) {
  Value best;
  for (const Row& r : rows) {
    if (r.method.substr(0, r.method.find(':')) != maker || !r.exact) continue;
    if (r.scene != ours.scene || r.dim != ours.dim || r.n != ours.n || r.task != ours.task)
      continue;
    if (!best || r.ns / ours.ns < *best) best = r.ns / ours.ns;
  }
  return best;
}
Value ratio_at_one_percent(const Row& r, int dim) {
  const bool counts = is_world(r, "update") && r.dim == dim && r.moving_pct == 1 && r.n >= 100'000;
  return counts ? r.peer_ratio : std::nullopt;
}
Value ratio_of_query(const Rows& rows, const Row& r, const char* maker) {
  return r.method == "masu:world" && !r.is_update() ? ratio_to(rows, r, maker) : std::nullopt;
}
// Returns the speedup over one thread.
Value gain(const Rows& rows, const Row& r, const char* method) {
  if (r.task != "update_alone" || r.method != method || r.threads != 2 || r.moving_pct != 100) {
    return std::nullopt;
  }
  for (const Row& one : rows) {
    const bool same = one.scene == r.scene && one.dim == r.dim && one.n == r.n &&
                      one.task == r.task && one.method == method && one.moving_pct == 100;
    if (same && one.threads == 1) return one.ns / r.ns;
  }
  return std::nullopt;
}
Value ms_of_thousandth(const Row& r, const char* task) {
  const bool counts =
      is_world(r, task) && r.threads == 1 && r.moving_pct == 0.1 && r.n == 1'000'000;
  return counts ? Value(1e-6 * r.ns) : std::nullopt;
}

struct Goal {
  const char* what;
  bool at_least;
  double bound;
  Value (*value)(const Rows&, const Row&);

  bool is_met(double v) const { return at_least ? v >= bound : v <= bound; }
};

constexpr Goal kGoals[] = {
    {"update: times as fast as the best peer", true, 1,
     [](const Rows&, const Row& r) { return is_world(r, "update") ? r.peer_ratio : std::nullopt; }},
    {"the same, 2D, 1 %, from 100k", true, 3,
     [](const Rows&, const Row& r) { return ratio_at_one_percent(r, 2); }},
    {"the same, 3D, 1 %, from 100k", true, 10,
     [](const Rows&, const Row& r) { return ratio_at_one_percent(r, 3); }},
    {"ms a frame, 0.1 % of 1M, in turn", false, 1,
     [](const Rows&, const Row& r) { return ms_of_thousandth(r, "update"); }},
    {"ms a frame, 0.1 % of 1M, alone", false, 1,
     [](const Rows&, const Row& r) { return ms_of_thousandth(r, "update_alone"); }},
    {"two threads, all move: times one", true, 1.7,
     [](const Rows& rows, const Row& r) { return gain(rows, r, "masu:world"); }},
    {"the same with contacts", true, 1.7,
     [](const Rows& rows, const Row& r) { return gain(rows, r, "masu:world:points"); }},
    {"queries: times as fast as nanoflann", true, 1,
     [](const Rows& rows, const Row& r) { return ratio_of_query(rows, r, "nanoflann"); }},
    {"queries: times as fast as Boost's R-tree", true, 1,
     [](const Rows& rows, const Row& r) { return ratio_of_query(rows, r, "boost"); }},
    {"rays: times as fast as Embree", true, 1 / 1.2,
     [](const Rows& rows, const Row& r) { return ratio_of_query(rows, r, "embree"); }},
};

void print(const Goal& goal, const Rows& rows) {
  const Row* worst = nullptr;
  double value = 0;
  int met_count = 0;
  int count = 0;
  for (const Row& r : rows) {
    const Value v = goal.value(rows, r);
    if (!v) continue;
    ++count;
    met_count += goal.is_met(*v);
    if (worst == nullptr || (goal.at_least ? *v < value : *v > value)) {
      value = *v;
      worst = &r;
    }
  }
  if (worst == nullptr) return;
  const std::string share =
      worst->is_update() ? fmt::format(", {:g} % moving", worst->moving_pct) : "";
  fmt::print("{:<41} {:>8} {:>6.2f} {:>9.2f} {:>4}/{:<4} {:<6}  {} {}D, n = {}: {}{}\n", goal.what,
             goal.at_least ? "at least" : "at most", goal.bound, value, met_count, count,
             met_count == count ? "met" : "MISSED", worst->scene, worst->dim, worst->n, worst->task,
             share);
}

}  // namespace

void print_goals(const std::vector<Row>& rows) {
  fmt::print("\n{:<41} {:>15} {:>9} {:>9} {:<6}  {}\n", "goal", "", "worst", "rows", "", "where");
  for (const Goal& goal : kGoals) print(goal, rows);
}

}  // namespace masu_bench::world
