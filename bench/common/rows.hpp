// SPDX-License-Identifier: MIT
// Rows of results, as JSON and CSV. A row is a struct whose members MASU_BENCH_ROW lists in the
// order of the columns.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "child.hpp"

// A missing value is null.
template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  template <class Json>
  static void to_json(Json& json, const std::optional<T>& value) {
    json = value ? Json(*value) : Json(nullptr);
  }
  template <class Json>
  static void from_json(const Json& json, std::optional<T>& value) {
    value = json.is_null() ? std::nullopt : std::optional<T>(json.template get<T>());
  }
};

namespace masu_bench {

using Json = nlohmann::ordered_json;

// NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE for JSON that keeps the order of members.
#define MASU_BENCH_ROW(Type, ...)                                                           \
  inline void to_json(::masu_bench::Json& nlohmann_json_j, const Type& nlohmann_json_t) {   \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))                \
  }                                                                                         \
  inline void from_json(const ::masu_bench::Json& nlohmann_json_j, Type& nlohmann_json_t) { \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__))              \
  }

// All of these throw std::runtime_error if the file cannot be read or written; folders are made.
void write_json(const Json& array, const std::filesystem::path& file);
void write_csv(const Json& array, const std::filesystem::path& file);
Json parse_file(const std::filesystem::path& file);

// Throws a JSON error too, for anything except an array of rows.
template <class Row>
std::vector<Row> read_json(const std::filesystem::path& file) {
  return parse_file(file).get<std::vector<Row>>();
}
template <class Row>
std::vector<Row> read_json(const std::vector<std::string>& files) {
  std::vector<Row> rows;
  for (const std::string& file : files) {
    for (Row& row : read_json<Row>(std::filesystem::path(file))) rows.push_back(std::move(row));
  }
  return rows;
}

// Returns what `work` returns in a child process; see text_of_child().
template <class Row>
std::vector<Row> in_child(const std::function<std::vector<Row>()>& work) {
  return Json::parse(text_of_child([&] { return Json(work()).dump(); }))
      .template get<std::vector<Row>>();
}

}  // namespace masu_bench
