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

// "48 boxes of uniform: 40 pairs; 102 box tests, 60 nodes or cells visited; all pairs: 1128 tests".
inline std::string counts_of(const DrawInput& input, const SearchResult& found,
                             const char* note = "") {
  std::string text = fmt::format("{} boxes of {}: {} pairs; {} box tests{}", input.size(),
                                 input.name, found.stats.results, found.stats.tests, note);
  if (found.stats.nodes > 1) text += fmt::format(", {} nodes or cells visited", found.stats.nodes);
  return text + fmt::format("; all pairs: {} tests", input.size() * (input.size() - 1) / 2);
}

}  // namespace masu::cli
