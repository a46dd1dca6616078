// SPDX-License-Identifier: MIT
#include <masu/spatial_order/cell_id.hpp>
#include <masu/textbook/complete_tree.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using masu::CellCoords;
using masu::CellId;
using masu::complete_cell_count;
using masu::complete_child;
using masu::complete_level;
using masu::complete_parent;
using masu::level_begin;

std::vector<int> digits(CellId<2> cell) {
  const auto path = cell.path();
  return {path.begin(), path.begin() + cell.level()};
}

TEST(CellId, U1_path_of_45_is_2_3_1) {
  EXPECT_EQ(digits(CellId<2>::of_code(45, 3)), (std::vector<int>{2, 3, 1}));
}
TEST(CellId, U1_path_of_36_is_2_1_0) {
  EXPECT_EQ(digits(CellId<2>::of_code(36, 3)), (std::vector<int>{2, 1, 0}));
}

TEST(CellId, U4_cells_19_and_31_differ_by_12_and_share_their_grandparent) {
  EXPECT_EQ(19 ^ 31, 12);
  const auto a = CellId<2>::of_code(19, 3);
  const auto b = CellId<2>::of_code(31, 3);
  // 12 = 00 11 00: the highest digit that differs is the middle one, so the cell is two levels up.
  EXPECT_EQ(CellId<2>::common_ancestor(a, b), CellId<2>::of_code(1, 1));
}

// The text prints 32^46; its result 15 and the shift of 47 belong to 32^47.
TEST(CellId, U5_E17_cells_32_to_47_are_in_cell_2_of_level_1) {
  EXPECT_EQ(32 ^ 47, 15);
  EXPECT_EQ(47 >> 4, 2);
  EXPECT_EQ(32 >> 4, 2);
  const auto lo = CellId<2>::of_code(32, 3);
  const auto hi = CellId<2>::of_code(47, 3);
  EXPECT_EQ(CellId<2>::common_ancestor(lo, hi), CellId<2>::of_code(2, 1));
  EXPECT_EQ(CellId<2>::smallest_containing(lo.coords(), hi.coords(), 3), CellId<2>::of_code(2, 1));
}

// The document's loop: walk the XOR in groups of D bits, remember the last group that is not zero.
// (Unsigned, so that it ends: E6.)
int levels_up_by_groups(std::uint64_t parted, int bits) {
  int levels = 0;
  for (int i = 1; parted != 0; parted >>= bits, ++i) {
    if ((parted & ((1u << bits) - 1)) != 0) levels = i;
  }
  return levels;
}

template <int D>
void groups_equal_leading_zeros(const CellCoords<D>& lo, const CellCoords<D>& hi, int depth) {
  const auto a = CellId<D>::of_coords(lo, depth);
  const auto b = CellId<D>::of_coords(hi, depth);
  const int up = levels_up_by_groups(a.code() ^ b.code(), D);
  const auto expected = CellId<D>::of_code(D * up == 64 ? 0 : a.code() >> (D * up), depth - up);
  ASSERT_EQ(CellId<D>::common_ancestor(a, b), expected);
  ASSERT_EQ(CellId<D>::smallest_containing(lo, hi, depth), expected);
}

TEST(CellId, U6_groups_of_3_bits_equal_the_leading_zeros_form) {
  for (std::uint64_t a = 0; a < 512; ++a) {
    for (std::uint64_t b = 0; b < 512; ++b) {
      groups_equal_leading_zeros<3>(masu::morton_decode<3>(a), masu::morton_decode<3>(b), 3);
    }
  }
}
RC_GTEST_PROP(CellId, U6_groups_equal_leading_zeros_at_full_depth, ()) {
  using Four = std::array<std::uint32_t, 4>;
  const auto p = *rc::gen::arbitrary<Four>();
  const auto q = *rc::gen::arbitrary<Four>();
  const auto low = [](std::uint32_t x, int bits) { return x & ((1u << bits) - 1); };
  groups_equal_leading_zeros<2>({low(p[0], 31), low(p[1], 31)}, {low(q[0], 31), low(q[1], 31)}, 31);
  groups_equal_leading_zeros<3>({low(p[0], 21), low(p[1], 21), low(p[2], 21)},
                                {low(q[0], 21), low(q[1], 21), low(q[2], 21)}, 21);
  groups_equal_leading_zeros<1>({p[0]}, {q[0]}, 32);
}

