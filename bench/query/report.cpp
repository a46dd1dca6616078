// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "bench/common/report.hpp"

namespace masu_bench::query {
namespace {

auto key_of(const Row& r) {
  return std::tuple(r.dim, r.scalar, r.scene, r.task, r.n);
}

void print_head(const Row& r) {
  fmt::print("\n{} {}D, n = {}, {}: {}\n", r.scene, r.dim, r.n, r.scalar, r.task);
  fmt::print("{:<22} {:>6} {:>12} {:>12} {:>10} {:>10} {:>9}  {}\n", "method", "scalar",
             r.is_build() ? "ns/object" : "ns/query", "least", "results", "peer/this", "exponent",
             "exact");
}

}  // namespace

void print_tables(const std::vector<Row>& rows) {
  print_by_key(rows, key_of, print_head, [](const Row& r) {
    fmt::print("{:<22} {:>6} {:>12.1f} {:>12.1f} {:>10.1f} {:>10} {:>9}  {}\n", r.method,
               r.method_scalar, r.ns, r.least_ns, r.results, number(r.peer_ratio, "x"),
               number(r.exponent),
               !r.exact   ? ""
               : *r.exact ? "yes"
                          : "NO");
  });
}

void print_summary(const std::vector<Row>& rows) {
  std::map<decltype(key_of(rows[0])), const Row*> best;
  for (const Row& r : rows) {
    const Row*& mine = best[key_of(r)];
    if (r.is_ours() && r.exact != false && (mine == nullptr || r.ns < mine->ns)) mine = &r;
  }
  fmt::print("\n{:<10} {:>3} {:>6} {:>16} {:>8} {:>18} {:>10} {:>16} {:>8} {:>8}\n", "scene", "dim",
             "scalar", "task", "n", "our best", "ns", "best peer", "exponent", "ratio");
  for (const auto& [key, r] : best) {
    if (r == nullptr) continue;
    fmt::print("{:<10} {:>3} {:>6} {:>16} {:>8} {:>18} {:>10.1f} {:>16} {:>8} {:>8}\n", r->scene,
               r->dim, r->scalar, r->task, r->n, r->method, r->ns,
               r->best_peer.empty() ? "none" : r->best_peer, number(r->exponent),
               number(r->peer_ratio, "x"));
  }
}

}  // namespace masu_bench::query
