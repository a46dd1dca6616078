// SPDX-License-Identifier: MIT
#include "plot.hpp"

#include <fmt/core.h>

#include <map>
#include <tuple>

#include "bench/common/text_file.hpp"
#include "scenes/plot/growth_chart.hpp"

namespace masu_bench {

void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder) {
  std::map<std::tuple<std::string, int, std::string, int>, masu::plot::Curves> plots;
  for (const Row& r : rows) {
    plots[{r.scene, r.dim, r.scalar, r.threads}][r.method][r.n] = r.ns_per_object;
  }
  for (const auto& [key, curves] : plots) {
    const auto& [scene, dim, scalar, threads] = key;
    const std::string title =
        fmt::format("{}, {}D, {}, {} thread{}: ns an object for a whole frame", scene, dim, scalar,
                    threads, threads == 1 ? "" : "s");
    const std::string name =
        fmt::format("broad_{}_{}d{}{}.svg", scene, dim, scalar == "float" ? "" : "_double",
                    threads > 1 ? fmt::format("_{}t", threads) : "");
    write_text(masu::plot::draw_chart(title, curves), folder / name);
  }
}

}  // namespace masu_bench
