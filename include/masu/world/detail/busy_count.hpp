// SPDX-License-Identifier: MIT
// Whether somebody is at work in a world who may ask, but not change.
#pragma once

#include <atomic>
#include <cstdint>

namespace masu::detail {

// How many visitors are at work, by all threads; none in what was moved.
class BusyCount {
 public:
  BusyCount() = default;
  BusyCount(BusyCount&&) noexcept {}
  BusyCount& operator=(BusyCount&&) noexcept { return *this; }

  class Guard {
   public:
    explicit Guard(std::atomic<std::uint32_t>& count) : count_(count) {
      count_.fetch_add(1, std::memory_order_relaxed);
    }
    ~Guard() { count_.fetch_sub(1, std::memory_order_relaxed); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    std::atomic<std::uint32_t>& count_;
  };

  Guard enter() const { return Guard(count_); }
  bool any() const { return count_.load(std::memory_order_relaxed) != 0; }

 private:
  mutable std::atomic<std::uint32_t> count_ = 0;
};

}  // namespace masu::detail
