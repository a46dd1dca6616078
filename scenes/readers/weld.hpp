// SPDX-License-Identifier: MIT
// Files name vertices at one place several times, for normals or textures: closed surfaces look
// open then.
#pragma once

#include <masu/core/vec.hpp>
#include <scenes/readers/read_mesh.hpp>

namespace masu::readers {

struct WeldedMesh {
  std::vector<Vec3d> vertices{};
  std::vector<std::uint32_t> corners{};  // three a triangle
};

// Vertices with the same coordinates are one, in the order in which they come first; triangles that
// lose a corner by it are left out. O(n log n).
WeldedMesh weld(const MeshTable& table);

}  // namespace masu::readers
