// SPDX-License-Identifier: MIT
#include "hull/hull_file.hpp"

#include <fmt/format.h>

namespace masu::cli {

std::string obj_of(const HullFigure& hull) {
  std::string text;
  std::vector<std::size_t> number(hull.points.size());
  for (std::size_t i = 0; i < hull.vertices.size(); ++i) {
    const auto& p = hull.points[hull.vertices[i]];
    text += fmt::format("v {} {} {}\n", p[0], p[1], p[2]);
    number[hull.vertices[i]] = i + 1;
  }
  for (const auto& face : hull.faces) {
    text += "f";
    for (const std::uint32_t v : face) text += fmt::format(" {}", number[v]);
    text += "\n";
  }
  if (hull.dimension == 0) text += "p 1\n";
  if (hull.dimension == 1) text += "l 1 2\n";
  return text;
}

std::string stl_of(const HullFigure& hull) {
  std::string text = "solid hull\n";
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const auto& face = hull.faces[f];
    const auto& n = hull.normals[f];
    for (std::size_t i = 2; i < face.size(); ++i) {
      text += fmt::format("facet normal {} {} {}\nouter loop\n", n[0], n[1], n[2]);
      for (const std::uint32_t v : {face[0], face[i - 1], face[i]}) {
        const auto& p = hull.points[v];
        text += fmt::format("vertex {} {} {}\n", p[0], p[1], p[2]);
      }
      text += "endloop\nendfacet\n";
    }
  }
  return text + "endsolid hull\n";
}

}  // namespace masu::cli
