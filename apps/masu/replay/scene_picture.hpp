// SPDX-License-Identifier: MIT
// The objects of a frame and which of them touch, as SVG.
#pragma once

#include <string>
#include <vector>

#include <masu/core/vec.hpp>

#include "contact/body.hpp"

namespace masu::cli {

struct SceneObject {
  std::vector<Vec<3, double>> points;  // whose hull it is; none of a half-space. 2D: z is 0
  std::vector<Side<2>> half_plane{};   // what of the plane it covers
  const std::vector<Facet>* facets{};  // 3D, of the points; null: drawn by its outline alone
  Vec<3, double> middle{};             // lines to what it touches begin here
  bool fixed = false;
  bool touches = false;
};

// Of two of the objects.
struct SceneContact {
  std::size_t a;
  std::size_t b;
  Vec<3, double> place;  // between the points of both that lie deepest in the other
};

struct ScenePicture {
  int dim = 2;
  bool z_up = false;  // 3D
  std::string title;
  std::vector<SceneObject> objects;
  std::vector<SceneContact> contacts;
};

// 2D as it is, 3D seen from (1, 1, 1), what is far first.
std::string draw_scene(const ScenePicture& scene);

}  // namespace masu::cli
