// SPDX-License-Identifier: MIT
// Charts lines over one axis, in stacked panels, as one SVG.
#pragma once

#include <string>
#include <vector>

namespace masu::plot {

struct ChartLine {
  std::string name;
  std::vector<double> y;  // at equal steps; NaN: no value
};

struct ChartPanel {
  std::string title;
  std::vector<ChartLine> lines;
};

struct LineChart {
  double first = 0;  // ends of the x axis
  double last = 1;
  std::string x_name;
  std::vector<ChartPanel> panels;
};

// Draws a chart. A panel with positive values of different magnitudes is logarithmic, the others
// begin at 0.
std::string draw_lines(const LineChart& chart);

}  // namespace masu::plot
