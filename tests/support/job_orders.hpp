// SPDX-License-Identifier: MIT
// Job systems that keep the contract of JobSystem in odd ways.
#pragma once

#ifndef MASU_STARTS_THREADS
#error "Give this test the label threads: ThreadSanitizer runs the tests with that label only."
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include <masu/core/job_system.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

enum class JobOrder : std::uint8_t {
  backwards,     // on the calling thread, the last one first
  shuffled,      // on the calling thread
  other_thread,  // all on one thread, which is not the caller's
  late,          // on three threads that start late; the first job begins after all others ended
  nested,        // before each job, a run of other jobs on the same system
};
constexpr JobOrder kJobOrders[] = {JobOrder::backwards, JobOrder::shuffled, JobOrder::other_thread,
                                   JobOrder::late, JobOrder::nested};
constexpr const char* name(JobOrder order) {
  switch (order) {
    case JobOrder::backwards: return "backwards";
    case JobOrder::shuffled: return "shuffled";
    case JobOrder::other_thread: return "other_thread";
    case JobOrder::late: return "late";
    case JobOrder::nested: return "nested";
  }
  return "unknown";
}

class OrderedJobs {
 public:
  // `other` is what runs before each job of `nested`; it may use these jobs.
  explicit OrderedJobs(JobOrder order, std::function<void(const JobSystem&)> other = {})
      : order_(order), other_(std::move(other)) {}

  JobSystem jobs() { return {&run, this, 4}; }
  // Jobs run so far, without those of `other`.
  std::uint64_t count() const { return count_; }

 private:
  using Job = void (*)(void*, std::uint32_t);

  static void run(void* context, std::uint32_t count, Job job, void* data) {
    static_cast<OrderedJobs*>(context)->run(count, job, data);
  }
  void run(std::uint32_t count, Job job, void* data) {
    if (!in_other_) count_ += count;
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = count - 1 - i;
    switch (order_) {
      case JobOrder::shuffled: {
        scenes::Pcg32 random(count);
        for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        [[fallthrough]];
      }
      case JobOrder::backwards:
        for (const std::uint32_t i : order) job(data, i);
        break;
      case JobOrder::other_thread:
        std::thread([&] {
          for (const std::uint32_t i : order) job(data, i);
        }).join();
        break;
      case JobOrder::late: run_late(order, job, data); break;
      case JobOrder::nested:
        for (const std::uint32_t i : order) {
          run_other();
          job(data, i);
        }
        break;
    }
  }
  // Job 0 is the last of `order`.
  static void run_late(const std::vector<std::uint32_t>& order, Job job, void* data) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        std::this_thread::sleep_for(std::chrono::microseconds(200 * t + 200));
        for (;;) {
          const std::size_t k = next.fetch_add(1, std::memory_order_relaxed);
          if (k + 1 >= order.size()) return;
          job(data, order[k]);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    job(data, order.back());
  }
  void run_other() {
    if (in_other_ || !other_) return;
    in_other_ = true;
    other_(jobs());
    in_other_ = false;
  }

  JobOrder order_;
  std::function<void(const JobSystem&)> other_;
  std::uint64_t count_ = 0;
  bool in_other_ = false;  // only `nested`, which has one thread
};

}  // namespace masu::test
