// SPDX-License-Identifier: MIT
// What pair trackers keep from frame to frame: which slots are fixed, and the pairs.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/pair.hpp>

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

struct FrameHistory;
extern template class Opaque<FrameHistory>;

// The pairs of two frames in turn, and how they differ.
class FrameChanges {
 public:
  explicit FrameChanges(Allocator allocator) : history_(allocator) {}

  // All pairs of the next frame, of that many objects. `comparisons` counts partners that were
  // compared. False: no memory, and pairs are those of before.
  [[nodiscard]] bool take(std::span<const Pair> pairs, std::size_t objects, const JobSystem& jobs,
                          std::uint64_t& comparisons);
  // By the last take() that went well.
  std::span<const Pair> added() const;
  std::span<const Pair> removed() const;
  // Each pair of the last frame, by the smaller end.
  Status for_each_pair(const BlockTarget<Pair>& target) const;

 private:
  Opaque<FrameHistory> history_;
};

}  // namespace masu::detail
