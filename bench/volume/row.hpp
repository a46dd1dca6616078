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
  double us = 0;     // median, for each pair
  double wrong = 0;  // share of the volumes
  double error = 0;  // the largest of those that are not wrong, relative

  std::string version;
  double least_us = 0;
  int samples = 0;
  std::optional<double> qhull_ratio{};  // Qhull's time over this one
  std::optional<double> cgal_ratio{};
  std::optional<double> goal{};    // what qhull_ratio of our best is to be
  std::optional<double> aim_us{};  // what us of our best was to be
  std::optional<double> exponent{};

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_right() const { return wrong == 0; }
};

MASU_BENCH_ROW(Row, row, vertices, planes, method, us, wrong, error, version, least_us, samples,
               qhull_ratio, cgal_ratio, goal, aim_us, exponent)

// Ratios and exponents, from the rows beside.
void relate(std::vector<Row>& rows);
void print_tables(const std::vector<Row>& rows);
// Our best of each case against its goal.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::volume
