// SPDX-License-Identifier: MIT
// CellId: the id of a cell of a regular 2^D-tree, a locational code.
//
// A cell of level L has a Morton code of L digits of D bits, the path from the root. Its id is that
// code with a leading 1, which marks where the path begins, so one 64-bit word identifies cells of
// all levels: the root is 1, its children are 2^D .. 2^(D+1) - 1. Source: M. S. Warren and J. K.
// Salmon, "A parallel hashed oct-tree N-body algorithm", Supercomputing 1993.
//
// Contracts, all tested:
// - a.contains(b) iff b's range lies in [a.range_min(), a.range_max()];
// - two cells are disjoint or one contains the other;
// - sorting by < is the depth-first order of the tree, parents first.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include <masu/spatial_order/morton.hpp>

namespace masu {

namespace detail {

// Returns the number of bits up to the highest 1: std::bit_width with one result type everywhere.
constexpr int bit_length(std::uint64_t x) {
  return 64 - std::countl_zero(x);
}

}  // namespace detail

// The linear indices of levels 0 .. kMaxCompleteLevel fit into 64 bits.
template <int D>
inline constexpr int kMaxCompleteLevel = 63 / D;

// Returns the linear index of the first cell of a level, the geometric sum (2^(D level) - 1) / (2^D
// - 1): a 1 on every D-th bit below D * level. Exact, since it needs no power function.
// Precondition: level <= 63 / D + 1.
template <int D>
constexpr std::uint64_t level_begin(int level) {
  std::uint64_t every = 0;
  for (int bit = 0; bit < 64; bit += D) every |= std::uint64_t(1) << bit;
  return D * level >= 64 ? every : every & ((std::uint64_t(1) << (D * level)) - 1);
}

// Returns the level of a cell by linear index. (2^D - 1) i + 1 lies in [2^(D L), 2^(D (L + 1)))
// exactly for the cells i of level L, so its highest bit gives the level; the last level, for which
// the product could overflow, is tested first.
template <int D>
constexpr int complete_level(std::uint64_t cell) {
  constexpr int kLast = kMaxCompleteLevel<D>;
  if (cell >= level_begin<D>(kLast)) return kLast;
  return (detail::bit_length(((std::uint64_t(1) << D) - 1) * cell + 1) - 1) / D;
}

// The id of a cell of the 2^D-tree: its path from the root, below a leading 1. Use it as a key of
// cells in trees of your own; DomainGrid makes it of coordinates.
//
//    const auto cell = masu::CellId<2>::of_coords({5, 3}, 3);
//    use(cell.parent().contains(cell), cell.linear_index());
//
// A value of 8 bytes; every call takes O(1), except path(), O(level). Threads: as any value.
template <int D>
class CellId {
 public:
  // 32, 31, 21, 15 levels below the root for D = 1..4.
  static constexpr int kMaxLevel = 63 / D < 32 ? 63 / D : 32;
  static constexpr int kChildren = 1 << D;  // children of a cell

  // Creates the root: the whole domain.
  constexpr CellId() = default;

  // Returns the cell with a Morton code. Preconditions: code < 2^(D level), 0 <= level <=
  // kMaxLevel.
  static constexpr CellId of_code(std::uint64_t code, int level) {
    return CellId(std::uint64_t(1) << (D * level) | code);
  }
  // Returns the cell with coordinates in the grid of 2^level cells per axis.
  static constexpr CellId of_coords(const CellCoords<D>& coords, int level) {
    return of_code(morton_encode<D>(coords), level);
  }
  // Returns the cell that has this linear_index().
  static constexpr CellId of_linear_index(std::uint64_t index) {
    const int level = complete_level<D>(index);
    return of_code(index - level_begin<D>(level), level);
  }
  // Returns the cell that has this word().
  static constexpr CellId of_word(std::uint64_t word) { return CellId(word); }

  // Returns the level; that of the root is 0.
  constexpr int level() const { return (detail::bit_length(word_) - 1) / D; }
  // Returns the Morton code within the level.
  constexpr std::uint64_t code() const { return word_ ^ std::bit_floor(word_); }
  // Returns the coordinates in the grid of the cells of the level.
  constexpr CellCoords<D> coords() const { return morton_decode<D>(code()); }
  // Returns the code with the leading 1: different for all cells of all levels, never 0.
  constexpr std::uint64_t word() const { return word_; }

  // Returns the cell of the level above that contains this one. Precondition: this is not the root.
  constexpr CellId parent() const { return CellId(word_ >> D); }
  // Returns child k in [0, 2^D): bit a of k is 1 for the upper half along axis a. Precondition:
  // level() < kMaxLevel.
  constexpr CellId child(int k) const { return CellId(word_ << D | static_cast<unsigned>(k)); }
  // Returns the cell of `level` that contains this one. Precondition: level <= level().
  constexpr CellId ancestor(int level) const {
    return CellId(word_ >> (D * (this->level() - level)));
  }
  // Returns k if this cell is child(k) of its parent.
  constexpr int child_position() const { return static_cast<int>(word_ & (kChildren - 1)); }

  // Returns the path from the root: element i is the child taken from level i to i + 1. Only
  // the first level() elements count: in 2D the path of code 45 on level 3 is 2, 3, 1.
  constexpr std::array<std::uint8_t, kMaxLevel> path() const {
    std::array<std::uint8_t, kMaxLevel> digits{};
    std::uint64_t rest = word_;
    for (int i = level(); i-- > 0; rest >>= D) {
      digits[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(rest & (kChildren - 1));
    }
    return digits;
  }

  // Returns the codes of the first and the last descendant on the finest level.
  constexpr std::uint64_t range_min() const { return code() << below(); }
  constexpr std::uint64_t range_max() const {
    return range_min() | ((std::uint64_t(1) << below()) - 1);
  }
  // Returns whether b is this cell or a descendant.
  constexpr bool contains(CellId b) const {
    return range_min() <= b.range_min() && b.range_max() <= range_max();
  }

  // Returns the index in the array of the complete tree. Precondition: level() <=
  // kMaxCompleteLevel<D>, which always holds for D > 1.
  constexpr std::uint64_t linear_index() const { return level_begin<D>(level()) + code(); }

  // Returns the smallest cell that contains both. O(1): the two share the path above the highest
  // digit in which their codes, shortened to one level, differ.
  static constexpr CellId common_ancestor(CellId a, CellId b) {
    const int level = a.level() < b.level() ? a.level() : b.level();
    a = a.ancestor(level);
    const int digits = (detail::bit_length(a.word_ ^ b.ancestor(level).word_) + D - 1) / D;
    return CellId(a.word_ >> (D * digits));
  }

  // Returns the smallest cell that contains the cells `lo` and `hi` of the grid of 2^depth cells
  // per axis, and so all between them: the highest bit of the XORs of their coordinates gives the
  // number of levels up from `depth`. O(1); equal to common_ancestor() of the corners.
  static constexpr CellId smallest_containing(const CellCoords<D>& lo, const CellCoords<D>& hi,
                                              int depth) {
    std::uint32_t parted = 0;
    for (std::size_t a = 0; a < D; ++a) parted |= lo[a] ^ hi[a];
    return of_corner(lo, detail::bit_length(parted), depth);
  }

  // Returns the cell of the lower corner on the finest level whose cells are longer than the box,
  // so the box extends into at most one more cell along each axis. Unlike smallest_containing(), it
  // returns a small cell for a small box across a boundary of large cells. O(1).
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
  // Depth-first order of the tree: a cell comes before its descendants.
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
