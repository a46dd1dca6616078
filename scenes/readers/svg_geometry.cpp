// SPDX-License-Identifier: MIT
#include <scenes/readers/svg_geometry.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace masu::readers {
namespace {

using Point = Vec<2, double>;

constexpr double kPi = 3.14159265358979323846;
constexpr std::size_t kMostChords = 65536;

bool is_gap(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
char capital(char c) {
  return static_cast<char>(c >= 'a' ? c - 32 : c);
}
std::size_t arguments_of(char command) {
  switch (capital(command)) {
    case 'H':
    case 'V': return 1;
    case 'C': return 6;
    case 'S':
    case 'Q': return 4;
    case 'A': return 7;
    case 'Z': return 0;
    default: return 2;
  }
}

// Exact for right angles.
Point unit_vector(double degrees) {
  const double angle = std::fmod(degrees, 360);
  for (int quarter = -3; quarter < 4; ++quarter) {
    constexpr double kCos[] = {1, 0, -1, 0};
    if (angle == 90 * quarter) return {kCos[quarter & 3], kCos[(quarter + 3) & 3]};
  }
  return {std::cos(angle * kPi / 180), std::sin(angle * kPi / 180)};
}

std::optional<SvgTransform> transform_of(std::string_view name, const std::vector<double>& x) {
  const std::size_t n = x.size();
  if (name == "matrix" && n == 6) return SvgTransform{x[0], x[1], x[2], x[3], x[4], x[5]};
  if (name == "translate" && (n == 1 || n == 2)) {
    return SvgTransform{1, 0, 0, 1, x[0], n == 2 ? x[1] : 0};
  }
  if (name == "scale" && (n == 1 || n == 2)) {
    return SvgTransform{x[0], 0, 0, n == 2 ? x[1] : x[0], 0, 0};
  }
  if (name == "rotate" && (n == 1 || n == 3)) {
    const Point t = unit_vector(x[0]);
    const Point center = n == 3 ? Point{x[1], x[2]} : Point{0, 0};
    const SvgTransform rotation{t[0], t[1], -t[1], t[0], 0, 0};
    const Point moved = center - rotation(center);
    return SvgTransform{t[0], t[1], -t[1], t[0], moved[0], moved[1]};
  }
  if (name == "skewX" && n == 1) return SvgTransform{1, 0, std::tan(x[0] * kPi / 180), 1, 0, 0};
  if (name == "skewY" && n == 1) return SvgTransform{1, std::tan(x[0] * kPi / 180), 0, 1, 0, 0};
  return std::nullopt;
}

}  // namespace

void SvgNumbers::skip() {
  bool comma = false;
  while (!rest_.empty() && (is_gap(rest_[0]) || (rest_[0] == ',' && !comma))) {
    comma = comma || rest_[0] == ',';
    rest_.remove_prefix(1);
  }
}

std::optional<double> SvgNumbers::number() {
  skip();
  std::string_view text = rest_;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  // from_chars() would accept names of infinity.
  const std::size_t first = text.find_first_not_of('-');
  if (first == text.npos || is_letter(text[first])) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  rest_ = text.substr(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<bool> SvgNumbers::flag() {
  skip();
  if (rest_.empty() || (rest_[0] != '0' && rest_[0] != '1')) return std::nullopt;
  const bool set = rest_[0] == '1';
  rest_.remove_prefix(1);
  return set;
}

char SvgNumbers::letter() {
  skip();
  if (rest_.empty() || !is_letter(rest_[0])) return 0;
  const char c = rest_[0];
  rest_.remove_prefix(1);
  return c;
}

bool SvgNumbers::done() {
  skip();
  return rest_.empty();
}

SvgTransform SvgTransform::after(const SvgTransform& o) const {
  return {a * o.a + c * o.b, b * o.a + d * o.b,     a * o.c + c * o.d,
          b * o.c + d * o.d, a * o.e + c * o.f + e, b * o.e + d * o.f + f};
}

std::optional<SvgTransform> SvgTransform::parse(std::string_view text) {
  SvgTransform all;
  for (;;) {
    while (!text.empty() && (is_gap(text[0]) || text[0] == ',')) text.remove_prefix(1);
    if (text.empty()) return all;
    const std::size_t open = text.find('(');
    const std::size_t close = text.find(')');
    if (open == text.npos || close == text.npos || close < open) return std::nullopt;
    std::string_view name = text.substr(0, open);
    while (!name.empty() && is_gap(name.back())) name.remove_suffix(1);
    SvgNumbers numbers(text.substr(open + 1, close - open - 1));
    std::vector<double> x;
    while (const auto value = numbers.number()) x.push_back(*value);
    const auto one = transform_of(name, x);
    if (!numbers.done() || !one) return std::nullopt;
    all = all.after(*one);
    text.remove_prefix(close + 1);
  }
}

std::string_view SvgPath::parse(std::string_view text) {
  SvgNumbers numbers(text);
  if (numbers.done()) return {};
  char command = 0;
  while (!numbers.done()) {
    const std::string_view here = numbers.rest();
    if (const char next = numbers.letter()) {
      command = next;
    } else if (command == 'M' || command == 'm') {
      command = command == 'M' ? 'L' : 'l';  // points after the first are lines
    } else if (command == 0 || arguments_of(command) == 0) {
      return here;
    }
    const bool first = subpaths_.empty();
    if (first && capital(command) != 'M') return here;
    if (!step(command, numbers)) return here;
    last_ = capital(command);
  }
  return {};
}

bool SvgPath::point(char command, SvgNumbers& numbers, Point& p) const {
  const auto x = numbers.number();
  const auto y = x ? numbers.number() : std::nullopt;
  if (!y) return false;
  p = command >= 'a' ? current_ + Point{*x, *y} : Point{*x, *y};
  return true;
}

bool SvgPath::step(char command, SvgNumbers& numbers) {
  Point p{};
  Point c{};
  Point d{};
  switch (capital(command)) {
    case 'M': return point(command, numbers, p) && (move_to(p), true);
    case 'L': return point(command, numbers, p) && (line_to(p), true);
    case 'Z': return close(), true;
    case 'H':
    case 'V': {
      const auto x = numbers.number();
      if (!x) return false;
      const int axis = capital(command) == 'H' ? 0 : 1;
      p = current_;
      p[axis] = command >= 'a' ? current_[axis] + *x : *x;
      return line_to(p), true;
    }
    case 'C':
      return point(command, numbers, c) && point(command, numbers, d) &&
             point(command, numbers, p) && (cubic_to(c, d, p), true);
    case 'S':
      c = last_ == 'C' || last_ == 'S' ? current_ + current_ - control_ : current_;
      return point(command, numbers, d) && point(command, numbers, p) && (cubic_to(c, d, p), true);
    case 'Q':
      return point(command, numbers, c) && point(command, numbers, p) && (quadratic_to(c, p), true);
    case 'T':
      c = last_ == 'Q' || last_ == 'T' ? current_ + current_ - control_ : current_;
      return point(command, numbers, p) && (quadratic_to(c, p), true);
    case 'A': {
      const auto rx = numbers.number();
      const auto ry = rx ? numbers.number() : std::nullopt;
      const auto degrees = ry ? numbers.number() : std::nullopt;
      const auto large = degrees ? numbers.flag() : std::nullopt;
      const auto sweep = large ? numbers.flag() : std::nullopt;
      return sweep && point(command, numbers, p) &&
             (arc_to(*rx, *ry, *degrees, *large, *sweep, p), true);
    }
    default: return false;
  }
}

void SvgPath::move_to(const Point& p) {
  subpaths_.push_back({});
  start_ = current_ = p;
  add(transform_(p));
}

void SvgPath::line_to(const Point& p) {
  // After a closed subpath without a move, the next begins at the same point.
  if (subpaths_.back().closed) move_to(current_);
  current_ = p;
  add(transform_(p));
}

void SvgPath::close() {
  subpaths_.back().closed = true;
  current_ = start_;
}

// With n chords, a curve of second derivative up to `bend` differs from them by bend / (8 n^2).
std::size_t SvgPath::chord_count(double bend) {
  const double exact = std::ceil(std::sqrt(bend / (8 * tolerance_)));
  const std::size_t count =
      exact >= 1 ? (exact < double(kMostChords) ? std::size_t(exact) : kMostChords) : 1;
  const bool enough = count < chords_left_;
  chords_left_ = enough ? chords_left_ - count : 0;
  return enough ? count : 1;
}

void SvgPath::cubic_to(const Point& c, const Point& d, const Point& p) {
  if (subpaths_.back().closed) move_to(current_);
  const Point q[] = {transform_(current_), transform_(c), transform_(d), transform_(p)};
  const double bend =
      6 * std::max(length(q[0] - 2.0 * q[1] + q[2]), length(q[1] - 2.0 * q[2] + q[3]));
  const std::size_t n = chord_count(bend);
  for (std::size_t i = 1; i < n; ++i) {
    const double t = double(i) / double(n);
    const double s = 1 - t;
    add(q[0] * (s * s * s) + q[1] * (3 * s * s * t) + q[2] * (3 * s * t * t) + q[3] * (t * t * t));
  }
  add(q[3]);
  control_ = d;
  current_ = p;
}

void SvgPath::quadratic_to(const Point& c, const Point& p) {
  if (subpaths_.back().closed) move_to(current_);
  const Point q[] = {transform_(current_), transform_(c), transform_(p)};
  const std::size_t n = chord_count(2 * length(q[0] - 2.0 * q[1] + q[2]));
  for (std::size_t i = 1; i < n; ++i) {
    const double t = double(i) / double(n);
    const double s = 1 - t;
    add(q[0] * (s * s) + q[1] * (2 * s * t) + q[2] * (t * t));
  }
  add(q[2]);
  control_ = c;
  current_ = p;
}

// From end points to center: SVG 1.1, appendix F.6.5 and F.6.6.
void SvgPath::arc_to(double rx, double ry, double degrees, bool large, bool sweep, const Point& p) {
  if (subpaths_.back().closed) move_to(current_);
  const Point from = current_;
  rx = std::abs(rx);
  ry = std::abs(ry);
  if (p == from) return;
  if (rx == 0 || ry == 0) return line_to(p);
  const Point t = unit_vector(degrees);
  const Point half = (from - p) * 0.5;
  const double x = (t[0] * half[0] + t[1] * half[1]) / rx;
  const double y = (t[0] * half[1] - t[1] * half[0]) / ry;
  const double size = x * x + y * y;
  if (size > 1) rx *= std::sqrt(size), ry *= std::sqrt(size);
  const double grown = size > 1 ? 1 / std::sqrt(size) : 1;
  // On the unit circle: the ends are at +-(x, y) around their center.
  const Point unit{x * grown, y * grown};
  const double off =
      std::sqrt(std::max(0.0, 1 / std::min(size, 1.0) - 1)) * (large == sweep ? -1 : 1);
  const Point center{off * unit[1], -off * unit[0]};
  const double begin = std::atan2(unit[1] - center[1], unit[0] - center[0]);
  double arc_angle = std::atan2(-unit[1] - center[1], -unit[0] - center[0]) - begin;
  if (sweep && arc_angle < 0) arc_angle += 2 * kPi;
  if (!sweep && arc_angle > 0) arc_angle -= 2 * kPi;
  const Point midpoint = (from + p) * 0.5;
  const SvgTransform from_circle =
      transform_.after({t[0] * rx, t[1] * rx, -t[1] * ry, t[0] * ry, midpoint[0], midpoint[1]});
  const double largest =
      std::hypot(from_circle.a, from_circle.b) + std::hypot(from_circle.c, from_circle.d);
  const std::size_t n = chord_count(arc_angle * arc_angle * largest);
  for (std::size_t i = 1; i < n; ++i) {
    const double angle = begin + arc_angle * double(i) / double(n);
    add(from_circle({center[0] + std::cos(angle), center[1] + std::sin(angle)}));
  }
  current_ = p;
  add(transform_(p));
}

}  // namespace masu::readers
