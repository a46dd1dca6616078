// SPDX-License-Identifier: MIT
// Bodies in space as triangles with normals, for pixels and for glTF.
#pragma once

#include <array>
#include <vector>

#include "contact/body.hpp"

namespace masu::cli {

struct SolidTriangle {
  std::array<Vec<3, double>, 3> corner;
  std::array<Vec<3, double>, 3> normal;  // of the surface that the facets stand for
};

std::vector<SolidTriangle> triangles_of(const Body<3>& body);

// Do these facets meet without an edge to be seen?
bool smooth(const Body<3>& body, const Facet& f, const Facet& g);

}  // namespace masu::cli
