// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

namespace masu_bench {

// Finds the fastest correct row of another library with the same question_of(Row) as `row`, and
// stores its method and its relative time in the row.
template <class Row, class QuestionOf>
void find_fastest_peer(const std::vector<Row>& rows, Row& row, QuestionOf&& question_of) {
  const Row* best = nullptr;
  for (const Row& other : rows) {
    if (other.is_ours() || !other.is_right() || question_of(other) != question_of(row)) continue;
    if (best == nullptr || other.ns < best->ns) best = &other;
  }
  row.best_peer = best != nullptr ? best->method : "";
  row.peer_ratio = best != nullptr ? std::optional<double>(best->ns / row.ns) : std::nullopt;
}

}  // namespace masu_bench
