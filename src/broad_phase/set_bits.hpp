// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace masu::detail {

// A table over all 8-bit numbers: which bits are set, ascending and descending. Highway 1.0's
// CompressBitsStore copies its own such table to the stack on every call.
struct SetBits {
  alignas(64) std::uint8_t up[256][8];
  std::uint8_t down[256][8];
};
constexpr SetBits set_bits() {
  SetBits table{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    unsigned size = 0;
    for (unsigned i = 0; i < 8; ++i) size += bits >> i & 1;
    unsigned k = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if ((bits >> i & 1) == 0) continue;
      table.up[bits][k] = table.down[bits][size - 1 - k] = static_cast<std::uint8_t>(i);
      ++k;
    }
  }
  return table;
}
inline constexpr SetBits kSetBits = set_bits();

// The same over all 4-bit numbers, as the bytes of four numbers of 32 bits.
struct SetBytes {
  alignas(64) std::uint8_t up[16][16];
  std::uint8_t down[16][16];
};
constexpr SetBytes set_bytes() {
  SetBytes table{};
  for (unsigned bits = 0; bits < 16; ++bits) {
    for (unsigned k = 0; k < 16; ++k) {
      const auto byte = [&](unsigned lane) { return static_cast<std::uint8_t>(4 * lane + k % 4); };
      table.up[bits][k] = byte(kSetBits.up[bits][k / 4]);
      table.down[bits][k] = byte(kSetBits.down[bits][k / 4]);
    }
  }
  return table;
}
inline constexpr SetBytes kSetBytes = set_bytes();

}  // namespace masu::detail
