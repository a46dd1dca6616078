// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <scenes/plot/line_chart.hpp>

#include "replay_report.hpp"

namespace masu::cli {

std::string replay_chart(const ReplayReport& r) {
  plot::LineChart chart;
  chart.first = static_cast<double>(r.first_frame);
  chart.last = static_cast<double>(r.last_frame);
  chart.x_name = "frame";
  const std::size_t together = r.pairs_curve.together();
  const std::string highest =
      together == 1 ? "" : fmt::format(", the highest of each {} frames", together);
  plot::ChartPanel times{fmt::format("{}: ms a frame{}", r.source, highest), {}};
  for (const MethodReplay& m : r.methods) {
    times.lines.push_back(
        {fmt::format("{}: median {:.3g}", m.name, static_cast<double>(m.quantile(0.5)) * 1e-6),
         m.curve.highest()});
  }
  chart.panels = {times,
                  {"pairs", {{"pairs", r.pairs_curve.highest()}}},
                  {"objects", {{"objects", r.objects_curve.highest()}}}};
  return plot::draw_lines(chart);
}

}  // namespace masu::cli
