// SPDX-License-Identifier: MIT
#include "contact_demo/chart.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <scenes/plot/svg.hpp>

namespace masu::cli {
namespace {

struct Range {
  double low, high;

  void take(double v) {
    if (!std::isfinite(v)) return;
    low = std::min(low, v);
    high = std::max(high, v);
  }
};

class Frame {
 public:
  Frame(const ChartArea& area, const Range& x, const Range& y) : area_(area), x_(x), y_(y) {}

  Spot at(double x, double y) const {
    return spot(area_.left + area_.width * (x - x_.low) / (x_.high - x_.low),
                area_.top + area_.height * (y_.high - y) / (y_.high - y_.low));
  }

  void axes(Drawing& d) const {
    d.line(MarkStyle::measure, {at(x_.low, y_.high), at(x_.low, y_.low), at(x_.high, y_.low)});
    for_each_tick(x_, [&](double x, const std::string& text) {
      const Spot s = at(x, y_.low);
      d.line(MarkStyle::measure, {s, {s.x, s.y + 50}});
      d.text(MarkStyle::key, {s.x, s.y + 220}, text, Anchor::middle);
    });
    for_each_tick(y_, [&](double y, const std::string& text) {
      const Spot s = at(x_.low, y);
      d.line(MarkStyle::measure, {{s.x - 50, s.y}, s});
      d.text(MarkStyle::key, {s.x - 90, s.y + 60}, text, Anchor::end);
    });
  }

 private:
  template <class F>
  static void for_each_tick(const Range& range, F&& f) {
    const double step = plot::tick_step(range.high - range.low, 5);
    for (double k = std::ceil(range.low / step - 1e-9); k * step <= range.high + 1e-9 * step; ++k) {
      const double value = k == 0 ? 0 : k * step;  // no -0
      f(value, fmt::format("{:g}", value));
    }
  }

  ChartArea area_;
  Range x_, y_;
};

Range range_of(const std::vector<double>& values) {
  Range range{values.front(), values.front()};
  for (const double v : values) range.take(v);
  if (!(range.high > range.low)) range.high = range.low + 1;
  return range;
}

// Returns the range of all curves and bounds, including 0, with a margin on top.
Range heights_of(const Chart& chart) {
  Range range{0, 0};
  for (const Curve& c : chart.curves) {
    for (const double v : c.y) range.take(v);
  }
  for (const double v : chart.bounds) range.take(v);
  if (!(range.high > range.low)) range.high = range.low + 1;
  const double margin = 0.06 * (range.high - range.low);
  if (range.high > 0) range.high += margin;
  if (range.low < 0) range.low -= margin;
  return range;
}

}  // namespace

void draw_chart(Drawing& drawing, const Chart& chart, const ChartArea& area) {
  const Range x = range_of(chart.x);
  const Frame frame(area, x, heights_of(chart));
  const double above = area.top - 110;
  drawing.text(MarkStyle::words, spot(area.left, above), chart.title);
  for (const double bound : chart.bounds) {
    drawing.line(MarkStyle::motion, {frame.at(x.low, bound), frame.at(x.high, bound)});
  }
  if (!chart.bounds.empty()) {
    const Spot s = frame.at(x.high, chart.bounds.front());
    drawing.text(MarkStyle::key, {s.x, s.y - 60}, chart.bound_name, Anchor::end);
  }
  double key = area.left + area.width;
  for (const Curve& c : chart.curves) {
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < c.y.size(); ++i) {
      if (!std::isfinite(c.y[i])) continue;
      const Spot s = frame.at(chart.x[i], c.y[i]);
      if (spots.empty() || spots.back() != s) spots.push_back(s);
    }
    if (spots.size() == 1) spots.push_back(spots.front());
    drawing.line(c.style, spots);
    if (c.name.empty()) continue;
    drawing.text(MarkStyle::key, spot(key, above), c.name, Anchor::end);
    key -= 100 * double(c.name.size()) + 40;
    drawing.line(c.style, {spot(key - 300, above - 55), spot(key - 60, above - 55)});
    key -= 500;
  }
  frame.axes(drawing);
  drawing.text(MarkStyle::key, spot(area.left + area.width, area.top + area.height + 420),
               chart.x_name, Anchor::end);
}

}  // namespace masu::cli
