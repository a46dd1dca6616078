// SPDX-License-Identifier: MIT
#include <masu/spatial_order/morton.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using masu::CellCoords;
using masu::kMortonBits;
using masu::morton_decode;
using masu::morton_encode;

// The definition, bit by bit, for comparison with the fast code.
template <int D>
std::uint64_t encode_bit_by_bit(const CellCoords<D>& p, int bits) {
  std::uint64_t code = 0;
  for (int b = 0; b < bits; ++b) {
    for (std::size_t a = 0; a < D; ++a) {
      code |= std::uint64_t(p[a] >> b & 1) << (b * D + static_cast<int>(a));
    }
  }
  return code;
}

template <int D, class Code>
void round_trip(CellCoords<D> p) {
  constexpr int bits = kMortonBits<D, Code>;
  if constexpr (bits < 32) {
    for (auto& x : p) x &= (1u << bits) - 1;
  }
  const Code code = morton_encode<D, Code>(p);
  ASSERT_EQ(code, encode_bit_by_bit<D>(p, bits));
  ASSERT_EQ((morton_decode<D, Code>(code)), p);
}

TEST(Morton, U3_range_of_each_code) {
  EXPECT_EQ((kMortonBits<2, std::uint32_t>), 16);
  EXPECT_EQ((kMortonBits<2, std::uint64_t>), 32);
  EXPECT_EQ((kMortonBits<3, std::uint32_t>), 10);
  EXPECT_EQ((kMortonBits<3, std::uint64_t>), 21);
  EXPECT_EQ((kMortonBits<4, std::uint32_t>), 8);
  EXPECT_EQ((kMortonBits<4, std::uint64_t>), 16);
}

TEST(Morton, U3_masks_are_those_of_the_text) {
  using masu::detail::morton_mask;
  EXPECT_EQ((morton_mask<2, std::uint32_t>(8)), 0x00ff00ffu);
  EXPECT_EQ((morton_mask<2, std::uint32_t>(4)), 0x0f0f0f0fu);
  EXPECT_EQ((morton_mask<2, std::uint32_t>(2)), 0x33333333u);
  EXPECT_EQ((morton_mask<2, std::uint32_t>(1)), 0x55555555u);
  EXPECT_EQ((morton_mask<3, std::uint64_t>(1)), 0x1249249249249249u);
}

template <int D, class Code>
void expect_high_bits_dropped() {
  constexpr int bits = kMortonBits<D, Code>;
  constexpr std::uint32_t all = bits < 32 ? (1u << bits) - 1 : ~0u;
  EXPECT_EQ((masu::morton_spread<D, Code>(~0u)), (masu::morton_spread<D, Code>(all)));
  for (int b = bits; b < 32; ++b) {
    EXPECT_EQ((masu::morton_spread<D, Code>(1u << b)), Code(0)) << D << " axes, bit " << b;
  }
}

TEST(Morton, bits_for_which_a_code_has_no_room_are_dropped) {
  expect_high_bits_dropped<2, std::uint32_t>();
  expect_high_bits_dropped<3, std::uint32_t>();
  expect_high_bits_dropped<4, std::uint32_t>();
  expect_high_bits_dropped<2, std::uint64_t>();
  expect_high_bits_dropped<3, std::uint64_t>();
  expect_high_bits_dropped<4, std::uint64_t>();
}

// Every value of an axis, alone and with all other bits set.
template <int D, class Code>
void whole_axis() {
  constexpr int bits = kMortonBits<D, Code>;
  constexpr std::uint32_t all = bits < 32 ? (1u << bits) - 1 : ~0u;
  // 2^16 values walk through the full range of wider axes, both ends included.
  const std::uint32_t step = bits <= 16 ? 1 : (all >> 16) + 1;
  for (std::size_t a = 0; a < D; ++a) {
    for (std::uint64_t x = 0; x <= all; x += step) {
      CellCoords<D> p{};
      p[a] = static_cast<std::uint32_t>(x);
      round_trip<D, Code>(p);
      p.fill(all);
      p[a] = static_cast<std::uint32_t>(all - x);
      round_trip<D, Code>(p);
    }
    for (int b = 0; b < bits; ++b) {
      CellCoords<D> p{};
      p[a] = 1u << b;
      EXPECT_EQ((morton_encode<D, Code>(p)), Code(Code(1) << (b * D + static_cast<int>(a))));
    }
  }
}

