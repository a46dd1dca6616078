// SPDX-License-Identifier: MIT
// Writes hulls as files for other programs and as pictures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/core/vec.hpp>

namespace masu::cli {

// A hull in 3D; 2D points have z = 0.
struct HullFigure {
  int dim = 0;        // of the space the points are in
  int dimension = 0;  // dimension of their affine hull
  std::vector<Vec<3, double>> points;
  std::vector<std::uint32_t> vertices;            // indices of points
  std::vector<std::vector<std::uint32_t>> faces;  // indices; a single outline if flat
  std::vector<Vec<3, double>> normals;            // of faces
};

// Returns OBJ: the vertices, and the faces, the segment or the point that they form.
std::string obj_of(const HullFigure& hull);
// Returns STL: triangles, as text. Precondition: the hull has a face.
std::string stl_of(const HullFigure& hull);
// Returns an SVG: 2D from above, 3D as a solid.
std::string svg_of(const HullFigure& hull, const std::string& title);

}  // namespace masu::cli
