// SPDX-License-Identifier: MIT
// Numbers, transforms and paths of SVG.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <masu/core/vec.hpp>

namespace masu::readers {

// Numbers separated by blanks or a comma, or by nothing if a sign or a second point begins one.
class SvgNumbers {
 public:
  explicit SvgNumbers(std::string_view text) : rest_(text) {}

  // Returns the next number; nullopt if something else follows.
  std::optional<double> number();
  // Returns '0' or '1', which need no separator.
  std::optional<bool> flag();
  // Returns a letter, or 0 if something else or nothing follows.
  char letter();
  bool done();
  std::string_view rest() const { return rest_; }

 private:
  void skip();
  std::string_view rest_;
};

// x' = a x + c y + e, y' = b x + d y + f.
struct SvgTransform {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

  Vec<2, double> operator()(const Vec<2, double>& p) const {
    return {a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f};
  }
  // Returns the product: first `inner`, then this.
  SvgTransform after(const SvgTransform& inner) const;
  // Parses the value of an attribute "transform"; nullopt if it is invalid.
  static std::optional<SvgTransform> parse(std::string_view text);
};

// The subpaths of one path, transformed, with curves flattened.
class SvgPath {
 public:
  using Point = Vec<2, double>;
  struct Subpath {
    std::vector<Point> points;
    bool closed = false;
  };

  // `chords_left`: how many chords curves may still become; a curve for which they do not suffice
  // becomes one, and they 0.
  SvgPath(const SvgTransform& transform, double tolerance, std::size_t& chords_left)
      : transform_(transform), tolerance_(tolerance), chords_left_(chords_left) {}

  // Parses the value of an attribute "d". Returns the position of an error, empty if there is none.
  std::string_view parse(std::string_view text);

  void move_to(const Point& p);
  void line_to(const Point& p);
  void cubic_to(const Point& c, const Point& d, const Point& p);
  void quadratic_to(const Point& c, const Point& p);
  void arc_to(double rx, double ry, double degrees, bool large, bool sweep, const Point& p);
  void close();

  const std::vector<Subpath>& subpaths() const { return subpaths_; }

 private:
  bool step(char command, SvgNumbers& numbers);
  bool point(char command, SvgNumbers& numbers, Point& p) const;
  void add(const Point& transformed) { subpaths_.back().points.push_back(transformed); }
  std::size_t chord_count(double bend);

  SvgTransform transform_;
  double tolerance_;
  std::size_t& chords_left_;
  std::vector<Subpath> subpaths_;
  Point start_{0, 0};  // of the subpath, before the transform, like the following
  Point current_{0, 0};
  Point control_{0, 0};  // the last control point of the previous curve
  char last_ = 0;        // the previous command, in capitals
};

}  // namespace masu::readers
