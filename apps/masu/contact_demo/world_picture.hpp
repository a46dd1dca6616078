// SPDX-License-Identifier: MIT
// The bodies of a world as solids, seen from before, above and the right, and how pictures of demos
// are laid out.
#pragma once

#include <solvers/body.hpp>

#include "contact/drawing.hpp"
#include "contact_demo/chart.hpp"

namespace masu::cli {

// A body to draw, and how: fixed ones are cut down to what is seen of them.
struct Solid {
  Box<3, double> shape;
  Transform3d at;
  Look look;
};

// From far to near: solids that are given later hide those before. Answers where a point of the
// world is in the picture.
class WorldPicture {
 public:
  WorldPicture(std::vector<Solid> solids, const Place& place);

  void draw(Drawing& drawing) const;
  // The sides of a solid that face the eye, as lines in its look.
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

inline constexpr Place kScenePlace{200, 700, 5200, 7000};

// Title, solids to the left, charts one below the other to the right, words below.
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
