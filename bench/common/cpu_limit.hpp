// SPDX-License-Identifier: MIT
#pragma once

#include <sys/resource.h>

#include <cmath>

#include "stopwatch.hpp"

namespace masu_bench {

// Limits the processor time of this process while the object lives: after so many more seconds,
// rounded up, it is killed by SIGXCPU, and text_of_child() throws TimeLimit. 0: no limit. Run work
// that may not end in a child.
class CpuLimit {
 public:
  explicit CpuLimit(double seconds) {
    if (seconds > 0) set(static_cast<rlim_t>(std::ceil(now(Clock::cpu) + seconds)));
  }
  ~CpuLimit() { set(RLIM_INFINITY); }
  CpuLimit(const CpuLimit&) = delete;
  CpuLimit& operator=(const CpuLimit&) = delete;

 private:
  static void set(rlim_t seconds) {
    rlimit limit{};
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = seconds < limit.rlim_max ? seconds : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
  }
};

}  // namespace masu_bench
