// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <cmath>
#include <map>
#include <tuple>

#include "bench/common/chart.hpp"
#include "bench/common/text_file.hpp"

namespace masu_bench::corridor {
namespace {

constexpr SizeRange kSizes{10'000, 20'000'000};

auto contest_of(const Row& r) {
  return std::tie(r.map, r.walls, r.task, r.movers);
}
auto curve_of(const Row& r) {
  return std::tie(r.map, r.task, r.movers, r.method);
}

// Maps have nearly the walls that were asked for: by three digits, a curve meets that of others.
std::uint64_t rounded(std::uint64_t walls) {
  std::uint64_t unit = 1;
  while (walls / unit >= 1000) unit *= 10;
  return (walls + unit / 2) / unit * unit;
}

void find_best_peer(const std::vector<Row>& rows, Row& row) {
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
    if (curve_of(other) == curve_of(row)) curve[other.walls] = other.ns;
  }
  const double exponent = growth(curve, row.is_build(), kSizes);
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
  std::map<std::tuple<std::string, std::string, std::string>, Curves> plots;
  for (const Row& r : rows) plots[{r.map, r.task, r.movers}][r.method][rounded(r.walls)] = r.ns;
  for (const auto& [key, curves] : plots) {
    const auto& [map, task, movers] = key;
    const std::string kind = movers.empty() ? task : task + ", " + movers;
    const std::string title =
        fmt::format("{}, {}: ns for each {}", map, kind, task == "build" ? "wall" : "mover");
    write_text(draw_chart(title, curves, "walls"),
               folder / fmt::format("corridor_{}_{}{}{}.svg", map, task, movers.empty() ? "" : "_",
                                    movers));
  }
}

}  // namespace masu_bench::corridor
