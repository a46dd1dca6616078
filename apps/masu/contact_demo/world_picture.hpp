// SPDX-License-Identifier: MIT
// Draws the bodies of a world as solids seen from the top right front, and lays out pictures of
// demos.
#pragma once

#include <solvers/body.hpp>

#include "contact/drawing.hpp"
#include "contact_demo/chart.hpp"

namespace masu::cli {

// A body to draw and its style; fixed bodies are cut to their visible part.
struct Solid {
  Box<3, double> shape;
  Transform3d pose;
  MarkStyle style;
};

// Draws solids given from far to near, later ones over earlier ones, and maps points of the world
// into the picture.
class WorldPicture {
 public:
  WorldPicture(std::vector<Solid> solids, const ChartArea& area);

  void draw(Drawing& drawing) const;
  // Draws the outlines of the faces toward the camera, in the style of the solid.
  void outline(Drawing& drawing, const Solid& solid) const;
  Spot operator()(const Vec3d& p) const;

 private:
  struct Face {
    std::array<Spot, 4> spots;
    Vec3d normal;
  };
  std::array<Face, 3> faces(const Solid& solid) const;

  std::vector<Solid> solids_;
  View view_;
  double left_, top_;
};

inline constexpr ChartArea kSceneArea{200, 700, 5200, 7000};

// Layout: title, solids on the left, charts stacked on the right, words at the bottom.
class DemoPicture {
 public:
  DemoPicture(const std::string& title, const WorldPicture& scene);

  Drawing& drawing() { return drawing_; }
  void add(const std::vector<Chart>& charts);
  std::string svg(const std::string& words);

 private:
  Drawing drawing_;
};

}  // namespace masu::cli
