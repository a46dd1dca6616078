// SPDX-License-Identifier: MIT
// Draws the objects of a frame and their contacts as SVG.
#pragma once

#include <string>
#include <vector>

#include <masu/core/vec.hpp>

#include "contact/body.hpp"

namespace masu::cli {

struct SceneObject {
  std::vector<Vec<3, double>>
      points;                         // the object is their hull; none for a half-space. 2D: z is 0
  std::vector<Side<2>> half_plane{};  // the half-plane it covers
  const std::vector<Facet>* facets{};  // 3D, of the points; null: only its outline is drawn
  Vec<3, double> center{};             // start of the lines to its contacts
  bool fixed = false;
  bool touches = false;
};

// A contact of two objects.
struct SceneContact {
  std::size_t a;
  std::size_t b;
  Vec<3, double> position;  // between the deepest points of both
};

struct ScenePicture {
  int dim = 2;
  bool z_up = false;  // 3D
  std::string title;
  std::vector<SceneObject> objects;
  std::vector<SceneContact> contacts;
};

// Draws 2D directly, and 3D seen from (1, 1, 1), far objects first.
std::string draw_scene(const ScenePicture& scene);

}  // namespace masu::cli
