// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/radix_sort.hpp"

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

using masu::detail::KeyedItem;
using masu::detail::order_key;
using masu::detail::radix_sort;

template <class T>
void expect_order() {
  using L = std::numeric_limits<T>;
  const T ascending[] = {-L::infinity(), L::lowest(),     T(-1),    -L::min(), -L::denorm_min(),
                         T(0),           L::denorm_min(), L::min(), T(1),      T(1.5),
                         L::max(),       L::infinity()};
  for (std::size_t i = 1; i < std::size(ascending); ++i) {
    EXPECT_LT(order_key(ascending[i - 1]), order_key(ascending[i]));
  }
  EXPECT_EQ(order_key(-T(0)), order_key(T(0)));
}

TEST(RadixSort, keys_have_the_order_of_the_numbers) {
  expect_order<float>();
  expect_order<double>();
}

template <class Key>
void expect_sorted(std::size_t n, Key mask, std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  Buffer<KeyedItem<Key>> items;
  Buffer<KeyedItem<Key>> scratch;
  std::vector<std::pair<Key, std::uint32_t>> expected;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Key key = Key((std::uint64_t(random.next()) << 32) | random.next()) & mask;
    ASSERT_TRUE(items.push_back({key, i}));
    expected.push_back({key, i});
  }
  std::stable_sort(expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  ASSERT_TRUE(radix_sort(items, scratch));
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(items[i].key, expected[i].first);
    ASSERT_EQ(items[i].item, expected[i].second);
  }
}

TEST(RadixSort, sorts_stably_whatever_digits_differ) {
  // On both sides of each change of method.
  for (const std::size_t n : {0, 1, 2, 3, 32, 33, 100, 1999, 2000, 5000}) {
    for (int low = 0; low < 64; low += 7) {
      expect_sorted<std::uint32_t>(n, std::uint32_t(0xffffull << low), n + low);
      expect_sorted<std::uint64_t>(n, 0xffffull << low, n + low);
    }
    expect_sorted<std::uint32_t>(n, ~0u, n);
    expect_sorted<std::uint64_t>(n, ~0ull, n);
  }
}

TEST(RadixSort, a_failed_allocation_changes_nothing) {
  FailingAllocator memory;
  Buffer<KeyedItem<std::uint32_t>> items;
  for (std::uint32_t i = 0; i < 10; ++i) ASSERT_TRUE(items.push_back({10 - i, i}));
  Buffer<KeyedItem<std::uint32_t>> scratch(memory.allocator());
  memory.fail(1, true);
  EXPECT_FALSE(radix_sort(items, scratch));
  for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(items[i].key, 10 - i);
}

}  // namespace
}  // namespace masu::test
