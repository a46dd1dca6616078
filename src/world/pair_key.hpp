// SPDX-License-Identifier: MIT
// KeyedPair: pairs of slots as sort keys.
#pragma once

#include <algorithm>

#include <masu/core/buffer.hpp>

#include "world/pair_book.hpp"

namespace masu::detail {

// A pair of slots, the smaller one in the upper half, so that keys sort like the lists of a world;
// and its node.
struct KeyedPair {
  std::uint64_t key;
  std::uint32_t node;

  std::uint32_t first() const { return static_cast<std::uint32_t>(key >> 32); }
  std::uint32_t second() const { return static_cast<std::uint32_t>(key); }
};

inline std::uint64_t pair_key(std::uint32_t i, std::uint32_t j) {
  return i < j ? (std::uint64_t(i) << 32 | j) : (std::uint64_t(j) << 32 | i);
}
inline std::uint64_t pair_key(const PairBook::Node& n) {
  return pair_key(n.a, n.b);
}

inline void sort_pairs(Buffer<KeyedPair>& list) {
  std::sort(list.begin(), list.end(),
            [](const KeyedPair& x, const KeyedPair& y) { return x.key < y.key; });
}

}  // namespace masu::detail
