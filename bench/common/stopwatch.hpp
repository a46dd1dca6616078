// SPDX-License-Identifier: MIT
#pragma once

#include <time.h>

#include <algorithm>
#include <vector>

namespace masu_bench {

enum class Clock { wall, cpu, thread };

// Returns seconds of wall time, of processor time of this process, or of this thread alone: the
// latter two exclude other programs on a shared machine. With a CpuLimit the time of the process
// has a resolution of milliseconds.
inline double now(Clock clock) {
  timespec t{};
  clock_gettime(clock == Clock::wall  ? CLOCK_MONOTONIC
                : clock == Clock::cpu ? CLOCK_PROCESS_CPUTIME_ID
                                      : CLOCK_THREAD_CPUTIME_ID,
                &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Precondition: at least one sample.
inline double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t half = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
}

}  // namespace masu_bench
