// SPDX-License-Identifier: MIT
#pragma once

#include <time.h>

#include "case.hpp"

namespace masu_bench {

// Seconds of the wall, or of this process's threads: the latter does not count the time that
// other programs take on a shared machine.
inline double now(Clock clock) {
  timespec t{};
  clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace masu_bench
