// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <map>
#include <tuple>

#include "bench/common/fastest_peer.hpp"
#include "bench/common/growth.hpp"
#include "bench/common/text_file.hpp"
#include "scenes/plot/growth_chart.hpp"

namespace masu_bench::hull {
namespace {

auto contest_of(const Row& r) {
  return std::tie(r.row, r.n, r.scalar);
}
auto curve_of(const Row& r) {
  return std::tie(r.row, r.scalar, r.method);
}

void find_exponent(const std::vector<Row>& rows, Row& row) {
  std::map<std::uint64_t, double> times;
  for (const Row& other : rows) {
    if (curve_of(other) == curve_of(row)) times[other.n] = other.ns;
  }
  row.exponent = growth(times, true, {1000, 1'000'000});
}

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_fastest_peer(rows, row, contest_of);
    find_exponent(rows, row);
  }
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::pair<std::string, std::string>, masu::plot::Curves> plots;
  for (const Row& r : rows) {
    if (r.exponent) plots[{r.row, r.scalar}][r.method][r.n] = r.ns;
  }
  for (const auto& [key, curves] : plots) {
    const auto& [row, scalar] = key;
    write_text(
        masu::plot::draw_chart(fmt::format("{}, {}: ns a point", row, scalar), curves, "points"),
        folder / fmt::format("hull_{}{}.svg", row, scalar == "float" ? "_float" : ""));
  }
}

}  // namespace masu_bench::hull
