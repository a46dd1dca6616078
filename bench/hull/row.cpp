// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <cmath>
#include <map>
#include <tuple>

#include "bench/common/chart.hpp"
#include "bench/common/text_file.hpp"

namespace masu_bench::hull {
namespace {

auto contest_of(const Row& r) {
  return std::tie(r.row, r.n, r.scalar);
}
auto curve_of(const Row& r) {
  return std::tie(r.row, r.scalar, r.method);
}

void find_peer(const std::vector<Row>& rows, Row& row) {
  const Row* best = nullptr;
  for (const Row& other : rows) {
    if (other.is_ours() || !other.is_right() || contest_of(other) != contest_of(row)) continue;
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
  const double exponent = growth(curve, true, {1000, 1'000'000});
  row.exponent = std::isnan(exponent) ? std::nullopt : std::optional<double>(exponent);
}

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_peer(rows, row);
    find_exponent(rows, row);
  }
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::pair<std::string, std::string>, Curves> plots;
  for (const Row& r : rows) {
    if (r.exponent) plots[{r.row, r.scalar}][r.method][r.n] = r.ns;
  }
  for (const auto& [key, curves] : plots) {
    const auto& [row, scalar] = key;
    write_text(draw_chart(fmt::format("{}, {}: ns a point", row, scalar), curves, "points"),
               folder / fmt::format("hull_{}{}.svg", row, scalar == "float" ? "_float" : ""));
  }
}

}  // namespace masu_bench::hull
