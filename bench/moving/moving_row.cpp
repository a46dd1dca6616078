// SPDX-License-Identifier: MIT
#include "moving_row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <tuple>

namespace masu_bench {
namespace {

using Json = nlohmann::json;

auto case_of(const MovingRow& r) {
  return std::tie(r.dim, r.scalar, r.scene, r.changed_pct, r.n);
}
auto curve_of(const MovingRow& r) {
  return std::tie(r.dim, r.scalar, r.scene, r.changed_pct, r.method);
}

}  // namespace

Json to_json(const MovingRow& r) {
  return {{"scene", r.scene},
          {"dim", r.dim},
          {"n", r.n},
          {"changed_pct", r.changed_pct},
          {"method", r.method},
          {"added", r.added},
          {"removed", r.removed},
          {"ns_per_object", r.ns_per_object},
          {"us_per_frame", r.us_per_frame},
          {"pairs", r.pairs},
          {"tests_per_moved", r.tests_per_moved ? Json(*r.tests_per_moved) : Json(nullptr)},
          {"exact", r.exact},
          {"scalar", r.scalar},
          {"method_scalar", r.method_scalar},
          {"version", r.version},
          {"frames", r.frames},
          {"exponent", r.exponent ? Json(*r.exponent) : Json(nullptr)}};
}

MovingRow moving_row_of(const Json& j) {
  const auto maybe = [&](const char* key) {
    return j.at(key).is_null() ? std::nullopt : std::optional<double>(j.at(key).get<double>());
  };
  MovingRow r;
  j.at("scene").get_to(r.scene);
  j.at("dim").get_to(r.dim);
  j.at("n").get_to(r.n);
  j.at("changed_pct").get_to(r.changed_pct);
  j.at("method").get_to(r.method);
  j.at("added").get_to(r.added);
  j.at("removed").get_to(r.removed);
  j.at("ns_per_object").get_to(r.ns_per_object);
  j.at("us_per_frame").get_to(r.us_per_frame);
  j.at("pairs").get_to(r.pairs);
  r.tests_per_moved = maybe("tests_per_moved");
  j.at("exact").get_to(r.exact);
  j.at("scalar").get_to(r.scalar);
  j.at("method_scalar").get_to(r.method_scalar);
  j.at("version").get_to(r.version);
  j.at("frames").get_to(r.frames);
  r.exponent = maybe("exponent");
  return r;
}

void set_exponents(std::vector<MovingRow>& rows) {
  for (MovingRow& row : rows) {
    const MovingRow* least = &row;
    const MovingRow* most = &row;
    for (const MovingRow& other : rows) {
      if (curve_of(other) != curve_of(row)) continue;
      if (other.n < least->n) least = &other;
      if (other.n > most->n) most = &other;
    }
    if (least->n == most->n) continue;
    row.exponent = std::log(most->us_per_frame / least->us_per_frame) /
                   std::log(static_cast<double>(most->n) / static_cast<double>(least->n));
  }
}

void print_moving_tables(const std::vector<MovingRow>& rows) {
  std::vector<MovingRow> sorted = rows;
  std::sort(sorted.begin(), sorted.end(), [](const MovingRow& a, const MovingRow& b) {
    return std::tuple_cat(case_of(a), std::tie(a.ns_per_object)) <
           std::tuple_cat(case_of(b), std::tie(b.ns_per_object));
  });
  const MovingRow* last = nullptr;
  for (const MovingRow& r : sorted) {
    if (last == nullptr || case_of(*last) != case_of(r)) {
      fmt::print(
          "\n{} {}D, n = {}, {}, {:g} % moving: {} pairs, {:.1f} added and {:.1f} removed a "
          "frame\n{:<28} {:>10} {:>12} {:>11} {:>8}  {}\n",
          r.scene, r.dim, r.n, r.scalar, r.changed_pct, r.pairs, r.added, r.removed, "method",
          "ns/object", "us/frame", "tests/moved", "exponent", "exact");
    }
    const auto number = [](const std::optional<double>& x) {
      return x ? fmt::format("{:.2f}", *x) : std::string();
    };
    fmt::print("{:<28} {:>10.3f} {:>12.1f} {:>11} {:>8}  {}\n", r.method, r.ns_per_object,
               r.us_per_frame, number(r.tests_per_moved), number(r.exponent),
               r.exact ? "yes" : "NO");
    last = &r;
  }
}

void write_moving_csv(const std::vector<MovingRow>& rows, const std::filesystem::path& file) {
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  std::ofstream out(file);
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
  out << "scene,dim,n,changed_pct,method,added,removed,ns_per_object,us_per_frame,pairs,"
         "tests_per_moved,exact,scalar,method_scalar,version,frames,exponent\n";
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{:.6g}", *x) : std::string();
  };
  for (const MovingRow& r : rows) {
    out << fmt::format("{},{},{},{:g},{},{:.6g},{:.6g},{:.6g},{:.6g},{},{},{},{},{},{},{},{}\n",
                       r.scene, r.dim, r.n, r.changed_pct, r.method, r.added, r.removed,
                       r.ns_per_object, r.us_per_frame, r.pairs, number(r.tests_per_moved), r.exact,
                       r.scalar, r.method_scalar, r.version, r.frames, number(r.exponent));
  }
}

}  // namespace masu_bench
