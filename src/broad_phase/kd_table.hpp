// SPDX-License-Identifier: MIT
// All instantiations of the kd-tree's queries for one instruction set.
#pragma once

#include <cstdint>
#include <tuple>

#include <masu/broad_phase/detail/kd_kernels.hpp>

namespace masu::detail {

using KdTable = std::tuple<KdKernels<1, float>, KdKernels<2, float>, KdKernels<3, float>,
                           KdKernels<4, float>, KdKernels<1, double>, KdKernels<2, double>,
                           KdKernels<3, double>, KdKernels<4, double>>;

// By a number of eight bits: which of them are set, ascending. Highway 1.0's CompressBitsStore
// copies its own such table to the stack on every call.
struct KdSetBits {
  alignas(64) std::uint8_t of[256][8];
};
constexpr KdSetBits kd_set_bits() {
  KdSetBits table{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    unsigned size = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if ((bits >> i & 1) != 0) table.of[bits][size++] = static_cast<std::uint8_t>(i);
    }
  }
  return table;
}
inline constexpr KdSetBits kKdSetBits = kd_set_bits();

}  // namespace masu::detail
