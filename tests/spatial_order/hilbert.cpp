// SPDX-License-Identifier: MIT
#include <masu/spatial_order/hilbert.hpp>

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using masu::CellCoords;
using masu::hilbert_decode;
using masu::hilbert_encode;
using masu::kMortonBits;

// Every cell of the grid once, one step between neighbours on the curve, round trip.
template <int D>
void walk_whole_curve(int bits) {
  const std::uint64_t cells = std::uint64_t(1) << (D * bits);
  CellCoords<D> before{};
  std::vector<bool> seen(cells);
  for (std::uint64_t code = 0; code < cells; ++code) {
    const CellCoords<D> p = hilbert_decode<D>(code, bits);
    ASSERT_EQ(hilbert_encode<D>(p, bits), code);
    std::uint64_t index = 0;
    std::uint32_t distance = 0;
    for (std::size_t a = 0; a < D; ++a) {
      ASSERT_LT(p[a], 1u << bits);
      index = index << bits | p[a];
      distance += p[a] > before[a] ? p[a] - before[a] : before[a] - p[a];
    }
    ASSERT_FALSE(seen[index]);
    seen[index] = true;
    ASSERT_EQ(distance, code == 0 ? 0u : 1u) << "code " << code;
    before = p;
  }
}

TEST(Hilbert, whole_curve_1d) {
  walk_whole_curve<1>(10);
}
TEST(Hilbert, whole_curve_2d) {
  for (int bits = 1; bits <= 8; ++bits) walk_whole_curve<2>(bits);
}
TEST(Hilbert, whole_curve_3d) {
  for (int bits = 1; bits <= 5; ++bits) walk_whole_curve<3>(bits);
}
TEST(Hilbert, whole_curve_4d) {
  for (int bits = 1; bits <= 4; ++bits) walk_whole_curve<4>(bits);
}

TEST(Hilbert, one_dimension_is_the_identity) {
  for (std::uint32_t x : {0u, 1u, 2u, 1000u, 0x8000'0000u, 0xffff'ffffu}) {
    EXPECT_EQ(hilbert_encode<1>({x}, 32), x);
  }
}

TEST(Hilbert, first_cells_in_2d) {
  EXPECT_EQ(hilbert_decode<2>(std::uint64_t(0), 1), (CellCoords<2>{0, 0}));
  EXPECT_EQ(hilbert_decode<2>(std::uint64_t(1), 1), (CellCoords<2>{0, 1}));
  EXPECT_EQ(hilbert_decode<2>(std::uint64_t(2), 1), (CellCoords<2>{1, 1}));
  EXPECT_EQ(hilbert_decode<2>(std::uint64_t(3), 1), (CellCoords<2>{1, 0}));
}

template <int D>
void contracts(CellCoords<D> p, int bits) {
  for (auto& x : p) x &= bits == 32 ? ~0u : (1u << bits) - 1;
  const std::uint64_t code = hilbert_encode<D>(p, bits);
  RC_ASSERT(hilbert_decode<D>(code, bits) == p);
  if (D * bits <= 32) {
    RC_ASSERT((hilbert_encode<D, std::uint32_t>(p, bits)) == code);
  }
  // Prefix: the parent's index is the code without its lowest digit.
  CellCoords<D> parent = p;
  for (auto& x : parent) x >>= 1;
  if (bits > 1) RC_ASSERT(hilbert_encode<D>(parent, bits - 1) == code >> D);
  // Unit step to the next cell.
  const std::uint64_t last = D * bits == 64 ? ~0ull : (std::uint64_t(1) << (D * bits)) - 1;
  if (code == last) return;
  const CellCoords<D> next = hilbert_decode<D>(code + 1, bits);
  std::uint64_t distance = 0;
  for (std::size_t a = 0; a < D; ++a) {
    distance += next[a] > p[a] ? next[a] - p[a] : p[a] - next[a];
  }
  RC_ASSERT(distance == 1u);
}

RC_GTEST_PROP(Hilbert, prefix_unit_step_and_round_trip, ()) {
  const auto p = *rc::gen::arbitrary<std::array<std::uint32_t, 4>>();
  const auto bits = [](int most) { return *rc::gen::inRange(1, most + 1); };
  contracts<1>({p[0]}, bits(kMortonBits<1>));
  contracts<2>({p[0], p[1]}, bits(kMortonBits<2>));
  contracts<3>({p[0], p[1], p[2]}, bits(kMortonBits<3>));
  contracts<4>(p, bits(kMortonBits<4>));
}

static_assert(hilbert_encode<2>({1, 0}, 1) == 3, "usable at compile time");

}  // namespace
