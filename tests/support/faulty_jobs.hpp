// SPDX-License-Identifier: MIT
// A JobSystem that throws in the middle of one of its runs.
#pragma once

#include <cstdint>
#include <stdexcept>

#include <masu/core/job_system.hpp>

namespace masu::test {

// Counts runs from the last throw_at() on; the k-th throws when half of its jobs, the later ones,
// have been done. The jobs of others are done backwards.
class FaultyJobs {
 public:
  static constexpr std::uint64_t kNever = ~std::uint64_t(0);

  JobSystem jobs() { return {&run, this, 4}; }
  void throw_at(std::uint64_t k) {
    runs_ = 0;
    throw_at_ = k;
  }
  std::uint64_t runs() const { return runs_; }

 private:
  static void run(void* context, std::uint32_t count, void (*job)(void*, std::uint32_t),
                  void* data) {
    auto& self = *static_cast<FaultyJobs*>(context);
    const bool throws = ++self.runs_ == self.throw_at_;
    for (std::uint32_t i = count; i-- > 0;) {
      if (throws && i < (count + 1) / 2) throw std::runtime_error("no");
      job(data, i);
    }
  }

  std::uint64_t runs_ = 0;
  std::uint64_t throw_at_ = kNever;
};

}  // namespace masu::test