TEST(CellId, U7_level_2_starts_at_5) {
  EXPECT_EQ(level_begin<2>(0), 0u);
  EXPECT_EQ(level_begin<2>(1), 1u);
  EXPECT_EQ(level_begin<2>(2), 5u);
  EXPECT_EQ(level_begin<2>(3), 21u);
  EXPECT_EQ(level_begin<3>(2), 9u);
}

template <int D>
void offsets_are_geometric_sums() {
  std::uint64_t sum = 0;
  std::uint64_t cells = 1;
  for (int level = 0; level <= 63 / D; ++level, cells <<= D) {
    ASSERT_EQ(level_begin<D>(level), sum) << level;
    ASSERT_EQ(complete_cell_count<D>(level), sum + cells);
    sum += cells;
  }
}
// E6: float powers are wrong from 8^9 and 4^13 on; sums of bits are exact to the last level.
TEST(CellId, U7_E6_offset_is_exact_on_every_level) {
  offsets_are_geometric_sums<1>();
  offsets_are_geometric_sums<2>();
  offsets_are_geometric_sums<3>();
  offsets_are_geometric_sums<4>();
}

TEST(CellId, M4_number_of_cells) {
  EXPECT_EQ(complete_cell_count<2>(0), 1u);
  EXPECT_EQ(complete_cell_count<2>(1), 5u);
  EXPECT_EQ(complete_cell_count<2>(3), 85u);
  EXPECT_EQ(complete_cell_count<2>(8), (4 * 65536 - 1) / 3);
  EXPECT_EQ(complete_cell_count<3>(2), 73u);
}

TEST(CellId, M5_children_of_5_and_6_parents_of_27_and_24) {
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(complete_child<2>(5, k), 21u + static_cast<unsigned>(k));
    EXPECT_EQ(complete_child<2>(6, k), 25u + static_cast<unsigned>(k));
  }
  EXPECT_EQ(complete_parent<2>(27), 6u);
  EXPECT_EQ(complete_parent<2>(24), 5u);
}

template <int D>
void array_arithmetic(std::uint64_t cells) {
  constexpr std::uint64_t b = std::uint64_t(1) << D;
  for (std::uint64_t i = 0; i < cells; ++i) {
    for (int k = 0; k < CellId<D>::kChildren; ++k) {
      const std::uint64_t child = b * i + 1 + static_cast<std::uint64_t>(k);
      ASSERT_EQ(complete_child<D>(i, k), child);
      ASSERT_EQ(complete_parent<D>(child), i);
      ASSERT_EQ((child - 1) / b, i);
    }
    // The same tree, by cell keys.
    const auto cell = CellId<D>::of_linear_index(i);
    ASSERT_EQ(cell.linear_index(), i);
    ASSERT_EQ(cell.level(), complete_level<D>(i));
    ASSERT_EQ(cell.child(1).linear_index(), complete_child<D>(i, 1));
    if (i > 0) {
      ASSERT_EQ(cell.parent().linear_index(), complete_parent<D>(i));
    }
  }
}
TEST(CellId, Q6_children_4i_plus_1_to_4_parent_floor) {
  array_arithmetic<2>(complete_cell_count<2>(6));
}
TEST(CellId, Q6_Q11_children_and_parents_for_any_dimension) {
  array_arithmetic<1>(1000);
  array_arithmetic<3>(complete_cell_count<3>(4));
  array_arithmetic<4>(complete_cell_count<4>(3));
}

