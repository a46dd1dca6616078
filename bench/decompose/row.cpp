// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <map>

#include "bench/common/growth.hpp"

namespace masu_bench::decompose {
namespace {

bool same_case(const Row& a, const Row& b) {
  return a.row == b.row && a.triangles == b.triangles;
}

std::string number(const char* format, const std::optional<double>& value) {
  return value ? fmt::format(fmt::runtime(format), *value) : "-";
}

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    row.ratio.reset();
    std::map<std::uint64_t, double> times;
    for (const Row& other : rows) {
      if (row.seconds && other.seconds && other.is_ours() && same_case(row, other)) {
        row.ratio = *row.seconds / *other.seconds;
      }
      if (other.row == row.row && other.method == row.method && other.seconds) {
        times[other.triangles] = *other.seconds;
      }
    }
    row.exponent = growth(times, false, {1, 10'000'000});
  }
}

void print_tables(const std::vector<Row>& rows) {
  const Row* last = nullptr;
  for (const Row& r : rows) {
    if (last == nullptr || !same_case(*last, r)) {
      fmt::print("\n{}, {} triangles\n", r.row, r.triangles);
      fmt::print("{:<16} {:>5} {:>10} {:>9} {:>8} {:>10} {:>8} {:>7}  {}\n", "method", "parts",
                 "seconds", "this/ours", "beyond", "uncovered", "volume", "within", "status");
    }
    fmt::print("{:<16} {:>5} {:>10} {:>9} {:>8} {:>10} {:>8} {:>7}  {}\n", r.method,
               r.parts ? std::to_string(*r.parts) : "-", number("{:.3g}", r.seconds),
               number("{:.2f}x", r.ratio), number("{:.4f}", r.beyond),
               number("{:.5f}", r.uncovered), number("{:.3f}", r.volume),
               r.is_within() ? "yes" : "no", r.status);
    last = &r;
  }
}

void print_summary(const std::vector<Row>& rows) {
  std::map<std::pair<std::string, std::string>, double> exponents;
  for (const Row& r : rows) {
    if (r.exponent) exponents[{r.row, r.method}] = *r.exponent;
  }
  for (const auto& [key, exponent] : exponents) {
    fmt::print("\n{}, {}: seconds grow as triangles ^ {:.2f}", key.first, key.second, exponent);
  }
  if (!exponents.empty()) fmt::print("\n");
}

}  // namespace masu_bench::decompose
