// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include <fmt/core.h>

#include <fstream>
#include <stdexcept>
#include <utility>

#include "text_file.hpp"

namespace masu_bench {
namespace {

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [name, number] : value.items()) {
    text += fmt::format("{}{}={:.5g}", text.empty() ? "" : ";", name, number.get<double>());
  }
  return text;
}

}  // namespace

void write_json(const Json& array, const std::filesystem::path& file) {
  write_text(array.dump(1) + "\n", file);
}

void write_csv(const Json& array, const std::filesystem::path& file) {
  std::string text;
  std::string separator;
  if (!array.empty()) {
    for (const auto& [name, value] : array[0].items()) {
      text += std::exchange(separator, ",") + name;
    }
    text += '\n';
  }
  for (const Json& row : array) {
    separator.clear();
    for (const Json& value : row) text += std::exchange(separator, ",") + cell(value);
    text += '\n';
  }
  write_text(text, file);
}

Json parse_file(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  return Json::parse(in);
}

}  // namespace masu_bench
