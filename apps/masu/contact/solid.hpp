// SPDX-License-Identifier: MIT
// 3D bodies as triangles with normals, for pixels and glTF.
#pragma once

#include <array>
#include <vector>

#include "contact/body.hpp"

namespace masu::cli {

struct SolidTriangle {
  std::array<Vec<3, double>, 3> corner;
  std::array<Vec<3, double>, 3> normal;  // of the surface that the facets approximate
};

std::vector<SolidTriangle> triangles_of(const Body<3>& body);

// Returns whether two facets meet without a visible edge.
bool smooth(const Body<3>& body, const Facet& f, const Facet& g);

}  // namespace masu::cli
