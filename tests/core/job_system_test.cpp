// SPDX-License-Identifier: MIT
#include <masu/core/job_system.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "tests/support/threads.hpp"

namespace masu {
namespace {

TEST(JobSystem, without_a_callback_runs_in_order) {
  std::vector<std::uint32_t> seen;
  JobSystem{}.for_each(5, [&](std::uint32_t i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(JobSystem, runs_every_job_once_on_any_number_of_threads) {
  for (std::uint32_t workers = 1; workers <= 8; ++workers) {
    test::Threads threads(workers);
    std::vector<std::atomic<int>> runs(1000);
    threads.jobs().for_each(1000, [&](std::uint32_t i) { ++runs[i]; });
    for (const auto& r : runs) ASSERT_EQ(r, 1);
    EXPECT_EQ(threads.count(), workers == 1 ? 0u : 1000u);
  }
}

TEST(JobSystem, runs_bodies_that_are_const) {
  test::Threads threads(2);
  std::atomic<int> runs{0};
  const auto body = [&](std::uint32_t) { ++runs; };
  threads.jobs().for_each(10, body);
  JobSystem{}.for_each(10, body);
  EXPECT_EQ(runs, 20);
}

TEST(JobSystem, one_job_or_one_worker_needs_no_callback) {
  int calls = 0;
  const JobSystem jobs{[](void* context, std::uint32_t, void (*)(void*, std::uint32_t), void*) {
                         ++*static_cast<int*>(context);
                       },
                       &calls, 4};
  int ran = 0;
  jobs.for_each(1, [&](std::uint32_t) { ++ran; });
  jobs.for_each(0, [&](std::uint32_t) { ++ran; });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(ran, 1);
  jobs.for_each(2, [&](std::uint32_t) { ++ran; });
  EXPECT_EQ(calls, 1);
}

TEST(JobSystem, blocks_cover_all_once_and_do_not_depend_on_the_workers) {
  for (const std::uint32_t workers : {1u, 2u, 8u}) {
    for (const std::size_t size : {0, 1, 99, 100, 101, 1000}) {
      test::Threads threads(workers);
      std::vector<std::atomic<int>> runs(size);
      threads.jobs().for_each_block(size, 100, [&](std::size_t first, std::size_t end) {
        EXPECT_EQ(first % 100, 0u);
        EXPECT_EQ(end, std::min(size, first + 100));
        for (std::size_t i = first; i < end; ++i) ++runs[i];
      });
      for (const auto& r : runs) ASSERT_EQ(r, 1);
      const std::size_t blocks = (size + 99) / 100;
      EXPECT_EQ(threads.count(), workers == 1 || blocks < 2 ? 0u : blocks);
    }
  }
}

}  // namespace
}  // namespace masu
