// SPDX-License-Identifier: MIT
#include "frame_rate_chart.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <scenes/plot/svg.hpp>

#include "bouncers.hpp"
#include "counted.hpp"

namespace masu::cli {
namespace {

constexpr double kWidth = 1130;
constexpr double kPanel = 420;  // its height
constexpr double kLeft = 70, kRight = 780, kTop = 60, kBottom = 350;
constexpr double kRow = 24;
// Readable on white and on black.
constexpr const char* kColours[] = {"#8a7a6a", "#3b82c4", "#b97a3c",
                                    "#4f9a4f", "#d2504a", "#9467bd"};
// Many lines run along the cap: the first ones are widest, so that they stay visible.
constexpr double kWidest = 9, kNarrower = 1.5;

class Panel {
 public:
  Panel(const Experiment& e, double top) : e_(e), top_(top) {}

  std::string draw(std::size_t movers) const {
    std::string svg = plot::text(
        kLeft, top_ + 28, "start",
        fmt::format("{}, {}: frames a second", counted(e_.walls, "wall"), counted(movers, "mover")),
        plot::kInk, "bold");
    svg += axes();
    for (std::size_t i = 0; i < e_.rates.size(); ++i) svg += line(i);
    return svg + legend();
  }

 private:
  static const char* colour(std::size_t i) { return kColours[i % std::size(kColours)]; }
  static double stroke(std::size_t i) {
    return std::max(kWidest - kNarrower * static_cast<double>(i), 1.5);
  }

  // The center of second s.
  double x(std::size_t s) const {
    return kLeft + (static_cast<double>(s) + 0.5) / static_cast<double>(e_.walls_of.size()) *
                       (kRight - kLeft);
  }
  double y(double fps) const {
    return top_ + kBottom - fps / (Bouncers::kFramesASecond + 3) * (kBottom - kTop);
  }

  std::string axes() const {
    std::string svg;
    for (int fps = 0; fps <= Bouncers::kFramesASecond; fps += 10) {
      svg += plot::rule(kLeft, y(fps), kRight, y(fps), fps == 0 ? 0.5 : 0.2);
      svg += plot::text(kLeft - 8, y(fps) + 4, "end", std::to_string(fps));
    }
    const std::size_t seconds = e_.walls_of.size();
    const std::size_t each = (seconds + 9) / 10;
    for (std::size_t s = 0; s < seconds; ++s) {
      if ((s + 1) % each != 0 && s != 0) continue;
      svg += plot::rule(x(s), top_ + kTop, x(s), top_ + kBottom, 0.15);
      svg += plot::text(x(s), top_ + kBottom + 20, "middle", std::to_string(s + 1));
      svg += plot::text(x(s), top_ + kBottom + 38, "middle", std::to_string(e_.walls_of[s]));
    }
    svg += plot::text(kRight + 14, top_ + kBottom + 20, "start", "second");
    return svg +
           plot::text(kRight + 14, top_ + kBottom + 38, "start", "walls in its stretch of 32 m");
  }

  std::string line(std::size_t i) const {
    const std::vector<double>& fps = e_.rates[i].fps;
    std::string svg;
    if (fps.size() == 1) {
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", x(0),
                         y(fps[0]), stroke(i), colour(i));
    }
    std::string points;
    for (std::size_t s = 0; s < fps.size(); ++s) {
      points += fmt::format("{:.1f},{:.1f} ", x(s), y(fps[s]));
    }
    return fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
        "stroke-linejoin=\"round\"/>\n",
        points, colour(i), stroke(i));
  }

  std::string legend() const {
    std::string svg;
    double row = top_ + kTop + 10;
    for (std::size_t i = 0; i < e_.rates.size(); ++i, row += kRow) {
      const FrameRates& r = e_.rates[i];
      svg += fmt::format(
          "<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"{3}\" "
          "stroke-width=\"{4}\"/>\n",
          kRight + 14, row - 4, kRight + 40, colour(i), stroke(i));
      svg += plot::text(kRight + 48, row, "start",
                        fmt::format("{}: mean {:.1f}, least {:.1f}", r.method, r.mean(), r.least()),
                        colour(i));
    }
    return svg;
  }

  const Experiment& e_;
  double top_;
};

}  // namespace

std::string frame_rate_chart(const std::vector<Experiment>& experiments,
                             const ExperimentOptions& options) {
  std::string svg = plot::chart_begin(kWidth, kPanel * static_cast<double>(experiments.size()));
  double top = 0;
  for (const Experiment& e : experiments) {
    svg += Panel(e, top).draw(options.movers);
    top += kPanel;
  }
  return svg + "</svg>\n";
}

}  // namespace masu::cli
