// SPDX-License-Identifier: MIT
// FixedSlots and FrameChanges: what pair trackers keep from frame to frame.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/pair.hpp>

namespace masu::detail {

// Which slots are fixed, one byte for each. Fixed objects form no pairs with each other, so flags
// are tested only if there are two fixed objects or more.
class FixedSlots {
 public:
  explicit FixedSlots(Allocator allocator) : flags_(allocator) {}

  // Reserves memory for so many slots, so that set() cannot fail.
  [[nodiscard]] bool grow(std::size_t slots) { return flags_.grow(slots); }
  // Sets whether the object in a slot is fixed. New slots come in order.
  void set(std::uint32_t slot, bool fixed) {
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
  // The flags as PairOptions::fixed: empty where no two objects are fixed.
  std::span<const std::uint8_t> flags() const {
    return count_ > 1 ? std::span<const std::uint8_t>(flags_) : std::span<const std::uint8_t>();
  }

 private:
  Buffer<std::uint8_t> flags_;
  std::size_t count_ = 0;
};

struct FrameHistory;
extern template class Opaque<FrameHistory>;

// The pairs of the last two frames, and how they differ.
class FrameChanges {
 public:
  explicit FrameChanges(Allocator allocator) : history_(allocator) {}

  // Takes all pairs of the next frame, of `objects` objects. `comparisons` counts partners that
  // were compared. Returns false if out of memory; the pairs are unchanged then.
  [[nodiscard]] bool take(std::span<const Pair> pairs, std::size_t objects, const JobSystem& jobs,
                          std::uint64_t& comparisons);
  // The changes by the last take() that succeeded.
  std::span<const Pair> added() const;
  std::span<const Pair> removed() const;
  // Calls the target for each pair of the last frame, by the smaller slot.
  Status for_each_pair(const BlockTarget<Pair>& target) const;

 private:
  Opaque<FrameHistory> history_;
};

}  // namespace masu::detail
