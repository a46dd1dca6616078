// SPDX-License-Identifier: MIT
// All methods with one query on one map.
#pragma once

#include <map>
#include <string>

#include "row.hpp"

namespace masu_bench::corridor {

// Refers to the caller's rows.
class Contest {
 public:
  void add(const Row& row) { rows_[row.method] = &row; }
  // Returns the row of a method; nullptr if it does not take part.
  const Row* find(const std::string& method) const {
    const auto row = rows_.find(method);
    return row != rows_.end() ? row->second : nullptr;
  }
  const Row& ours() const { return *rows_.at(kOurs); }
  bool has_ours() const { return find(kOurs) != nullptr; }

 private:
  static constexpr const char* kOurs = "masu:chain_tree";

  std::map<std::string, const Row*> rows_;
};

// Returns the contests with the tree of chains, by task, movers, threads, map and walls.
std::vector<Contest> contests_of(const std::vector<Row>& rows);

}  // namespace masu_bench::corridor
