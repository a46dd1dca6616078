// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <tuple>

#include "bench/common/fastest_peer.hpp"
#include "bench/common/growth.hpp"
#include "bench/common/text_file.hpp"
#include "scenes/plot/growth_chart.hpp"

namespace masu_bench::narrow {
namespace {

auto contest_of(const Row& r) {
  return std::tie(r.row, r.n, r.mode, r.scalar);
}
auto curve_of(const Row& r) {
  return std::tie(r.row, r.mode, r.scalar, r.method);
}

// Finds the fastest peer, correct or not.
void find_fastest(const std::vector<Row>& rows, Row& row) {
  const Row* fastest = nullptr;
  for (const Row& other : rows) {
    if (other.is_ours() || contest_of(other) != contest_of(row)) continue;
    if (fastest == nullptr || other.ns < fastest->ns) fastest = &other;
  }
  row.fastest_peer = fastest != nullptr ? fastest->method : "";
  row.fastest_ratio =
      fastest != nullptr ? std::optional<double>(fastest->ns / row.ns) : std::nullopt;
}

}  // namespace

bool Row::is_right() const {
  return wrong <= (is_ours() ? 0 : kRightPeer);
}

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_fastest_peer(rows, row, contest_of);
    find_fastest(rows, row);
    row.exponent = exponent_of(rows, row, curve_of, &Row::n, &Row::ns, false, {1, 100'000});
  }
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::tuple<std::string, std::string, std::string>, masu::plot::Curves> plots;
  for (const Row& r : rows) {
    if (r.exponent) plots[{r.row, r.mode, r.scalar}][r.method][r.n] = r.ns;
  }
  for (const auto& [key, curves] : plots) {
    const auto& [row, mode, scalar] = key;
    write_text(
        masu::plot::draw_chart(fmt::format("{}, {}, {}: ns each", row, mode, scalar), curves,
                               "vertices"),
        folder / fmt::format("narrow_{}_{}{}.svg", row, mode, scalar == "float" ? "" : "_double"));
  }
}

}  // namespace masu_bench::narrow
