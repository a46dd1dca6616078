// SPDX-License-Identifier: MIT
#include "contact/drawing.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <scenes/plot/svg.hpp>

namespace masu::cli {
namespace {

// M. Okabe and K. Ito's colours, which are distinct without red-green vision.
constexpr Colour kBlue{0, 114, 178};
constexpr Colour kRed{204, 45, 20};
constexpr Colour kGreen{0, 122, 88};
constexpr Colour kDark{34, 42, 53};
constexpr Colour kGrey{90, 100, 114};
constexpr Colour kBrown{150, 96, 0};

constexpr std::array kStyles = {Style{"a", {120, 178, 222}, 0.45, kBlue, 16},
                                Style{"b", {246, 200, 96}, 0.45, kBrown, 16},
                                Style{"ea", {}, 0, kBlue, 16},
                                Style{"eb", {}, 0, kBrown, 16},
                                Style{"ha", {}, 0, {140, 180, 212}, 9, true},
                                Style{"hb", {}, 0, {206, 172, 110}, 9, true},
                                Style{"pa", kBlue, 1, {255, 255, 255}, 10},
                                Style{"pb", {201, 128, 0}, 1, {255, 255, 255}, 10},
                                Style{"overlap", kRed, 0.28, kRed, 6},
                                Style{"area", kRed, 0.45, kRed, 26},
                                Style{"corner", {255, 255, 255}, 1, kRed, 14},
                                Style{"normal", kGreen, 1, kGreen, 26},
                                Style{"measure", kDark, 1, kDark, 9},
                                Style{"way", kGrey, 1, kGrey, 12, true},
                                Style{"ghost", {246, 200, 96}, 0.2, kBrown, 12, true},
                                Style{"title", kDark, 1, {}, 250},
                                Style{"words", kDark, 1, {}, 180},
                                Style{"key", kGrey, 1, {}, 165}};

constexpr double kLetter = 0.55;  // width of a letter, in letter heights

std::string hex(Colour c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b);
}

bool is_text(MarkStyle style) {
  return style >= MarkStyle::title;
}

std::string style_sheet() {
  std::string css =
      "text{font-family:sans-serif;paint-order:stroke;stroke:#fff;stroke-width:40;"
      "stroke-linejoin:round}path,circle{stroke-linecap:round;stroke-linejoin:round}\n";
  for (std::size_t i = 0; i < kStyles.size(); ++i) {
    const Style& s = kStyles[i];
    if (is_text(static_cast<MarkStyle>(i))) {
      css +=
          fmt::format(".{}{{fill:{};font-size:{}px{}}}\n", s.name, hex(s.fill), s.width,
                      i == static_cast<std::size_t>(MarkStyle::title) ? ";font-weight:bold" : "");
      continue;
    }
    css += fmt::format(".{}{{fill:{};stroke:{};stroke-width:{}", s.name,
                       s.fill_opacity > 0 ? hex(s.fill) : "none", hex(s.stroke), s.width);
    if (s.fill_opacity > 0 && s.fill_opacity < 1)
      css += fmt::format(";fill-opacity:{}", s.fill_opacity);
    css += s.dashed ? ";stroke-dasharray:50 45}\n" : "}\n";
  }
  return css;
}

std::string path_of(const Mark& m) {
  SvgPath path;
  path.polyline(m.spots);
  if (m.kind != Mark::Kind::line) path.close();
  return path.text();
}

std::string svg_of(const Mark& m) {
  const Style& s = style_of(m.style);
  switch (m.kind) {
    case Mark::Kind::polygon:
      return fmt::format("<path class=\"{}\" d=\"{}\"/>\n", s.name, path_of(m));
    case Mark::Kind::facet:
      // The line closes the gap to the adjacent facet.
      return fmt::format("<path fill=\"{0}\" stroke=\"{0}\" stroke-width=\"4\" d=\"{1}\"/>\n",
                         hex(shaded(s.fill, m.shade)), path_of(m));
    case Mark::Kind::line:
      return fmt::format("<path class=\"{}\" fill-opacity=\"0\" d=\"{}\"/>\n", s.name, path_of(m));
    case Mark::Kind::disc:
      return fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{:.0f}\"/>\n", s.name,
                         m.spots[0].x, m.spots[0].y, m.radius);
    case Mark::Kind::text: break;
  }
  constexpr std::array kAnchors = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  const std::string size =
      m.radius < s.width ? fmt::format(" style=\"font-size:{:.0f}px\"", m.radius) : "";
  return fmt::format("<text class=\"{}\"{}{} x=\"{}\" y=\"{}\">{}</text>\n", s.name, size,
                     kAnchors[static_cast<std::size_t>(m.anchor)], m.spots[0].x, m.spots[0].y,
                     plot::xml_text(m.words));
}

bool is_facet(const Mark& m) {
  return m.kind == Mark::Kind::facet;
}

}  // namespace

const Style& style_of(MarkStyle style) {
  return kStyles[static_cast<std::size_t>(style)];
}

Colour shaded(Colour c, double shade) {
  const auto mix = [&](std::uint8_t x) {
    const double lit = shade <= 1 ? x * shade : x + (255 - x) * (shade - 1);
    return static_cast<std::uint8_t>(std::lround(std::clamp(lit, 0.0, 255.0)));
  };
  return {mix(c.r), mix(c.g), mix(c.b)};
}

double height_in(double width, const std::string& words) {
  return width / (kLetter * double(words.size() + 1));
}

void Drawing::arrow(MarkStyle style, Spot from, Spot to) {
  const double dx = static_cast<double>(to.x - from.x);
  const double dy = static_cast<double>(to.y - from.y);
  const double size = std::hypot(dx, dy);
  if (!(size > 0)) return;
  const double head = std::min(4.5 * style_of(style).width + 40, 0.6 * size);
  const double x = dx / size, y = dy / size;
  const auto at = [&](double along, double across) {
    return spot(static_cast<double>(to.x) - along * x - across * y,
                static_cast<double>(to.y) - along * y + across * x);
  };
  line(style, {from, at(head * 0.8, 0)});
  polygon(style, {to, at(head, head * 0.38), at(head, -head * 0.38)});
}

std::string svg_of(const Drawing& d) {
  std::string svg = plot::picture_begin(d.width(), d.height(), "\n" + style_sheet());
  svg += fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" rx=\"100\" fill=\"#fff\"/>\n",
                     d.width(), d.height());
  const auto& marks = d.marks();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    // The facets of one body form one layer, which is translucent as a whole.
    const bool first = is_facet(marks[i]) &&
                       (i == 0 || !is_facet(marks[i - 1]) || marks[i - 1].style != marks[i].style);
    const bool last = is_facet(marks[i]) && (i + 1 == marks.size() || !is_facet(marks[i + 1]) ||
                                             marks[i + 1].style != marks[i].style);
    if (first) svg += "<g opacity=\".62\">\n";
    svg += svg_of(marks[i]);
    if (last) svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace masu::cli
