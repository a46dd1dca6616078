// SPDX-License-Identifier: MIT
// Radix sort: least significant digit first, stable, O(n) per digit.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/detail/keyed_item.hpp>

namespace masu::detail {

// Returns an unsigned key with the order of the numbers: -inf < ... < -0 = 0 < ... < inf. Not for
// NaN.
inline std::uint32_t order_key(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x + 0.0f);  // -0 becomes 0
  return bits ^ ((0u - (bits >> 31)) | 0x8000'0000u);
}
inline std::uint64_t order_key(double x) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x + 0.0);
  return bits ^ ((0ull - (bits >> 63)) | 0x8000'0000'0000'0000ull);
}

// Sorts `items` by key; equal keys stay in order. Digits in which all keys agree cost one read.
// `scratch` grows to the size of `items`. Returns false if memory is refused; nothing has changed
// then.
template <class Key>
[[nodiscard]] bool radix_sort(Buffer<KeyedItem<Key>>& items, Buffer<KeyedItem<Key>>& scratch) {
  constexpr int kBits = 11;
  constexpr int kDigits = (8 * sizeof(Key) + kBits - 1) / kBits;
  constexpr std::uint32_t kBuckets = 1u << kBits;
  const std::size_t n = items.size();
  if (!scratch.resize(n)) return false;
  if (n < 2) return true;
  const auto digit = [](Key key, int d) {
    return static_cast<std::uint32_t>(key >> (kBits * d)) & (kBuckets - 1);
  };
  for (int d = 0; d < kDigits; ++d) {
    std::uint32_t first[kBuckets] = {};
    for (const auto& it : items) ++first[digit(it.key, d)];
    if (first[digit(items[0].key, d)] == n) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& f : first) sum += std::exchange(f, sum);
    for (const auto& it : items) scratch[first[digit(it.key, d)]++] = it;
    std::swap(items, scratch);
  }
  return true;
}

}  // namespace masu::detail
