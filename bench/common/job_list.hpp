// SPDX-License-Identifier: MIT
// A JobSystem that runs its jobs in order on the calling thread and measures them: what a frame
// does outside of jobs is its serial share, which limits its speed on many cores (Amdahl's law).
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>

#include <masu/core/job_system.hpp>

#include "bench/common/stopwatch.hpp"

namespace masu_bench {

class JobList {
 public:
  // The work is divided as for `workers` threads.
  explicit JobList(std::uint32_t workers) : workers_(workers) {}
  JobList(const JobList&) = delete;
  JobList& operator=(const JobList&) = delete;

  masu::JobSystem jobs() { return {&run, this, workers_}; }

  // Runs a frame, and returns the share of its time that it spends outside of jobs. Processor time:
  // other programs do not count.
  template <class Frame>
  double serial_share(Frame&& frame) {
    in_jobs_ = 0;
    const double start = now(Clock::thread);
    frame();
    const double all = now(Clock::thread) - start;
    return (all - in_jobs_) / all;
  }

 private:
  static void run(void* self, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
    const double start = now(Clock::thread);
    for (std::uint32_t i = 0; i < count; ++i) job(data, i);
    static_cast<JobList*>(self)->in_jobs_ += now(Clock::thread) - start;
  }

  std::uint32_t workers_;
  double in_jobs_ = 0;
};

// The number of threads for which benchmarks print the serial share.
inline constexpr std::uint32_t kSerialShareWorkers = 8;

// Returns the share, and the speed of these threads by Amdahl's law, in words.
inline std::string serial_share_text(double share) {
  return fmt::format("{:.1f} % serial: {} cores at most {:.1f} times as fast as one", 100 * share,
                     kSerialShareWorkers, 1 / (share + (1 - share) / kSerialShareWorkers));
}

}  // namespace masu_bench
