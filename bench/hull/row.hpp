// SPDX-License-Identifier: MIT
// One measurement: a method on a set of points.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/names.hpp"
#include "bench/common/rows.hpp"

namespace masu_bench::hull {

struct Row {
  std::string row;
  std::uint64_t n = 0;
  std::string scalar;  // of the points
  std::string method;
  double ns = 0;     // median, per point
  double wrong = 0;  // share of the directions in which its extent is less than that of the points

  std::string method_scalar;  // scalar of the method
  std::string version;
  double least_ns = 0;
  int samples = 0;
  std::uint64_t vertices = 0;
  std::uint64_t faces = 0;             // 0: in 2D
  std::optional<double> tests{};       // per point, for methods that count them
  std::string best_peer{};             // the fastest correct peer
  std::optional<double> peer_ratio{};  // its time divided by this one
  std::optional<double> goal{};        // goal for peer_ratio of our best
  std::optional<double> aim_ns{};      // goal for ns of our best
  std::optional<double> exponent{};    // growth of the time with n

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_right() const { return wrong == 0; }
};

MASU_BENCH_ROW(Row, row, n, scalar, method, ns, wrong, method_scalar, version, least_ns, samples,
               vertices, faces, tests, best_peer, peer_ratio, goal, aim_ns, exponent)

// Computes best_peer, peer_ratio and exponent from the other rows.
void relate(std::vector<Row>& rows);

// Writes one SVG per row and scalar: hull_<row>[_float].svg.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench::hull
