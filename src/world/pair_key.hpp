// SPDX-License-Identifier: MIT
// KeyedPair: pairs of slots as sort keys.
#pragma once

#include <algorithm>

#include <masu/core/buffer.hpp>

#include "world/pair_book.hpp"

namespace masu::detail {

// A pair of slots, the smaller one first, and its node. Two slots and not a key of 64 bits: 12
// bytes instead of 16, and an update has a list of all new pairs.
struct KeyedPair {
  std::uint32_t first;
  std::uint32_t second;
  std::uint32_t node;

  // Keys sort like the lists of a world.
  std::uint64_t key() const { return std::uint64_t(first) << 32 | second; }
};

inline std::uint64_t pair_key(std::uint32_t i, std::uint32_t j) {
  return i < j ? (std::uint64_t(i) << 32 | j) : (std::uint64_t(j) << 32 | i);
}

inline void sort_pairs(Buffer<KeyedPair>& list) {
  std::sort(list.begin(), list.end(),
            [](const KeyedPair& x, const KeyedPair& y) { return x.key() < y.key(); });
}

}  // namespace masu::detail
