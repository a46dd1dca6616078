// SPDX-License-Identifier: MIT
// Each case runs in a process of its own: float and double builds of one library never meet,
// memory starts afresh, and a peer that crashes takes only its case with it.
#pragma once

#include <functional>
#include <string>

namespace masu_bench {

// What `work` returns in a child process. A std::invalid_argument that it throws is thrown here
// too; std::runtime_error if the child ended badly in another way: what it said is on stderr.
std::string text_of_child(const std::function<std::string()>& work);

}  // namespace masu_bench
