// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>
#include <scenes/plot/svg.hpp>

#include "picture_frame.hpp"

namespace masu::cli {
namespace {

constexpr double kCaptionHeight = 1200;
constexpr double kMinWidth = 9000;  // for the caption
constexpr double kFont = 240;
constexpr double kLetter = 0.56;  // width of a letter, in font sizes
constexpr double kLine = 330;

// The red cells of the articles on linear trees; walls dark, things by their kind.
constexpr std::string_view kStyle = R"(path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.cell{stroke:#e03030}
.pair,.joint{stroke:#0b6b37}
.joint{stroke-width:8;stroke-opacity:.4}
.wall{stroke:#222a35;stroke-width:22}
.line{stroke:#8d97a5;stroke-width:11}
.player{fill:#2f9e44;stroke:#174f22}
.monster{fill:#8a4fc9;stroke:#45266a}
.item{fill:#f2b705;stroke:#8a6800}
.decoration{fill:#c49a6c;stroke:#6e5335}
.other{fill:#c7ccd4;stroke:#5a6472}
.player,.monster,.item,.decoration,.other{stroke-width:6;fill-opacity:.85}
.boxes{fill:#9dbbe0;stroke:#2c4f7f}
.second{fill:#f0c27b;stroke:#7a4f0c}
.boxes,.second{stroke-width:8;fill-opacity:.55}
.a0{fill:#c3d8f2}.a1{fill:#9cbbe2}.a2{fill:#7d9fcc}
.b0{fill:#f8dca8}.b1{fill:#eec077}.b2{fill:#d9a04c}
.a0,.a1,.a2,.b0,.b1,.b2{stroke:#28436b;stroke-width:3;stroke-opacity:.45}
text{fill:#222a35;font-family:sans-serif}
)";

double paper_width(const View& view) {
  return std::max(static_cast<double>(view.width()), kMinWidth);
}

// A line of text, smaller if it would not fit.
std::string text_line(const View& view, double y, std::string_view text) {
  const double available = paper_width(view) - 2 * View::kMargin;
  const double font = std::min(kFont, available / (kLetter * static_cast<double>(text.size() + 1)));
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"{:.0f}\">{}</text>\n",
                     View::kMargin, y, font, plot::xml_text(text));
}

}  // namespace

std::string picture_head(int dim, const View& view) {
  const double width = paper_width(view);
  const double height = static_cast<double>(view.height()) + kCaptionHeight;
  // With many solid boxes the lines are details; with flat ones the lines are the picture.
  const std::string_view widths =
      dim == 2 ? ".cell{stroke-width:10;stroke-opacity:.75}.pair{stroke-width:18}\n"
               : ".cell{stroke-width:7;stroke-opacity:.5}.pair{stroke-width:7}\n";
  return plot::picture_begin(width, height, fmt::format("\n{}{}", kStyle, widths)) +
         fmt::format(
             "<clipPath id=\"drawing\"><rect width=\"{}\" height=\"{}\"/></clipPath>\n"
             "<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#fff\"/>\n",
             view.width(), view.height(), width, height);
}

std::string picture_foot(const View& view, std::string_view caption, std::string_view counts,
                         const std::vector<std::string_view>& styles) {
  double y = static_cast<double>(view.height()) + 220;
  std::string text = text_line(view, y, caption);
  text += text_line(view, y += kLine, counts);
  y += kLine;
  double x = View::kMargin;
  for (const std::string_view style : styles) {
    if (style == "boxes") continue;
    const bool stroke = style == "wall" || style == "line";
    text += fmt::format("<path class=\"{}\" d=\"M{:.0f} {:.0f}h180{}\"/>\n", style, x,
                        y - (stroke ? 80 : 170), stroke ? "" : "v180h-180z");
    text += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"{:.0f}\">{}</text>\n", x + 250,
                        y, kFont, style);
    x += 250 + kFont * kLetter * static_cast<double>(style.size()) + 350;
  }
  return text + "</svg>\n";
}

}  // namespace masu::cli
