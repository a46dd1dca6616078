// SPDX-License-Identifier: MIT
// Threads for programs that have no job system of their own.
#pragma once

#include <masu/core/allocator.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/job_system.hpp>

namespace masu {

// A fixed number of threads that run the library's jobs. Use it where the program has no job
// system; adapters/one_tbb.hpp uses the threads of oneTBB instead.
//
//    masu::ThreadPool pool;  // one thread per processor; must outlive the world
//    masu::World<3> world({.jobs = pool.jobs()});
//
// The thread that calls works too, so ThreadPool(4) starts three threads and ThreadPool(1) none.
// Threads without work yield for up to 50 microseconds after a run, then sleep until the next run.
//
// Several threads may use one pool at the same time, and a job may start another run: idle threads
// help, and no run waits for a job that has not started. If jobs throw, the jobs not yet started
// are dropped, and the first exception caught leaves the call that started the run, after its
// running jobs have returned. A run allocates nothing.
class ThreadPool {
 public:
  // Starts threads - 1 threads; 0: std::thread::hardware_concurrency() counts. The pool has fewer
  // threads where the system or the allocator refuses them, and never throws. std::thread also
  // allocates with operator new.
  explicit ThreadPool(std::uint32_t threads = 0, Allocator allocator = default_allocator());
  // Joins all threads. Precondition: no run is in progress.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Returns the number of jobs that run at the same time: the threads and the caller.
  std::uint32_t threads() const;
  // Returns the callback for WorldOptions::jobs, PairOptions::jobs and batches of queries. It
  // refers to the pool. Without threads it is JobSystem{}: the caller runs the jobs in order.
  JobSystem jobs() &;
  JobSystem jobs() && = delete;  // refused: the callback would outlive a temporary pool

 private:
  struct State;
  detail::Opaque<State> state_;
};

}  // namespace masu
