// SPDX-License-Identifier: MIT
// The line of numbers under a picture's title.
#pragma once

#include <string>

#include <fmt/format.h>

#include "drawings.hpp"
#include "errors.hpp"

namespace masu::cli {

// "48 boxes of uniform: 40 pairs; 102 box tests, 60 nodes or cells visited; all pairs: 1128 tests".
inline std::string counts_of(const DrawInput& input, const SearchResult& found,
                             const char* note = "") {
  std::string text = fmt::format("{} boxes of {}: {} pairs; {} box tests{}", input.size(),
                                 input.name, found.stats.results, found.stats.tests, note);
  if (found.stats.nodes > 1) text += fmt::format(", {} nodes or cells visited", found.stats.nodes);
  return text + fmt::format("; all pairs: {} tests", input.size() * (input.size() - 1) / 2);
}

}  // namespace masu::cli
