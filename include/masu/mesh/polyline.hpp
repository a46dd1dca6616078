// SPDX-License-Identifier: MIT
// Outlines in the plane.
#pragma once

#include <masu/mesh/surface_mesh.hpp>

namespace masu {

// Segments of the plane, in any number of chains.
template <class T>
using Polyline = SurfaceMesh<2, T>;

}  // namespace masu
