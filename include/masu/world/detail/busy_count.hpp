// SPDX-License-Identifier: MIT
// Counts callbacks in progress. While it is not zero, calls that change a world return
// Status::busy.
#pragma once

#include <atomic>
#include <cstdint>

namespace masu::detail {

// Callbacks of all threads count; a world that was moved from or to has none.
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

  // A guard for a call that begins and ends while no other thread counts: without an atomic
  // addition. Other threads may count in between.
  class LoneGuard {
   public:
    explicit LoneGuard(std::atomic<std::uint32_t>& count) : count_(count) { add(1); }
    ~LoneGuard() { add(~0u); }
    LoneGuard(const LoneGuard&) = delete;
    LoneGuard& operator=(const LoneGuard&) = delete;

   private:
    void add(std::uint32_t n) {
      count_.store(count_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }

    std::atomic<std::uint32_t>& count_;
  };

  Guard enter() const { return Guard(count_); }
  LoneGuard enter_alone() const { return LoneGuard(count_); }
  bool any() const { return count_.load(std::memory_order_relaxed) != 0; }

 private:
  mutable std::atomic<std::uint32_t> count_ = 0;
};

}  // namespace masu::detail
