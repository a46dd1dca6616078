// SPDX-License-Identifier: MIT
// Lines over one axis, in panels one below the other, as one SVG.
#pragma once

#include <string>
#include <vector>

namespace masu::plot {

struct ChartLine {
  std::string name;
  std::vector<double> y;  // at even steps; NaN: none there
};

struct ChartPanel {
  std::string title;
  std::vector<ChartLine> lines;
};

struct LineChart {
  double first = 0;  // what x begins and ends with
  double last = 1;
  std::string x_name;
  std::vector<ChartPanel> panels;
};

// A panel whose values are above 0 and of several sizes is logarithmic, the others begin with 0.
std::string draw_lines(const LineChart& chart);

}  // namespace masu::plot
