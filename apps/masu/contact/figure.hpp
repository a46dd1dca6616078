// SPDX-License-Identifier: MIT
// A contact as pictures take it: bodies with surfaces, everything in double, words to say.
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
  std::optional<Body<D>> moved;  // B at its first touch, or at the end of its way
  Vec<D, double> way{};          // its translation up to there
  std::string title;
  std::vector<std::string> says;  // below the picture
  // Of the separation; of the first touch if B moves. Without a normal there is nothing to show.
  bool shows_points = false;
  double distance = 0;
  Vec<D, double> normal{};
  Vec<D, double> point_a{};
  Vec<D, double> point_b{};
  std::vector<ManifoldPoint<D, double>> area;
  // What both have in common and where their surfaces meet, if that was asked for.
  std::optional<Body<D>> common;
  std::vector<std::vector<Vec<D, double>>> cuts;
  // Of meshes: facets in contact.
  std::vector<std::uint32_t> touched_a;
  std::vector<std::uint32_t> touched_b;
};

// `steps` facets go around what is round. An empty title says how the shapes lie.
template <int D, class T>
Figure<D> figure_of(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b,
                    const std::string& title, int steps);

Drawing draw(const Figure<2>& figure);

}  // namespace masu::cli
