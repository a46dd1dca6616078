// SPDX-License-Identifier: MIT
// Which answers are wrong: held against brute force for some questions, against what the middle of
// all methods says for all.
#pragma once

#include "map.hpp"

namespace masu_bench::corridor {

// What a method said: a distance each, at most as far as was asked for, or x and y.
using Answers = std::vector<float>;

// `off`: how far an answer may be off, in the unit of the map. `scalars`: numbers an answer.
// Returns the share of wrong answers of each method.
std::vector<double> judge_by_middle(const std::vector<const Answers*>& said, std::size_t scalars,
                                    double off);

// The share of wrong distances among the first `brute` questions, by asking every wall in double.
std::vector<double> judge_by_brute_force(const Map& map, const masu_corridor_questions& questions,
                                         std::size_t brute, const std::vector<const Answers*>& said,
                                         double off);

}  // namespace masu_bench::corridor
