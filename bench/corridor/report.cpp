// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "bench/common/report.hpp"
#include "contest.hpp"
#include "goals.hpp"

namespace masu_bench::corridor {
namespace {

auto key_of(const Row& r) {
  return std::tie(r.task, r.movers, r.threads, r.map, r.walls);
}

// Returns the time of a whole build, or of frames.
std::string whole(const Row& r) {
  return r.is_build() ? fmt::format("{:.3f} s", r.build_seconds()) : number(r.fps, "/s", 1);
}

void print_head(const Row& r) {
  const std::string of = r.movers.empty() ? "" : ", " + r.movers + " movers";
  const std::string by = r.threads > 1 ? fmt::format(", {} threads", r.threads) : "";
  fmt::print("\n{}, {} walls: {}{}{}\n", r.map, r.walls, r.task, of, by);
  fmt::print("{:<22} {:>10} {:>10} {:>9} {:>9} {:>9} {:>8} {:>7} {:>7} {:>7} {:>8}\n", "method",
             r.is_build() ? "ns/wall" : "ns/mover", "least", "whole", "peer/this", "exponent",
             "B/wall", "p50", "p99", "max", "wrong");
}

}  // namespace

void print_tables(const std::vector<Row>& rows) {
  print_by_key(rows, key_of, print_head, [](const Row& r) {
    fmt::print("{:<22} {:>10.1f} {:>10.1f} {:>9} {:>9} {:>9} {:>8} {:>7} {:>7} {:>7} {:>8}\n",
               r.method, r.ns, r.least_ns, whole(r), number(r.peer_ratio, "x"), number(r.exponent),
               number(r.bytes, "", 1), number(r.work_p50, "", 0), number(r.work_p99, "", 0),
               number(r.work_max, "", 0), r.is_build() ? "" : fmt::format("{:.4f}", r.wrong));
  });
}

void print_summary(const std::vector<Row>& rows) {
  fmt::print("\n{:<8} {:<9} {:<14} {:>9} {:>9} {:>9} {:>8} | {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
             "task", "movers", "map", "walls", "ns", "whole", "exponent", "box2d", "chipmunk",
             "boost", "kd", "quadtree", "grid");
  for (const Contest& contest : contests_of(rows)) {
    const Row& ours = contest.ours();
    // Returns how many times as long they take.
    const auto ratio = [&](const char* method) -> std::string {
      const Row* const other = contest.find(method);
      return other == nullptr ? "" : fmt::format("{:.2f}x", other->ns / ours.ns);
    };
    fmt::print(
        "{:<8} {:<9} {:<14} {:>9} {:>9.1f} {:>9} {:>8} | {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
        ours.task, ours.movers + (ours.threads > 1 ? fmt::format(" {}t", ours.threads) : ""),
        ours.map, ours.walls, ours.ns, whole(ours), number(ours.exponent), ratio("box2d"),
        ratio("chipmunk"), ratio("boost:rtree"), ratio("masu:kd"), ratio("masu:quadtree"),
        ratio("masu:grid"));
  }
  print_goals(rows);
}

}  // namespace masu_bench::corridor
