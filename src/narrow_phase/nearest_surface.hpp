// SPDX-License-Identifier: MIT
// The signed distance of a point from the surface of a core, in the core's own frame.
#pragma once

#include <masu/core/status.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu::detail {

// point - distance * normal is the nearest point of the surface; inside, distance < 0. The normal
// is unit and points outward, also on the surface and at the center of shapes.
template <int D>
struct NearestSurface {
  double distance;
  Vec<D, double> normal;
  Status status = Status::ok;
};

// For the core, without its radius. Precondition: shape and point are checked.
template <int D, class T>
NearestSurface<D> nearest_surface(const ShapeView<D, T>& shape, const Vec<D, double>& point);

}  // namespace masu::detail
