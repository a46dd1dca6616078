// SPDX-License-Identifier: MIT
#include "growth_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "svg.hpp"

namespace masu::plot {
namespace {

constexpr double kWidth = 1040, kHeight = 600;
constexpr double kLeft = 70, kRight = 700, kTop = 50, kBottom = 540;
constexpr double kLabelStep = 15;
// Readable on white and on black.
constexpr const char* kColours[] = {"#3b82c4", "#b97a3c", "#4f9a4f", "#9467bd", "#b08a2e",
                                    "#c25b9b", "#2f9d9d", "#8a7a6a", "#6b7fd1", "#7f9a2f"};

struct Scale {
  double low, high;  // logarithms
  double from, to;   // pixels
  double operator()(double value) const {
    return from + (std::log10(value) - low) / (high - low) * (to - from);
  }
};

// Scales the range of the data, widened if both ends coincide.
Scale make_scale(const std::set<double>& values, double from, double to) {
  const double low = std::log10(*values.begin());
  const double high = std::log10(*values.rbegin());
  const double margin = 0.03 * (high - low) + 0.01;
  return {low - margin, high + margin, from, to};
}

std::string size_label(std::uint64_t n) {
  if (n >= 1'000'000 && n % 1'000'000 == 0) return fmt::format("{}M", n / 1'000'000);
  if (n >= 1'000 && n % 1'000 == 0) return fmt::format("{}k", n / 1'000);
  return std::to_string(n);
}

std::string time_label(double ns) {
  return ns < 100 ? fmt::format("{:.3g}", ns) : fmt::format("{:.0f}", ns);
}

std::string axes(const std::set<double>& sizes, const Scale& x, const Scale& y,
                 const std::string& counted) {
  std::string svg;
  for (const double n : sizes) {
    svg += rule(x(n), kTop, x(n), kBottom, 0.25);
    svg += text(x(n), kBottom + 20, "middle", size_label(static_cast<std::uint64_t>(n)));
  }
  for (int decade = static_cast<int>(std::floor(y.low)); decade <= y.high; ++decade) {
    for (const int step : {1, 2, 5}) {
      const double value = step * std::pow(10.0, decade);
      if (std::log10(value) < y.low || std::log10(value) > y.high) continue;
      svg += rule(kLeft, y(value), kRight, y(value), step == 1 ? 0.4 : 0.15);
      svg += text(kLeft - 8, y(value) + 4, "end", fmt::format("{:g}", value));
    }
  }
  return svg + text((kLeft + kRight) / 2, kBottom + 42, "middle", counted);
}

struct Label {
  std::string method;
  std::string colour;
  double line_y;  // the end of its curve
  double y;       // its position without overlap
};

// Pushes overlapping labels down, then back up from the bottom edge.
void separate_labels(std::vector<Label>& labels) {
  std::sort(labels.begin(), labels.end(),
            [](const Label& a, const Label& b) { return a.line_y < b.line_y; });
  double next = kTop;
  for (Label& l : labels) next = (l.y = std::max(l.line_y, next)) + kLabelStep;
  next = kBottom;
  for (auto l = labels.rbegin(); l != labels.rend(); ++l) {
    next = (l->y = std::min(l->y, next)) - kLabelStep;
  }
}

std::string draw(const Label& l, const Curve& curve, const Scale& x, const Scale& y) {
  const bool ours = l.method.starts_with("masu:");
  std::string points;
  std::string dots;
  for (const auto& [n, ns] : curve) {
    const double px = x(static_cast<double>(n));
    points += fmt::format("{:.1f},{:.1f} ", px, y(ns));
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", px, y(ns),
                        l.colour);
  }
  const double end = x(static_cast<double>(curve.rbegin()->first));
  std::string svg = fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", points,
      l.colour, ours ? 3 : 1.5, l.method == "limit" ? " stroke-dasharray=\"6 4\"" : "");
  svg += dots + rule(end + 5, l.line_y, kRight + 18, l.y, 0.5, l.colour);
  return svg + text(kRight + 22, l.y + 4, "start",
                    l.method + " " + time_label(curve.rbegin()->second), l.colour,
                    ours ? "bold" : "normal");
}

}  // namespace

std::string draw_chart(const std::string& title, const Curves& curves, const std::string& counted) {
  std::set<double> sizes;
  std::set<double> times;
  std::map<std::string, std::string> colours{{"limit", kInk}, {"masu", "#d2504a"}};
  for (const auto& [method, curve] : curves) {
    for (const auto& [n, ns] : curve) sizes.insert(static_cast<double>(n)), times.insert(ns);
    const std::string library = method.substr(0, method.find(':'));
    colours.try_emplace(library, kColours[(colours.size() - 2) % std::size(kColours)]);
  }
  const Scale x = make_scale(sizes, kLeft, kRight);
  const Scale y = make_scale(times, kBottom, kTop);
  std::vector<Label> labels;
  for (const auto& [method, curve] : curves) {
    const double end = y(curve.rbegin()->second);
    labels.push_back({method, colours.at(method.substr(0, method.find(':'))), end, end});
  }
  separate_labels(labels);
  std::string svg = chart_begin(kWidth, kHeight);
  svg += text(kLeft, 28, "start", title, kInk, "bold");
  svg += axes(sizes, x, y, counted);
  for (const Label& l : labels) svg += draw(l, curves.at(l.method), x, y);
  return svg + "</svg>\n";
}

}  // namespace masu::plot
