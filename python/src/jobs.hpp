// SPDX-License-Identifier: MIT
// The argument `threads` of calls that run jobs.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include <masu/core/thread_pool.hpp>

namespace masu::python {

// Refuses a negative number of threads. 0: as many as there are processors.
inline std::uint32_t thread_count(int threads) {
  if (threads < 0) throw pybind11::value_error("threads: must not be negative; 0 means all");
  return static_cast<std::uint32_t>(threads);
}

// Threads for one call. Starting them takes some 10 microseconds each, so few items start none. A
// pool that outlived the call would not survive os.fork().
class CallThreads {
 public:
  CallThreads(int threads, std::size_t items) {
    const std::uint32_t count = thread_count(threads);
    if (count != 1 && items >= kFewItems) pool_.emplace(count);
  }
  JobSystem jobs() { return pool_ ? pool_->jobs() : JobSystem{}; }

 private:
  static constexpr std::size_t kFewItems = 256;
  std::optional<ThreadPool> pool_;
};

}  // namespace masu::python
