// SPDX-License-Identifier: MIT
// A column of values by slot that needs no memory while all values are the default.
#pragma once

#include <cstdint>

#include <masu/core/buffer.hpp>

namespace masu::detail {

// Holds one value per slot. While every value is E{} it allocates nothing.
template <class E>
class RareColumn {
 public:
  explicit RareColumn(Allocator allocator) : values_(allocator) {}

  // Reserves memory for so many slots if `some` value will differ from E{}. Returns false if memory
  // is refused.
  [[nodiscard]] bool reserve(std::size_t slots, bool some) { return !some || values_.grow(slots); }
  // Whether all values are E{}, as far as is known.
  bool empty() const { return values_.empty(); }
  E operator[](std::uint32_t slot) const { return slot < values_.size() ? values_[slot] : E{}; }
  // Sets a value, for which reserve() has reserved memory.
  void set(std::uint32_t slot, const E& value) {
    if (slot >= values_.size() && value == E{}) return;
    while (values_.size() <= slot) values_.append_unchecked(E{});
    values_[slot] = value;
  }

 private:
  Buffer<E> values_;
};

}  // namespace masu::detail
