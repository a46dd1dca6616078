// SPDX-License-Identifier: MIT
// Every operation that takes jobs gives the same bits with job systems of any kind as without.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/thread_pool.hpp>

#include "tests/callbacks/operation.hpp"
#include "tests/support/job_orders.hpp"

namespace masu::test {
namespace {

std::uint64_t digest_with(const Operation& operation, const JobSystem& jobs) {
  Probe probe(UserCode::jobs);
  probe.set_jobs(jobs);
  operation.run(probe);
  return probe.digest();
}
std::vector<Operation> operations_with_jobs() {
  std::vector<Operation> list = all_operations();
  std::erase_if(list, [](const Operation& operation) {
    return std::ranges::count(operation.codes, UserCode::jobs) == 0;
  });
  return list;
}

// Another search, whose pairs must be those that it finds alone.
void search(const JobSystem& jobs) {
  static const auto boxes = random_boxes<2>(3000);
  static const std::uint64_t expected = [] {
    CountPairs pairs;
    (void)SortedOrthtree<2, float>().find_pairs(boxes, pairs);
    return pairs.count;
  }();
  CountPairs pairs;
  SortedOrthtree<2, float> finder;
  const SearchResult r = finder.find_pairs(boxes, pairs, {.jobs = jobs});
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_EQ(pairs.count, expected);
}

class JobOrders : public testing::TestWithParam<JobOrder> {};
INSTANTIATE_TEST_SUITE_P(Callbacks, JobOrders, testing::ValuesIn(kJobOrders),
                         [](const auto& of) { return std::string(name(of.param)); });

TEST_P(JobOrders, change_no_bit) {
  std::uint64_t jobs_run = 0;
  std::uint64_t operations = 0;
  for (const Operation& operation : operations_with_jobs()) {
    SCOPED_TRACE(operation.name);
    const std::uint64_t alone = digest_with(operation, {});
    OrderedJobs system(GetParam(), search);
    EXPECT_EQ(digest_with(operation, system.jobs()), alone);
    EXPECT_EQ(system.count() > 0, operation.uses_jobs);
    jobs_run += system.count();
    ++operations;
  }
  std::cout << operations << " operations, " << jobs_run << " jobs " << name(GetParam()) << "\n";
}

// Operations of one thread pool that are jobs of the same pool themselves.
TEST(JobOrders, change_no_bit_of_operations_inside_jobs) {
  ThreadPool pool(3);
  const JobSystem jobs = pool.jobs();
  for (const Operation& operation : operations_with_jobs()) {
    SCOPED_TRACE(operation.name);
    const std::uint64_t alone = digest_with(operation, {});
    std::uint64_t digests[3];
    jobs.for_each(3, [&](std::uint32_t i) { digests[i] = digest_with(operation, jobs); });
    for (const std::uint64_t digest : digests) EXPECT_EQ(digest, alone);
  }
}

}  // namespace
}  // namespace masu::test
