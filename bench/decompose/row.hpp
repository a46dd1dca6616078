// SPDX-License-Identifier: MIT
// One measurement: a method on a solid.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/names.hpp"
#include "bench/common/rows.hpp"

namespace masu_bench::decompose {

struct Row {
  std::string row;  // torus, L, bowl, gear, spiral, file
  std::uint64_t triangles = 0;
  std::string method;
  std::string status;  // "ok", what the library reports, or how it ended
  // Empty if it did not complete.
  std::optional<std::uint64_t> parts{};
  std::optional<double> seconds{};    // median
  std::optional<double> beyond{};     // as in Verdict
  std::optional<double> uncovered{};  //
  std::optional<double> volume{};     //

  std::string version{};
  std::optional<double> least_seconds{};
  int samples = 0;
  std::optional<double> ratio{};     // its time divided by ours
  std::optional<double> exponent{};  // growth of its time with triangles, for the torus

  bool is_ours() const { return masu_bench::is_ours(method); }
  // Returns whether it is within the library's own limits.
  bool is_within() const {
    return parts && *parts <= 32 && *beyond <= 0.01 && *uncovered <= 0.001 &&
           std::fabs(*volume - 1) <= 0.05;
  }
  // A method that reports "ok" must be within them.
  bool is_right() const { return parts && *parts > 0 && (status != "ok" || is_within()); }
};

MASU_BENCH_ROW(Row, row, triangles, method, status, parts, seconds, beyond, uncovered, volume,
               version, least_seconds, samples, ratio, exponent)

// Computes ratios and exponents from the other rows.
void relate(std::vector<Row>& rows);
void print_tables(const std::vector<Row>& rows);
// Prints the growth over the sizes of the torus.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::decompose
