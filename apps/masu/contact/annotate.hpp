// SPDX-License-Identifier: MIT
// The parts that 2D and 3D pictures share: title, contact area, witness points, normal, distance.
#pragma once

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "contact/figure.hpp"

namespace masu::cli {

// Returns the bounding box of the points that a picture shows; empty if there are only half-spaces.
template <int D>
Aabb<D, double> around(const Figure<D>& f) {
  Aabb<D, double> box = Aabb<D, double>::nothing();
  const auto take = [&](const Vec<D, double>& p) {
    box = merge(box, Aabb<D, double>::of_point(p));
  };
  for (const Body<D>* body : {&f.a, &f.b}) {
    for (const auto& p : body->points) take(p);
  }
  if (f.moved) {
    for (const auto& p : f.moved->points) take(p);
  }
  if (f.shows_points) take(f.point_a), take(f.point_b);
  return box;
}

inline constexpr double kPictureSide = 5600;
inline constexpr double kPictureHead = 560;
inline constexpr double kLine = 260;
inline constexpr double kLeast = 6000;   // the least width for title and words
inline constexpr double kBeside = 1300;  // for words next to the view

// The layout of a drawing: title on top, words at the bottom, the view between them.
struct Paper {
  const View& view;
  double shift;
  Drawing drawing;

  template <int D>
  Paper(const View& v, const Figure<D>& figure)
      : view(v),
        shift((width_for(v) - double(v.width())) / 2),
        drawing(width_for(v),
                kPictureHead + double(v.height()) + kLine * double(figure.says.size()) + 120) {
    const Spot title = spot(View::kMargin, 400);
    drawing.text(MarkStyle::title, title, figure.title);
    double y = kPictureHead + double(v.height()) + 80;
    for (const std::string& words : figure.says) {
      drawing.text(MarkStyle::words, spot(View::kMargin, y), words);
      y += kLine;
    }
  }

  static double width_for(const View& v) { return std::max(kLeast, double(v.width()) + kBeside); }

