// SPDX-License-Identifier: MIT
// The complete 2^D-ary tree in an array: level after level, so that parents and children are found
// by arithmetic, as in a binary heap. The place in the array is the cell's *linear index*.
//
// In 2D the root is 0, its children are 1..4, level 2 starts at 5; the children of i are
// 4i + 1 .. 4i + 4 and its parent is floor((i - 1) / 4).
#pragma once

#include <bit>
#include <cstdint>

namespace masu {

namespace detail {

// Bits up to the highest one; std::bit_width with the same result type everywhere.
constexpr int bit_length(std::uint64_t x) {
  return 64 - std::countl_zero(x);
}

}  // namespace detail

// Levels whose linear indices all fit into 64 bits: 0 .. kMaxCompleteLevel.
template <int D>
inline constexpr int kMaxCompleteLevel = 63 / D;

// Linear index of the first cell of a level, the geometric sum (2^(D level) - 1) / (2^D - 1): a one
// on every D-th bit below D * level. No power function, so it is exact; level <= 63 / D + 1.
template <int D>
constexpr std::uint64_t level_begin(int level) {
  std::uint64_t every = 0;
  for (int bit = 0; bit < 64; bit += D) every |= std::uint64_t(1) << bit;
  return D * level >= 64 ? every : every & ((std::uint64_t(1) << (D * level)) - 1);
}

// Cells of the whole tree with levels 0 .. depth: (2^(D (depth + 1)) - 1) / (2^D - 1).
template <int D>
constexpr std::uint64_t complete_cell_count(int depth) {
  return level_begin<D>(depth + 1);
}

// `cell` is not the root.
template <int D>
constexpr std::uint64_t complete_parent(std::uint64_t cell) {
  return (cell - 1) >> D;
}

// Child k in [0, 2^D).
template <int D>
constexpr std::uint64_t complete_child(std::uint64_t cell, int k) {
  return (cell << D) + 1 + static_cast<std::uint64_t>(k);
}

// (2^D - 1) i + 1 lies in [2^(D L), 2^(D (L + 1))) exactly for the cells i of level L, so the level
// is read off its highest bit; the last level could overflow that product and is asked for first.
template <int D>
constexpr int complete_level(std::uint64_t cell) {
  constexpr int kLast = kMaxCompleteLevel<D>;
  if (cell >= level_begin<D>(kLast)) return kLast;
  return (detail::bit_length(((std::uint64_t(1) << D) - 1) * cell + 1) - 1) / D;
}

}  // namespace masu
