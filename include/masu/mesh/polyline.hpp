// SPDX-License-Identifier: MIT
// Polyline: outlines in 2D.
#pragma once

#include <masu/mesh/surface_mesh.hpp>

namespace masu {

// Segments in 2D, in any number of chains. See SurfaceMesh.
template <class T>
using Polyline = SurfaceMesh<2, T>;

}  // namespace masu
