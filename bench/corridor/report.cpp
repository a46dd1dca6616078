// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace masu_bench::corridor {
namespace {

constexpr const char* kOurs = "masu:chain_tree";

auto key_of(const Row& r) {
  return std::tuple(r.task, r.movers, r.map, r.walls);
}

std::string number(const std::optional<double>& value, const char* unit = "", int digits = 2) {
  return value ? fmt::format("{:.{}f}{}", *value, digits, unit) : "";
}

void print_head(const Row& r) {
  const std::string of = r.movers.empty() ? "" : ", " + r.movers + " movers";
  fmt::print("\n{}, {} walls: {}{}\n", r.map, r.walls, r.task, of);
  fmt::print("{:<22} {:>10} {:>10} {:>9} {:>9} {:>8} {:>7} {:>7} {:>7} {:>8}\n", "method",
             r.is_build() ? "ns/wall" : "ns/mover", "least", "peer/this", "exponent", "B/wall",
             "p50", "p99", "max", "wrong");
}

}  // namespace

void print_tables(const std::vector<Row>& rows) {
  std::vector<Row> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
    return std::pair(key_of(a), a.ns) < std::pair(key_of(b), b.ns);
  });
  const Row* last = nullptr;
  for (const Row& r : sorted) {
    if (last == nullptr || key_of(*last) != key_of(r)) print_head(r);
    fmt::print("{:<22} {:>10.1f} {:>10.1f} {:>9} {:>9} {:>8} {:>7} {:>7} {:>7} {:>8}\n", r.method,
               r.ns, r.least_ns, number(r.peer_ratio, "x"), number(r.exponent),
               number(r.bytes, "", 1), number(r.work_p50, "", 0), number(r.work_p99, "", 0),
               number(r.work_max, "", 0), r.is_build() ? "" : fmt::format("{:.4f}", r.wrong));
    last = &r;
  }
}

void print_summary(const std::vector<Row>& rows) {
  std::map<decltype(key_of(rows[0])), std::map<std::string, const Row*>> contests;
  for (const Row& r : rows) contests[key_of(r)][r.method] = &r;
  fmt::print("\n{:<8} {:<9} {:<14} {:>9} {:>9} {:>8} | {:>8} {:>9} {:>8} {:>8} {:>8} | {:>8}\n",
             "task", "movers", "map", "walls", "ns", "exponent", "box2d", "chipmunk", "boost", "kd",
             "grid", "p99/p50");
  for (const auto& [key, contest] : contests) {
    if (!contest.contains(kOurs)) continue;
    const Row& ours = *contest.at(kOurs);
    // How many times as long they take.
    const auto ratio = [&contest = contest, &ours](const char* method) -> std::string {
      const auto other = contest.find(method);
      return other == contest.end() ? "" : fmt::format("{:.2f}x", other->second->ns / ours.ns);
    };
    const bool counted = ours.work_p50 && *ours.work_p50 > 0;
    fmt::print("{:<8} {:<9} {:<14} {:>9} {:>9.1f} {:>8} | {:>8} {:>9} {:>8} {:>8} {:>8} | {:>8}\n",
               ours.task, ours.movers, ours.map, ours.walls, ours.ns, number(ours.exponent),
               ratio("box2d"), ratio("chipmunk"), ratio("boost:rtree"), ratio("masu:kd"),
               ratio("masu:grid"),
               counted ? fmt::format("{:.1f}", *ours.work_p99 / *ours.work_p50) : "");
  }
}

}  // namespace masu_bench::corridor
