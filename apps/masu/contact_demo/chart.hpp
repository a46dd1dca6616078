// SPDX-License-Identifier: MIT
// A chart: curves over one axis, in a frame with numbers.
#pragma once

#include <string>
#include <vector>

#include "contact/drawing.hpp"

namespace masu::cli {

struct Curve {
  MarkStyle style;
  std::vector<double> y;  // over the chart's x
  std::string name;       // label next to a short line sample; empty: none
};

struct Chart {
  std::string title;
  std::string x_name;
  std::vector<double> x;
  std::vector<Curve> curves;
  std::vector<double> bounds{};  // horizontal dashed lines, inside the frame
  std::string bound_name{};
};

// Left, top, width and height in units of the picture. Values that are not finite are omitted.
struct ChartArea {
  double left, top, width, height;
};

void draw_chart(Drawing& drawing, const Chart& chart, const ChartArea& area);

}  // namespace masu::cli
