// SPDX-License-Identifier: MIT
// One measurement: a method at one row of the catalogue.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/names.hpp"
#include "bench/common/rows.hpp"

namespace masu_bench::narrow {

struct Row {
  std::string row;
  std::uint64_t n = 0;  // vertices; 0: shapes without vertices
  std::string mode;     // cold, warm
  std::string scalar;   // of the scene
  std::string method;
  double ns = 0;     // median, per query
  double wrong = 0;  // share of the results

  std::string method_scalar;  // scalar of the method
  std::string version;
  std::string simd;  // for ours: the instruction set of the kernels
  double least_ns = 0;
  int samples = 0;
  std::optional<double> rounds{};      // per query, for methods that count them
  std::optional<double> supports{};    // per query, for methods that count them
  std::string best_peer{};             // the fastest correct peer
  std::optional<double> peer_ratio{};  // its time divided by this one
  std::string fastest_peer{};          // correct or not
  std::optional<double> fastest_ratio{};
  std::optional<double> goal{};      // goal for peer_ratio of our best
  std::optional<double> aim_ns{};    // goal for ns of our best
  std::optional<double> exponent{};  // growth with n

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_right() const;
};

MASU_BENCH_ROW(Row, row, n, mode, scalar, method, ns, wrong, method_scalar, version, simd, least_ns,
               samples, rounds, supports, best_peer, peer_ratio, fastest_peer, fastest_ratio, goal,
               aim_ns, exponent)

// Ours may have no wrong result, others one in fifty: solvers that miss some hard pairs are still
// in wide use.
inline constexpr double kRightPeer = 0.02;

// Computes best_peer, peer_ratio and exponent from the other rows.
void relate(std::vector<Row>& rows);

// Writes one SVG for each row of several sizes, mode and scalar: narrow_<row>_<mode>[_double].svg.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench::narrow
