// SPDX-License-Identifier: MIT
// A shape as the library takes it, of the fields that a user gave.
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
  Transform<D, T> at;
  std::unique_ptr<ConvexPolytope<D, T>> polytope{};  // of the view, if that has one
  std::unique_ptr<SurfaceMesh<D, T>> mesh{};         // in place of the view
};

// 2 or 3 if the fields can only be of that; 0 if both are possible. `why` then says it.
struct Dimension {
  int dim = 0;
  std::string why;
};
Dimension dimension_of(const ShapeSource& source);

// Throws readers::InputError that names file, field and remedy; what comes out passes check().
template <int D, class T>
PlacedShape<D, T> place_shape(const ShapeSource& source);

// The end of a motion: `fields` have a position, a rotation or both; what is missing stays as it
// is.
template <int D, class T>
Transform<D, T> moved(const Transform<D, T>& start, const ShapeSource& pose);

}  // namespace masu::cli
