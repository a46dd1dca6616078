// SPDX-License-Identifier: MIT
// BlockCells: cells of an unbounded grid by their integer coordinates, in blocks of 16.
#pragma once

#include <algorithm>
#include <cstdint>

#include <masu/core/vec.hpp>

namespace masu::detail {

template <int D>
using GridCoords = Vec<D, std::int32_t>;

// A cell is identified by its block and its index there, 0 to 15. A block is as nearly a cube as
// powers of two allow: 4 x 4, 4 x 2 x 2.
template <int D>
struct BlockCells {
  using Coords = GridCoords<D>;
  static constexpr std::uint32_t kCells = 16;
  // The number of cells of a block along each axis, as a power of two.
  static constexpr int kBits[5][4] = {{}, {4}, {2, 2}, {2, 1, 1}, {1, 1, 1, 1}};
  static constexpr int bits(int axis) { return kBits[D][axis]; }

  static Coords block_of(const Coords& cell) {
    Coords at;
    for (int a = 0; a < D; ++a) at[a] = cell[a] >> bits(a);
    return at;
  }
  static std::uint32_t index_in_block(const Coords& cell) {
    std::uint32_t index = 0;
    for (int a = D - 1; a >= 0; --a) {
      index = index << bits(a) | (static_cast<std::uint32_t>(cell[a]) & ((1u << bits(a)) - 1));
    }
    return index;
  }

  // The inverse of both functions.
  static Coords cell_at(const Coords& block, std::uint32_t index) {
    Coords cell;
    for (int a = 0; a < D; ++a) {
      const std::uint32_t along = index & ((1u << bits(a)) - 1);
      cell[a] = block[a] * (1 << bits(a)) + static_cast<std::int32_t>(along);
      index >>= bits(a);
    }
    return cell;
  }

  // Returns the cells of block `at` within lo .. hi, as bits.
  static std::uint32_t cells_within(const Coords& at, const Coords& lo, const Coords& hi) {
    std::uint32_t cells = 0xffff;
    for (int a = 0; a < D; ++a) {
      const std::int32_t last = (1 << bits(a)) - 1;
      const std::int32_t first_cell = at[a] * (last + 1);
      const std::int32_t from = std::max(lo[a] - first_cell, 0);
      const std::int32_t to = std::min(hi[a] - first_cell, last);
      if (from > to) return 0;
      cells &= kSlabs.cells[a][from][to];
    }
    return cells;
  }

 private:
  // Returns the cells whose coordinate on `axis` is in from .. to.
  static constexpr std::uint32_t slab(int axis, int from, int to) {
    int below = 0;
    for (int a = 0; a < axis; ++a) below += bits(a);
    std::uint32_t cells = 0;
    for (std::uint32_t c = 0; c < kCells; ++c) {
      const int at = static_cast<int>(c >> below) & ((1 << bits(axis)) - 1);
      if (from <= at && at <= to) cells |= 1u << c;
    }
    return cells;
  }
  struct Slabs {
    std::uint16_t cells[D][kCells][kCells] = {};
    constexpr Slabs() {
      for (int a = 0; a < D; ++a) {
        for (int from = 0; from < 1 << bits(a); ++from) {
          for (int to = 0; to < 1 << bits(a); ++to) {
            cells[a][from][to] = static_cast<std::uint16_t>(slab(a, from, to));
          }
        }
      }
    }
  };
  static constexpr Slabs kSlabs{};
};

}  // namespace masu::detail
