// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <map>
#include <tuple>

#include "bench/common/fastest_peer.hpp"
#include "bench/common/growth.hpp"
#include "bench/common/text_file.hpp"
#include "scenes/plot/growth_chart.hpp"

namespace masu_bench::corridor {
namespace {

constexpr SizeRange kSizes{10'000, 20'000'000};

auto contest_of(const Row& r) {
  return std::tie(r.map, r.walls, r.task, r.movers, r.threads);
}
auto curve_of(const Row& r) {
  return std::tie(r.map, r.task, r.movers, r.method, r.threads);
}

// Maps have nearly as many walls as requested: rounded to three digits, a curve meets that of
// others.
std::uint64_t rounded(std::uint64_t walls) {
  std::uint64_t unit = 1;
  while (walls / unit >= 1000) unit *= 10;
  return (walls + unit / 2) / unit * unit;
}

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_fastest_peer(rows, row, contest_of);
    row.exponent = exponent_of(rows, row, curve_of, &Row::walls, &Row::ns, row.is_build(), kSizes);
  }
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::tuple<std::string, std::string, std::string>, masu::plot::Curves> plots;
  for (const Row& r : rows) {
    const std::string name = r.threads > 1 ? fmt::format("{} {}t", r.method, r.threads) : r.method;
    plots[{r.map, r.task, r.movers}][name][rounded(r.walls)] = r.ns;
  }
  for (const auto& [key, curves] : plots) {
    const auto& [map, task, movers] = key;
    const std::string kind = movers.empty() ? task : task + ", " + movers;
    const std::string title =
        fmt::format("{}, {}: ns for each {}", map, kind, task == "build" ? "wall" : "mover");
    write_text(masu::plot::draw_chart(title, curves, "walls"),
               folder / fmt::format("corridor_{}_{}{}{}.svg", map, task, movers.empty() ? "" : "_",
                                    movers));
  }
}

}  // namespace masu_bench::corridor
