// SPDX-License-Identifier: MIT
// Points of the plane by (x, y, place): a radix sort by a few bits of x, then each to its place.
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
    std::uint32_t place;
  };

  explicit LeftToRight(Allocator allocator) : allocator_(allocator) {}

  const Item& operator[](std::size_t i) const { return item_[i]; }

  // Of the named points, whose places ascend; at least one. False: no memory. O(n).
  bool sort(Points points, std::span<const std::uint32_t> places) {
    if (!item_.resize(places.size())) return false;
    bool sorted = false;
    return sort_by_cells(points, places, sorted) && (sorted || sort_by_bits(points, places));
  }

 private:
  // Equal columns of the box around them. Rounding keeps the order of x, so that only points of one
  // column may be the wrong way round: the last steps are few, unless x repeats itself.
  bool sort_by_cells(Points points, std::span<const std::uint32_t> places, bool& sorted) {
    double low = points[places[0]][0];
    double high = low;
    for (const std::uint32_t i : places) {
      const double x = points[i][0];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    const double width = high - low;
    const double scale = kCells / width;
    constexpr double kMost = std::numeric_limits<double>::max();
    if (!(width <= kMost && scale <= kMost)) return true;  // all in a column, or overflow
    if (!cell_.resize(places.size())) return false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double x = points[places[i]][0];
      cell_[i] = {static_cast<std::uint32_t>((x - low) * scale), places[i]};
    }
    if (!radix_sort(cell_, cell_scratch_)) return false;
    sorted = insert_all(points);
    return true;
  }

  // False: it takes too many steps.
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
    if (a.point == b.point) return a.place < b.place;
    return less_by_xy(a.point, b.point);
  }

  // By y, then by x: of equal points the order of places stays.
  bool sort_by_bits(Points points, std::span<const std::uint32_t> places) {
    if (!key_.resize(places.size())) return false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      key_[i] = {order_key(points[places[i]][1]), places[i]};
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

  Allocator allocator_;  // of all below
  Buffer<Item> item_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> cell_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> cell_scratch_{allocator_};
  Buffer<KeyedItem<Key>> key_{allocator_};
  Buffer<KeyedItem<Key>> key_scratch_{allocator_};
};

}  // namespace masu::detail
