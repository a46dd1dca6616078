// SPDX-License-Identifier: MIT
// RangePool: short arrays of variable length in one buffer.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include <masu/core/buffer.hpp>

namespace masu::detail {

// The position of an array. An empty one takes no memory.
struct PoolRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// The capacity of each is a power of two; freed ranges are listed by size, the last one first.
template <class E>
class RangePool {
  static_assert(sizeof(E) >= sizeof(std::uint32_t));

 public:
  explicit RangePool(Allocator allocator) : items_(allocator) { forget_free(); }

  // Returns whether resize() neither allocates nor frees.
  static bool fits(const PoolRange& range, std::uint32_t count) {
    return size_class(range.count) == size_class(count);
  }
  // Loses the contents. Returns false if out of memory; then nothing has changed.
  [[nodiscard]] bool resize(PoolRange& range, std::uint32_t count) {
    if (fits(range, count)) {
      range.count = count;
      return true;
    }
    PoolRange other{0, count};
    if (count != 0 && !take(other)) return false;
    give(range);
    range = other;
    return true;
  }
  void give(PoolRange& range) {
    if (range.count != 0) {
      std::uint32_t& first = free_[size_class(range.count)];
      std::memcpy(static_cast<void*>(&items_[range.first]), &first, sizeof(first));
      first = range.first;
    }
    range = {};
  }
  // The number of elements in the buffer, those of freed ranges included.
  std::size_t size() const { return items_.size(); }
  void clear() {
    items_.clear();
    forget_free();
  }

  std::span<E> operator[](PoolRange r) { return {items_.data() + r.first, r.count}; }
  std::span<const E> operator[](PoolRange r) const { return {items_.data() + r.first, r.count}; }

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffffu;

  static int size_class(std::uint32_t count) { return count == 0 ? 32 : std::bit_width(count - 1); }
  bool take(PoolRange& range) {
    std::uint32_t& first = free_[size_class(range.count)];
    if (first != kNone) {
      range.first = first;
      std::memcpy(&first, static_cast<const void*>(&items_[range.first]), sizeof(first));
      return true;
    }
    const std::size_t end = items_.size() + (std::size_t(1) << size_class(range.count));
    if (end >= kNone) return false;
    range.first = static_cast<std::uint32_t>(items_.size());
    return items_.resize(end);
  }
  void forget_free() {
    for (std::uint32_t& f : free_) f = kNone;
  }

  Buffer<E> items_;
  std::uint32_t free_[32];
};

}  // namespace masu::detail
