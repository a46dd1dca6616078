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

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_fastest_peer(rows, row, contest_of);
    row.exponent = exponent_of(rows, row, curve_of, &Row::n, &Row::ns, true, {1000, 1'000'000});
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
