// SPDX-License-Identifier: MIT
// Surfaces in space.
#pragma once

#include <masu/mesh/surface_mesh.hpp>

namespace masu {

// Triangles in space.
template <class T>
using TriangleMesh = SurfaceMesh<3, T>;

}  // namespace masu
