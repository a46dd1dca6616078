// SPDX-License-Identifier: MIT
// One measurement: a method with one query on a map of one size.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/names.hpp"
#include "bench/common/rows.hpp"

namespace masu_bench::corridor {

struct Row {
  std::string map;
  std::uint64_t walls = 0;
  std::string task;    // build, nearest, move, frame
  std::string movers;  // coherent, random, vertices; for frame: crowd; for build: none
  std::string method;
  int threads = 1;
  double ns = 0;     // median; for build per wall, else per mover; for frame wall time
  double wrong = 0;  // share of the results

  std::optional<double> bytes{};     // for build: heap bytes per wall
  std::optional<double> fps{};       // for frame: frames per second
  std::optional<double> work_p50{};  // segment tests and eighths of box tests per mover
  std::optional<double> work_p99{};
  std::optional<double> work_max{};
  std::string version;
  double least_ns = 0;
  int samples = 0;
  std::string best_peer{};             // the fastest correct one
  std::optional<double> peer_ratio{};  // its time divided by this one
  std::optional<double>
      exponent{};  // growth with the number of walls; for build: of the whole time

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_build() const { return task == "build"; }
  double build_seconds() const { return 1e-9 * ns * static_cast<double>(walls); }
  // Methods of sliding differ at corners; distances and threads do not differ.
  bool is_right() const { return wrong <= (task == "move" ? 0.01 : 0); }
};

MASU_BENCH_ROW(Row, map, walls, task, movers, method, threads, ns, wrong, bytes, fps, work_p50,
               work_p99, work_max, version, least_ns, samples, best_peer, peer_ratio, exponent)

// Computes best_peer, peer_ratio and exponent from the other rows.
void relate(std::vector<Row>& rows);

// Writes one SVG for each map, task and set of movers: corridor_<map>_<task>[_<movers>].svg.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench::corridor