TEST(Morton, U3_full_range_round_trip_2d) {
  whole_axis<2, std::uint32_t>();
  whole_axis<2, std::uint64_t>();
}
TEST(Morton, U3_full_range_round_trip_3d) {
  whole_axis<3, std::uint32_t>();
  whole_axis<3, std::uint64_t>();
}
TEST(Morton, Q11_full_range_round_trip_1d_and_4d) {
  whole_axis<1, std::uint32_t>();
  whole_axis<1, std::uint64_t>();
  whole_axis<4, std::uint32_t>();
  whole_axis<4, std::uint64_t>();
}

TEST(Morton, U3_every_3d_code_of_18_bits) {
  for (std::uint32_t code = 0; code < 1u << 18; ++code) {
    const CellCoords<3> p = morton_decode<3>(std::uint64_t(code));
    ASSERT_EQ(morton_encode<3>(p), code);
    ASSERT_EQ((morton_decode<3, std::uint32_t>(code)), p);
  }
}

RC_GTEST_PROP(Morton, U3_random_round_trip, ()) {
  const auto p = *rc::gen::arbitrary<std::array<std::uint32_t, 4>>();
  round_trip<1, std::uint64_t>({p[0]});
  round_trip<2, std::uint64_t>({p[0], p[1]});
  round_trip<2, std::uint32_t>({p[0], p[1]});
  round_trip<3, std::uint64_t>({p[0], p[1], p[2]});
  round_trip<3, std::uint32_t>({p[0], p[1], p[2]});
  round_trip<4, std::uint64_t>(p);
  round_trip<4, std::uint32_t>(p);
}

TEST(Morton, Q7_x_on_even_bits_y_on_odd_bits) {
  for (std::uint32_t y = 0; y < 8; ++y) {
    for (std::uint32_t x = 0; x < 8; ++x) {
      const std::uint64_t z = morton_encode<2>({x, y});
      std::uint32_t even = 0;
      std::uint32_t odd = 0;
      for (int b = 0; b < 3; ++b) {
        even |= static_cast<std::uint32_t>(z >> (2 * b) & 1) << b;
        odd |= static_cast<std::uint32_t>(z >> (2 * b + 1) & 1) << b;
      }
      EXPECT_EQ(even, x);
      EXPECT_EQ(odd, y);
      EXPECT_LT(z, 64u);
    }
  }
}

TEST(Morton, Q8_a_level_up_is_two_bits_less) {
  for (std::uint32_t y = 0; y < 32; ++y) {
    for (std::uint32_t x = 0; x < 32; ++x) {
      for (int k = 0; k <= 5; ++k) {
        EXPECT_EQ(morton_encode<2>({x >> k, y >> k}), morton_encode<2>({x, y}) >> (2 * k));
      }
    }
  }
}

TEST(Morton, Q11_a_level_up_is_d_bits_less_in_any_dimension) {
  for (int k = 0; k <= 16; ++k) {
    const CellCoords<4> p{0xbeef, 0x1234, 0xfedc, 0x7777};
    EXPECT_EQ(morton_encode<4>({p[0] >> k, p[1] >> k, p[2] >> k, p[3] >> k}),
              k == 16 ? 0 : morton_encode<4>(p) >> (4 * k));
    EXPECT_EQ(morton_encode<3>({p[0] >> k, p[1] >> k, p[2] >> k}),
              morton_encode<3>({p[0], p[1], p[2]}) >> (3 * k));
  }
}

TEST(Morton, U2_columns_010_and_100_make_100100) {
  EXPECT_EQ(morton_encode<2>({0b010, 0b100}), 0b100100u);
  EXPECT_EQ(0b100100, 36);
}

static_assert(morton_encode<2>({2, 4}) == 36, "usable at compile time");

}  // namespace
