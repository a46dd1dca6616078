// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "bench/common/report.hpp"
#include "ours.hpp"

namespace masu_bench {
namespace {

auto case_key(const Row& r) {
  return std::tuple(r.dim, r.scalar, r.scene, r.threads, r.n);
}

std::string number(const std::optional<double>& value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "";
}

void print_head(const Row& r) {
  fmt::print("\n{} {}D, n = {}, {}, {} thread{}: {:.3g} pairs an object, {:g} % moving\n", r.scene,
             r.dim, r.n, r.scalar, r.threads, r.threads == 1 ? "" : "s",
             static_cast<double>(r.pairs) / static_cast<double>(r.n), 100 * r.moving);
  fmt::print("{:<32} {:>6} {:>10} {:>10} {:>9} {:>8} {:>8} {:>8} {:>8}  {}\n", "method", "scalar",
             "ns/object", "least", "ns/pair", "x ours", "x limit", "tests/ob", "exponent", "exact");
}

void print_row(const Row& r) {
  const char* exact = !r.exact ? "" : *r.exact ? "yes" : "NO";
  fmt::print("{:<32} {:>6} {:>10.1f} {:>10.1f} {:>9.1f} {:>8} {:>8} {:>8} {:>8}  {}\n", r.method,
             r.method_scalar, r.ns_per_object, r.min_ns_per_object, r.ns_per_pair,
             number(r.ours_ratio, 2), number(r.limit_ratio, 2), number(r.tests_per_object, 1),
             number(r.exponent, 2), exact);
  if (r.phases.empty()) return;
  fmt::print("  of which");
  for (const auto& [name, share] : r.phases) fmt::print(" {} {:.1f} %", name, 100 * share);
  fmt::print("\n");
}

// The contents of the line of one case.
struct Contest {
  const Row* ours = nullptr;
  const Row* best = nullptr;  // among the peers
  const Row* limit = nullptr;

  void enter(const Row& row) {
    if (row.method == kOurFirst) ours = &row;
    if (row.method == kLimit) limit = &row;
    const bool peer = row.method != kLimit && !row.method.starts_with("masu:");
    if (!peer || row.exact == false) return;
    if (best == nullptr || row.ns_per_object < best->ns_per_object) best = &row;
  }
};

}  // namespace

void print_summary(const std::vector<Row>& rows) {
  std::map<decltype(case_key(rows[0])), Contest> contests;
  for (const Row& row : rows) contests[case_key(row)].enter(row);
  fmt::print("\n{:<14} {:>3} {:>6} {:>8} {:>9} {:>9} {:>20} {:>9} {:>8} {:>8}\n", "scene", "dim",
             "scalar", "n", "limit", kOurFirst, "best peer", "", "exponent", "ratio");
  for (const auto& [key, c] : contests) {
    if (c.ours == nullptr) continue;
    const Row& r = *c.ours;
    fmt::print("{:<14} {:>3} {:>6} {:>8} {:>9} {:>9.1f} {:>20} {:>9} {:>8} {:>8}\n", r.scene, r.dim,
               r.scalar, r.n, c.limit ? fmt::format("{:.1f}", c.limit->ns_per_object) : "",
               r.ns_per_object, c.best ? c.best->method : "none",
               c.best ? fmt::format("{:.1f}", c.best->ns_per_object) : "", number(r.exponent, 2),
               c.best ? fmt::format("{:.1f}x", c.best->ns_per_object / r.ns_per_object) : "");
  }
}

void print_tables(const std::vector<Row>& rows) {
  print_by_key(rows, case_key, print_head, print_row, &Row::ns_per_object);
}

}  // namespace masu_bench
