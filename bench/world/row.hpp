// SPDX-License-Identifier: MIT
// One measurement: a method at one task on a scene of one size.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/names.hpp"
#include "bench/common/rows.hpp"

namespace masu_bench::world {

struct Row {
  std::string scene;
  int dim = 0;
  std::uint64_t n = 0;
  std::string task;       // update, update_alone, knn1, knn8, ray_all, ray_balls, ray_mesh
  double moving_pct = 0;  // for updates
  std::string method;
  int threads = 1;
  double ns = 0;       // median: for updates per frame, else per query
  double results = 0;  // pairs, or results per query
  double began = 0;    // pairs per frame, if they are compared
  double ended = 0;
  bool exact = true;  // whether all comparisons agreed

  std::string method_scalar;  // scalar of the method
  std::string version;
  double least_ns = 0;
  int samples = 0;
  std::string best_peer{};             // the fastest correct peer
  std::optional<double> peer_ratio{};  // its time divided by this one
  std::optional<double> exponent{};    // growth with n
  // For update_alone.
  std::optional<double> add_ns{};    // add_many() of all objects
  std::optional<double> first_ns{};  // the first update()
  std::optional<double> early_ns{};  // the slowest of the next 60 frames
  std::optional<double> p99_ns{};    // of the frames after these
  std::optional<double> max_ns{};    // of the frames after these

  bool is_ours() const { return masu_bench::is_ours(method); }
  bool is_right() const { return exact; }
  bool is_update() const { return task.starts_with("update"); }
};

MASU_BENCH_ROW(Row, scene, dim, n, task, moving_pct, method, threads, ns, results, began, ended,
               exact, method_scalar, version, least_ns, samples, best_peer, peer_ratio, exponent,
               add_ns, first_ns, early_ns, p99_ns, max_ns)

// Computes best_peer, peer_ratio and exponent from the other rows.
void relate(std::vector<Row>& rows);

// Writes one SVG for each scene, dimension, task and share:
// world_<scene>_<dim>d_<task>[_<share>].svg.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench::world
