// SPDX-License-Identifier: MIT
#include <scenes/readers/weld.hpp>

#include <map>

namespace masu::readers {

WeldedMesh weld(const MeshTable& table) {
  WeldedMesh mesh;
  std::map<std::array<double, 3>, std::uint32_t> seen;
  std::vector<std::uint32_t> name;
  for (const auto& p : table.points) {
    const auto found = seen.try_emplace(p, static_cast<std::uint32_t>(mesh.vertices.size()));
    if (found.second) mesh.vertices.push_back({p[0], p[1], p[2]});
    name.push_back(found.first->second);
  }
  for (const auto& t : table.triangles) {
    const std::uint32_t a = name[t[0]];
    const std::uint32_t b = name[t[1]];
    const std::uint32_t c = name[t[2]];
    if (a != b && b != c && c != a) mesh.corners.insert(mesh.corners.end(), {a, b, c});
  }
  return mesh;
}

}  // namespace masu::readers
