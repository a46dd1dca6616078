// SPDX-License-Identifier: MIT
// Which layers meet: a matrix of 64 by 64, turned into the masks of filters.
#pragma once

#include <masu/core/filter.hpp>

namespace masu {

// Objects in layer i meet those in layer j as the matrix says; all do by default. Layer i is
// category 1 << i of a Filter, and its row the mask, so whatever takes filters takes layers.
class LayerMatrix {
 public:
  static constexpr int kLayers = 64;  // layers are 0 to 63

  constexpr LayerMatrix() {
    for (std::uint64_t& row : rows_) row = ~std::uint64_t(0);
  }

  // Symmetric. Layers from 0 to 63.
  constexpr void set(int i, int j, bool meet) {
    put(i, j, meet);
    put(j, i, meet);
  }
  constexpr bool meet(int i, int j) const { return (rows_[i] >> j & 1) != 0; }

  // Of an object in the layer that wants to meet only the layers in `mask`, if they may.
  constexpr Filter filter(int layer, std::uint64_t mask = ~std::uint64_t(0)) const {
    return {std::uint64_t(1) << layer, rows_[layer] & mask};
  }

  friend constexpr bool operator==(const LayerMatrix&, const LayerMatrix&) = default;

 private:
  constexpr void put(int i, int j, bool meet) {
    const std::uint64_t bit = std::uint64_t(1) << j;
    rows_[i] = meet ? rows_[i] | bit : rows_[i] & ~bit;
  }

  std::uint64_t rows_[kLayers];
};

}  // namespace masu
