// SPDX-License-Identifier: MIT
// Outlines in the plane.
#pragma once

#include <masu/mesh/surface_mesh.hpp>

namespace masu {

template <class T>
using Polyline = SurfaceMesh<2, T>;

}  // namespace masu
