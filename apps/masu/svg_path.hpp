// SPDX-License-Identifier: MIT
// SvgPath: the "d" attribute of an SVG path, short: whole units, relative moves.
#pragma once

#include <cmath>
#include <functional>
#include <string>

namespace masu::cli {

// A position in the picture, in its units (a tenth of a pixel).
struct Spot {
  long x = 0;
  long y = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};

inline Spot spot(double x, double y) {
  return {std::lround(x), std::lround(y)};
}

class SvgPath {
 public:
  void move(Spot to) {
    text_ += 'M' + std::to_string(to.x);
    number(to.y);
    position_ = to;
    length_ = 1;
  }

  void line(Spot to) {
    // Further points after one 'l' need no letter.
    if (length_ == 1) text_ += 'l';
    ++length_;
    if (text_.back() == 'l')
      text_ += std::to_string(to.x - position_.x);
    else
      number(to.x - position_.x);
    number(to.y - position_.y);
    position_ = to;
  }

  void close() { text_ += 'z'; }

  // Adds a polyline through to_spot(point) for each point.
  template <class Points, class ToSpot = std::identity>
  void polyline(const Points& points, ToSpot&& to_spot = {}) {
    bool first = true;
    for (const auto& p : points) first ? move(to_spot(p)) : line(to_spot(p)), first = false;
  }
  template <class Spots>
  void polygon(const Spots& spots) {
    polyline(spots);
    close();
  }

  void rectangle(Spot a, Spot b) {
    move(a);
    text_ += 'h' + std::to_string(b.x - a.x) + 'v' + std::to_string(b.y - a.y) + 'h' +
             std::to_string(a.x - b.x);
    close();
  }

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  // A minus sign separates numbers like a blank.
  void number(long value) {
    if (value >= 0) text_ += ' ';
    text_ += std::to_string(value);
  }

  std::string text_;
  Spot position_;
  int length_ = 0;
};

}  // namespace masu::cli
