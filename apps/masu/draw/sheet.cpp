// SPDX-License-Identifier: MIT
#include "sheet.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <scenes/plot/svg.hpp>

#include "colours.hpp"
#include "counted.hpp"

namespace masu::cli {
namespace {

constexpr double kMargin = 300;
constexpr double kHead = 1230;  // title, counts and the headings of both halves
constexpr double kLegend = 420;
constexpr double kBetween = 150;
constexpr double kSortLeft = kMargin + WorldPart::kSide + kBetween;
constexpr double kWidth = kSortLeft + SortPart::kGutter + SortPart::kWidth + kMargin;

constexpr std::string_view kStyle = R"(text{fill:#222a35;font:155px sans-serif}
.title{font-size:270px;font-weight:bold}.says{font-size:170px;font-weight:bold}
.label{text-anchor:end}
path{stroke-linecap:round;stroke-linejoin:round}
.cell,.cut,.pair,.curve,.strand,.ghost,.interval,.segment,.test,.axis{fill:none}
.box{fill-opacity:.72;stroke:#222a35;stroke-width:8}
.ghost{stroke:#5a6472;stroke-width:9;stroke-dasharray:40 40}
.segment{stroke-width:52}.interval{stroke-width:30;stroke-linecap:butt}
.pair{stroke:#d1350f;stroke-width:28}
.met{fill:#d1350f}.missed{fill:#c3c9d2}
.test{stroke:#8d97a5;stroke-width:6;stroke-opacity:.55}
.curve{stroke:#222a35;stroke-width:20;stroke-opacity:.8}
.strand{stroke-width:14;stroke-opacity:.5}
path.bracket{fill:none;stroke-linecap:butt;stroke-width:30}path.axis{stroke-width:8}
.mark{fill:#222a35}
.axis{stroke:#8d97a5;stroke-width:8}
.eye{fill:#fff;stroke:#222a35;stroke-width:24}
)";

std::string text(double x, double y, std::string_view style, std::string_view words) {
  return fmt::format("<text class=\"{}\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", style, x, y,
                     plot::xml_text(words));
}

// Returns the legend of fills and lines.
std::string legend(double y, const Sheet& sheet, const WorldPart& world) {
  double x = kMargin;
  std::string svg;
  const auto say = [&](const std::string& words) {
    svg += text(x, y, "key", words);
    x += 82 * static_cast<double>(words.size()) + 250;
  };
  for (int k = 0; k < 24; ++k) {
    svg += fmt::format("<path fill=\"{}\" d=\"M{:.0f} {:.0f}h36v150h-36z\"/>\n",
                       order_colour(k / 23.0), x + 35 * k, y - 130);
  }
  x += 24 * 35 + 90;
  say(sheet.fill_says + ", from dark to light");
  if (sheet.has_pairs) {
    svg += fmt::format("<path class=\"pair\" d=\"M{:.0f} {:.0f}h300\"/>\n", x, y - 55);
    x += 400;
    say("pair found");
  }
  for (int d = 0; d <= std::min(world.deepest(), kDepths - 1); ++d) {
    svg += fmt::format("<path class=\"cut {}\" d=\"M{:.0f} {:.0f}h220\"/>\n", depth_class(d), x,
                       y - 55);
    x += 300;
    const bool more = d == kDepths - 1 && world.deepest() > d;
    say((d == 0 ? "depth " : "") + std::to_string(d) + (more ? " and more" : ""));
    x -= 120;
  }
  return svg;
}

}  // namespace

std::string compose(const Sheet& sheet, const WorldPart& world, const SortPart& sort) {
  const double inner = std::max(world.height(), sort.height() + View::kMargin);
  const double height = kHead + inner + kLegend;
  std::string svg =
      plot::picture_begin(kWidth, height, fmt::format("\n{}{}", kStyle, depth_style()));
  svg += fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" rx=\"120\" fill=\"#fff\"/>\n",
                     kWidth, height);
  svg += text(kMargin, 420, "title", sheet.title);
  svg += text(kMargin, 720, "counts", sheet.counts);
  svg += text(kMargin, 1080, "says", sheet.world_says);
  svg += text(kSortLeft + 100, 1080, "says", sheet.sort_says);
  svg += fmt::format("<g transform=\"translate({:.0f} {:.0f})\">\n{}</g>\n",
                     kMargin - View::kMargin, kHead - View::kMargin + 150, world.svg());
  svg += fmt::format("<g transform=\"translate({:.0f} {:.0f})\">\n{}</g>\n", kSortLeft, kHead + 150,
                     sort.svg());
  svg += legend(kHead + inner + 130, sheet, world);
  return svg + "</svg>\n";
}

std::vector<std::string> colours_by(std::span<const std::uint32_t> order, std::size_t size) {
  std::vector<std::string> colours(size, "#c7ccd4");
  const double last = order.size() > 1 ? static_cast<double>(order.size() - 1) : 1;
  for (std::size_t k = 0; k < order.size(); ++k) {
    colours[order[k]] = order_colour(static_cast<double>(k) / last);
  }
  return colours;
}

std::string counts_of(const DrawInput& input, const SearchResult& found, const char* note) {
  std::string text = fmt::format("{} of {}: {}; {} box {}{}", counted(input.size(), "box"),
                                 input.name, counted(found.stats.results, "pair"),
                                 found.stats.tests, plural(found.stats.tests, "test"), note);
  if (found.stats.nodes > 1) text += fmt::format(", {} nodes or cells visited", found.stats.nodes);
  return text + "; all pairs: " + counted(input.size() * (input.size() - 1) / 2, "test");
}

}  // namespace masu::cli
