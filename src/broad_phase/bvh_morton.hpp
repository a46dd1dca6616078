// SPDX-License-Identifier: MIT
// BvhMorton: the linear builder: one radix sort by Morton code, then a tree derived from the codes.
#pragma once

#include <bit>

#include <masu/spatial_order/morton.hpp>
#include "broad_phase/bvh_top_down.hpp"
#include "broad_phase/center_kernels.hpp"
#include "broad_phase/key_sort.hpp"

namespace masu::detail {

// Source: C. Lauterbach et al., "Fast BVH construction on GPUs", Eurographics 2009. O(n), except
// for objects that share a cell of the finest grid, more than fit into a leaf: they are divided at
// medians, O(m log m) for m of them.
template <int D, class T>
class BvhMorton {
 public:
  using Key = KeyedItem<std::uint32_t>;

  explicit BvhMorton(Allocator allocator) : own_(allocator) {}

  // `memory`: for 2 * size keys, or nullptr: its own. To use memory that is needed later anyway
  // makes the first build faster than memory for keys alone.
  bool build(BvhShape<D, T>& shape, const Aabb<D, T>* boxes, std::size_t size, Key* memory,
             const BvhTrace& trace) {
    if (trace) trace.on(PhaseBegins{"keys"});
    if (!shape.start_unordered(size)) return false;
    if (memory == nullptr) {
      if (!own_.resize(2 * size)) return false;
      memory = own_.data();
    }
    keys_ = memory;
    make_keys(boxes, size);
    if (trace) trace.on(PhaseBegins{"sort"});
    keys_ = sort_keys(keys_, keys_ + size, size);
    if (trace) trace.on(PhaseBegins{"nodes"});
    for (std::size_t i = 0; i < size; ++i) shape.order[i] = keys_[i].item;
    return grow(shape, boxes, trace);
  }

 private:
  // One scale for all axes. Centers that are not finite count as at the border.
  void make_keys(const Aabb<D, T>* boxes, std::size_t size) {
    const RawBoxes<D, T> raw{boxes[0].min.v, boxes[0].max.v, sizeof(Aabb<D, T>), size};
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    center_kernels<D, T>().bounds(raw, bounds);
    T half = 0;
    for (int a = 0; a < D; ++a) {
      const T h = bounds.max[a] * T(0.5) - bounds.min[a] * T(0.5);
      half = h > half ? h : half;
    }
    constexpr T kHalfCells = T(std::uint32_t(1) << (kBvhKeyBits<D> - 1));
    constexpr T kMost = std::numeric_limits<T>::max();  // so that 0 * scale stays 0
    const T scale = half > 0 ? kHalfCells / half : T(0);
    bvh_kernels<D, T>().keys(boxes, size, {bounds.min, scale < kMost ? scale : kMost}, keys_);
  }

  // Splits each range where the highest bit in which its codes differ becomes 1: at most 32 levels.
  bool grow(BvhShape<D, T>& shape, const Aabb<D, T>* boxes, const BvhTrace& trace) {
    std::uint32_t stack[64];
    int top = 0;
    stack[top++] = 0;
    bool has_centers = false;
    while (top != 0) {
      const std::uint32_t at = stack[--top];
      const auto node = shape.branches[at];
      if (node.count <= kBvhWidth) {
        if (!shape.add_block(at)) return false;
        continue;
      }
      const std::uint32_t left = part(node.first, node.count);
      if (left == 0) {  // all in one cell
        if (!has_centers && !shape.find_centers(boxes, shape.order.size())) return false;
        has_centers = true;
        if (!BvhTopDown<D, T>(shape, boxes).grow_median(at, trace)) return false;
        continue;
      }
      if (trace) trace.on(SplitObjects{node.first, node.count, left, -1});
      if (!shape.split(at, left)) return false;
      const std::uint32_t child = shape.branches[at].child;
      stack[top++] = child + 1;
      stack[top++] = child;
    }
    return true;
  }

  std::uint32_t part(std::uint32_t first, std::uint32_t count) const {
    const std::uint32_t differ = keys_[first].key ^ keys_[first + count - 1].key;
    if (differ == 0) return 0;
    const std::uint32_t bit = std::bit_floor(differ);
    // The bit is 0 in the first key. Halves without branches: their predictions would be wrong half
    // the time.
    std::uint32_t low = first;
    for (std::uint32_t length = count; length > 1;) {
      const std::uint32_t half = length / 2;
      low += (keys_[low + half].key & bit) == 0 ? half : 0;
      length -= half;
    }
    return low + 1 - first;
  }

  Buffer<Key> own_;
  Key* keys_ = nullptr;  // during build()
};

}  // namespace masu::detail
