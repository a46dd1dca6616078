// SPDX-License-Identifier: MIT
#include "child.hpp"

#include <nlohmann/json.hpp>

#include "bench/common/child.hpp"

namespace masu_bench {

std::vector<Row> in_child(const std::function<std::vector<Row>()>& work) {
  const std::string text = text_of_child([&] {
    nlohmann::json array = nlohmann::json::array();
    for (const Row& row : work()) array.push_back(to_json(row));
    return array.dump();
  });
  std::vector<Row> rows;
  for (const auto& json : nlohmann::json::parse(text)) rows.push_back(row_of(json));
  return rows;
}

}  // namespace masu_bench
