// SPDX-License-Identifier: MIT
// Visitors, traces and jobs that throw at their k-th call, for every k: the exception leaves the
// call, the object is valid, and the repeated call gives the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "in_headers.hpp"
#include "tests/callbacks/operation.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Runs jobs backwards, on the calling thread. A job may throw; then those left are dropped, or
// done.
struct ThrowingJobs {
  Probe* probe;
  bool drops;

  JobSystem jobs() { return {&run, this, 4}; }
  static void run(void* context, std::uint32_t count, void (*job)(void*, std::uint32_t),
                  void* data) {
    const ThrowingJobs& self = *static_cast<ThrowingJobs*>(context);
    bool threw = false;
    for (std::uint32_t i = count; i-- > 0;) {
      try {
        self.probe->call();
        job(data, i);
      } catch (const Thrown&) {
        if (self.drops) throw;
        threw = true;
      }
    }
    if (threw) throw Thrown{};
  }
};

struct Run {
  std::uint64_t calls, digest;
  bool threw;
};
Run run(const Operation& operation, UserCode code, std::uint64_t throw_at, bool drops = true) {
  Probe probe(code, throw_at);
  ThrowingJobs jobs{&probe, drops};
  probe.set_jobs(jobs.jobs());
  operation.run(probe);
  EXPECT_EQ(probe.attempts(), 1u);
  return {probe.calls(), probe.digest(), probe.threw()};
}

// How many expectations have failed so far.
int failures() {
  return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
}

void throw_at_each_call(const Operation& operation, UserCode code, std::uint64_t& throws) {
  SCOPED_TRACE(operation.name);
  const int before = failures();
  const Run calm = run(operation, code, Probe::kNever);
  if (code == UserCode::trace && !operation.trace_throws) return;
  EXPECT_EQ(calm.calls > 0, code != UserCode::jobs || operation.uses_jobs) << "user code runs";
  // An update has thousands of jobs: some of them in the plain tier, all in the long one.
  const std::uint64_t step = by_tier(1 + calm.calls / 1000 * 20, std::uint64_t(1));
  for (std::uint64_t k = 1; k <= calm.calls; k += step) {
    for (const bool drops : {true, false}) {
      if (code != UserCode::jobs && !drops) continue;
      const Run shaken = run(operation, code, k, drops);
      ++throws;
      ASSERT_TRUE(shaken.threw) << k;
      ASSERT_EQ(shaken.digest, calm.digest) << k << " of " << calm.calls;
      ASSERT_EQ(failures(), before) << k << " of " << calm.calls;
    }
  }
}

class Throwing : public testing::TestWithParam<UserCode> {};
INSTANTIATE_TEST_SUITE_P(Callbacks, Throwing, testing::ValuesIn(kUserCodes),
                         [](const auto& of) { return std::string(name(of.param)); });

TEST_P(Throwing, loses_nothing_at_any_call) {
  const UserCode code = GetParam();
  std::uint64_t operations = 0;
  std::uint64_t throws = 0;
  for (const Operation& operation : all_operations()) {
    if (std::ranges::count(operation.codes, code) == 0) continue;
    ++operations;
    throw_at_each_call(operation, code, throws);
  }
  std::cout << operations << " operations with a " << name(code) << ", " << throws << " throws\n";
}

// No function of the headers is left out.
TEST(Operations, are_those_of_the_headers) {
  std::vector<std::string> expected(std::begin(kFunctionsInHeaders), std::end(kFunctionsInHeaders));
  std::vector<std::string> listed;
  for (const Operation& operation : all_operations()) {
    for (const UserCode code : operation.codes) listed.push_back(operation.name + ' ' + name(code));
  }
  std::ranges::sort(expected);
  std::ranges::sort(listed);
  EXPECT_EQ(std::unique(listed.begin(), listed.end()), listed.end());
  std::vector<std::string> missing, unknown;
  std::ranges::set_difference(expected, listed, std::back_inserter(missing));
  std::ranges::set_difference(listed, expected, std::back_inserter(unknown));
  EXPECT_EQ(missing, std::vector<std::string>()) << "add them";
  EXPECT_EQ(unknown, std::vector<std::string>()) << "no such function";
}

}  // namespace
}  // namespace masu::test
