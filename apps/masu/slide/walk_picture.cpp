// SPDX-License-Identifier: MIT
#include <cmath>

#include "contact/drawing.hpp"
#include "slide/walk.hpp"

namespace masu::cli {
namespace {

constexpr double kCell = 300;
constexpr double kTop = 500;  // height of the title above the level
constexpr double kPi = 3.14159265358979323846;

class LevelSheet {
 public:
  LevelSheet(const Level& level, const std::string& title)
      : tiles_(level.tiles),
        drawing_(kCell * double(tiles_.size()[0]), kCell * double(tiles_.size()[1]) + kTop) {
    drawing_.text(MarkStyle::title, spot(drawing_.width() / 2, 330), title, Anchor::middle);
  }

  void tiles() {
    for (std::uint32_t y = 0; y < tiles_.size()[1]; ++y) {
      for (std::uint32_t x = 0; x < tiles_.size()[0]; ++x) tile(x, y);
    }
  }
  void path(const std::vector<WalkPoint>& points) {
    std::vector<Spot> spots;
    for (const WalkPoint& p : points) {
      const Spot s = spot_at(p.position[0], p.position[1]);
      if (spots.empty() || s != spots.back()) spots.push_back(s);
    }
    drawing_.line(MarkStyle::edge_b, spots);
  }
  // Draws a capsule as a polygon with rounded ends.
  void capsule(MarkStyle style, const Vec<2, double>& center, double half, double radius) {
    constexpr int kArc = 12;
    std::vector<Spot> spots;
    for (int end = 0; end < 2; ++end) {
      for (int i = 0; i <= kArc; ++i) {
        const double angle = kPi * (end + double(i) / kArc);
        const double y = center[1] + (end == 0 ? half : -half);
        spots.push_back(
            spot_at(center[0] + radius * std::cos(angle), y + radius * std::sin(angle)));
      }
    }
    drawing_.polygon(style, spots);
  }
  std::string finish() const { return svg_of(drawing_); }

 private:
  Spot spot_at(double x, double y) const { return spot(x * kCell, drawing_.height() - y * kCell); }

  void tile(std::uint32_t x, std::uint32_t y) {
    const Tile t = tiles_.tile({x, y});
    if (t == Tile::empty) return;
    std::vector<Spot> spots = {spot_at(x, y), spot_at(x + 1.0, y)};
    if (t != Tile::floor_falling) spots.push_back(spot_at(x + 1.0, y + 1.0));
    if (t != Tile::floor_rising) spots.push_back(spot_at(x, y + 1.0));
    drawing_.polygon(MarkStyle::a, spots);
  }

  const TileGrid<2, double>& tiles_;
  Drawing drawing_;
};

}  // namespace

std::string walk_picture(const Level& level, const Walk& walk, const std::string& title) {
  LevelSheet sheet(level, title);
  sheet.tiles();
  sheet.path(walk.points);
  const double half = walk.mover.half_axis[1];
  // Draw the character every two cells.
  double next = walk.points.front().position[0];
  for (const WalkPoint& p : walk.points) {
    if (p.position[0] < next) continue;
    next = p.position[0] + 2;
    sheet.capsule(p.on_ground ? MarkStyle::b : MarkStyle::ghost, p.position, half,
                  walk.mover.radius);
  }
  sheet.capsule(MarkStyle::b, walk.mover.position, half, walk.mover.radius);
  return sheet.finish();
}

}  // namespace masu::cli
