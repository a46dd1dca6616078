// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <tuple>

#include "bench/common/fastest_peer.hpp"
#include "bench/common/growth.hpp"
#include "bench/common/text_file.hpp"
#include "scenes/plot/growth_chart.hpp"

namespace masu_bench::world {
namespace {

constexpr SizeRange kSizes{1'000, 1'000'000};

auto contest_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.task, r.moving_pct, r.threads, r.n);
}
auto curve_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.task, r.moving_pct, r.threads, r.method);
}

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_fastest_peer(rows, row, contest_of);
    row.exponent = exponent_of(rows, row, curve_of, &Row::n, &Row::ns, false, kSizes);
  }
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::tuple<std::string, int, std::string, double>, masu::plot::Curves> plots;
  for (const Row& r : rows) {
    const std::string name = r.threads > 1 ? fmt::format("{} {}t", r.method, r.threads) : r.method;
    plots[{r.scene, r.dim, r.task, r.moving_pct}][name][r.n] = r.ns;
  }
  for (const auto& [key, curves] : plots) {
    const auto& [scene, dim, task, share] = key;
    const bool update = share > 0;
    const std::string of = update ? fmt::format(", {:g} % moving: ns a frame", share) : ": ns each";
    const std::string title = fmt::format("{}, {}D, {}{}", scene, dim, task, of);
    const std::string end = update ? fmt::format("_{:g}", share) : "";
    write_text(masu::plot::draw_chart(title, curves),
               folder / fmt::format("world_{}_{}d_{}{}.svg", scene, dim, task, end));
  }
}

}  // namespace masu_bench::world
