// SPDX-License-Identifier: MIT
// sort_keys(): radix sort of 32-bit keys in memory of the caller, all digits counted in one pass.
#pragma once

#include <cstdint>
#include <utility>

#include <masu/core/detail/keyed_item.hpp>

namespace masu::detail {

// Sorts `size` keys, stably; `scratch` has space for as many. Returns where they are then: one of
// the two. Digits in which all keys agree cost nothing more. O(size).
inline KeyedItem<std::uint32_t>* sort_keys(KeyedItem<std::uint32_t>* keys,
                                           KeyedItem<std::uint32_t>* scratch, std::size_t size) {
  constexpr int kBits = 11;
  constexpr int kDigits = 3;
  constexpr std::uint32_t kBuckets = 1u << kBits;
  std::uint32_t first[kDigits][kBuckets] = {};
  for (std::size_t i = 0; i < size; ++i) {
    for (int d = 0; d < kDigits; ++d) ++first[d][keys[i].key >> (kBits * d) & (kBuckets - 1)];
  }
  for (int d = 0; d < kDigits && size > 1; ++d) {
    if (first[d][keys[0].key >> (kBits * d) & (kBuckets - 1)] == size) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& f : first[d]) sum += std::exchange(f, sum);
    for (std::size_t i = 0; i < size; ++i) {
      scratch[first[d][keys[i].key >> (kBits * d) & (kBuckets - 1)]++] = keys[i];
    }
    std::swap(keys, scratch);
  }
  return keys;
}

}  // namespace masu::detail
