// SPDX-License-Identifier: MIT
// Radix sort: least significant digit first, stable, O(n) per digit; few items by insertion.
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

// For few items: O(n^2), but without counts of digits.
template <class Key>
void insertion_sort(Buffer<KeyedItem<Key>>& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const KeyedItem<Key> item = items[i];
    std::size_t to = i;
    for (; to > 0 && items[to - 1].key > item.key; --to) items[to] = items[to - 1];
    items[to] = item;
  }
}

template <int kBits, class Key>
void sort_by_digits(Buffer<KeyedItem<Key>>& items, Buffer<KeyedItem<Key>>& scratch) {
  constexpr int kDigits = (8 * sizeof(Key) + kBits - 1) / kBits;
  constexpr std::uint32_t kBuckets = 1u << kBits;
  const auto digit = [](Key key, int d) {
    return static_cast<std::uint32_t>(key >> (kBits * d)) & (kBuckets - 1);
  };
  for (int d = 0; d < kDigits; ++d) {
    std::uint32_t first[kBuckets] = {};
    for (const auto& it : items) ++first[digit(it.key, d)];
    if (first[digit(items[0].key, d)] == items.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& f : first) sum += std::exchange(f, sum);
    for (const auto& it : items) scratch[first[digit(it.key, d)]++] = it;
    std::swap(items, scratch);
  }
}

// Sorts `items` by key; equal keys stay in order. Digits in which all keys agree cost one read.
// `scratch` grows to the size of `items`. Returns false if memory is refused; nothing has changed
// then.
template <class Key>
[[nodiscard]] bool radix_sort(Buffer<KeyedItem<Key>>& items, Buffer<KeyedItem<Key>>& scratch) {
  // Below that, more digits cost less than the sum of more counts.
  constexpr std::size_t kFewItems = 2000;
  constexpr std::size_t kVeryFewItems = 32;
  if (!scratch.resize(items.size())) return false;
  if (items.size() <= kVeryFewItems) {
    insertion_sort(items);
  } else if (items.size() < kFewItems) {
    sort_by_digits<8>(items, scratch);
  } else {
    sort_by_digits<11>(items, scratch);
  }
  return true;
}

}  // namespace masu::detail
