// SPDX-License-Identifier: MIT
// Each case runs in a process of its own: float and double builds of one library never meet,
// memory starts afresh, and a peer that crashes takes only its case with it.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace masu_bench {

// The child was killed at its CpuLimit.
struct TimeLimit : std::runtime_error {
  TimeLimit() : std::runtime_error("the case took too long") {}
};

// What `work` returns in a child process. A std::invalid_argument that it throws is thrown here
// too; TimeLimit; std::runtime_error if the child ended badly in another way: what it said is on
// stderr.
std::string text_of_child(const std::function<std::string()>& work);

}  // namespace masu_bench
