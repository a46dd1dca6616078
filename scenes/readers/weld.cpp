// SPDX-License-Identifier: MIT
#include <scenes/readers/weld.hpp>

#include <masu/io/mesh.hpp>

namespace masu::readers {

WeldedMesh weld(const MeshTable& table) {
  io::Mesh mesh;
  for (const auto& p : table.points) mesh.vertices.push_back({p[0], p[1], p[2]});
  for (const auto& t : table.triangles) mesh.indices.insert(mesh.indices.end(), t.begin(), t.end());
  io::weld(mesh);
  return {std::move(mesh.vertices), std::move(mesh.indices)};
}

}  // namespace masu::readers
