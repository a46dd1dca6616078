// SPDX-License-Identifier: MIT
// The name of one cell of a regular 2^D-tree: a locational code.
//
// A cell of level L has a Morton code of L digits of D bits, the path from the root. The name is
// that code with a one in front, which says where the path begins, so one 64-bit word tells cells
// of all levels apart: the root is 1, its children are 2^D .. 2^(D+1) - 1. Source: M. S. Warren and
// J. K. Salmon, "A parallel hashed oct-tree N-body algorithm", Supercomputing 1993.
//
// Contracts, all tested:
//   - a.contains(b) iff b's range lies in [a.range_min(), a.range_max()];
//   - two cells are disjoint or one contains the other;
//   - sorting by < is the depth-first order of the tree, parents first.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include <masu/spatial_order/morton.hpp>

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

// (2^D - 1) i + 1 lies in [2^(D L), 2^(D (L + 1))) exactly for the cells i of level L, so the level
// is read off its highest bit; the last level could overflow that product and is asked for first.
template <int D>
constexpr int complete_level(std::uint64_t cell) {
  constexpr int kLast = kMaxCompleteLevel<D>;
  if (cell >= level_begin<D>(kLast)) return kLast;
  return (detail::bit_length(((std::uint64_t(1) << D) - 1) * cell + 1) - 1) / D;
}

// The name of a cell of the 2^d-tree: its path from the root, below a leading 1.
template <int D>
class CellId {
 public:
  // 32, 31, 21, 15 levels below the root for D = 1..4.
  static constexpr int kMaxLevel = 63 / D < 32 ? 63 / D : 32;
  static constexpr int kChildren = 1 << D;  // how many children a cell has

  // The root: the whole world.
  constexpr CellId() = default;

  // `code` below 2^(D level), 0 <= level <= kMaxLevel.
  static constexpr CellId of_code(std::uint64_t code, int level) {
    return CellId(std::uint64_t(1) << (D * level) | code);
  }
  // Coordinates in the grid of 2^level cells an axis.
  static constexpr CellId of_coords(const CellCoords<D>& coords, int level) {
    return of_code(morton_encode<D>(coords), level);
  }
  // The inverse of linear_index().
  static constexpr CellId of_linear_index(std::uint64_t index) {
    const int level = complete_level<D>(index);
    return of_code(index - level_begin<D>(level), level);
  }
  // `word` as word() gave it.
  static constexpr CellId of_word(std::uint64_t word) { return CellId(word); }

  // How deep it is; the root is at 0.
  constexpr int level() const { return (detail::bit_length(word_) - 1) / D; }
  // Morton code inside the level.
  constexpr std::uint64_t code() const { return word_ ^ std::bit_floor(word_); }
  constexpr CellCoords<D> coords() const { return morton_decode<D>(code()); }
  // Code with the leading one: distinct for all cells of all levels, never 0.
  constexpr std::uint64_t word() const { return word_; }

  // The cell is not the root.
  constexpr CellId parent() const { return CellId(word_ >> D); }
  // Child k in [0, 2^D): bit a of k says the upper half on axis a. level() < kMaxLevel.
  constexpr CellId child(int k) const { return CellId(word_ << D | static_cast<unsigned>(k)); }
  // The cell of `level` that contains this one; level <= level().
  constexpr CellId ancestor(int level) const {
    return CellId(word_ >> (D * (this->level() - level)));
  }
  // Which child of its parent this cell is.
  constexpr int child_position() const { return static_cast<int>(word_ & (kChildren - 1)); }

  // The path from the root: digits()[i] is the child taken from level i to i + 1. The first level()
  // digits count: 45 of level 3 is 2, 3, 1.
  constexpr std::array<std::uint8_t, kMaxLevel> path() const {
    std::array<std::uint8_t, kMaxLevel> digits{};
    std::uint64_t rest = word_;
    for (int i = level(); i-- > 0; rest >>= D) {
      digits[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(rest & (kChildren - 1));
    }
    return digits;
  }

  // Codes of the first and the last descendant on the finest level.
  constexpr std::uint64_t range_min() const { return code() << below(); }
  constexpr std::uint64_t range_max() const {
    return range_min() | ((std::uint64_t(1) << below()) - 1);
  }
  // The cell itself or a descendant.
  constexpr bool contains(CellId b) const {
    return range_min() <= b.range_min() && b.range_max() <= range_max();
  }

  // Place in the complete tree's array; level() <= kMaxCompleteLevel<D>, which holds for D > 1.
  constexpr std::uint64_t linear_index() const { return level_begin<D>(level()) + code(); }

  // The smallest cell that contains both. O(1): above the highest digit in which two codes of one
  // level differ they share their path.
  static constexpr CellId common_ancestor(CellId a, CellId b) {
    const int level = a.level() < b.level() ? a.level() : b.level();
    a = a.ancestor(level);
    const int digits = (detail::bit_length(a.word_ ^ b.ancestor(level).word_) + D - 1) / D;
    return CellId(a.word_ >> (D * digits));
  }

  // The smallest cell that contains the cells `lo` and `hi` of the grid of 2^depth an axis, and so
  // all between them: the highest bit of the XORs of the corners says how many levels above
  // `depth` the corners part. O(1); equal to common_ancestor() of the corners.
  static constexpr CellId smallest_containing(const CellCoords<D>& lo, const CellCoords<D>& hi,
                                              int depth) {
    std::uint32_t parted = 0;
    for (std::size_t a = 0; a < D; ++a) parted |= lo[a] ^ hi[a];
    return of_corner(lo, detail::bit_length(parted), depth);
  }

  // The cell of the lower corner on the finest level whose cells are longer than the box, so the
  // box reaches at most one cell further on each axis. XOR became minus: a small box on a high
  // boundary of the tree stays small. O(1).
  static constexpr CellId fitting_extent(const CellCoords<D>& lo, const CellCoords<D>& hi,
                                         int depth) {
    std::uint32_t longest = 0;
    for (std::size_t a = 0; a < D; ++a) {
      const std::uint32_t extent = hi[a] - lo[a];
      longest = extent > longest ? extent : longest;
    }
    return of_corner(lo, detail::bit_length(longest), depth);
  }

  friend constexpr bool operator==(CellId, CellId) = default;
  friend constexpr std::strong_ordering operator<=>(CellId a, CellId b) {
    const auto order = a.range_min() <=> b.range_min();
    return order != 0 ? order : a.word_ <=> b.word_;
  }

 private:
  explicit constexpr CellId(std::uint64_t word) : word_(word) {}

  static constexpr CellId of_corner(const CellCoords<D>& corner, int levels_up, int depth) {
    return CellId(of_coords(corner, depth).word_ >> (D * levels_up));
  }
  constexpr int below() const { return D * (kMaxLevel - level()); }

  std::uint64_t word_ = 1;
};

}  // namespace masu
