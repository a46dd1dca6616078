// SPDX-License-Identifier: MIT
// Chooses the objects that move in a frame: a given share of all, different ones each time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "scenes/generators/pcg32.hpp"

namespace masu_bench {

class MovedShare {
 public:
  // At least one object.
  MovedShare(std::size_t n, double percent) : order_(n) {
    std::iota(order_.begin(), order_.end(), 0u);
    const double selected = static_cast<double>(n) * percent / 100;
    moved_.resize(std::clamp<std::size_t>(static_cast<std::size_t>(selected), 1, n));
  }

  // Chooses distinct objects, ascending: the start of a shuffle.
  void draw(masu::scenes::Pcg32& random) {
    if (moved_.size() == order_.size()) {
      std::iota(moved_.begin(), moved_.end(), 0u);
      return;
    }
    const auto n = static_cast<std::uint32_t>(order_.size());
    for (std::uint32_t k = 0; k < moved_.size(); ++k) {
      std::swap(order_[k], order_[k + random.below(n - k)]);
      moved_[k] = order_[k];
    }
    std::sort(moved_.begin(), moved_.end());
  }
  const std::vector<std::uint32_t>& moved() const { return moved_; }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> moved_;
};

}  // namespace masu_bench
