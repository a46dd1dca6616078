// SPDX-License-Identifier: MIT
#include "contact_demo/world_picture.hpp"

#include <cmath>

#include "contact/draw_solid.hpp"

namespace masu::cli {
namespace {

// The width of the picture of a demo.
constexpr double kDemoWidth = 13000;
constexpr double kDemoHeight = 8600;

// Corner i has the sign of bit k of i along axis k.
Vec3d corner(const Solid& s, unsigned i) {
  Vec3d p = s.shape.center;
  for (int a = 0; a < 3; ++a)
    p[a] += (i >> a & 1u) != 0 ? s.shape.half_extents[a] : -s.shape.half_extents[a];
  return s.pose * p;
}

View view_of(const std::vector<Solid>& solids, const ChartArea& area) {
  std::vector<Point3> points;
  for (const Solid& s : solids) {
    for (unsigned i = 0; i < 8; ++i) points.push_back(corner(s, i));
  }
  const Eye eye{kRight, kAbove, kToward};
  const View full(eye, points, area.height);
  const double shrink =
      std::min({1.0, area.width / double(full.width()), area.height / double(full.height())});
  return View(eye, points, area.height * shrink);
}

// Returns a line as a narrow facet, so that it stays in the layer of its solid.
std::vector<Spot> stroke(Spot p, Spot q) {
  const double dx = double(q.x - p.x), dy = double(q.y - p.y);
  const double scale = 9 / std::max(1.0, std::hypot(dx, dy));
  const Spot off = spot(-dy * scale, dx * scale);
  return {{p.x + off.x, p.y + off.y},
          {q.x + off.x, q.y + off.y},
          {q.x - off.x, q.y - off.y},
          {p.x - off.x, p.y - off.y}};
}

// Lit from the top left front.
double shade_of(const Vec3d& normal) {
  return 0.95 + 0.45 * dot(normal, kRight * -0.4 + kAbove * 0.78 + kToward * 0.48);
}

}  // namespace

WorldPicture::WorldPicture(std::vector<Solid> solids, const ChartArea& area)
    : solids_(std::move(solids)),
      view_(view_of(solids_, area)),
      left_(area.left + (area.width - double(view_.width())) / 2),
      top_(area.top + (area.height - double(view_.height())) / 2) {}

Spot WorldPicture::operator()(const Vec3d& p) const {
  const Spot s = view_(p);
  return {s.x + std::lround(left_), s.y + std::lround(top_)};
}

// Returns the faces toward the camera.
std::array<WorldPicture::Face, 3> WorldPicture::faces(const Solid& s) const {
  const auto axes = matrix_of(s.pose.rotation);
  std::array<Face, 3> result;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const Vec3d out = axes.column(static_cast<int>(axis));
    const bool positive = dot(out, kToward) > 0;
    const unsigned base = positive ? 1u << axis : 0u;
    const unsigned u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3;
    const auto at = [&](unsigned i) { return (*this)(corner(s, i)); };
    result[axis] = {{at(base), at(base | u), at(base | u | v), at(base | v)},
                    positive ? out : -out};
  }
  return result;
}

void WorldPicture::draw(Drawing& drawing) const {
  for (const Solid& s : solids_) {
    for (const Face& face : faces(s)) {
      drawing.facet(s.style, {face.spots.begin(), face.spots.end()}, shade_of(face.normal));
      for (std::size_t k = 0; k < 4; ++k) {
        drawing.facet(s.style, stroke(face.spots[k], face.spots[(k + 1) % 4]), 0.35);
      }
    }
  }
}

void WorldPicture::outline(Drawing& drawing, const Solid& solid) const {
  for (const Face& face : faces(solid)) {
    std::vector<Spot> spots(face.spots.begin(), face.spots.end());
    spots.push_back(spots.front());
    drawing.line(solid.style, spots);
  }
}

DemoPicture::DemoPicture(const std::string& title, const WorldPicture& scene)
    : drawing_(kDemoWidth, kDemoHeight) {
  drawing_.text(MarkStyle::title, spot(300, 430), title);
  scene.draw(drawing_);
}

void DemoPicture::add(const std::vector<Chart>& charts) {
  const double each = 7100 / double(charts.size());
  for (std::size_t i = 0; i < charts.size(); ++i) {
    draw_chart(drawing_, charts[i], {6300, 1000 + each * double(i), 6300, each - 800});
  }
}

std::string DemoPicture::svg(const std::string& words) {
  drawing_.text(MarkStyle::words, spot(300, kDemoHeight - 250), words);
  return svg_of(drawing_);
}

}  // namespace masu::cli
