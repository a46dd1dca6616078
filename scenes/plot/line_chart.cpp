// SPDX-License-Identifier: MIT
#include "line_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "svg.hpp"

namespace masu::plot {
namespace {

constexpr double kWidth = 1120;
constexpr double kPanel = 300;  // its height
constexpr double kLeft = 80, kRight = 800, kTop = 50, kBottom = 250;
constexpr double kRow = 20;
constexpr double kFoot = 30;
constexpr double kSeveralSizes = 20;
constexpr const char* kColours[] = {"#d2504a", "#3b82c4", "#b97a3c", "#4f9a4f",
                                    "#9467bd", "#b08a2e", "#2f9d9d", "#c25b9b"};

class Panel {
 public:
  Panel(const LineChart& chart, const ChartPanel& panel, double top)
      : chart_(chart), panel_(panel), top_(top) {
    for (const ChartLine& line : panel.lines) {
      steps_ = std::max(steps_, line.y.size());
      for (const double y : line.y) {
        if (!std::isfinite(y)) continue;
        low_ = std::min(low_, y);
        high_ = std::max(high_, y);
      }
    }
    logarithmic_ = low_ > 0 && high_ > kSeveralSizes * low_;
    if (!logarithmic_) low_ = std::min(low_, 0.0);
    if (!(high_ > low_)) high_ = low_ + 1;
    const double factor = 1.04;
    if (logarithmic_) low_ /= factor;
    high_ *= factor;
  }

  std::string draw() const {
    std::string svg = text(kLeft, top_ + 28, "start", panel_.title, kInk, "bold");
    svg += logarithmic_ ? decades() : ticks();
    svg += along();
    for (std::size_t i = 0; i < panel_.lines.size(); ++i) svg += line(i);
    return svg;
  }

 private:
  double x(double value) const {
    const double range = chart_.last - chart_.first;
    return range > 0 ? kLeft + (value - chart_.first) / range * (kRight - kLeft) : kLeft;
  }
  double y(double value) const {
    const double share = logarithmic_ ? std::log(value / low_) / std::log(high_ / low_)
                                      : (value - low_) / (high_ - low_);
    return top_ + kBottom - share * (kBottom - kTop);
  }

  std::string tick(double value, double opacity, bool named) const {
    std::string svg = rule(kLeft, y(value), kRight, y(value), opacity);
    if (named) svg += text(kLeft - 8, y(value) + 4, "end", fmt::format("{:g}", value));
    return svg;
  }
  std::string ticks() const {
    std::string svg;
    const double step = tick_step(high_ - low_, 5);
    for (double k = std::ceil(low_ / step); k * step <= high_; ++k) {
      svg += tick(k == 0 ? 0 : k * step, k == 0 ? 0.5 : 0.2, true);
    }
    return svg;
  }
  std::string decades() const {
    std::string svg;
    const bool many = high_ / low_ > 2000;  // then only powers of ten are labelled
    const double first = std::floor(std::log10(low_));
    for (double decade = first; std::pow(10, decade) <= high_; ++decade) {
      for (const double part : {1.0, 2.0, 5.0}) {
        const double value = part * std::pow(10, decade);
        if (value < low_ || value > high_) continue;
        svg += tick(value, part == 1 ? 0.4 : 0.15, part == 1 || !many);
      }
    }
    return svg;
  }
  std::string along() const {
    if (!(chart_.last > chart_.first)) {
      return text(kLeft, top_ + kBottom + 20, "middle", fmt::format("{:g}", chart_.first));
    }
    std::string svg;
    const double step = std::max(1.0, tick_step(chart_.last - chart_.first, 8));
    for (double k = std::ceil(chart_.first / step); k * step <= chart_.last; ++k) {
      svg += rule(x(k * step), top_ + kTop, x(k * step), top_ + kBottom, 0.15);
      // Frame numbers may be long, and are not rounded.
      svg += text(x(k * step), top_ + kBottom + 20, "middle", fmt::format("{:.15g}", k * step));
    }
    return svg + text(kRight + 14, top_ + kBottom + 20, "start", chart_.x_name);
  }

  // Draws the line where it has values; a single one is a dot.
  std::string line(std::size_t i) const {
    const ChartLine& l = panel_.lines[i];
    const char* colour = kColours[i % std::size(kColours)];
    std::string svg;
    std::string points;
    std::size_t count = 0;
    const auto end = [&] {
      if (count == 1) points += points;
      if (count > 0) {
        svg += fmt::format(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
            "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
            points, colour, count == 1 ? 5 : 1.5);
      }
      points.clear();
      count = 0;
    };
    const double range = chart_.last - chart_.first;
    for (std::size_t k = 0; k < l.y.size(); ++k) {
      if (!std::isfinite(l.y[k])) {
        end();
        continue;
      }
      const double share =
          steps_ > 1 ? static_cast<double>(k) / static_cast<double>(steps_ - 1) : 0;
      points += fmt::format("{:.1f},{:.1f} ", x(chart_.first + share * range), y(l.y[k]));
      ++count;
    }
    end();
    const double row = top_ + kTop + 6 + kRow * static_cast<double>(i);
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"{3}\" "
        "stroke-width=\"3\"/>\n",
        kRight + 14, row - 4, kRight + 40, colour);
    return svg + text(kRight + 48, row, "start", l.name, colour);
  }

  const LineChart& chart_;
  const ChartPanel& panel_;
  double top_;
  std::size_t steps_ = 0;
  double low_ = std::numeric_limits<double>::max();
  double high_ = 0;
  bool logarithmic_ = false;
};

}  // namespace

std::string draw_lines(const LineChart& chart) {
  std::string svg = chart_begin(kWidth, kPanel * static_cast<double>(chart.panels.size()) + kFoot);
  double top = 0;
  for (const ChartPanel& panel : chart.panels) {
    svg += Panel(chart, panel, top).draw();
    top += kPanel;
  }
  return svg + "</svg>\n";
}

}  // namespace masu::plot
