// SPDX-License-Identifier: MIT
#include "colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace masu::cli {
namespace {

constexpr std::array<std::array<double, 3>, 6> kScale = {{{{68, 1, 84}},
                                                          {{65, 68, 135}},
                                                          {{42, 120, 142}},
                                                          {{34, 168, 132}},
                                                          {{122, 209, 81}},
                                                          {{253, 231, 37}}}};

struct Outline {
  const char* colour;
  int width;
};
// Of M. Okabe and K. Ito's palette, outer levels with thicker lines.
constexpr std::array<Outline, kDepths> kOutlines = {{{"#222a35", 26},
                                                     {"#0072b2", 20},
                                                     {"#cc5f9c", 15},
                                                     {"#009e73", 12},
                                                     {"#8a6d00", 10},
                                                     {"#7a8494", 8}}};

}  // namespace

std::string order_colour(double t) {
  const double at = std::clamp(t, 0.0, 1.0) * (kScale.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), kScale.size() - 2);
  const double part = at - static_cast<double>(below);
  std::array<long, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i) {
    rgb[i] = std::lround(kScale[below][i] * (1 - part) + kScale[below + 1][i] * part);
  }
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

std::string depth_class(int depth) {
  return fmt::format("d{}", std::clamp(depth, 0, kDepths - 1));
}

std::string depth_style() {
  std::string style;
  for (int d = 0; d < kDepths; ++d) {
    const Outline& o = kOutlines[static_cast<std::size_t>(d)];
    style += fmt::format(".d{}{{stroke:{};stroke-width:{}}}", d, o.colour, o.width);
  }
  return style + "\n";
}

}  // namespace masu::cli
