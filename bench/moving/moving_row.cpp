// SPDX-License-Identifier: MIT
#include "moving_row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace masu_bench {
namespace {

auto case_of(const MovingRow& r) {
  return std::tie(r.dim, r.scalar, r.scene, r.changed_pct, r.n);
}
auto curve_of(const MovingRow& r) {
  return std::tie(r.dim, r.scalar, r.scene, r.changed_pct, r.method);
}

}  // namespace

void set_exponents(std::vector<MovingRow>& rows) {
  for (MovingRow& row : rows) {
    const MovingRow* least = &row;
    const MovingRow* most = &row;
    for (const MovingRow& other : rows) {
      if (curve_of(other) != curve_of(row)) continue;
      if (other.n < least->n) least = &other;
      if (other.n > most->n) most = &other;
    }
    if (least->n == most->n) continue;
    row.exponent = std::log(most->us_per_frame / least->us_per_frame) /
                   std::log(static_cast<double>(most->n) / static_cast<double>(least->n));
  }
}

void print_moving_tables(const std::vector<MovingRow>& rows) {
  std::vector<MovingRow> sorted = rows;
  std::sort(sorted.begin(), sorted.end(), [](const MovingRow& a, const MovingRow& b) {
    return std::tuple_cat(case_of(a), std::tie(a.ns_per_object)) <
           std::tuple_cat(case_of(b), std::tie(b.ns_per_object));
  });
  const MovingRow* last = nullptr;
  for (const MovingRow& r : sorted) {
    if (last == nullptr || case_of(*last) != case_of(r)) {
      fmt::print(
          "\n{} {}D, n = {}, {}, {:g} % moving: {} pairs, {:.1f} added and {:.1f} removed a "
          "frame\n{:<28} {:>10} {:>12} {:>11} {:>8}  {}\n",
          r.scene, r.dim, r.n, r.scalar, r.changed_pct, r.pairs, r.added, r.removed, "method",
          "ns/object", "us/frame", "tests/moved", "exponent", "exact");
    }
    const auto number = [](const std::optional<double>& x) {
      return x ? fmt::format("{:.2f}", *x) : std::string();
    };
    fmt::print("{:<28} {:>10.3f} {:>12.1f} {:>11} {:>8}  {}\n", r.method, r.ns_per_object,
               r.us_per_frame, number(r.tests_per_moved), number(r.exponent),
               r.exact ? "yes" : "NO");
    last = &r;
  }
}

}  // namespace masu_bench
