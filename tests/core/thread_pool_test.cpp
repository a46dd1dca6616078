// SPDX-License-Identifier: MIT
#include <masu/core/thread_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/failing_allocator.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

// Runs `count` jobs by the callback itself, which JobSystem::for_each() skips for one job.
template <class Body>
void run(const JobSystem& jobs, std::uint32_t count, Body body) {
  jobs.run(
      jobs.context, count, [](void* data, std::uint32_t i) { (*static_cast<Body*>(data))(i); },
      &body);
}

TEST(ThreadPool, runs_every_job_once_on_any_number_of_threads) {
  for (std::uint32_t threads = 1; threads <= 8; ++threads) {
    ThreadPool pool(threads);
    ASSERT_EQ(pool.threads(), threads);
    EXPECT_EQ(pool.jobs().workers, threads);
    for (const std::uint32_t count : {0u, 1u, 2u, 7u, 1000u}) {
      std::vector<std::atomic<int>> runs(count);
      pool.jobs().for_each(count, [&](std::uint32_t i) { ++runs[i]; });
      for (const auto& r : runs) ASSERT_EQ(r, 1);
    }
  }
}

TEST(ThreadPool, of_one_thread_starts_none) {
  ThreadPool pool(1);
  EXPECT_EQ(pool.jobs().run, nullptr);
  EXPECT_EQ(pool.jobs().workers, 1u);
  std::vector<std::uint32_t> seen;
  pool.jobs().for_each(4, [&](std::uint32_t i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(ThreadPool, has_a_thread_for_each_processor_by_default) {
  ThreadPool pool;
  EXPECT_EQ(pool.threads(), std::max(1u, std::thread::hardware_concurrency()));
}

// Each job waits until as many run as there are threads: they run at the same time, one of them on
// the thread that called.
TEST(ThreadPool, runs_as_many_jobs_at_once_as_it_has_threads) {
  ThreadPool pool(4);
  std::atomic<int> running{0};
  std::vector<std::thread::id> on(4);
  run(pool.jobs(), 4, [&](std::uint32_t i) {
    on[i] = std::this_thread::get_id();
    ++running;
    while (running < 4) std::this_thread::yield();
  });
  const std::set<std::thread::id> threads(on.begin(), on.end());
  EXPECT_EQ(threads.size(), 4u);
  EXPECT_TRUE(threads.contains(std::this_thread::get_id()));
}

// As above, when they sleep for want of jobs.
TEST(ThreadPool, wakes_as_many_threads_as_jobs_need) {
  ThreadPool pool(4);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::atomic<int> running{0};
  run(pool.jobs(), 4, [&](std::uint32_t) {
    ++running;
    while (running < 4) std::this_thread::yield();
  });
  EXPECT_EQ(running, 4);
}

TEST(ThreadPool, waits_for_a_long_job_of_another_thread) {
  ThreadPool pool(2);
  const auto caller = std::this_thread::get_id();
  std::atomic<int> running{0}, ended{0};
  run(pool.jobs(), 2, [&](std::uint32_t) {
    ++running;
    while (running < 2) std::this_thread::yield();
    if (std::this_thread::get_id() != caller) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ++ended;
  });
  EXPECT_EQ(ended, 2);
}

TEST(ThreadPool, passes_exceptions_of_jobs_to_the_caller) {
  for (const std::uint32_t threads : {1u, 2u, 8u}) {
    ThreadPool pool(threads);
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> started{0}, ended{0};
      auto body = [&](std::uint32_t i) {
        ++started;
        if (i % 100 == 50) {
          ++ended;
          throw std::runtime_error("job");
        }
        ++ended;
      };
      EXPECT_THROW(pool.jobs().for_each(1000, body), std::runtime_error);
      EXPECT_EQ(started, ended) << "no job is running any more";
      EXPECT_GE(started, 1);
      std::atomic<int> more{0};
      pool.jobs().for_each(10, [&](std::uint32_t) { ++more; });
      EXPECT_EQ(more, 10) << "the pool goes on";
    }
  }
}

TEST(ThreadPool, drops_jobs_not_yet_started_when_one_throws) {
  ThreadPool pool(2);
  std::atomic<int> started{0};
  const auto body = [&](std::uint32_t i) {
    ++started;
    if (i == 0) {
      while (started < 2) std::this_thread::yield();  // the other thread has jobs too
      throw std::runtime_error("job");
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  };
  EXPECT_THROW(pool.jobs().for_each(10'000, body), std::runtime_error);
  EXPECT_LT(started, 10'000);
}

TEST(ThreadPool, lets_jobs_run_nested_jobs) {
  for (const std::uint32_t threads : {1u, 2u, 4u}) {
    ThreadPool pool(threads);
    std::atomic<int> inner{0};
    pool.jobs().for_each(7, [&](std::uint32_t) {
      pool.jobs().for_each(
          11, [&](std::uint32_t) { pool.jobs().for_each(13, [&](std::uint32_t) { ++inner; }); });
    });
    EXPECT_EQ(inner, 7 * 11 * 13);
    EXPECT_THROW(pool.jobs().for_each(3,
                                      [&](std::uint32_t i) {
                                        pool.jobs().for_each(5, [&](std::uint32_t k) {
                                          if (i == 1 && k == 3) throw std::runtime_error("inner");
                                        });
                                      }),
                 std::runtime_error);
  }
}

// Two pools whose jobs use each other.
TEST(ThreadPool, lets_jobs_of_two_pools_use_the_other_pool) {
  ThreadPool a(3), b(2);
  std::atomic<int> inner{0};
  const auto cross = [&](ThreadPool& first, ThreadPool& second) {
    first.jobs().for_each(20, [&](std::uint32_t) {
      second.jobs().for_each(
          20, [&](std::uint32_t) { first.jobs().for_each(3, [&](std::uint32_t) { ++inner; }); });
    });
  };
  std::thread other([&] { cross(b, a); });
  cross(a, b);
  other.join();
  EXPECT_EQ(inner, 2 * 20 * 20 * 3);
}

TEST(ThreadPool, serves_several_threads_at_once) {
  ThreadPool pool(3);
  std::vector<std::uint64_t> sums(4);
  std::vector<std::thread> callers;
  for (std::uint64_t& sum : sums) {
    callers.emplace_back([&] {
      for (std::uint32_t round = 0; round < 300; ++round) {
        std::atomic<std::uint64_t> here{0};
        pool.jobs().for_each(1 + round % 40, [&](std::uint32_t i) { here += i; });
        sum += here;
      }
    });
  }
  for (std::thread& t : callers) t.join();
  std::uint64_t expected = 0;
  for (std::uint64_t round = 0; round < 300; ++round) {
    const std::uint64_t count = 1 + round % 40;
    expected += count * (count - 1) / 2;
  }
  for (const std::uint64_t sum : sums) EXPECT_EQ(sum, expected);
}

TEST(ThreadPool, runs_many_small_runs) {
  ThreadPool pool(2);
  std::uint64_t plain = 0;  // written by one job of each run at a time
  for (int round = 0; round < 20000; ++round) {
    std::atomic<int> ran{0};
    run(pool.jobs(), 2, [&](std::uint32_t i) {
      ++ran;
      if (i == 0) ++plain;
    });
    ASSERT_EQ(ran, 2);
  }
  EXPECT_EQ(plain, 20000u);
}

TEST(ThreadPool, starts_and_joins_quickly_and_often) {
  for (int round = 0; round < 100; ++round) {
    ThreadPool pool(1 + round % 5);
    std::atomic<int> ran{0};
    if (round % 3 != 0) pool.jobs().for_each(4, [&](std::uint32_t) { ++ran; });
    ASSERT_EQ(ran, round % 3 != 0 ? 4 : 0);
  }
}

// Processor time of the whole process while the pool has nothing to do.
TEST(ThreadPool, uses_no_processor_time_while_idle) {
  ThreadPool pool(4);
  std::atomic<int> ran{0};
  pool.jobs().for_each(100, [&](std::uint32_t) { ++ran; });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const std::clock_t before = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 0.05);
  pool.jobs().for_each(100, [&](std::uint32_t) { ++ran; });
  EXPECT_EQ(ran, 200) << "sleeping threads wake";
}

TEST(ThreadPool, runs_without_threads_when_out_of_memory) {
  for (const std::size_t k : {1, 2, 3}) {
    FailingAllocator memory(k);
    std::atomic<int> ran{0};
    {
      ThreadPool pool(3, memory.allocator());
      EXPECT_EQ(pool.threads(), k <= 2 ? 1u : 3u);
      pool.jobs().for_each(9, [&](std::uint32_t) { ++ran; });
      const std::size_t calls = memory.calls();
      pool.jobs().for_each(9, [&](std::uint32_t) { ++ran; });
      EXPECT_EQ(memory.calls(), calls) << "a run allocates nothing";
    }
    EXPECT_EQ(ran, 18);
    EXPECT_EQ(memory.bytes(), 0u);
  }
}

}  // namespace
}  // namespace masu::test
