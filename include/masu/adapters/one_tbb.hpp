// SPDX-License-Identifier: MIT
// Jobs on the threads of oneTBB. Needs its headers and library, as masu itself does not: masu.hpp
// leaves this folder out.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <masu/core/job_system.hpp>

namespace masu {

// An arena and the JobSystem that runs in it: `WorldOptions::jobs = one_tbb.jobs()`. Must outlive
// whatever has the JobSystem, and stay where it is. A thread that waits for jobs works on tasks of
// this arena alone, none of yours elsewhere; what a job throws comes out of the call.
class OneTbbJobs {
 public:
  // Up to so many threads, the caller's among them; automatic: as many as oneTBB sees fit.
  explicit OneTbbJobs(int threads = oneapi::tbb::task_arena::automatic) : arena_(threads) {}
  // The arena of the calling thread.
  explicit OneTbbJobs(oneapi::tbb::task_arena::attach attach) : arena_(attach) {}
  OneTbbJobs(const OneTbbJobs&) = delete;
  OneTbbJobs& operator=(const OneTbbJobs&) = delete;

  JobSystem jobs() { return {&run, this, static_cast<std::uint32_t>(arena_.max_concurrency())}; }

 private:
  static void run(void* context, std::uint32_t count, void (*job)(void* data, std::uint32_t index),
                  void* data) {
    static_cast<OneTbbJobs*>(context)->arena_.execute([&] {
      oneapi::tbb::parallel_for(std::uint32_t(0), count, [&](std::uint32_t i) { job(data, i); });
    });
  }

  oneapi::tbb::task_arena arena_;
};

}  // namespace masu
