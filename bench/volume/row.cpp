// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "bench/common/growth.hpp"
#include "bench/common/report.hpp"

namespace masu_bench::volume {
namespace {

bool same_case(const Row& a, const Row& b) {
  return a.row == b.row && a.vertices == b.vertices;
}

// Returns the ratio to the fastest method of that library.
std::optional<double> ratio_to(const std::vector<Row>& rows, const Row& row,
                               const std::string& library) {
  std::optional<double> best;
  for (const Row& other : rows) {
    if (!same_case(other, row) || !takes(other.method, library)) continue;
    if (!best || other.us < *best) best = other.us;
  }
  if (best) best = *best / row.us;
  return best;
}

}  // namespace

void relate(std::vector<Row>& rows) {
  constexpr double kGoals[][3] = {{8, 10, 4}, {32, 5, 25}, {128, 5, 150}, {1000, 3, 2000}};
  for (Row& row : rows) {
    row.qhull_ratio = ratio_to(rows, row, "qhull");
    row.cgal_ratio = ratio_to(rows, row, "cgal");
    for (const auto& [vertices, goal, aim] : kGoals) {
      if (!row.is_ours() || row.row != "deep" || double(row.vertices) != vertices) continue;
      row.goal = goal;
      row.aim_us = aim;
    }
    const auto curve_of = [](const Row& r) { return std::tie(r.row, r.method); };
    row.exponent = exponent_of(rows, row, curve_of, &Row::vertices, &Row::us, false, {1, 100'000});
  }
}

void print_tables(const std::vector<Row>& rows) {
  std::vector<Row> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
    return std::tie(a.row, a.vertices, a.us) < std::tie(b.row, b.vertices, b.us);
  });
  const Row* last = nullptr;
  for (const Row& r : sorted) {
    if (last == nullptr || !same_case(*last, r)) {
      fmt::print("\n{}, {} vertices each, {:.0f} planes\n", r.row, r.vertices, r.planes);
      fmt::print("{:<22} {:>10} {:>10} {:>11} {:>11} {:>9} {:>7} {:>9}\n", "method", "us", "least",
                 "qhull/this", "cgal/this", "exponent", "wrong", "error");
    }
    fmt::print("{:<22} {:>10.2f} {:>10.2f} {:>11} {:>11} {:>9} {:>7.3f} {:>9.1e}\n", r.method, r.us,
               r.least_us, number(r.qhull_ratio, "x"), number(r.cgal_ratio, "x"),
               number(r.exponent), r.wrong, r.error);
    last = &r;
  }
}

void print_summary(const std::vector<Row>& rows) {
  std::map<std::pair<std::string, std::uint64_t>, const Row*> best;
  for (const Row& r : rows) {
    if (!r.is_ours()) continue;
    const Row*& mine = best[{r.row, r.vertices}];
    if (mine == nullptr || r.us < mine->us) mine = &r;
  }
  fmt::print("\n{:<8} {:>6} {:<22} {:>9} {:>6} {:>11} {:>5} {:>7} {:>10}\n", "row", "planes",
             "our best", "us", "aim", "qhull/ours", "goal", "", "cgal/ours");
  for (const auto& [key, r] : best) {
    const bool judged = r->goal && r->qhull_ratio;
    fmt::print("{:<8} {:>6.0f} {:<22} {:>9.2f} {:>6} {:>11} {:>5} {:>7} {:>10}\n", r->row,
               r->planes, r->method, r->us, r->aim_us ? fmt::format("{:g}", *r->aim_us) : "",
               number(r->qhull_ratio, "x"), r->goal ? fmt::format("{:g}x", *r->goal) : "",
               judged ? (*r->qhull_ratio >= *r->goal ? "met" : "MISSED") : "",
               number(r->cgal_ratio, "x"));
  }
}

}  // namespace masu_bench::volume
