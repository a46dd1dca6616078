// SPDX-License-Identifier: MIT
// One measurement: a method at one task on a scene of one size.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/rows.hpp"

namespace masu_bench::query {

struct Row {
  std::string scene;
  int dim = 0;
  std::uint64_t n = 0;
  std::string task;  // build, build_new, build_points, build_triangles, box, knn1, ... move_100
  std::string method;
  std::string scalar;  // of the scene
  // Median. For build: per object; for moves per moved object, else per query.
  double ns = 0;
  double results = 0;         // per query
  std::optional<bool> exact;  // whether results were correct; empty for builds

  std::string method_scalar;  // scalar of the method
  std::string version;
  std::string simd;  // for ours: the instruction set of the kernels
  double least_ns = 0;
  int samples = 0;
  std::string best_peer{};             // the fastest correct peer
  std::optional<double> peer_ratio{};  // its time divided by this one
  std::optional<double> exponent{};    // growth with n, 10k to 1M; for build: of the whole time

  bool is_build() const { return task.starts_with("build"); }
  bool is_ours() const { return method.starts_with("masu:"); }
  bool is_right() const { return exact.value_or(true); }
};

MASU_BENCH_ROW(Row, scene, dim, n, task, method, scalar, ns, results, exact, method_scalar, version,
               simd, least_ns, samples, best_peer, peer_ratio, exponent)

// Computes best_peer, peer_ratio and exponent from the other rows.
void relate(std::vector<Row>& rows);

// Writes one SVG for each scene, dimension, scalar and task:
// query_<scene>_<dim>d_<task>[_double].svg.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench::query
