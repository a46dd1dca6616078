// SPDX-License-Identifier: MIT
// Sheet: the complete picture of a method: title, counts, the two halves, legend.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "drawings.hpp"
#include "errors.hpp"
#include "sort_part.hpp"
#include "world_part.hpp"

namespace masu::cli {

struct Sheet {
  std::string title;
  std::string counts;      // one line
  std::string world_says;  // over the left half
  std::string sort_says;   // over the right half
  bool has_pairs = true;
  std::string fill_says = "fill: the order it makes";
};

std::string compose(const Sheet& sheet, const WorldPart& world, const SortPart& sort);

// Returns for each index the colour of the object that comes k-th in `order`.
std::vector<std::string> colours_by(std::span<const std::uint32_t> order, std::size_t size);

// Returns "48 boxes of uniform: 40 pairs; 102 box tests, 60 nodes or cells visited; all pairs: 1128
// tests".
std::string counts_of(const DrawInput& input, const SearchResult& found, const char* note = "");

}  // namespace masu::cli
