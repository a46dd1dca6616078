// SPDX-License-Identifier: MIT
// The partition step of quicksort, quickselect and the kd-tree.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include <masu/broad_phase/kd_tree.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/trace.hpp>

namespace masu::detail {

// Moves the items of [from, n) for which `left` holds to the front, and the others behind them at
// the returned index + from: `from` items are overwritten, for the caller to fill. Returns the
// number of items in front. Both parts keep their order; no branch depends on the items. `scratch`
// has space for n items.
template <class Item, class Left>
std::size_t split_stably(Item* items, std::size_t from, std::size_t n, Item* scratch, Left&& left) {
  std::size_t front = 0;
  std::size_t back = 0;
  for (std::size_t i = from; i < n; ++i) {
    const Item item = items[i];
    const bool goes_left = left(item);
    items[front] = item;  // front <= i: nothing unread is lost
    scratch[back] = item;
    front += goes_left ? 1 : 0;
    back += goes_left ? 0 : 1;
  }
  if (back != 0) std::memcpy(items + front + from, scratch, back * sizeof(Item));
  return front;
}

// Partitions around the first item; returns its new index. n - 1 comparisons.
template <class Item, class Before, class Trace>
std::size_t partition_first(Item* items, std::size_t n, Item* scratch, int axis, Before&& before,
                            QueryStats& stats, Trace& trace) {
  const Item pivot = items[0];
  const auto left = [&](const Item& item) { return before(item, pivot); };
  const std::size_t slot = split_stably(items, 1, n, scratch, left);
  items[slot] = pivot;
  stats.comparisons += n - 1;
  trace.on(
      PartitionStep<Item>{axis, items + slot, {items, slot}, {items + slot + 1, n - slot - 1}});
  return slot;
}

// Quicksort with the first item as the pivot (L). Expected 2 n ln n comparisons, n (n - 1) / 2 on
// input that is sorted already. The stack holds log2 n ranges: the larger part waits.
template <class Item, class Before, class Trace = NoTrace>
void quicksort(std::span<Item> items, std::span<Item> scratch, Before&& before, QueryStats& stats,
               Trace&& trace = {}) {
  std::span<Item> waiting[64];
  int depth = 0;
  waiting[depth++] = items;
  while (depth != 0) {
    std::span<Item> range = waiting[--depth];
    while (range.size() > 1) {
      const std::size_t at =
          partition_first(range.data(), range.size(), scratch.data(), 0, before, stats, trace);
      const auto left = range.first(at);
      const auto right = range.subspan(at + 1);
      waiting[depth++] = left.size() <= right.size() ? right : left;
      range = left.size() <= right.size() ? left : right;
    }
  }
}

// A value of a list, and how many are smaller.
template <class T>
struct RankedValue {
  T value;
  std::size_t below;
};

// Returns the value of rank m < n; no value is NaN. Overwrites both lists, of n values each.
// Expected 1.6 n comparisons, and no branch depends on one: pivots come from a sample, at the rank
// that is searched for, and the lists hold the values on either side of one. After too many rounds
// the standard library does the rest: O(n log n) at worst.
template <class T>
RankedValue<T> select_value(T* values, T* spare, std::size_t n, std::size_t m, QueryStats& stats) {
  constexpr std::size_t kFew = 12;
  constexpr std::size_t kMostSamples = 31;
  const auto insert = [](T* sorted, std::size_t size, T value) {
    for (; size != 0 && value < sorted[size - 1]; --size) sorted[size] = sorted[size - 1];
    sorted[size] = value;
  };
  std::size_t below = 0;
  for (int round = 0; n > kFew && round < 32; ++round) {
    const std::size_t samples = std::min(kMostSamples, n / 32 + 3);
    T sorted[kMostSamples];
    for (std::size_t s = 0; s < samples; ++s) {
      insert(sorted, s, values[(2 * s + 1) * n / (2 * samples)]);
    }
    const T pivot = sorted[m * samples / n];
    std::size_t front = 0;
    std::size_t back = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const T value = values[i];
      const bool less = value < pivot;
      values[front] = value;
      spare[back] = value;
      front += less ? 1 : 0;
      back += less ? 0 : 1;
    }
    stats.comparisons += n;
    if (m < front) {
      n = front;
      continue;
    }
    below += front;
    m -= front;
    n = back;
    std::swap(values, spare);
    if (front != 0) continue;
    // The pivot is the smallest value, and its equals would remain.
    const T* const end = std::remove(values, values + n, pivot);
    const auto more = static_cast<std::size_t>(end - values);
    stats.comparisons += n;
    if (m < n - more) return {pivot, below};
    below += n - more;
    m -= n - more;
    n = more;
  }
  std::nth_element(values, values + m, values + n);
  const T value = values[m];
  stats.comparisons += n;
  return {value, below + static_cast<std::size_t>(
                             std::count_if(values, values + m, [&](T v) { return v < value; }))};
}

// Moves the m items with the smallest `value_of`, which is never NaN, before all others; of equal
// ones the first. Both parts keep their order. `scratch` has space for n items; each is at least as
// large as two values.
template <class Item, class ValueOf, class Trace>
void divide_at_rank(Item* items, std::size_t n, std::size_t m, Item* scratch, int axis,
                    ValueOf&& value_of, QueryStats& stats, Trace& trace) {
  using T = std::remove_cvref_t<decltype(value_of(items[0]))>;
  static_assert(sizeof(Item) >= 2 * sizeof(T) && alignof(Item) >= alignof(T));
  static_assert(std::is_trivially_copyable_v<Item>);
  T* const values = reinterpret_cast<T*>(scratch);
  for (std::size_t i = 0; i < n; ++i) values[i] = value_of(items[i]);
  const RankedValue<T> border = select_value(values, values + n, n, m, stats);
  std::size_t equals = m - border.below;
  if (equals == 0) {
    split_stably(items, 0, n, scratch,
                 [&](const Item& item) { return value_of(item) < border.value; });
  } else {
    split_stably(items, 0, n, scratch, [&](const Item& item) {
      const T value = value_of(item);
      const bool same = value == border.value && equals != 0;
      equals -= same ? 1 : 0;
      return value < border.value || same;
    });
  }
  stats.comparisons += n;
  trace.on(PartitionStep<Item>{axis, nullptr, {items, m}, {items + m, n - m}});
}

}  // namespace masu::detail
