// SPDX-License-Identifier: MIT
// One measurement: a method on pairs of one kind and size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/common/names.hpp"
#include "bench/common/rows.hpp"

namespace masu_bench::volume {

struct Row {
  std::string row;  // deep, shallow
  std::uint64_t vertices = 0;
  double planes = 0;  // of both bodies, on average
  std::string method;
  double us = 0;     // median, per pair
  double wrong = 0;  // share of the volumes
  double error = 0;  // the largest relative error of those that are not wrong

  std::string version;
  double least_us = 0;
  int samples = 0;
  std::optional<double> qhull_ratio{};  // Qhull's time divided by this one
  std::optional<double> cgal_ratio{};
  std::optional<double> goal{};    // goal for qhull_ratio of our best
  std::optional<double> aim_us{};  // goal for us of our best
  std::optional<double> exponent{};

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_right() const { return wrong == 0; }
};

MASU_BENCH_ROW(Row, row, vertices, planes, method, us, wrong, error, version, least_us, samples,
               qhull_ratio, cgal_ratio, goal, aim_us, exponent)

// Computes ratios and exponents from the other rows.
void relate(std::vector<Row>& rows);
void print_tables(const std::vector<Row>& rows);
// Prints our best of each case compared with its goal.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::volume
