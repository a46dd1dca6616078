// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace masu_bench {
namespace {

auto case_of(const Row& r) {
  return std::tie(r.dim, r.scalar, r.scene, r.threads, r.n);
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

}  // namespace

void print_tables(const std::vector<Row>& rows) {
  std::vector<Row> sorted = rows;
  std::sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
    return case_of(a) != case_of(b) ? case_of(a) < case_of(b) : a.ns_per_object < b.ns_per_object;
  });
  const Row* last = nullptr;
  for (const Row& row : sorted) {
    if (last == nullptr || case_of(*last) != case_of(row)) print_head(row);
    print_row(row);
    last = &row;
  }
}

}  // namespace masu_bench
