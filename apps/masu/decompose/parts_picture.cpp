// SPDX-License-Identifier: MIT
#include "decompose/parts_picture.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <vector>

#include <fmt/format.h>
#include <masu/narrow_phase/distance.hpp>
#include <scenes/plot/svg.hpp>

#include "contact/draw_solid.hpp"
#include "contact/drawing.hpp"
#include "counted.hpp"

namespace masu::cli {
namespace {

constexpr char kStyle[] =
    "text{font:bold 250px sans-serif;fill:#222a35}path{stroke-width:8;stroke-linejoin:round}"
    ".outline{fill:none;stroke:#222a35;stroke-width:12}";
constexpr double kSide = 7000;
constexpr double kTop = 420;  // height of the title above the picture
constexpr double kNear = 40;  // parts may be this far apart and look as if they touched

// M. Okabe and K. Ito's colours, which are distinct without red-green vision.
constexpr std::array<Colour, 8> kColours{{{86, 180, 233},
                                          {230, 159, 0},
                                          {0, 158, 115},
                                          {240, 228, 66},
                                          {204, 121, 167},
                                          {0, 114, 178},
                                          {213, 94, 0},
                                          {160, 160, 160}}};

struct PartShape {
  ConvexPolyhedron<double> solid{};
  double depth = 0;                 // of its center, toward the camera
  Aabb<2, double> frame{};          // in the picture
  std::vector<std::size_t> behind;  // parts that it may hide
  std::vector<std::size_t> touched;
  std::size_t colour = kColours.size();
  bool drawn = false;
};

class PartsSheet {
 public:
  explicit PartsSheet(const ConvexParts3<double>& parts)
      : shapes_(parts.size()), view_(view_of(parts)) {
    for (std::size_t i = 0; i < parts.size(); ++i) take(parts.part(i), shapes_[i]);
    relate();
    for (std::size_t i = 0; i < shapes_.size(); ++i) colour(i);
  }

  std::string draw() {
    const double height = double(view_.height()) + kTop;
    svg_ = plot::picture_begin(kSide, height, kStyle);
    svg_ += fmt::format(
        "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" rx=\"100\" fill=\"#fff\"/>\n"
        "<text text-anchor=\"middle\" x=\"{2:.0f}\" y=\"280\">{3}</text>\n",
        kSide, height, kSide / 2, counted(shapes_.size(), "part"));
    for (std::size_t count = 0; count < shapes_.size(); ++count) {
      PartShape& next = farthest();
      next.drawn = true;
      draw(next);
    }
    return svg_ + "</svg>\n";
  }

 private:
  static View view_of(const ConvexParts3<double>& parts) {
    std::vector<Point3> all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (const Vec3d& p : parts.part(i)) all.push_back(p);
    }
    return View({kRight, kAbove, kToward}, all, kSide);
  }

  Spot spot_of(const Vec3d& p) const {
    const Spot s = view_(p);
    return spot(double(s.x) + (kSide - double(view_.width())) / 2, double(s.y) + kTop);
  }

  void take(std::span<const Vec3d> points, PartShape& shape) const {
    if (polyhedron_of<double>(points, shape.solid) != Status::ok) throw std::bad_alloc();
    for (std::size_t v = 0; v < shape.solid.vertex_count(); ++v) {
      const Spot s = spot_of(shape.solid.vertex(v));
      const Vec2d at{double(s.x), double(s.y)};
      if (v == 0) shape.frame = {at, at};
      for (int k = 0; k < 2; ++k) {
        shape.frame.min[k] = std::min(shape.frame.min[k], at[k]);
        shape.frame.max[k] = std::max(shape.frame.max[k], at[k]);
      }
      shape.depth += dot(shape.solid.vertex(v), kToward) / double(shape.solid.vertex_count());
    }
  }

