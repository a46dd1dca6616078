// SPDX-License-Identifier: MIT
// Figure: a contact prepared for pictures: bodies with surfaces, everything in double, and text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contact/body.hpp"
#include "contact/contact.hpp"
#include "contact/drawing.hpp"

namespace masu::cli {

template <int D>
struct Figure {
  Body<D> a;
  Body<D> b;
  std::optional<Body<D>> moved;   // B at its first touch, or at the end of its motion
  Vec<D, double> displacement{};  // its translation up to there
  std::string title;
  std::vector<std::string> says;  // text below the picture
  // The following describe the separation, or the first touch if B moves. False without a normal.
  bool shows_points = false;
  double distance = 0;
  Vec<D, double> normal{};
  Vec<D, double> point_a{};
  Vec<D, double> point_b{};
  std::vector<ManifoldPoint<D, double>> area;
  // The intersection and the curves where the surfaces meet, if requested.
  std::optional<Body<D>> common;
  std::vector<std::vector<Vec<D, double>>> cuts;
  // Facets in contact, of meshes.
  std::vector<std::uint32_t> touched_a;
  std::vector<std::uint32_t> touched_b;
};

// Prepares a figure. `steps` facets go around a smooth surface. For an empty title the title says
// how the shapes are related.
template <int D, class T>
Figure<D> figure_of(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b,
                    const std::string& title, int steps);

Drawing draw(const Figure<2>& figure);

}  // namespace masu::cli
