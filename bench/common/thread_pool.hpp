// SPDX-License-Identifier: MIT
// A JobSystem over several permanent threads, each bound to a core; the calling thread works too,
// and is bound to the first core from then on. As in job systems of games, threads look for work
// for a short time before they sleep: the jobs of a frame follow each other within microseconds,
// and waking a thread takes fifty.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <masu/core/job_system.hpp>

#include "bench/common/machine.hpp"

namespace masu_bench {

class ThreadPool {
 public:
  explicit ThreadPool(int threads) {
    for (int i = 1; i < threads; ++i) {
      threads_.emplace_back([this, i] {
        pin_to_core(i);
        serve();
      });
    }
    if (threads > 1) pin_to_core(0);
  }
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& t : threads_) t.join();
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // With one thread there is no job system: the library runs its jobs itself.
  masu::JobSystem jobs() {
    if (threads_.empty()) return {};
    return {[](void* self, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
              static_cast<ThreadPool*>(self)->run(count, job, data);
            },
            this, static_cast<std::uint32_t>(threads_.size() + 1)};
  }

 private:
  void run(std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
    {
      const std::lock_guard lock(mutex_);
      job_ = job;
      data_ = data;
      count_ = count;
      next_ = 0;
      busy_ = static_cast<int>(threads_.size());
      ++round_;
    }
    wake_.notify_all();
    work();
    if (spin_until([this] { return busy_ == 0; })) return;
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

  // Returns whether the condition became true before the thread gave up waiting.
  template <class Condition>
  static bool spin_until(Condition&& condition) {
    using Steady = std::chrono::steady_clock;
    const Steady::time_point end = Steady::now() + std::chrono::microseconds(200);
    do {
      for (int i = 0; i < 64; ++i) {
        if (condition()) return true;
      }
    } while (Steady::now() < end);
    return false;
  }

  void work() {
    for (std::uint32_t i = next_++; i < count_; i = next_++) job_(data_, i);
  }

  void serve() {
    std::uint64_t seen = 0;
    for (;;) {
      const auto called = [&] { return stop_ || round_ != seen; };
      if (!spin_until(called)) {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, called);
      }
      if (stop_) return;
      seen = round_;
      work();
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::vector<std::thread> threads_;
  void (*job_)(void*, std::uint32_t) = nullptr;
  void* data_ = nullptr;
  std::uint32_t count_ = 0;
  std::atomic<std::uint32_t> next_{0};
  std::atomic<int> busy_{0};
  std::atomic<std::uint64_t> round_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace masu_bench
