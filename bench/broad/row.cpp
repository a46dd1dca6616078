// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bench/common/chart.hpp"
#include "ours.hpp"

namespace masu_bench {
namespace {

using Json = nlohmann::json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::optional<T> optional_of(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<T>(json.get<T>());
}

auto case_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.n, r.scalar, r.threads);
}
auto curve_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.scalar, r.threads, r.method);
}

std::optional<double> ratio_to(const std::vector<Row>& rows, const Row& row, const char* method) {
  for (const Row& other : rows) {
    if (other.method != method || case_of(other) != case_of(row)) continue;
    return row.ns_per_object / other.ns_per_object;
  }
  return std::nullopt;
}

std::optional<double> exponent_of(const std::vector<Row>& rows, const Row& row) {
  Curve curve;
  for (const Row& other : rows) {
    if (curve_of(other) == curve_of(row)) curve[other.n] = other.ns_per_object;
  }
  const double exponent = growth(curve, true);
  return std::isnan(exponent) ? std::nullopt : std::optional<double>(exponent);
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [name, share] : value.items()) {
    text += fmt::format("{}{}={:.4f}", text.empty() ? "" : ";", name, share.get<double>());
  }
  return text;
}

std::ofstream open(const std::filesystem::path& file) {
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  std::ofstream out(file);
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
  return out;
}

constexpr const char* kColumns[] = {"scene",
                                    "dim",
                                    "n",
                                    "moving",
                                    "method",
                                    "threads",
                                    "ns_per_object",
                                    "pairs",
                                    "tests_per_object",
                                    "exact",
                                    "scalar",
                                    "method_scalar",
                                    "version",
                                    "simd",
                                    "ns_per_pair",
                                    "min_ns_per_object",
                                    "frames",
                                    "limit_ratio",
                                    "ours_ratio",
                                    "exponent",
                                    "phases"};

}  // namespace

Json to_json(const Row& r) {
  return {{"scene", r.scene},
          {"dim", r.dim},
          {"n", r.n},
          {"moving", r.moving},
          {"method", r.method},
          {"threads", r.threads},
          {"ns_per_object", r.ns_per_object},
          {"pairs", r.pairs},
          {"tests_per_object", or_null(r.tests_per_object)},
          {"exact", or_null(r.exact)},
          {"scalar", r.scalar},
          {"method_scalar", r.method_scalar},
          {"version", r.version},
          {"simd", r.simd},
          {"ns_per_pair", r.ns_per_pair},
          {"min_ns_per_object", r.min_ns_per_object},
          {"frames", r.frames},
          {"limit_ratio", or_null(r.limit_ratio)},
          {"ours_ratio", or_null(r.ours_ratio)},
          {"exponent", or_null(r.exponent)},
          {"phases", r.phases}};
}

Row row_of(const Json& j) {
  Row r;
  j.at("scene").get_to(r.scene);
  j.at("dim").get_to(r.dim);
  j.at("n").get_to(r.n);
  j.at("moving").get_to(r.moving);
  j.at("method").get_to(r.method);
  j.at("threads").get_to(r.threads);
  j.at("ns_per_object").get_to(r.ns_per_object);
  j.at("pairs").get_to(r.pairs);
  r.tests_per_object = optional_of<double>(j.at("tests_per_object"));
  r.exact = optional_of<bool>(j.at("exact"));
  j.at("scalar").get_to(r.scalar);
  j.at("method_scalar").get_to(r.method_scalar);
  j.at("version").get_to(r.version);
  j.at("simd").get_to(r.simd);
  j.at("ns_per_pair").get_to(r.ns_per_pair);
  j.at("min_ns_per_object").get_to(r.min_ns_per_object);
  j.at("frames").get_to(r.frames);
  r.limit_ratio = optional_of<double>(j.at("limit_ratio"));
  r.ours_ratio = optional_of<double>(j.at("ours_ratio"));
  r.exponent = optional_of<double>(j.at("exponent"));
  j.at("phases").get_to(r.phases);
  return r;
}

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    row.exponent = exponent_of(rows, row);
    row.ours_ratio = ratio_to(rows, row, kOurFirst);
    row.limit_ratio = ratio_to(rows, row, kLimit);
  }
}

void write_json(const std::vector<Row>& rows, const std::filesystem::path& file) {
  Json array = Json::array();
  for (const Row& row : rows) array.push_back(to_json(row));
  open(file) << array.dump(1) << '\n';
}

std::vector<Row> read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  std::vector<Row> rows;
  for (const Json& json : Json::parse(in)) rows.push_back(row_of(json));
  return rows;
}

void write_csv(const std::vector<Row>& rows, const std::filesystem::path& file) {
  std::ofstream out = open(file);
  std::string separator;
  for (const char* column : kColumns) out << std::exchange(separator, ",") << column;
  out << '\n';
  for (const Row& row : rows) {
    const Json json = to_json(row);
    separator.clear();
    for (const char* column : kColumns) {
      out << std::exchange(separator, ",") << cell(json.at(column));
    }
    out << '\n';
  }
}

}  // namespace masu_bench
