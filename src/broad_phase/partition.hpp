// SPDX-License-Identifier: MIT
// The step that quicksort, quickselect and the kd-tree are made of: items in front of a pivot, the
// pivot, the rest.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include <masu/broad_phase/kd_tree.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/trace.hpp>

namespace masu::detail {

// Items [from, n) for which `left` holds go to the places from 0 on, the others follow at what
// is then place + from: `from` items are given up, for the caller to fill. Returns the place. Both
// keep their order; no branch depends on the items. `scratch` has room for n.
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

// Around the first item; returns its new place. n - 1 comparisons.
template <class Item, class Before, class Trace>
std::size_t partition_first(Item* items, std::size_t n, Item* scratch, int axis, Before&& before,
                            QueryStats& stats, Trace& trace) {
  const Item pivot = items[0];
  const auto left = [&](const Item& item) { return before(item, pivot); };
  const std::size_t place = split_stably(items, 1, n, scratch, left);
  items[place] = pivot;
  stats.comparisons += n - 1;
  trace.on(
      PartitionStep<Item>{axis, items + place, {items, place}, {items + place + 1, n - place - 1}});
  return place;
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

// Puts the item of rank m of a total order in its place, the lesser ones before it. Expected 1.5 n
// comparisons: pivots are taken from a sample, at the rank that is looked for. After too many
// rounds the rest is sorted: O(n log n) at worst, and the same order from every standard library.
template <class Item, class Before, class Trace>
void select_rank(Item* items, std::size_t n, std::size_t m, Item* scratch, int axis,
                 Before&& before, QueryStats& stats, Trace& trace) {
  constexpr std::size_t kMostSamples = 63;
  int rounds = 0;
  while (n > 1) {
    if (++rounds > 32) return std::sort(items, items + n, before);
    const std::size_t samples = std::min(kMostSamples, n / 16 + 1);
    std::size_t picked[kMostSamples];
    for (std::size_t s = 0; s < samples; ++s) {
      std::size_t candidate = (2 * s + 1) * n / (2 * samples);
      std::size_t j = s;
      for (; j != 0 && before(items[candidate], items[picked[j - 1]]); --j) {
        picked[j] = picked[j - 1];
      }
      picked[j] = candidate;
    }
    std::swap(items[0], items[picked[m * samples / n]]);
    const std::size_t at = partition_first(items, n, scratch, axis, before, stats, trace);
    if (at == m) return;
    if (m < at) {
      n = at;
    } else {
      items += at + 1;
      m -= at + 1;
      n -= at + 1;
    }
  }
}

}  // namespace masu::detail