template <int D>
void linear_index_at_every_level() {
  for (int level = 0; level <= CellId<D>::kMaxLevel; ++level) {
    const std::uint64_t last = (std::uint64_t(1) << (D * level)) - 1;
    for (const std::uint64_t code : {std::uint64_t(0), last / 3, last}) {
      const auto cell = CellId<D>::of_code(code, level);
      ASSERT_EQ(cell.level(), level);
      ASSERT_EQ(cell.code(), code);
      ASSERT_EQ(CellId<D>::of_linear_index(cell.linear_index()), cell);
      ASSERT_EQ(CellId<D>::of_word(cell.word()), cell);
    }
  }
}
TEST(CellId, U7_E6_linear_index_round_trip_at_every_level) {
  linear_index_at_every_level<1>();
  linear_index_at_every_level<2>();
  linear_index_at_every_level<3>();
  linear_index_at_every_level<4>();
}

// Levels from which the cells of `lo` and `hi` are one, by walking up.
template <int D>
CellId<D> smallest_by_search(const CellCoords<D>& lo, const CellCoords<D>& hi, int depth) {
  CellId<D> a = CellId<D>::of_coords(lo, depth);
  CellId<D> b = CellId<D>::of_coords(hi, depth);
  while (a != b) a = a.parent(), b = b.parent();
  return a;
}

TEST(CellId, Q9_depth_from_the_highest_bit_of_the_xors) {
  for (std::uint32_t box = 0; box < 1u << 16; ++box) {
    const CellCoords<2> lo{box & 15, box >> 4 & 15};
    const CellCoords<2> hi{box >> 8 & 15, box >> 12};
    ASSERT_EQ(CellId<2>::smallest_containing(lo, hi, 4), smallest_by_search<2>(lo, hi, 4));
  }
}
TEST(CellId, Q9_Q11_depth_of_the_containing_cell_in_3d_and_4d) {
  for (std::uint32_t box = 0; box < 1u << 16; ++box) {
    const CellCoords<4> lo{box & 3, box >> 2 & 3, box >> 4 & 3, box >> 6 & 3};
    const CellCoords<4> hi{box >> 8 & 3, box >> 10 & 3, box >> 12 & 3, box >> 14 & 3};
    ASSERT_EQ(CellId<4>::smallest_containing(lo, hi, 2), smallest_by_search<4>(lo, hi, 2));
    const CellCoords<3> lo3{lo[0], lo[1], lo[2]};
    const CellCoords<3> hi3{hi[0], hi[1], hi[2]};
    ASSERT_EQ(CellId<3>::smallest_containing(lo3, hi3, 2), smallest_by_search<3>(lo3, hi3, 2));
  }
}

// E4's cure: the level follows the extent alone, and the box leaves its cell by one cell at most.
TEST(CellId, E4_a_box_leaves_its_cell_of_fitting_extent_by_one_cell_at_most) {
  for (std::uint32_t lo = 0; lo < 64; ++lo) {
    for (std::uint32_t hi = lo; hi < 64; ++hi) {
      const auto cell = CellId<2>::fitting_extent({lo, 5}, {hi, 5}, 6);
      const int up = 6 - cell.level();
      ASSERT_GT(1u << up, hi - lo);
      ASSERT_TRUE(up == 0 || (1u << (up - 1)) <= hi - lo);
      ASSERT_EQ(cell.coords()[0], lo >> up);
      ASSERT_LE((hi >> up) - (lo >> up), 1u);
    }
  }
  EXPECT_EQ(CellId<2>::fitting_extent({31, 31}, {32, 32}, 6).level(), 5);
  EXPECT_EQ(CellId<2>::smallest_containing({31, 31}, {32, 32}, 6).level(), 0);
}

