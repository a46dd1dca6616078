// SPDX-License-Identifier: MIT
// Broad phase: which bodies may touch.
#pragma once

#include <span>
#include <vector>

#include <masu/broad_phase/sweep_and_prune.hpp>

#include "body.hpp"

namespace masu::solvers {

class PairSearch {
 public:
  // Pairs whose boxes are at most `margin` apart on every axis, a < b, in order; not two fixed
  // ones. The order decides the order in which solvers go through contacts: by number it is that of
  // a stack from below.
  std::span<const Pair> find(const std::vector<Body>& bodies, double margin);

 private:
  std::vector<Aabb<3, double>> boxes_;
  std::vector<Pair> pairs_;
  SweepAndPrune<3, double> finder_;
};

}  // namespace masu::solvers
