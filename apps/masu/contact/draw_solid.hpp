// SPDX-License-Identifier: MIT
// Pictures of 3D bodies, seen from the top right front.
#pragma once

#include "contact/figure.hpp"
#include "contact/raster.hpp"
#include "view.hpp"

namespace masu::cli {

// The camera, 35 degrees to the right and 25 above: orthonormal directions.
inline constexpr Vec<3, double> kRight{0.819152, 0, -0.573576};
inline constexpr Vec<3, double> kAbove{-0.242404, 0.906308, -0.346189};
inline constexpr Vec<3, double> kToward{0.519837, 0.422618, 0.742404};

// Replaces half-spaces by a square of their plane.
Figure<3> with_planes(Figure<3> figure);

View view_of(const Figure<3>& figure);

enum class Facets { drawn, left_out };  // pixels have facets of their own
Drawing draw(const Figure<3>& figure, Facets facets);

// Returns surfaces and edges for pixels; everything else is drawn on top of them.
std::vector<LayerTriangle> layers_of(const Figure<3>& figure);

}  // namespace masu::cli
