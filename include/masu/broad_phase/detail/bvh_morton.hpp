// SPDX-License-Identifier: MIT
// The linear builder: one radix sort by Morton code, then a tree read off the codes.
#pragma once

#include <bit>

#include <masu/broad_phase/detail/bvh_top_down.hpp>
#include <masu/broad_phase/detail/radix_sort.hpp>
#include <masu/core/trace.hpp>
#include <masu/spatial_order/morton.hpp>

namespace masu::detail {

// Source: C. Lauterbach et al., "Fast BVH construction on GPUs", Eurographics 2009. O(n), but for
// objects that share a cell of the finest grid, more than fit into a leaf: they are parted at
// medians, O(m log m) for m of them.
template <int D, class T>
class BvhMorton {
 public:
  explicit BvhMorton(Allocator allocator) : keys_(allocator), scratch_(allocator) {}

  template <class Trace>
  bool build(BvhShape<D, T>& shape, const Aabb<D, T>* boxes, std::size_t size, Trace& trace) {
    trace.on(PhaseBegins{"keys"});
    if (!shape.start(size) || !keys_.resize(size)) return false;
    if (size <= kBvhWidth) return true;
    make_keys(boxes, size);
    trace.on(PhaseBegins{"sort"});
    if (!radix_sort(keys_, scratch_)) return false;
    trace.on(PhaseBegins{"nodes"});
    for (std::size_t i = 0; i < size; ++i) shape.order[i] = keys_[i].item;
    return grow(shape, boxes, trace);
  }

 private:
  static constexpr int kBits = D == 1 ? 24 : kMortonBits<D, std::uint32_t>;
  static constexpr T kCells = T(std::uint32_t(1) << kBits);

  static Vec<D, T> centre(const Aabb<D, T>& box) { return BvhShape<D, T>::centre_of(box); }

  // One scale for all axes: cells are cubes. Infinite centres stand at its border.
  void make_keys(const Aabb<D, T>* boxes, std::size_t size) {
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    for (std::size_t i = 0; i < size; ++i) {
      const Vec<D, T> c = centre(boxes[i]);
      if (is_finite(c)) bounds = merge(bounds, Aabb<D, T>::of_point(c));
    }
    T half = 0;
    for (int a = 0; a < D; ++a) {
      const T h = bounds.max[a] * T(0.5) - bounds.min[a] * T(0.5);
      half = h > half ? h : half;
    }
    // Cells per unit: at most what T holds, so that 0 * scale stays 0.
    const T most = std::numeric_limits<T>::max();
    T scale = half > 0 ? (kCells * T(0.5)) / half : T(0);
    scale = scale < most ? scale : most;
    for (std::size_t i = 0; i < size; ++i) {
      const Vec<D, T> c = centre(boxes[i]);
      CellCoords<D> cell{};
      for (int a = 0; a < D; ++a) {
        // Differences of halves do not overflow; twice the half is undone in the scale.
        const T x = (c[a] - bounds.min[a]) * scale;
        cell[static_cast<std::size_t>(a)] = x >= kCells - 1
                                                ? static_cast<std::uint32_t>(kCells - 1)
                                                : (x > 0 ? static_cast<std::uint32_t>(x) : 0);
      }
      keys_[i] = {morton_encode<D, std::uint32_t>(cell), static_cast<std::uint32_t>(i)};
    }
  }

  // Parts each range where the highest bit in which its codes differ turns 1: at most 32 levels.
  template <class Trace>
  bool grow(BvhShape<D, T>& shape, const Aabb<D, T>* boxes, Trace& trace) {
    std::uint32_t stack[64];
    int top = 0;
    stack[top++] = 0;
    bool has_centres = false;
    while (top != 0) {
      const std::uint32_t at = stack[--top];
      const auto node = shape.branches[at];
      if (node.count <= kBvhWidth) continue;
      const std::uint32_t left = part(node.first, node.count);
      if (left == 0) {  // all in one cell
        if (!has_centres && !shape.find_centres(boxes, shape.order.size())) return false;
        has_centres = true;
        if (!BvhTopDown<D, T>(shape, boxes).grow_median(at, trace)) return false;
        continue;
      }
      trace.on(SplitObjects{node.first, node.count, left, -1});
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
    std::uint32_t low = first;  // the last known 0
    std::uint32_t high = first + count - 1;
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      ((keys_[middle].key & bit) != 0 ? high : low) = middle;
    }
    return high - first;
  }

  Buffer<KeyedItem<std::uint32_t>> keys_;
  Buffer<KeyedItem<std::uint32_t>> scratch_;
};

}  // namespace masu::detail
