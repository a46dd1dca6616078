// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <fmt/core.h>

#include <tuple>

#include "bench/common/fastest_peer.hpp"
#include "bench/common/growth.hpp"
#include "bench/common/text_file.hpp"
#include "scenes/plot/growth_chart.hpp"

namespace masu_bench::query {
namespace {

auto contest_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.scalar, r.task, r.n);
}
auto curve_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.scalar, r.task, r.method);
}

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    find_fastest_peer(rows, row, contest_of);
    row.exponent = exponent_of(rows, row, curve_of, &Row::n, &Row::ns, row.is_build());
  }
}

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::tuple<std::string, int, std::string, std::string>, masu::plot::Curves> plots;
  for (const Row& r : rows) plots[{r.scene, r.dim, r.scalar, r.task}][r.method][r.n] = r.ns;
  for (const auto& [key, curves] : plots) {
    const auto& [scene, dim, scalar, task] = key;
    const std::string title = fmt::format("{}, {}D, {}, {}: ns each", scene, dim, scalar, task);
    write_text(masu::plot::draw_chart(title, curves),
               folder / fmt::format("query_{}_{}d_{}{}.svg", scene, dim, task,
                                    scalar == "float" ? "" : "_double"));
  }
}

}  // namespace masu_bench::query
