// SPDX-License-Identifier: MIT
// The common beginning of all SVG files of this repository, and text and lines of charts.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace masu::plot {

// Escapes text for XML. Control characters, which XML does not allow, are left out.
inline std::string xml_text(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '<') text += "&lt;";
    if (c == '>') text += "&gt;";
    if (c == '&') text += "&amp;";
    if (c != '<' && c != '>' && c != '&' && static_cast<unsigned char>(c) >= 32) text += c;
  }
  return text;
}

// Begins a picture in tenths of a pixel, up to the end of its style sheet.
inline std::string picture_begin(double width, double height, std::string_view style) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" "
      "viewBox=\"0 0 {:.0f} {:.0f}\">\n<style>{}</style>\n",
      width / 10, height / 10, width, height, style);
}

// --- Charts --------------------------------------------------------------------------------------

// Readable on white and on black.
inline constexpr char kInk[] = "#808080";

inline std::string chart_begin(double width, double height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"13\">\n",
      width, height);
}

inline std::string text(double x, double y, const char* anchor, std::string_view words,
                        std::string_view colour = kInk, const char* weight = "normal") {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" "
      "font-weight=\"{}\">{}</text>\n",
      x, y, anchor, colour, weight, xml_text(words));
}

inline std::string rule(double x1, double y1, double x2, double y2, double opacity,
                        std::string_view colour = kInk) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
      "stroke-opacity=\"{}\"/>\n",
      x1, y1, x2, y2, colour, opacity);
}

// Returns 1, 2 or 5 times a power of ten, for about `parts` ticks in the range.
inline double tick_step(double range, double parts) {
  const double power = std::pow(10, std::floor(std::log10(range / parts)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / parts <= factor * power) return factor * power;
  }
  return 10 * power;
}

}  // namespace masu::plot
