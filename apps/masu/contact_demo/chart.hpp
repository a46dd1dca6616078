// SPDX-License-Identifier: MIT
// Curves over one axis, in a frame with numbers.
#pragma once

#include <string>
#include <vector>

#include "contact/drawing.hpp"

namespace masu::cli {

struct Curve {
  Look look;
  std::vector<double> y;  // over the chart's x
  std::string name;       // beside a short piece of it; empty: not said
};

struct Chart {
  std::string title;
  std::string x_name;
  std::vector<double> x;
  std::vector<Curve> curves;
  std::vector<double> bounds{};  // dashed, across; the frame shows them
  std::string bound_name{};
};

// Left, top, width and height, in the picture's units. Values that are not finite are left out.
struct Place {
  double left, top, width, height;
};

void draw_chart(Drawing& drawing, const Chart& chart, const Place& place);

}  // namespace masu::cli