  // Finds which parts hide which: a plane between two parts has the nearer one on the camera's
  // side.
  void relate() {
    const Transform3d here{};
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      for (std::size_t k = i + 1; k < shapes_.size(); ++k) {
        if (!overlaps(shapes_[i].frame, shapes_[k].frame)) continue;
        const auto gap = penetration(shapes_[i].solid, here, shapes_[k].solid, here);
        const bool second = dot(gap.normal, kToward) > 0;
        shapes_[second ? k : i].behind.push_back(second ? i : k);
        if (gap.distance > 0 && across(gap.point_a, gap.point_b) > kNear) continue;
        shapes_[i].touched.push_back(k);
        shapes_[k].touched.push_back(i);
      }
    }
  }
  double across(const Vec3d& a, const Vec3d& b) const {
    const Spot p = spot_of(a);
    const Spot q = spot_of(b);
    return length(Vec2d{double(p.x - q.x), double(p.y - q.y)});
  }

  // Assigns the first colour that no part touching it has.
  void colour(std::size_t i) {
    std::array<bool, kColours.size()> taken{};
    for (const std::size_t other : shapes_[i].touched) {
      if (shapes_[other].colour < kColours.size()) taken[shapes_[other].colour] = true;
    }
    std::size_t c = i % kColours.size();
    for (std::size_t tried = 0; tried < kColours.size() && taken[c]; ++tried) {
      c = (c + 1) % kColours.size();
    }
    shapes_[i].colour = c;
  }

  // Returns the farthest part with nothing behind it; if some hide each other in a cycle, the
  // farthest of all.
  PartShape& farthest() {
    PartShape* best = nullptr;
    bool best_free = false;
    for (PartShape& s : shapes_) {
      if (s.drawn) continue;
      const bool is_free = std::all_of(s.behind.begin(), s.behind.end(),
                                       [&](std::size_t i) { return shapes_[i].drawn; });
      if (best == nullptr || is_free > best_free ||
          (is_free == best_free && s.depth < best->depth)) {
        best = &s;
        best_free = is_free;
      }
    }
    return *best;
  }

  void draw(const PartShape& s) {
    const Vec3d light = kRight * -0.40 + kAbove * 0.78 + kToward * 0.48;
    std::vector<Vec2d> spots;
    for (std::size_t f = 0; f < s.solid.face_count(); ++f) {
      const Vec3d normal = s.solid.plane(f).normal;
      if (!(dot(normal, kToward) > 0)) continue;
      const Colour c = shaded(kColours[s.colour], 0.9 + 0.35 * dot(normal, light));
      SvgPath path;
      std::vector<Spot> corners;
      for (const std::uint32_t v : s.solid.face(f)) corners.push_back(spot_of(s.solid.vertex(v)));
      path.polygon(corners);
      for (const Spot& p : corners) spots.push_back({double(p.x), double(p.y)});
      // The line closes the gap to the adjacent facet.
      svg_ += fmt::format(
          "<path fill=\"#{0:02x}{1:02x}{2:02x}\" stroke=\"#{0:02x}{1:02x}{2:02x}\" "
          "d=\"{3}\"/>\n",
          c.r, c.g, c.b, path.text());
    }
    outline(spots);
  }

  void outline(const std::vector<Vec2d>& spots) {
    AndrewChain<double> chain;
    Hull2 hull;
    if (chain.build(std::span<const Vec2d>(spots), hull) != Status::ok) return;
    std::vector<Spot> corners;
    for (const std::uint32_t v : hull.vertices()) corners.push_back(spot(spots[v][0], spots[v][1]));
    SvgPath path;
    path.polygon(corners);
    svg_ += fmt::format("<path class=\"outline\" d=\"{}\"/>\n", path.text());
  }

  std::vector<PartShape> shapes_;
  View view_;
  std::string svg_;
};

}  // namespace

std::string svg_of(const ConvexParts3<double>& parts) {
  return PartsSheet(parts).draw();
}

}  // namespace masu::cli
