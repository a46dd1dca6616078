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
  std::uint64_t n = 0;  // vertices; 0: shapes without
  std::string mode;     // cold, warm
  std::string scalar;   // of the scene
  std::string method;
  double ns = 0;     // median, for each query
  double wrong = 0;  // share of the answers

  std::string method_scalar;  // that the method computes with
  std::string version;
  std::string simd;  // ours: what the kernels were told to run on
  double least_ns = 0;
  int samples = 0;
  std::optional<double> rounds{};      // for each query, of methods that count them
  std::optional<double> supports{};    // the same
  std::string best_peer{};             // the fastest peer that is right
  std::optional<double> peer_ratio{};  // its time over this one
  std::string fastest_peer{};          // right or wrong
  std::optional<double> fastest_ratio{};
  std::optional<double> goal{};      // what peer_ratio of our best is to be
  std::optional<double> aim_ns{};    // what ns of our best was to be
  std::optional<double> exponent{};  // of the growth with n

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_right() const;
};

MASU_BENCH_ROW(Row, row, n, mode, scalar, method, ns, wrong, method_scalar, version, simd, least_ns,
               samples, rounds, supports, best_peer, peer_ratio, fastest_peer, fastest_ratio, goal,
               aim_ns, exponent)

// Of ours nothing may be wrong, of others one answer in a hundred: solvers that miss some hard
// pairs are still what people use.
inline constexpr double kRightPeer = 0.02;

// best_peer, peer_ratio and exponent, from the rows beside.
void relate(std::vector<Row>& rows);

// One SVG a row of several sizes, mode and scalar: narrow_<row>_<mode>[_double].svg.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench::narrow
