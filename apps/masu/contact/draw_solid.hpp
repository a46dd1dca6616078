// SPDX-License-Identifier: MIT
// Pictures of solids, seen from before, above and the right.
#pragma once

#include "contact/figure.hpp"
#include "contact/raster.hpp"
#include "view.hpp"

namespace masu::cli {

// An eye 35 degrees to the right and 25 above; directions of length 1 at right angles.
inline constexpr Vec<3, double> kRight{0.819152, 0, -0.573576};
inline constexpr Vec<3, double> kAbove{-0.242404, 0.906308, -0.346189};
inline constexpr Vec<3, double> kToward{0.519837, 0.422618, 0.742404};

// Half-spaces get a square of their plane for a body.
Figure<3> with_planes(Figure<3> figure);

View view_of(const Figure<3>& figure);

enum class Facets { drawn, left_out };  // pixels have their own
Drawing draw(const Figure<3>& figure, Facets facets);

// Surfaces and edges, for pixels; the rest is drawn on top of them.
std::vector<LayerTriangle> layers_of(const Figure<3>& figure);

}  // namespace masu::cli
