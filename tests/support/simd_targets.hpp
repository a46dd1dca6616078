// SPDX-License-Identifier: MIT
// Runs a test with every instruction set in turn.
#pragma once

#include <gtest/gtest.h>

#include <masu/core/simd.hpp>

#include <cstdio>
#include <string>

namespace masu::test {

// Puts the best target back, however the test ends.
struct ForcedSimd {
  explicit ForcedSimd(SimdTarget target) : status(force_simd(target)) {}
  ~ForcedSimd() { EXPECT_EQ(force_simd(SimdTarget::best), Status::ok); }
  Status status;
};

// Calls body(target) for what this processor has, and says what it has not.
template <class Body>
void for_each_target(Body&& body) {
  int run = 0;
  for (const SimdTarget target : kSimdTargets) {
    if (!simd_available(target)) {
      std::printf("not run: %s, which this build or this processor lacks\n", name(target));
      testing::Test::RecordProperty(std::string("not_run_") + name(target), "no such processor");
      continue;
    }
    const ForcedSimd forced(target);
    ASSERT_EQ(forced.status, Status::ok);
    SCOPED_TRACE(name(target));
    body(target);
    ++run;
  }
  EXPECT_GT(run, 0);
}

}  // namespace masu::test
