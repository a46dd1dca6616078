// SPDX-License-Identifier: MIT
// PlacedShape: a shape of the library at a pose, made from the user's fields.
#pragma once

#include <memory>
#include <string>

#include <masu/mesh/surface_mesh.hpp>
#include <masu/shapes/convex_polytope.hpp>
#include <masu/shapes/shape_view.hpp>

#include "contact/shape_source.hpp"

namespace masu::cli {

template <int D, class T>
struct PlacedShape {
  ShapeView<D, T> view;
  Transform<D, T> pose;
  std::unique_ptr<ConvexPolytope<D, T>> polytope{};  // the polytope of the view, if it has one
  std::unique_ptr<SurfaceMesh<D, T>> mesh{};         // if set, used instead of the view
};

// The dimension: 2 or 3 if the fields allow only that, and `why` says so; 0 if both are possible.
struct Dimension {
  int dim = 0;
  std::string why;
};
Dimension dimension_of(const ShapeSource& source);

// Makes a shape that passes check(). Throws readers::InputError, which names the file, the field
// and the remedy.
template <int D, class T>
PlacedShape<D, T> make_placed_shape(const ShapeSource& source);

// Returns the pose at the end of a motion: `fields` have a position, a rotation or both; a missing
// one is unchanged.
template <int D, class T>
Transform<D, T> moved(const Transform<D, T>& start, const ShapeSource& pose);

}  // namespace masu::cli
