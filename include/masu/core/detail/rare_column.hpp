// SPDX-License-Identifier: MIT
// Values by slot, of which most worlds have only one.
#pragma once

#include <cstdint>

#include <masu/core/buffer.hpp>

namespace masu::detail {

// All values are E{} until another is set: so long there is no memory for them.
template <class E>
class RareColumn {
 public:
  explicit RareColumn(Allocator allocator) : values_(allocator) {}

  // Room for so many slots, if one of them will have another value than E{}. False: no memory.
  [[nodiscard]] bool reserve(std::size_t slots, bool some) { return !some || values_.grow(slots); }
  E operator[](std::uint32_t slot) const { return slot < values_.size() ? values_[slot] : E{}; }
  // Its room is reserved.
  void set(std::uint32_t slot, const E& value) {
    if (slot >= values_.size() && value == E{}) return;
    while (values_.size() <= slot) values_.append_unchecked(E{});
    values_[slot] = value;
  }

 private:
  Buffer<E> values_;
};

}  // namespace masu::detail
