// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "contact/draw_solid.hpp"
#include "contact/drawing.hpp"
#include "hull/hull_file.hpp"

namespace masu::cli {
namespace {

using Point = Vec<3, double>;

constexpr double kSide = 7000;
constexpr double kTop = 420;  // height of the title above the picture
constexpr double kDot = 26;
constexpr double kVertex = 60;
// More points are a grey mass, and the file would be large.
constexpr std::size_t kMostDots = 5000;

View view_of(const HullFigure& hull) {
  std::vector<Point3> all;
  for (const std::uint32_t v : hull.vertices) all.push_back(hull.points[v]);
  if (hull.dim == 3) {
    return View({kRight, kAbove, kToward}, all, kSide);
  }
  Box3 box = Box3::nothing();
  for (const Point3& p : all) box = merge(box, Box3::of_point({p[0], p[1], all[0][2]}));
  return View(2, Up::z, box, kSide);
}

class HullSheet {
 public:
  HullSheet(const HullFigure& hull, const std::string& title)
      : hull_(hull),
        view_(view_of(hull)),
        drawing_(std::max<double>(double(view_.width()), kSide), double(view_.height()) + kTop) {
    drawing_.text(MarkStyle::title, spot(drawing_.width() / 2, 280), title, Anchor::middle);
  }

  std::string draw() {
    is_solid() ? draw_solid() : draw_flat();
    return svg_of(drawing_);
  }

 private:
  bool is_solid() const { return hull_.dimension == 3; }
  Spot spot_of(std::uint32_t i) const {
    const Spot s = view_(hull_.points[i]);
    const double shift = (drawing_.width() - double(view_.width())) / 2;
    return spot(double(s.x) + shift, double(s.y) + kTop);
  }
  std::vector<Spot> outline(const std::vector<std::uint32_t>& face) const {
    std::vector<Spot> spots;
    spots.reserve(face.size());
    for (const std::uint32_t v : face) spots.push_back(spot_of(v));
    return spots;
  }
  bool is_seen(std::size_t face) const { return dot(hull_.normals[face], kToward) > 0; }

  void dots() {
    if (hull_.points.size() > kMostDots) return;
    for (std::uint32_t i = 0; i < hull_.points.size(); ++i) {
      drawing_.disc(MarkStyle::point_b, spot_of(i), kDot);
    }
  }

  void draw_flat() {
    for (const auto& face : hull_.faces) drawing_.polygon(MarkStyle::a, outline(face));
    if (hull_.dimension == 1) drawing_.line(MarkStyle::edge_a, outline(hull_.vertices));
    dots();
    for (const std::uint32_t v : hull_.vertices)
      drawing_.disc(MarkStyle::point_a, spot_of(v), kVertex);
  }

  void edges(bool seen, MarkStyle style) {
    for (std::size_t f = 0; f < hull_.faces.size(); ++f) {
      if (is_seen(f) != seen) continue;
      const auto& face = hull_.faces[f];
      for (std::size_t i = 0; i < face.size(); ++i) {
        const std::uint32_t from = face[i];
        const std::uint32_t to = face[(i + 1) % face.size()];
        if (!seen && from > to) continue;  // dashes drawn twice would fill each other's gaps
        drawing_.line(style, {spot_of(from), spot_of(to)});
      }
    }
  }

  // Draws hidden parts first: the front faces of a convex solid do not hide each other.
  void draw_solid() {
    edges(false, MarkStyle::hidden_a);
    dots();
    const Point light = kRight * -0.40 + kAbove * 0.78 + kToward * 0.48;
    for (std::size_t f = 0; f < hull_.faces.size(); ++f) {
      if (!is_seen(f)) continue;
      drawing_.facet(MarkStyle::a, outline(hull_.faces[f]),
                     0.98 + 0.5 * dot(hull_.normals[f], light));
    }
    edges(true, MarkStyle::edge_a);
  }

  const HullFigure& hull_;
  View view_;
  Drawing drawing_;
};

}  // namespace

std::string svg_of(const HullFigure& hull, const std::string& title) {
  return HullSheet(hull, title).draw();
}

}  // namespace masu::cli
