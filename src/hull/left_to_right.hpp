// SPDX-License-Identifier: MIT
// Sorts points in 2D by (x, y, index): a radix sort by a few bits of x, then an insertion sort.
#pragma once

#include <cmath>
#include <limits>

#include "core/radix_sort.hpp"

#include "hull/hull2_access.hpp"

namespace masu::detail {

template <class T>
class LeftToRight {
 public:
  using Points = std::span<const Vec<2, T>>;
  struct Item {
    Vec<2, T> point;
    std::uint32_t index;
  };

  explicit LeftToRight(Allocator allocator) : allocator_(allocator) {}

  const Item& operator[](std::size_t i) const { return item_[i]; }

  // Sorts the given points, whose indices ascend; at least one. Returns false if out of memory.
  // O(n).
  bool sort(Points points, std::span<const std::uint32_t> indices) {
    if (!item_.resize(indices.size())) return false;
    bool sorted = false;
    return sort_by_cells(points, indices, sorted) && (sorted || sort_by_bits(points, indices));
  }

 private:
  // Sorts into equal columns of their bounding box. Rounding preserves the order of x, so only
  // points of one column may be in the wrong order: the last steps are few, unless x values repeat.
  bool sort_by_cells(Points points, std::span<const std::uint32_t> indices, bool& sorted) {
    double low = points[indices[0]][0];
    double high = low;
    for (const std::uint32_t i : indices) {
      const double x = points[i][0];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    const double width = high - low;
    const double scale = kCells / width;
    constexpr double kMost = std::numeric_limits<double>::max();
    if (!(width <= kMost && scale <= kMost)) return true;  // all in a column, or overflow
    if (!cell_.resize(indices.size())) return false;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const double x = points[indices[i]][0];
      cell_[i] = {static_cast<std::uint32_t>((x - low) * scale), indices[i]};
    }
    if (!radix_sort(cell_, cell_scratch_)) return false;
    sorted = insert_all(points);
    return true;
  }

  // Returns false if it takes too many steps.
  bool insert_all(Points points) {
    std::size_t steps = 8 * cell_.size();
    for (std::size_t i = 0; i < cell_.size(); ++i) {
      const Item it{points[cell_[i].item], cell_[i].item};
      std::size_t to = i;
      for (; to > 0 && is_before(it, item_[to - 1]); --to) {
        if (steps-- == 0) return false;
        item_[to] = item_[to - 1];
      }
      item_[to] = it;
    }
    return true;
  }
  static bool is_before(const Item& a, const Item& b) {
    if (a.point == b.point) return a.index < b.index;
    return less_by_xy(a.point, b.point);
  }

  // Sorts by y, then by x: equal points keep the order of their indices.
  bool sort_by_bits(Points points, std::span<const std::uint32_t> indices) {
    if (!key_.resize(indices.size())) return false;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      key_[i] = {order_key(points[indices[i]][1]), indices[i]};
    }
    if (!radix_sort(key_, key_scratch_)) return false;
    for (auto& key : key_) key.key = order_key(points[key.item][0]);
    if (!radix_sort(key_, key_scratch_)) return false;
    for (std::size_t i = 0; i < key_.size(); ++i) {
      item_[i] = {points[key_[i].item], key_[i].item};
    }
    return true;
  }

  using Key = decltype(order_key(T{}));
  static constexpr double kCells = (1 << 22) - 1;

  Allocator allocator_;  // of all members below
  Buffer<Item> item_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> cell_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> cell_scratch_{allocator_};
  Buffer<KeyedItem<Key>> key_{allocator_};
  Buffer<KeyedItem<Key>> key_scratch_{allocator_};
};

}  // namespace masu::detail
