// SPDX-License-Identifier: MIT
// TriangleMesh: surfaces in 3D.
#pragma once

#include <masu/mesh/surface_mesh.hpp>

namespace masu {

// Triangles in 3D. See SurfaceMesh.
template <class T>
using TriangleMesh = SurfaceMesh<3, T>;

}  // namespace masu
