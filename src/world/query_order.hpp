// SPDX-License-Identifier: MIT
// order_queries(): an order of queries in which consecutive ones read the same nodes.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/spatial_order/morton.hpp>
#include "core/radix_sort.hpp"

namespace masu::detail {

using QueryKeys = Buffer<KeyedItem<std::uint32_t>>;

// Sorting fewer queries gains nothing.
inline constexpr std::size_t kFewQueries = 256;

// Orders queries along the Morton curve of their positions, position_of(i); positions that are not
// finite may come anywhere. Returns false if there are few queries, or out of memory: they run in
// their own order. O(n).
template <int D, class T, class PositionOf>
bool order_queries(std::size_t count, PositionOf&& position_of, QueryKeys& keys,
                   QueryKeys& scratch) {
  constexpr int kBits = 22 / D;  // two digits of the radix sort
  if (count < kFewQueries || count > 0xffff'ffffu || !keys.resize(count)) return false;
  Vec<D, double> low = Vec<D, double>::all(std::numeric_limits<double>::infinity());
  Vec<D, double> high = -low;
  for (std::size_t i = 0; i < count; ++i) {
    const auto p = vec_cast<double>(position_of(i));
    if (!is_finite(p)) continue;
    low = min(low, p), high = max(high, p);
  }
  double side = 0;
  for (int a = 0; a < D; ++a) side = high[a] - low[a] > side ? high[a] - low[a] : side;
  const double most = double((1u << kBits) - 1);
  const double scale = side > 0 && is_finite(side) ? most / side : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto p = vec_cast<double>(position_of(i));
    std::uint32_t code = 0;
    for (int a = 0; a < D; ++a) {
      const double x = (p[a] - low[a]) * scale;
      const auto cell = static_cast<std::uint32_t>(x > 0 ? (x < most ? x : most) : 0);
      code |= morton_spread<D, std::uint32_t>(cell) << a;
    }
    keys[i] = {code, static_cast<std::uint32_t>(i)};
  }
  return radix_sort(keys, scratch);
}

}  // namespace masu::detail
