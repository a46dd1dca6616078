// SPDX-License-Identifier: MIT
// Drawing: the elements of a picture, later ones on top, written as SVG or pixels.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "view.hpp"

namespace masu::cli {

struct Colour {
  std::uint8_t r, g, b;
};

// The meaning of an element decides its style.
enum class MarkStyle : std::uint8_t {
  a,
  b,
  edge_a,
  edge_b,
  hidden_a,
  hidden_b,
  point_a,
  point_b,
  overlap,
  area,
  corner,
  normal,
  measure,
  motion,
  ghost,
  title,
  words,
  key
};

struct Style {
  const char* name;
  Colour fill;
  double fill_opacity;  // 0: none
  Colour stroke;
  double width;  // 0: none; of text: the height of its letters
  bool dashed = false;
};

const Style& style_of(MarkStyle style);

enum class Anchor : std::uint8_t { start, middle, end };

struct Mark {
  enum class Kind : std::uint8_t { polygon, facet, line, disc, text };
  Kind kind;
  MarkStyle style;
  std::vector<Spot> spots;  // of a disc or text: its position alone
  double radius = 0;        // of a text: the height of its letters
  double shade = 1;         // of a facet: 0 dark, 1 the fill colour of its style, 2 white
  std::string words{};
  Anchor anchor = Anchor::start;
};

// Returns the height of letters at which the words have about this width.
double height_in(double width, const std::string& words);

// A drawing. Text wider than the picture becomes smaller.
class Drawing {
 public:
  Drawing(double width, double height) : width_(width), height_(height) {}

  void polygon(MarkStyle style, std::vector<Spot> spots) {
    add(Mark::Kind::polygon, style, std::move(spots));
  }
  void line(MarkStyle style, std::vector<Spot> spots) {
    add(Mark::Kind::line, style, std::move(spots));
  }
  void disc(MarkStyle style, Spot at, double radius) {
    add(Mark::Kind::disc, style, {at});
    marks_.back().radius = radius;
  }
  void facet(MarkStyle style, std::vector<Spot> spots, double shade) {
    add(Mark::Kind::facet, style, std::move(spots));
    marks_.back().shade = shade;
  }
  // Adds text; `at` is the left end, center or right end of its base line.
  void text(MarkStyle style, Spot at, const std::string& words, Anchor anchor = Anchor::start) {
    add(Mark::Kind::text, style, {at});
    marks_.back().radius =
        std::min(style_of(style).width, height_in(width_ - 2.0 * View::kMargin, words));
    marks_.back().words = words;
    marks_.back().anchor = anchor;
  }
  void arrow(MarkStyle style, Spot from, Spot to);

  double width() const { return width_; }
  double height() const { return height_; }
  const std::vector<Mark>& marks() const { return marks_; }

 private:
  void add(Mark::Kind kind, MarkStyle style, std::vector<Spot> spots) {
    marks_.push_back({kind, style, std::move(spots)});
  }

  double width_;
  double height_;
  std::vector<Mark> marks_;
};

Colour shaded(Colour colour, double shade);

std::string svg_of(const Drawing& drawing);

}  // namespace masu::cli
