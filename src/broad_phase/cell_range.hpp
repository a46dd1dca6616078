// SPDX-License-Identifier: MIT
// CellRange: a block of cells on one level of a 2^D-tree.
#pragma once

#include <cstdint>

#include <masu/spatial_order/cell_id.hpp>

namespace masu::detail {

// Coordinates are stored spread over their axis's bits of the Morton code: they compare as before,
// and adding one is (x - mask) & mask, so iteration needs no encoding.
template <int D>
class CellRange {
 public:
  // The cells of `level` that cover the finest cells lo .. hi, and `reach` more below on each axis
  // except `fixed_axis`.
  CellRange(const CellCoords<D>& lo, const CellCoords<D>& hi, int depth, int level,
            std::uint32_t reach, int fixed_axis = -1) {
    const int up = depth - level;
    for (int a = 0; a < D; ++a) {
      const auto i = static_cast<std::size_t>(a);
      const auto last = static_cast<std::uint32_t>(std::uint64_t(hi[i]) >> up);
      auto first = static_cast<std::uint32_t>(std::uint64_t(lo[i]) >> up);
      if (a != fixed_axis) first -= first < reach ? first : reach;
      lo_[a] = morton_spread<D>(first) << a;
      hi_[a] = morton_spread<D>(last) << a;
      const std::uint64_t cells = std::uint64_t(last - first) + 1;
      size_ = (size_ < kMany ? size_ : kMany) * cells;
    }
  }

  // The number of cells, or a number above 2^31.
  std::uint64_t size() const { return size_; }

  bool contains(std::uint64_t code) const {
    bool in = true;
    for (int a = 0; a < D; ++a) {
      const std::uint64_t x = code & mask(a);
      in &= lo_[a] <= x && x <= hi_[a];
    }
    return in;
  }

  // Calls f(code) for every cell, axis 0 fastest, until it returns false.
  template <class F>
  bool for_each(F&& f) const {
    std::uint64_t at[D];
    for (int a = 0; a < D; ++a) at[a] = lo_[a];
    for (;;) {
      std::uint64_t code = 0;
      for (int a = 0; a < D; ++a) code |= at[a];
      if (!f(code)) return false;
      int a = 0;
      for (; a < D && at[a] == hi_[a]; ++a) at[a] = lo_[a];
      if (a == D) return true;
      at[a] = (at[a] - mask(a)) & mask(a);
    }
  }

 private:
  static constexpr std::uint64_t kMany = std::uint64_t(1) << 31;
  static constexpr std::uint64_t mask(int axis) { return morton_mask<D, std::uint64_t>(1) << axis; }

  std::uint64_t lo_[D];
  std::uint64_t hi_[D];
  std::uint64_t size_ = 1;
};

}  // namespace masu::detail
