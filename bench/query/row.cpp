// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <cmath>
#include <tuple>

#include "bench/common/chart.hpp"
#include "bench/common/text_file.hpp"

namespace masu_bench::query {
namespace {

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

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_best_peer(rows, row);
    find_exponent(rows, row);
  }
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
