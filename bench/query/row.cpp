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

namespace masu_bench::query {
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

auto contest_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.scalar, r.task, r.n);
}
auto curve_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.scalar, r.task, r.method);
}

void find_best_peer(const std::vector<Row>& rows, Row& row) {
  const Row* best = nullptr;
  for (const Row& other : rows) {
    if (other.is_ours() || other.exact == false || contest_of(other) != contest_of(row)) continue;
    if (best == nullptr || other.ns < best->ns) best = &other;
  }
  row.best_peer = best != nullptr ? best->method : "";
  row.peer_ratio = best != nullptr ? std::optional<double>(best->ns / row.ns) : std::nullopt;
}

void find_exponent(const std::vector<Row>& rows, Row& row) {
  Curve curve;
  for (const Row& other : rows) {
    if (curve_of(other) == curve_of(row)) curve[other.n] = other.ns;
  }
  const double exponent = growth(curve, row.is_build());
  row.exponent = std::isnan(exponent) ? std::nullopt : std::optional<double>(exponent);
}

constexpr const char* kColumns[] = {
    "scene",        "dim",           "n",       "task",      "method",        "scalar",
    "ns_per_query", "ns_per_object", "results", "exact",     "method_scalar", "version",
    "simd",         "least_ns",      "samples", "best_peer", "peer_ratio",    "exponent"};

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : value.dump();
}

}  // namespace

Json to_json(const Row& r) {
  return {{"scene", r.scene},
          {"dim", r.dim},
          {"n", r.n},
          {"task", r.task},
          {"method", r.method},
          {"scalar", r.scalar},
          {"ns_per_query", r.is_build() ? Json(nullptr) : Json(r.ns)},
          {"ns_per_object", r.is_build() ? Json(r.ns) : Json(nullptr)},
          {"results", r.results},
          {"exact", or_null(r.exact)},
          {"method_scalar", r.method_scalar},
          {"version", r.version},
          {"simd", r.simd},
          {"least_ns", r.least_ns},
          {"samples", r.samples},
          {"best_peer", r.best_peer},
          {"peer_ratio", or_null(r.peer_ratio)},
          {"exponent", or_null(r.exponent)}};
}

Row row_of(const Json& j) {
  Row r;
  j.at("scene").get_to(r.scene);
  j.at("dim").get_to(r.dim);
  j.at("n").get_to(r.n);
  j.at("task").get_to(r.task);
  j.at("method").get_to(r.method);
  j.at("scalar").get_to(r.scalar);
  j.at(r.is_build() ? "ns_per_object" : "ns_per_query").get_to(r.ns);
  j.at("results").get_to(r.results);
  r.exact = optional_of<bool>(j.at("exact"));
  j.at("method_scalar").get_to(r.method_scalar);
  j.at("version").get_to(r.version);
  j.at("simd").get_to(r.simd);
  j.at("least_ns").get_to(r.least_ns);
  j.at("samples").get_to(r.samples);
  j.at("best_peer").get_to(r.best_peer);
  r.peer_ratio = optional_of<double>(j.at("peer_ratio"));
  r.exponent = optional_of<double>(j.at("exponent"));
  return r;
}

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_best_peer(rows, row);
    find_exponent(rows, row);
  }
}

void write_json(const std::vector<Row>& rows, const std::filesystem::path& file) {
  Json array = Json::array();
  for (const Row& row : rows) array.push_back(to_json(row));
  write_text(array.dump(1) + "\n", file);
}

std::vector<Row> read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  std::vector<Row> rows;
  for (const Json& json : Json::parse(in)) rows.push_back(row_of(json));
  return rows;
}

void write_csv(const std::vector<Row>& rows, const std::filesystem::path& file) {
  std::string text;
  std::string separator;
  for (const char* column : kColumns) text += std::exchange(separator, ",") + column;
  text += '\n';
  for (const Row& row : rows) {
    const Json json = to_json(row);
    separator.clear();
    for (const char* column : kColumns) {
      text += std::exchange(separator, ",") + cell(json.at(column));
    }
    text += '\n';
  }
  write_text(text, file);
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::tuple<std::string, int, std::string, std::string>, Curves> plots;
  for (const Row& r : rows) plots[{r.scene, r.dim, r.scalar, r.task}][r.method][r.n] = r.ns;
  for (const auto& [key, curves] : plots) {
    const auto& [scene, dim, scalar, task] = key;
    const std::string title = fmt::format("{}, {}D, {}, {}: ns each", scene, dim, scalar, task);
    write_text(draw_chart(title, curves),
               folder / fmt::format("query_{}_{}d_{}{}.svg", scene, dim, task,
                                    scalar == "float" ? "" : "_double"));
  }
}

}  // namespace masu_bench::query
