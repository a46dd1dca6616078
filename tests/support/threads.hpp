// SPDX-License-Identifier: MIT
// A JobSystem on std::thread: jobs start in any order, on `workers` threads at once.
#pragma once

#ifndef MASU_STARTS_THREADS
#error "Give this test the label threads: ThreadSanitizer runs the tests with that label only."
#endif

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <masu/core/job_system.hpp>

namespace masu::test {

class Threads {
 public:
  explicit Threads(std::uint32_t workers) : workers_(workers) {}

  JobSystem jobs() { return {&run, this, workers_}; }
  // Jobs run so far.
  std::uint64_t count() const { return count_; }

 private:
  static void run(void* context, std::uint32_t count, void (*job)(void*, std::uint32_t),
                  void* data) {
    auto& self = *static_cast<Threads*>(context);
    std::atomic<std::uint32_t> next{0};
    const auto work = [&] {
      for (;;) {
        const std::uint32_t i = next.fetch_add(1, std::memory_order_relaxed);
        if (i >= count) return;
        job(data, i);
        self.count_.fetch_add(1, std::memory_order_relaxed);
      }
    };
    std::vector<std::thread> threads;
    for (std::uint32_t t = 1; t < self.workers_; ++t) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
  }

  std::uint32_t workers_;
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace masu::test
