// SPDX-License-Identifier: MIT
// OneTbbJobs: runs jobs on the threads of oneTBB. Only programs that include this header need
// oneTBB's headers and library; masu.hpp does not include it.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <masu/core/job_system.hpp>

namespace masu {

// A oneTBB arena and the JobSystem that runs in it: `WorldOptions::jobs = one_tbb.jobs()`. It must
// outlive every user of the JobSystem and stay at its address. A thread that waits for jobs
// executes only tasks of this arena, no other tasks of yours. An exception that a job throws
// reaches the caller. Use it in programs that use oneTBB; others use ThreadPool. Threads: several
// may start runs at the same time. Cost: that of parallel_for().
class OneTbbJobs {
 public:
  // Uses up to `threads` threads, including the caller's; automatic: oneTBB chooses.
  explicit OneTbbJobs(int threads = oneapi::tbb::task_arena::automatic) : arena_(threads) {}
  // Uses the arena of the calling thread.
  explicit OneTbbJobs(oneapi::tbb::task_arena::attach attach) : arena_(attach) {}
  OneTbbJobs(const OneTbbJobs&) = delete;
  OneTbbJobs& operator=(const OneTbbJobs&) = delete;

  // Returns the callback for WorldOptions::jobs and others; it refers to this object.
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
