// SPDX-License-Identifier: MIT
// Welds meshes: files repeat vertices for normals or textures, so that closed surfaces look open.
#pragma once

#include <masu/core/vec.hpp>
#include <scenes/readers/read_mesh.hpp>

namespace masu::readers {

struct WeldedMesh {
  std::vector<Vec3d> vertices{};
  std::vector<std::uint32_t> corners{};  // three per triangle
};

// Merges vertices with the same coordinates, in the order of their first use; triangles that lose a
// corner by it are left out. O(n log n).
WeldedMesh weld(const MeshTable& table);

}  // namespace masu::readers
