// SPDX-License-Identifier: MIT
// Hulls as files that other programs open, and as pictures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/core/vec.hpp>

namespace masu::cli {

// In space; points of the plane have z = 0.
struct HullFigure {
  int dim = 0;        // of the space the points are in
  int dimension = 0;  // of what they span
  std::vector<Vec<3, double>> points;
  std::vector<std::uint32_t> vertices;            // places of points
  std::vector<std::vector<std::uint32_t>> faces;  // places; one, the outline, if flat
  std::vector<Vec<3, double>> normals;            // of faces
};

// Vertices, and faces, the segment or the point that they make.
std::string obj_of(const HullFigure& hull);
// Triangles, as text. The hull must have a face.
std::string stl_of(const HullFigure& hull);
// Seen from above in the plane; in space as a solid.
std::string svg_of(const HullFigure& hull, const std::string& title);

}  // namespace masu::cli
