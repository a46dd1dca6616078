// SPDX-License-Identifier: MIT
// The slots of a pair tracker whose objects are fixed.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>

namespace masu::detail {

// One byte for each slot. Fixed objects form no pairs with each other, so one of them alone needs
// no test.
class FixedSlots {
 public:
  explicit FixedSlots(Allocator allocator) : flags_(allocator) {}

  // Takes room for so many slots, so that put() cannot fail.
  [[nodiscard]] bool grow(std::size_t slots) { return flags_.grow(slots); }
  // Sets whether the object in a slot is fixed. Slots come one after the other.
  void put(std::uint32_t slot, bool fixed) {
    if (slot >= flags_.size()) {
      flags_.set_size(slot + std::size_t(1));
      flags_.back() = 0;
    }
    count_ += (fixed ? 1 : 0) - flags_[slot];
    flags_[slot] = fixed ? 1 : 0;
  }
  bool both(std::uint32_t i, std::uint32_t j) const {
    return count_ > 1 && flags_[i] != 0 && flags_[j] != 0;
  }
  // As PairOptions::fixed: empty where no two objects are fixed.
  std::span<const std::uint8_t> flags() const {
    return count_ > 1 ? std::span<const std::uint8_t>(flags_) : std::span<const std::uint8_t>();
  }

 private:
  Buffer<std::uint8_t> flags_;
  std::size_t count_ = 0;
};

}  // namespace masu::detail
