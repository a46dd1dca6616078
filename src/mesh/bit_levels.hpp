// SPDX-License-Identifier: MIT
// A set of cells of a grid, 64 per word, with coarser levels that mark the blocks that are not
// empty.
#pragma once

#include <masu/core/buffer.hpp>
#include "mesh/cell_levels.hpp"

namespace masu::detail {

// Each row along axis 0 begins with a new word. A bit of a higher level is set if any of its 2^D
// cells below is set.
template <int D>
class BitLevels {
 public:
  using Cell = CellCoords<D>;

  explicit BitLevels(Allocator allocator) : words_(allocator) {}

  // Clears all bits. Returns false if out of memory.
  [[nodiscard]] bool build(const Cell& size) {
    levels_.set(size);
    std::size_t words = 0;
    for (int level = 0; level < levels_.count; ++level) {
      first_[level] = words;
      std::size_t rows = 1;
      for (int a = 1; a < D; ++a) rows *= levels_.size[level][a];
      words += rows * row_words(level);
    }
    if (!words_.resize(words)) return false;
    std::fill(words_.begin(), words_.end(), std::uint64_t(0));
    return true;
  }

  const CellLevels<D>& levels() const { return levels_; }
  const Cell& size() const { return levels_.size[0]; }

  bool test(int level, const Cell& cell) const {
    return (words_[word(level, cell)] >> (cell[0] % 64) & 1) != 0;
  }
  // Returns whether any of a few cells of a level is set. Above the last level all cells count as
  // set.
  bool any(int level, const CellBlock<D>& range) const {
    if (level >= levels_.count) return !range.empty;
    return !for_each_cell(range, [&](const Cell& cell) { return !test(level, cell); });
  }
  // O(levels).
  void set(Cell cell, bool on) {
    for (int level = 0;; ++level) {
      std::uint64_t& bits = words_[word(level, cell)];
      const std::uint64_t bit = std::uint64_t(1) << (cell[0] % 64);
      const std::uint64_t before = bits;
      bits = on ? bits | bit : bits & ~bit;
      if (bits == before || level + 1 == levels_.count) return;
      for (int a = 0; a < D; ++a) cell[a] /= 2;
      on = any_below(level + 1, cell);
    }
  }

  // Calls visit(cell), until it returns false, for each set bit of a range of level 0, word by
  // word. `words` counts the words read.
  template <class Visit>
  bool for_each(const CellBlock<D>& range, std::uint64_t& words, Visit&& visit) const {
    return for_each_row(range,
                        [&](const Cell& cell) { return visit_row(range, cell, words, visit); });
  }

 private:
  std::size_t row_words(int level) const { return (levels_.size[level][0] + 63) / 64; }
  std::size_t word(int level, const Cell& cell) const {
    std::size_t row = 0;
    for (int a = D - 1; a > 0; --a) row = row * levels_.size[level][a] + cell[a];
    return first_[level] + row * row_words(level) + cell[0] / 64;
  }
  bool any_below(int level, const Cell& cell) const {
    for (int k = 0; k < 1 << D; ++k) {
      Cell child;
      bool inside = true;
      for (int a = 0; a < D; ++a) {
        child[a] = 2 * cell[a] + (std::uint32_t(k) >> a & 1);
        inside &= child[a] < levels_.size[level - 1][a];
      }
      if (inside && test(level - 1, child)) return true;
    }
    return false;
  }

  template <class Visit>
  bool visit_row(const CellBlock<D>& range, Cell cell, std::uint64_t& words, Visit& visit) const {
    const std::uint32_t from = range.first[0];
    const std::uint32_t to = range.last[0];
    const std::uint64_t* const row = words_.data() + word(0, cell) - from / 64;
    for (std::uint32_t w = from / 64; w <= to / 64; ++w) {
      ++words;
      std::uint64_t bits = row[w];
      if (w == from / 64) bits &= ~std::uint64_t(0) << (from % 64);
      if (w == to / 64) bits &= ~std::uint64_t(0) >> (63 - to % 64);
      for (; bits != 0; bits &= bits - 1) {
        cell[0] = 64 * w + static_cast<std::uint32_t>(std::countr_zero(bits));
        if (!visit(cell)) return false;
      }
    }
    return true;
  }

  Buffer<std::uint64_t> words_;
  CellLevels<D> levels_;
  std::size_t first_[CellLevels<D>::kMost] = {};
};

}  // namespace masu::detail
