// SPDX-License-Identifier: MIT
// One measurement: a method on a scene of one size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/common/rows.hpp"
#include "method.hpp"

namespace masu_bench {

struct Row {
  std::string scene;
  int dim = 0;
  std::uint64_t n = 0;
  double moving = 0;  // share of the objects that move per frame
  std::string method;
  int threads = 1;
  double ns_per_object = 0;  // median over the frames
  std::uint64_t pairs = 0;   // of the last frame
  std::optional<double> tests_per_object;
  // Whether every frame's set of pairs was correct; empty if there was nothing to compare with.
  std::optional<bool> exact;

  std::string scalar;         // of the scene
  std::string method_scalar;  // scalar of the method
  std::string version;
  std::string simd;  // for ours: the instruction set of the kernels
  double ns_per_pair = 0;
  double min_ns_per_object = 0;
  int frames = 0;
  std::optional<double> limit_ratio;  // time divided by that of the limit in the same run
  std::optional<double> ours_ratio;   // time divided by that of our first method
  std::optional<double> exponent;     // growth of the time of a frame with n, 10k to 1M
  Phases phases;                      // shares of the frame
};

MASU_BENCH_ROW(Row, scene, dim, n, moving, method, threads, ns_per_object, pairs, tests_per_object,
               exact, scalar, method_scalar, version, simd, ns_per_pair, min_ns_per_object, frames,
               limit_ratio, ours_ratio, exponent, phases)

// Computes limit_ratio, ours_ratio and exponent from the other rows.
void relate(std::vector<Row>& rows);

}  // namespace masu_bench
