// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <cmath>
#include <tuple>

#include "bench/common/chart.hpp"
#include "bench/common/text_file.hpp"

namespace masu_bench::narrow {
namespace {

auto contest_of(const Row& r) {
  return std::tie(r.row, r.n, r.mode, r.scalar);
}
auto curve_of(const Row& r) {
  return std::tie(r.row, r.mode, r.scalar, r.method);
}

void find_peers(const std::vector<Row>& rows, Row& row) {
  const Row* best = nullptr;
  const Row* fastest = nullptr;
  for (const Row& other : rows) {
    if (other.is_ours() || contest_of(other) != contest_of(row)) continue;
    if (fastest == nullptr || other.ns < fastest->ns) fastest = &other;
    if (other.is_right() && (best == nullptr || other.ns < best->ns)) best = &other;
  }
  const auto ratio = [&](const Row* peer) {
    return peer != nullptr ? std::optional<double>(peer->ns / row.ns) : std::nullopt;
  };
  row.best_peer = best != nullptr ? best->method : "";
  row.peer_ratio = ratio(best);
  row.fastest_peer = fastest != nullptr ? fastest->method : "";
  row.fastest_ratio = ratio(fastest);
}

void find_exponent(const std::vector<Row>& rows, Row& row) {
  Curve curve;
  for (const Row& other : rows) {
    if (other.n > 0 && curve_of(other) == curve_of(row)) curve[other.n] = other.ns;
  }
  const double exponent = growth(curve, false, {1, 100'000});
  row.exponent = std::isnan(exponent) ? std::nullopt : std::optional<double>(exponent);
}

}  // namespace

bool Row::is_right() const {
  return wrong <= (is_ours() ? 0 : kRightPeer);
}

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_peers(rows, row);
    find_exponent(rows, row);
  }
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::tuple<std::string, std::string, std::string>, Curves> plots;
  for (const Row& r : rows) {
    if (r.exponent) plots[{r.row, r.mode, r.scalar}][r.method][r.n] = r.ns;
  }
  for (const auto& [key, curves] : plots) {
    const auto& [row, mode, scalar] = key;
    write_text(
        draw_chart(fmt::format("{}, {}, {}: ns each", row, mode, scalar), curves, "vertices"),
        folder / fmt::format("narrow_{}_{}{}.svg", row, mode, scalar == "float" ? "" : "_double"));
  }
}

}  // namespace masu_bench::narrow
