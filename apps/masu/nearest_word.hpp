// SPDX-License-Identifier: MIT
// Messages about unknown words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace masu::cli {

using Words = std::vector<std::string_view>;

// Returns the known word most similar to `word`: with a few letters wrong, missing, added or
// swapped, or with `word` as its beginning. Empty if none is similar. Case, '-' and '_' are
// ignored.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

// Returns "unknown method 'kd_tre': did you mean 'kd_tree'? Known: kd_tree bvh". `kind`: "method".
std::string unknown_word(std::string_view kind, std::string_view word,
                         std::span<const std::string_view> known);

}  // namespace masu::cli
