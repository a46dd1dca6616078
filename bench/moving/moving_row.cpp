// SPDX-License-Identifier: MIT
#include "moving_row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "bench/broad/ours.hpp"

namespace masu_bench {
namespace {

auto case_of(const MovingRow& r) {
  return std::tie(r.dim, r.scalar, r.scene, r.changed_pct, r.n);
}
auto curve_of(const MovingRow& r) {
  return std::tie(r.dim, r.scalar, r.scene, r.changed_pct, r.method);
}

struct Aim {
  int dim;
  std::uint64_t n;
  double changed_pct;
  double ns_per_object;
};
constexpr Aim kAims[] = {{2, 100'000, 1, 2},         {3, 100'000, 1, 4},
                         {2, 1'000'000, 1, 3},       {3, 1'000'000, 1, 4.5},
                         {2, 1'000'000, 0.01, 0.15}, {3, 1'000'000, 0.01, 0.15}};

}  // namespace

std::optional<double> aim_of(const MovingRow& row, std::span<const MovingRow> rows) {
  const bool tracker = row.method == kTracker;
  if (!tracker && row.method != kTrackerList) return std::nullopt;
  for (const Aim& aim : kAims) {
    if (tracker && row.dim == aim.dim && row.n == aim.n && row.changed_pct == aim.changed_pct) {
      return aim.ns_per_object;
    }
  }
  if (row.changed_pct != 100) return std::nullopt;
  for (const MovingRow& tree : rows) {
    if (tree.method != kOurFirst || case_of(tree) != case_of(row)) continue;
    return (tracker ? 1.6 : 1.1) * tree.ns_per_object;
  }
  return std::nullopt;
}

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
          "frame\n{:<28} {:>10} {:>7} {:>12} {:>11} {:>8}  {}\n",
          r.scene, r.dim, r.n, r.scalar, r.changed_pct, r.pairs, r.added, r.removed, "method",
          "ns/object", "aim", "us/frame", "tests/moved", "exponent", "exact");
    }
    const auto number = [](const std::optional<double>& x) {
      return x ? fmt::format("{:.2f}", *x) : std::string();
    };
    fmt::print("{:<28} {:>10.3f} {:>7} {:>12.1f} {:>11} {:>8}  {}\n", r.method, r.ns_per_object,
               number(aim_of(r, rows)), r.us_per_frame, number(r.tests_per_moved),
               number(r.exponent), r.exact ? "yes" : "NO");
    last = &r;
  }
}

}  // namespace masu_bench