  Spot spot_of(const Point3& p) const {
    const Spot s = view(p);
    return {s.x + std::lround(shift), s.y + std::lround(kPictureHead)};
  }
  Spot spot_of(const Vec<2, double>& p) const { return spot_of(Point3{p[0], p[1], 0}); }
  template <int D>
  std::vector<Spot> spot_of(const std::vector<Vec<D, double>>& points) const {
    std::vector<Spot> spots;
    spots.reserve(points.size());
    for (const auto& p : points) spots.push_back(spot_of(p));
    return spots;
  }
};

namespace annotating {

// A position next to a point, and the anchor of the text there.
struct Beside {
  Spot at;
  Anchor anchor;
};

inline Beside beside(Spot s, double dx, double dy, double off) {
  const double x = double(s.x) + dx * off;
  const double y = double(s.y) + dy * off + 62;  // the center of the letters
  const Anchor anchor = dx > 0.2 ? Anchor::start : dx < -0.2 ? Anchor::end : Anchor::middle;
  return {spot(x, y), anchor};
}

template <int D>
Vec<D, double> midpoint(const ManifoldPoint<D, double>& p) {
  return (p.point_a + p.point_b) * 0.5;
}

template <int D>
void contact_area(Paper& paper, const Figure<D>& f) {
  if (f.area.size() < 2) return;
  std::vector<Spot> corners;
  if constexpr (D == 2) {
    for (const auto& p : f.area) corners.push_back(paper.spot_of(p.point_a));
    std::reverse(corners.begin(), corners.end());
    for (const auto& p : f.area) corners.push_back(paper.spot_of(p.point_b));
  } else {
    for (const auto& p : f.area) corners.push_back(paper.spot_of(midpoint(p)));
  }
  paper.drawing.polygon(MarkStyle::area, corners);
  for (const Spot s : corners) paper.drawing.disc(MarkStyle::corner, s, D == 2 ? 34 : 40);
}

// Draws the distance as a dimension line with its text.
inline void dimension(Drawing& d, Spot a, Spot b, double px, double py, const std::string& words) {
  constexpr double kOff = 300;
  const auto off = [&](Spot s, double by) {
    return spot(double(s.x) + px * by, double(s.y) + py * by);
  };
  for (const Spot s : {a, b}) d.line(MarkStyle::measure, {off(s, 80), off(s, kOff + 60)});
  d.line(MarkStyle::measure, {off(a, kOff), off(b, kOff)});
  const Spot mid{(a.x + b.x) / 2, (a.y + b.y) / 2};
  const Beside text = beside(off(mid, kOff), px, py, 130);
  d.text(MarkStyle::words, text.at, words, text.anchor);
}

// Draws the name of a body between its center and its outline, where it is farthest from `busy`,
// the positions of other things.
inline void letter(Drawing& d, const std::vector<Spot>& body, const std::vector<Spot>& busy,
                   const char* words) {
  if (body.empty()) return;
  double x = 0, y = 0;
  for (const Spot s : body) x += double(s.x), y += double(s.y);
  x /= double(body.size()), y /= double(body.size());
  double most = -1;
  Spot best{};
  for (const Spot s : body) {
    const Spot at = spot(0.42 * x + 0.58 * double(s.x), 0.42 * y + 0.58 * double(s.y));
    double free = 1e9;
    for (const Spot other : busy) {
      free = std::min(free, std::hypot(double(at.x - other.x), double(at.y - other.y)));
    }
    if (free > most) most = free, best = at;
  }
  d.text(MarkStyle::title, {best.x, best.y + 90}, words, Anchor::middle);
}

// Draws "point_a" and "point_b" on one side of the line that joins them, without overlap.
inline void names(Drawing& d, Spot a, Spot b, std::array<double, 2> side) {
  const double dx = double(b.x - a.x), dy = double(b.y - a.y);
  const double apart = std::hypot(dx, dy);
  const bool across =
      std::fabs(side[0]) < 0.2;  // words above a horizontal line move apart sideways
  const double part = across ? 0 : std::max(0.0, 240 - apart) / 2;
  const auto name = [&](Spot s, double to_a, const char* words) {
    const Spot from =
        spot(double(s.x) - dx / apart * part * to_a, double(s.y) - dy / apart * part * to_a);
    Beside text = beside(from, side[0], side[1], 150);
    if (across) {
      const bool left = (dx > 0) == (to_a > 0);
      text.anchor = left ? Anchor::end : Anchor::start;
      text.at.x += left ? 60 : -60;
    }
    d.text(MarkStyle::words, text.at, words, text.anchor);
  };
  name(a, 1, "point_a");
  name(b, -1, "point_b");
}

}  // namespace annotating

// Returns the length of the arrow of the normal, in world units. If it would end near point_b it is
// drawn beyond it.
template <int D>
double arrow_length(const Figure<D>& f, double reach) {
  return f.distance > 0 && f.distance < 1.4 * reach ? f.distance + 0.8 * reach : reach;
}

// Draws the names of both bodies where they cover nothing.
template <int D>
void letters(Paper& paper, const Figure<D>& f, const std::vector<Spot>& a,
             const std::vector<Spot>& b, double reach) {
  std::vector<Spot> busy;
  for (int k = 0; f.shows_points && k <= 4; ++k) {
    busy.push_back(paper.spot_of(f.point_a + f.normal * (arrow_length(f, reach) * k / 3.0)));
  }
  if (f.shows_points) busy.push_back(paper.spot_of(f.point_b));
  const auto with = [&](const std::vector<Spot>& other) {
    std::vector<Spot> all = busy;
    Spot sum{};
    for (const Spot o : other) sum = {sum.x + o.x, sum.y + o.y};
    const long n = std::max(1l, long(other.size()));
    for (const Spot o : other) {
      all.push_back(o);
      all.push_back({(o.x + sum.x / n) / 2, (o.y + sum.y / n) / 2});
    }
    return all;
  };
  annotating::letter(paper.drawing, a, with(b), "A");
  annotating::letter(paper.drawing, b, with(a), "B");
}

// Draws the contact area, the witness points, the normal and the distance.
template <int D>
void annotate(Paper& paper, const Figure<D>& f, double reach) {
  using namespace annotating;
  if (!f.shows_points) return;
  Drawing& d = paper.drawing;
  contact_area(paper, f);
  const Spot a = paper.spot_of(f.point_a);
  const Spot b = paper.spot_of(f.point_b);
  const Spot tip = paper.spot_of(f.point_a + f.normal * arrow_length(f, reach));
  const double nx = double(tip.x - a.x), ny = double(tip.y - a.y);
  const double size = std::max(1.0, std::hypot(nx, ny));
  const double ux = nx / size, uy = ny / size;
  // The distance goes to the right of the normal or below it, the names to the other side.
  const double sign = std::fabs(uy) > 0.35 ? (uy < 0 ? 1 : -1) : (ux > 0 ? 1 : -1);
  const double px = -uy * sign, py = ux * sign;
  d.arrow(MarkStyle::normal, a, tip);
  const double apart = std::hypot(double(b.x - a.x), double(b.y - a.y));
  d.disc(MarkStyle::point_a, a, 62);
  d.disc(MarkStyle::point_b, b, apart < 20 ? 38 : 62);
  const Beside text_at_tip = beside(tip, ux, uy, 110);
  d.text(MarkStyle::words, text_at_tip.at, "normal", text_at_tip.anchor);
  if (apart < 20) {
    const Beside both = beside(a, -px - ux, -py - uy, 120);
    d.text(MarkStyle::words, both.at, "point_a = point_b", both.anchor);
    return;
  }
  dimension(
      d, a, b, px, py,
      (f.distance < 0 ? "depth " : "distance ") + fmt::format("{:.4g}", std::fabs(f.distance)));
  names(d, a, b, {-px, -py});
}

}  // namespace masu::cli
