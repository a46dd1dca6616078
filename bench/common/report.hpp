// SPDX-License-Identifier: MIT
// What the tables of all benchmarks share.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace masu_bench {

// Returns an empty string if there is no number.
inline std::string number(const std::optional<double>& value, const char* unit = "",
                          int digits = 2) {
  return value ? fmt::format("{:.{}f}{}", *value, digits, unit) : "";
}

// Prints the rows by key_of(row), each key's from the fastest on: head(row) before the first of a
// key, then line(row) for each.
template <class Row, class KeyOf, class Head, class Line>
void print_by_key(const std::vector<Row>& rows, KeyOf&& key_of, Head&& head, Line&& line,
                  double Row::*time = &Row::ns) {
  std::vector<Row> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Row& a, const Row& b) {
    return std::pair(key_of(a), a.*time) < std::pair(key_of(b), b.*time);
  });
  const Row* last = nullptr;
  for (const Row& r : sorted) {
    if (last == nullptr || key_of(*last) != key_of(r)) head(r);
    line(r);
    last = &r;
  }
}

// Returns how a row compares with its goal, a ratio to the fastest peer: "met" or "MISSED", empty
// without a goal.
template <class Row>
const char* verdict(const Row& r) {
  if (!r.goal || !r.peer_ratio) return "";
  return *r.peer_ratio >= *r.goal ? "met" : "MISSED";
}

// Sorts rows by how far their goals are met, then those without goals.
template <class Row>
void sort_by_standing(std::vector<const Row*>& rows) {
  const auto standing = [](const Row& r) {
    return std::pair(!r.goal || !r.peer_ratio, r.peer_ratio.value_or(1e9) / r.goal.value_or(1));
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row* a, const Row* b) { return standing(*a) < standing(*b); });
}

}  // namespace masu_bench
