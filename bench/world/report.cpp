// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "bench/common/report.hpp"
#include "goals.hpp"

namespace masu_bench::world {
namespace {

auto key_of(const Row& r) {
  return std::tie(r.dim, r.scene, r.task, r.moving_pct, r.n);
}

std::string share(const Row& r) {
  return r.is_update() ? fmt::format("{:g} %", r.moving_pct) : "";
}
// Returns times of frames in microseconds.
double time_of(const Row& r, double ns) {
  return r.is_update() ? 1e-3 * ns : ns;
}

void print_head(const Row& r) {
  fmt::print("\n{} {}D, n = {}: {} {}\n", r.scene, r.dim, r.n, r.task,
             r.is_update() ? share(r) + " moving" : "");
  fmt::print("{:<24} {:>7} {:>12} {:>12} {:>12} {:>9} {:>9} {:>10} {:>9}  {}\n", "method",
             "threads", r.is_update() ? "us/frame" : "ns/query", "least",
             r.is_update() ? "pairs" : "results", "began", "ended", "peer/this", "exponent",
             "exact");
}

}  // namespace

void print_tables(const std::vector<Row>& rows) {
  print_by_key(rows, key_of, print_head, [](const Row& r) {
    const bool changes = r.is_update() && r.is_ours();
    fmt::print("{:<24} {:>7} {:>12.1f} {:>12.1f} {:>12.1f} {:>9} {:>9} {:>10} {:>9}  {}\n",
               r.method, r.threads, time_of(r, r.ns), time_of(r, r.least_ns), r.results,
               changes ? fmt::format("{:.0f}", r.began) : "",
               changes ? fmt::format("{:.0f}", r.ended) : "", number(r.peer_ratio, "x"),
               number(r.exponent), r.exact ? "yes" : "NO");
    if (r.p99_ns) {
      fmt::print(
          "  {:<22} add {:.1f} ms, first update {:.1f} ms; us: first 60 frames at most {:.1f}, "
          "then p50 {:.1f}, p99 {:.1f}, max {:.1f}\n",
          "", 1e-6 * *r.add_ns, 1e-6 * *r.first_ns, time_of(r, *r.early_ns), time_of(r, r.ns),
          time_of(r, *r.p99_ns), time_of(r, *r.max_ns));
    }
  });
}

void print_summary(const std::vector<Row>& rows) {
  std::vector<Row> ours;
  for (const Row& r : rows) {
    if (r.is_ours()) ours.push_back(r);
  }
  std::stable_sort(ours.begin(), ours.end(),
                   [](const Row& a, const Row& b) { return key_of(a) < key_of(b); });
  fmt::print("\n{:<13} {:>3} {:>7} {:>8} {:>7} {:>20} {:>12} {:>20} {:>9} {:>9}\n", "task", "dim",
             "moving", "n", "threads", "ours", "us or ns", "best peer", "ratio", "exponent");
  for (const Row& r : ours) {
    fmt::print("{:<13} {:>3} {:>7} {:>8} {:>7} {:>20} {:>12.1f} {:>20} {:>9} {:>9}\n", r.task,
               r.dim, share(r), r.n, r.threads, r.method, time_of(r, r.ns),
               r.best_peer.empty() ? "none" : r.best_peer, number(r.peer_ratio, "x"),
               number(r.exponent));
  }
  print_goals(rows);
}

}  // namespace masu_bench::world
