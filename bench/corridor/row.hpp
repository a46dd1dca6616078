// SPDX-License-Identifier: MIT
// One measurement: a method at one question about a map of one size.
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
  std::string movers;  // coherent, random, vertices; of frame: crowd; of build: none
  std::string method;
  int threads = 1;
  double ns = 0;     // median; of build for each wall, else for each mover; of frame by the clock
  double wrong = 0;  // share of the answers

  std::optional<double> bytes{};     // of build: a wall, of the heap
  std::optional<double> fps{};       // of frame: frames a second
  std::optional<double> work_p50{};  // segment tests and eighths of box tests for each mover
  std::optional<double> work_p99{};
  std::optional<double> work_max{};
  std::string version;
  double least_ns = 0;
  int samples = 0;
  std::string best_peer{};             // the fastest that is right
  std::optional<double> peer_ratio{};  // its time over this one
  std::optional<double> exponent{};    // of the growth with walls; of build: of the whole

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_build() const { return task == "build"; }
  double build_seconds() const { return 1e-9 * ns * static_cast<double>(walls); }
  // Ways of sliding differ in corners; distances do not, nor do threads.
  bool is_right() const { return wrong <= (task == "move" ? 0.01 : 0); }
};

MASU_BENCH_ROW(Row, map, walls, task, movers, method, threads, ns, wrong, bytes, fps, work_p50,
               work_p99, work_max, version, least_ns, samples, best_peer, peer_ratio, exponent)

// best_peer, peer_ratio and exponent, from the rows beside.
void relate(std::vector<Row>& rows);

// One SVG a map, task and set of movers: corridor_<map>_<task>[_<movers>].svg.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench::corridor
