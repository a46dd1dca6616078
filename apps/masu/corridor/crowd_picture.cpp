// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>
#include <scenes/plot/svg.hpp>

#include "../view.hpp"
#include "crowd_run.hpp"

namespace masu::cli {
namespace {

constexpr double kSide = 12000;
constexpr std::size_t kMostDots = 3000;
// Okabe and Ito's colours, distinct for most eyes.
constexpr std::string_view kColours[] = {"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                         "#cc79a7", "#56b4e9", "#8a6d00"};

constexpr char kStyle[] =
    ".wall{fill:none;stroke:#222a35;stroke-width:14;stroke-linejoin:round}"
    ".track{fill:none;stroke-width:9;stroke-opacity:.75;stroke-linejoin:round}"
    ".mover{fill-opacity:.8}";

Point3 listed(const Vec<2, float>& p) {
  return {double(p[0]), double(p[1]), 0};
}

View view_of(const CrowdMap& map) {
  Box3 box = Box3::nothing();
  for (const auto& v : map.chains.vertices()) box = merge(box, Box3::of_point(listed(v)));
  return View(2, Up::y, box, kSide);
}

void add_walls(const CrowdMap& map, const View& view, std::string& svg) {
  SvgPath path;
  for (const WallChain& chain : map.chains.chains()) {
    path.polyline(map.chains.vertices().subspan(chain.first, chain.count),
                  [&](const Vec<2, float>& p) { return view(listed(p)); });
  }
  svg += fmt::format("<path class=\"wall\" d=\"{}\"/>\n", path.text());
}

void add_tracks(const CrowdRun& run, const View& view, std::string& svg) {
  for (std::size_t i = 0; i < run.tracks.size(); ++i) {
    SvgPath path;
    path.polyline(run.tracks[i], [&](const Vec<2, float>& p) { return view(listed(p)); });
    if (path.empty()) continue;
    svg += fmt::format("<path class=\"track\" stroke=\"{}\" d=\"{}\"/>\n",
                       kColours[i % std::size(kColours)], path.text());
  }
}

void add_movers(const CrowdMap& map, const CrowdRun& run, const View& view, std::string& svg) {
  // The scale, measured over a length of 1000, so that rounding to whole units does not matter.
  // Dots are never too small to see.
  const double scale = double(view({1000, 0, 0}).x - view({0, 0, 0}).x) / 1000;
  const double radius = std::max(map.radius * scale, 12.0);
  svg += "<g class=\"mover\">\n";
  for (std::size_t i = 0; i < std::min(run.movers.size(), kMostDots); ++i) {
    const Spot s = view(listed(run.movers[i].position));
    const std::string_view colour =
        i < run.tracks.size() ? kColours[i % std::size(kColours)] : "#8d97a5";
    svg += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{:.0f}\" fill=\"{}\"/>\n", s.x, s.y, radius,
                       colour);
  }
  svg += "</g>\n";
}

}  // namespace

std::string crowd_picture(const CrowdMap& map, const CrowdRun& run) {
  const View view = view_of(map);
  std::string svg = plot::picture_begin(double(view.width()), double(view.height()), kStyle);
  svg += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  add_tracks(run, view, svg);
  add_walls(map, view, svg);
  add_movers(map, run, view, svg);
  return svg + "</svg>\n";
}

}  // namespace masu::cli