template <int D>
void children_tile_their_parent(int depth) {
  for (std::uint64_t i = 0; i < complete_cell_count<D>(depth); ++i) {
    const auto cell = CellId<D>::of_linear_index(i);
    std::uint64_t next = cell.range_min();
    for (int k = 0; k < CellId<D>::kChildren; ++k) {
      const auto child = cell.child(k);
      ASSERT_EQ(child.range_min(), next);  // disjoint, and without a gap
      ASSERT_TRUE(cell.contains(child));
      ASSERT_FALSE(child.contains(cell));
      ASSERT_EQ(child.parent(), cell);
      ASSERT_EQ(child.child_position(), k);
      next = child.range_max() + 1;
    }
    ASSERT_EQ(cell.range_max() + 1, next);
  }
}
TEST(CellId, Q2_a_parent_is_the_disjoint_union_of_its_children) {
  children_tile_their_parent<1>(6);
  children_tile_their_parent<2>(4);
  children_tile_their_parent<3>(3);
  children_tile_their_parent<4>(2);
}

TEST(CellId, Q2_leaves_tile_the_domain_exactly_once) {
  std::vector<int> covered(64 * 64);
  for (std::uint64_t code = 0; code < 64 * 64; ++code) {
    const auto p = CellId<2>::of_code(code, 6).coords();
    ++covered[p[1] * 64 + p[0]];
  }
  EXPECT_EQ(std::count(covered.begin(), covered.end(), 1), 64 * 64);
}

template <int D>
CellId<D> any_cell() {
  const int level = *rc::gen::inRange(0, CellId<D>::kMaxLevel + 1);
  const auto code = *rc::gen::arbitrary<std::uint64_t>();
  return CellId<D>::of_code(code & ((std::uint64_t(1) << (D * level)) - 1), level);
}

template <int D>
void contracts() {
  const auto a = any_cell<D>();
  // Half of the time a relative of `a`, so that containment is met often.
  auto b = any_cell<D>();
  if (*rc::gen::arbitrary<bool>()) {
    b = a.ancestor(*rc::gen::inRange(0, a.level() + 1));
    while (b.level() < CellId<D>::kMaxLevel && *rc::gen::inRange(0, 4) != 0) {
      b = b.child(*rc::gen::inRange(0, CellId<D>::kChildren));
    }
  }
  const bool is_ancestor = a.level() <= b.level() && b.ancestor(a.level()) == a;
  RC_ASSERT(a.contains(b) == is_ancestor);
  const bool disjoint = a.range_max() < b.range_min() || b.range_max() < a.range_min();
  RC_ASSERT(disjoint == !(a.contains(b) || b.contains(a)));
  if (a.contains(b)) RC_ASSERT(a <= b);
  RC_ASSERT((a == b) == (a.contains(b) && b.contains(a)));

  const auto c = CellId<D>::common_ancestor(a, b);
  RC_ASSERT(c == CellId<D>::common_ancestor(b, a));
  RC_ASSERT(c.contains(a) && c.contains(b));
  for (int k = 0; c.level() < CellId<D>::kMaxLevel && k < CellId<D>::kChildren; ++k) {
    RC_ASSERT(!(c.child(k).contains(a) && c.child(k).contains(b)));
  }

  auto walk = CellId<D>();
  const auto path = a.path();
  for (int i = 0; i < a.level(); ++i) walk = walk.child(path[static_cast<std::size_t>(i)]);
  RC_ASSERT(walk == a);
  RC_ASSERT(CellId<D>::of_coords(a.coords(), a.level()) == a);
}
RC_GTEST_PROP(CellId, Q2_containment_ranges_and_ancestors, ()) {
  contracts<1>();
  contracts<2>();
  contracts<3>();
  contracts<4>();
}

TEST(CellId, order_is_depth_first_with_parents_before_children) {
  std::vector<CellId<2>> cells;
  const auto visit = [&](auto&& self, CellId<2> cell) -> void {
    cells.push_back(cell);
    for (int k = 0; cell.level() < 4 && k < 4; ++k) self(self, cell.child(k));
  };
  visit(visit, CellId<2>());
  EXPECT_EQ(cells.size(), complete_cell_count<2>(4));
  EXPECT_TRUE(std::is_sorted(cells.begin(), cells.end()));
}

}  // namespace
