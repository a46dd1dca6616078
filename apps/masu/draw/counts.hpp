// SPDX-License-Identifier: MIT
// The line of numbers under a picture's title, and the check that the run behind it went well.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <masu/core/status.hpp>

#include "drawings.hpp"

namespace masu::cli {

inline void expect_ok(Status status) {
  if (status == Status::out_of_memory) throw std::bad_alloc();
  if (status != Status::ok) throw std::runtime_error(describe(status));
}

// "48 boxes of uniform: 40 pairs, 102 box tests".
inline std::string counts_of(const DrawInput& input, const SearchResult& found) {
  return fmt::format(
      "{} boxes of {}: {} pairs found by {} tests of box against box (all pairs: {})", input.size(),
      input.name, found.stats.results, found.stats.tests, input.size() * (input.size() - 1) / 2);
}

}  // namespace masu::cli
