// SPDX-License-Identifier: MIT
// Hilbert order: like Morton order it has D bits per level from the root down, but cells with
// consecutive codes share a face, so a run of the order stays compact in space.
//
// Source: J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707 (2004), pp.
// 381-387. His "transpose" holds bit b of the code's digit in X[0], bit b - 1 in X[1], ...;
// interleaving its bits as Morton does, with X[0] highest, gives the code.
//
// Contracts, all tested:
// - hilbert_decode(hilbert_encode(p)) == p;
// - prefix: hilbert_encode(p, bits) >> D == hilbert_encode(p >> 1, bits - 1), since every step
//   goes from the high bits to the low ones;
// - codes c and c + 1 are cells one step apart along one axis.
#pragma once

#include <masu/spatial_order/morton.hpp>

namespace masu {

namespace detail {

// Exchanges (or reverses) the bits below `bit` of axis 0 and another, depending on the digit at
// `bit`.
template <int D>
constexpr void hilbert_rotate(CellCoords<D>& x, std::size_t axis, std::uint32_t bit) {
  const std::uint32_t low = bit - 1;
  if ((x[axis] & bit) != 0) {
    x[0] ^= low;
  } else {
    const std::uint32_t t = (x[0] ^ x[axis]) & low;
    x[0] ^= t;
    x[axis] ^= t;
  }
}

// Reverses the axes: axis 0 is the highest bit of a digit in the transpose, the lowest in Morton's.
template <int D>
constexpr CellCoords<D> reverse_axes(const CellCoords<D>& x) {
  CellCoords<D> r{};
  for (std::size_t a = 0; a < D; ++a) r[a] = x[D - 1 - a];
  return r;
}

}  // namespace detail

// Returns the index along the curve of a cell of the grid of 2^bits cells per axis. Preconditions:
// 1 <= bits <= kMortonBits<D, Code>, coordinates below 2^bits. O(D * bits).
template <int D, class Code = std::uint64_t>
constexpr Code hilbert_encode(CellCoords<D> x, int bits) {
  const std::uint32_t top = std::uint32_t(1) << (bits - 1);
  for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
    for (std::size_t a = 0; a < D; ++a) detail::hilbert_rotate<D>(x, a, bit);
  }
  // Gray code across the axes.
  for (std::size_t a = 1; a < D; ++a) x[a] ^= x[a - 1];
  std::uint32_t flips = 0;
  for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
    if ((x[D - 1] & bit) != 0) flips ^= bit - 1;
  }
  for (std::size_t a = 0; a < D; ++a) x[a] ^= flips;
  return morton_encode<D, Code>(detail::reverse_axes<D>(x));
}

// Returns the inverse of hilbert_encode with the same `bits`. Precondition: code < 2^(D * bits).
template <int D, class Code = std::uint64_t>
constexpr CellCoords<D> hilbert_decode(Code code, int bits) {
  CellCoords<D> x = detail::reverse_axes<D>(morton_decode<D, Code>(code));
  const std::uint32_t gray = x[D - 1] >> 1;
  for (std::size_t a = D - 1; a > 0; --a) x[a] ^= x[a - 1];
  x[0] ^= gray;
  for (int level = 1; level < bits; ++level) {
    const std::uint32_t bit = std::uint32_t(1) << level;
    for (std::size_t a = D; a-- > 0;) detail::hilbert_rotate<D>(x, a, bit);
  }
  return x;
}

}  // namespace masu
