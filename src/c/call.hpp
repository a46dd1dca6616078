// SPDX-License-Identifier: MIT
// Helpers of all calls from C: codes, checks of pointers, callbacks that may throw.
#pragma once

#include <masu/c/masu.h>

#include <span>

#include <masu/core/filter.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/status.hpp>

namespace masu::c {

inline masu_status code(Status status) {
  return static_cast<masu_status>(status);
}
inline masu_status code(masu_status status) {
  return status;
}

template <class... P>
bool all(const P*... pointers) {
  return (... && (pointers != nullptr));
}
// An empty array may have any address.
template <class E>
bool readable(const E* elements, std::size_t count) {
  return elements != nullptr || count == 0;
}

// Calls a callback until it stops the search, or throws: no exception gets into the frames of the
// library, which have no clean-up.
class Callback {
 public:
  // Returns whether to continue.
  template <class F>
  bool operator()(F&& f) {
    try {
      return f() != 0;
    } catch (...) {
      threw_ = true;
      return false;
    }
  }
  bool threw() const { return threw_; }
  masu_status code(Status status) const { return threw_ ? MASU_THREW : c::code(status); }

 private:
  bool threw_ = false;
};

// noexcept: after an exception it is not known which jobs have run.
inline JobSystem jobs_of(const masu_jobs* jobs) {
  if (jobs == nullptr || jobs->run == nullptr) return {};
  const auto run = [](void* context, std::uint32_t count, void (*job)(void*, std::uint32_t),
                      void* data) noexcept {
    const auto* c_jobs = static_cast<const masu_jobs*>(context);
    c_jobs->run(c_jobs->context, count, job, data);
  };
  return {run, const_cast<masu_jobs*>(jobs), jobs->workers};
}

template <class E>
const E* give(std::span<const E> elements, std::size_t* count) {
  if (count != nullptr) *count = elements.size();
  return elements.data();
}

}  // namespace masu::c
