// SPDX-License-Identifier: MIT
// Judges results: compares some with brute force, and all with the median of all methods.
#pragma once

#include "map.hpp"

namespace masu_bench::corridor {

// Results of a method: a distance each, at most the maximum of the query, or x and y.
using Answers = std::vector<float>;

// `off`: tolerance in map units. `scalars`: numbers per result. Returns the share of wrong results
// of each method.
std::vector<double> judge_by_median(const std::vector<const Answers*>& results, std::size_t scalars,
                                    double off);

// Returns the share of wrong distances among the first `brute` queries, by testing every wall in
// double.
std::vector<double> judge_by_brute_force(const Map& map, const masu_corridor_questions& questions,
                                         std::size_t brute,
                                         const std::vector<const Answers*>& results, double off);

}  // namespace masu_bench::corridor
