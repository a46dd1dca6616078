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

}  // namespace masu::detail
