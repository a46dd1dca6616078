// SPDX-License-Identifier: MIT
// Each case runs in a process of its own: float and double builds of one library never meet,
// memory starts afresh, and a peer that crashes takes only its case with it.
#pragma once

#include <functional>

#include "row.hpp"

namespace masu_bench {

// What `work` returns in a child process. Throws std::runtime_error if the child did not end well;
// what it said is on stderr.
std::vector<Row> in_child(const std::function<std::vector<Row>()>& work);

}  // namespace masu_bench
