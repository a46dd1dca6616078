// SPDX-License-Identifier: MIT
// Runs each case in a process of its own: float and double builds of one library never share a
// process, memory starts fresh, and a peer that crashes only takes its case with it.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace masu_bench {

// The child was killed at its CpuLimit.
struct TimeLimit : std::runtime_error {
  TimeLimit() : std::runtime_error("the case took too long") {}
};

// Returns what `work` returns in a child process. Rethrows a std::invalid_argument of `work`;
// throws TimeLimit, or std::runtime_error if the child failed in another way: its messages are on
// stderr.
std::string text_of_child(const std::function<std::string()>& work);

}  // namespace masu_bench
