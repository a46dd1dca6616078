// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "row.hpp"

namespace masu_bench {

// What `work` returns in a child process; see text_of_child().
std::vector<Row> in_child(const std::function<std::vector<Row>()>& work);

}  // namespace masu_bench
