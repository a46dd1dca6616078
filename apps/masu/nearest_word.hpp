// SPDX-License-Identifier: MIT
// Messages about words that the program does not know.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace masu::cli {

using Words = std::vector<std::string_view>;

// Returns the known word that `word` most resembles: a few letters wrong, missing, added or
// swapped, or only the beginning typed. Empty if none is close. Case, '-' and '_' make no
// difference.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

// "unknown method 'kd_tre': did you mean 'kd_tree'? Known: kd_tree bvh". `kind`: "method".
std::string unknown_word(std::string_view kind, std::string_view word,
                         std::span<const std::string_view> known);

}  // namespace masu::cli
