// SPDX-License-Identifier: MIT
// SpatialOrder: runs queries in the order of their positions, and prefetches for the next ones
// meanwhile.
#pragma once

#include <algorithm>

#include <masu/core/job_system.hpp>
#include <masu/core/platform.hpp>
#include <masu/spatial_order/morton.hpp>
#include "core/radix_sort.hpp"

#include "corridor/chain_tree_state.hpp"

namespace masu::detail {

template <class T>
class SpatialOrder {
 public:
  explicit SpatialOrder(Allocator allocator) : order_(allocator), scratch_(allocator) {}

  // Sorts by Morton codes: a fifth of the time of Hilbert's curve, and as good for a cache.
  // Positions outside, or not finite, count to the border. position(i) is the position of each of
  // `count` queries. Statuses: too_many_objects (2^32), out_of_memory.
  template <class Position>
  Status sort(const ChainTreeState<T>& walls, std::size_t count, Position&& position) {
    if (std::uint64_t(count) >= std::uint64_t(1) << 32) return Status::too_many_objects;
    if (!order_.resize(count) || !scratch_.resize(count)) return Status::out_of_memory;
    const Aabb<2, T> box = walls.bounds();
    const T side = std::max(box.max[0] - box.min[0], box.max[1] - box.min[1]);
    const T scale = side > 0 ? T(4095) / side : T(0);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec<2, T> p = position(i);
      CellCoords<2> cell{};
      for (int a = 0; a < 2; ++a) {
        const T at = (p[a] - box.min[a]) * scale;
        cell[std::size_t(a)] = at > 0 ? static_cast<std::uint32_t>(std::min(at, T(4095))) : 0u;
      }
      order_[i] = {morton_encode<2, std::uint32_t>(cell), static_cast<std::uint32_t>(i)};
    }
    (void)radix_sort(order_, scratch_);  // there is memory for it
    return Status::ok;
  }

  // Calls answer(i) for each query; some queries ahead, prefetches its elements of the caller's
  // arrays, then the tree's walls within reach(i) of position(i). Blocks of queries are the jobs.
  template <class Position, class Reach, class Answer, class... Objects>
  void run(const ChainTreeState<T>& walls, const JobSystem& jobs, Position&& position,
           Reach&& reach, Answer&& answer, const Objects*... arrays) const {
    constexpr std::size_t kSteps = ChainTree<T>::kLoadSteps;
    const std::size_t blocks = (order_.size() + kBlock - 1) / kBlock;
    auto block = [&](std::uint32_t b) {
      const Item* const item = order_.data() + std::size_t(b) * kBlock;
      const std::size_t size = std::min(order_.size() - std::size_t(b) * kBlock, kBlock);
      for (std::size_t k = 0; k < size + (kSteps + 1) * kAhead; ++k) {
        if (k < size) {
          // Its first and last cache line. Not in a function of its own: GCC takes one with
          // prefetches alone for one without effects, and drops it.
          const std::uint32_t i = item[k].item;
          (prefetch(arrays + i), ...);
          (prefetch(reinterpret_cast<const char*>(arrays + i + 1) - 1), ...);
        }
        for (std::size_t step = 0; step < kSteps; ++step) {
          const std::size_t at = k - (step + 1) * kAhead;  // beyond the size if there is none
          if (at >= size) continue;
          const std::uint32_t i = item[at].item;
          walls.load(static_cast<int>(step), position(i), reach(i));
        }
        const std::size_t at = k - (kSteps + 1) * kAhead;
        if (at < size) answer(item[at].item);
      }
    };
    jobs.for_each(static_cast<std::uint32_t>(blocks), block);
  }

 private:
  static constexpr std::size_t kBlock = 256;
  // A query takes about as long as a memory access, or half of that.
  static constexpr std::size_t kAhead = 3;
  using Item = KeyedItem<std::uint32_t>;

  Buffer<Item> order_;
  Buffer<Item> scratch_;
};

}  // namespace masu::detail
