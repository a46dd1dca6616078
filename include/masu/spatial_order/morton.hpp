// SPDX-License-Identifier: MIT
// Morton order (z-order): interleaves the bits of a cell's coordinates, axis 0 lowest.
//
// In 2D x has the even bits and y the odd ones, so a code read from the top, D bits at a time, is
// the path from the root to the cell, and dropping the lowest D bits gives the parent. Sorting by
// it is one radix sort of space. Source: G. M. Morton, "A computer oriented geodetic data base",
// IBM 1966.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace masu {

// The coordinates of a cell in a grid of 2^bits cells per axis.
template <int D>
using CellCoords = std::array<std::uint32_t, D>;

// Bits per axis that fit into a code: 32, 32, 21, 16 in 64 bits for D = 1..4; 32, 16, 10, 8 in 32
// bits.
template <int D, class Code = std::uint64_t>
inline constexpr int kMortonBits =
    std::numeric_limits<Code>::digits / D < 32 ? std::numeric_limits<Code>::digits / D : 32;

namespace detail {

// Returns the mask of a coordinate's bits when they are spread into runs of `run` bits that are
// `run * D` apart: 0x00ff00ff, 0x0f0f0f0f, 0x33333333, 0x55555555 for 32-bit codes in 2D.
template <int D, class Code>
consteval Code morton_mask(int run) {
  Code mask = 0;
  for (int bit = 0; bit < kMortonBits<D, Code>; ++bit) {
    mask |= Code(1) << (bit / run * run * D + bit % run);
  }
  return mask;
}

// Halvings of the run length, from the whole coordinate to single bits.
template <int D, class Code>
inline constexpr int kMortonSteps =
    D == 1 ? 0 : std::bit_width(static_cast<unsigned>(kMortonBits<D, Code> - 1));

template <int D, class Code, int Run>
constexpr Code spread_step(Code x) {
  return static_cast<Code>((x | x << (Run * (D - 1))) & morton_mask<D, Code>(Run));
}

// Undoes spread_step<Run>; the result has runs of 2 * Run bits.
template <int D, class Code, int Run>
constexpr Code compact_step(Code x) {
  return static_cast<Code>((x | x >> (Run * (D - 1))) & morton_mask<D, Code>(2 * Run));
}

}  // namespace detail

// Moves bit i of `x` to bit D * i. Drops bits from kMortonBits on.
template <int D, class Code = std::uint64_t>
constexpr Code morton_spread(std::uint32_t x) {
  constexpr int kSteps = detail::kMortonSteps<D, Code>;
  constexpr int kBits = kMortonBits<D, Code>;
  Code code = kBits < 32 ? x & ((std::uint64_t(1) << kBits) - 1) : x;
  [&]<int... S>(std::integer_sequence<int, S...>) {
    ((code = detail::spread_step<D, Code, 1 << (kSteps - 1 - S)>(code)), ...);
  }
  (std::make_integer_sequence<int, kSteps>{});
  return code;
}

// Moves bit D * i of `code` to bit i and drops the others: the inverse of morton_spread.
template <int D, class Code = std::uint64_t>
constexpr std::uint32_t morton_compact(Code code) {
  constexpr int kSteps = detail::kMortonSteps<D, Code>;
  code &= detail::morton_mask<D, Code>(1);
  [&]<int... S>(std::integer_sequence<int, S...>) {
    ((code = detail::compact_step<D, Code, 1 << S>(code)), ...);
  }
  (std::make_integer_sequence<int, kSteps>{});
  return static_cast<std::uint32_t>(code);
}

// Returns the Morton code of coordinates below 2^kMortonBits<D, Code>; drops higher bits. O(log
// bits).
template <int D, class Code = std::uint64_t>
constexpr Code morton_encode(const CellCoords<D>& coords) {
  Code code = 0;
  for (int a = 0; a < D; ++a) {
    code |= static_cast<Code>(morton_spread<D, Code>(coords[static_cast<std::size_t>(a)]) << a);
  }
  return code;
}

// Returns the inverse of morton_encode.
template <int D, class Code = std::uint64_t>
constexpr CellCoords<D> morton_decode(Code code) {
  CellCoords<D> coords{};
  for (int a = 0; a < D; ++a) {
    coords[static_cast<std::size_t>(a)] = morton_compact<D, Code>(static_cast<Code>(code >> a));
  }
  return coords;
}

}  // namespace masu
