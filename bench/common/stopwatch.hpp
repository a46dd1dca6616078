// SPDX-License-Identifier: MIT
#pragma once

#include <time.h>

#include <algorithm>
#include <vector>

namespace masu_bench {

enum class Clock { wall, cpu, thread };

// Seconds of the wall, of this process's threads, or of this thread alone: the latter two do not
// count the time that other programs take on a shared machine. Under a CpuLimit that of the process
// moves in steps of milliseconds.
inline double now(Clock clock) {
  timespec t{};
  clock_gettime(clock == Clock::wall  ? CLOCK_MONOTONIC
                : clock == Clock::cpu ? CLOCK_PROCESS_CPUTIME_ID
                                      : CLOCK_THREAD_CPUTIME_ID,
                &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Of at least one sample.
inline double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t half = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
}

}  // namespace masu_bench
