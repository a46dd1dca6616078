// SPDX-License-Identifier: MIT
// OBJ, STL, glTF and URDF files of arbitrary bytes: they are read, or refused with a message.
#include <cmath>
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/io/robot.hpp>

namespace {

using namespace masu::io;

void check(const ReadResult& result) {
  MASU_ASSERT(static_cast<bool>(result) == result.message.empty());
}

MeshOptions small() {
  MeshOptions options;
  options.limits.vertices = options.limits.triangles = 100'000;
  return options;
}

void read_model(std::string_view bytes, const char* name) {
  Mesh mesh;
  const ReadResult result = parse_mesh(bytes, name, mesh, small());
  check(result);
  MASU_ASSERT(result || mesh.vertices.empty());
  for (const std::uint32_t i : mesh.indices) MASU_ASSERT(i < mesh.vertices.size());
  for (const auto& v : mesh.vertices) {
    for (int a = 0; a < 3; ++a) MASU_ASSERT(std::isfinite(v[a]));
  }
  for (const MeshGroup& g : mesh.groups) MASU_ASSERT(g.first + g.count <= mesh.triangle_count());
}

void read_robot(std::string_view bytes) {
  RobotOptions options;
  options.load_meshes = false;
  Robot robot;
  const ReadResult result = parse_urdf(bytes, "a.urdf", robot, options);
  check(result);
  if (!result) return;
  std::vector<double> positions(robot.degrees_of_freedom(), 0.5);
  std::vector<masu::Transform<3, double>> poses(robot.links.size());
  MASU_ASSERT(link_poses(robot, positions, poses) == masu::Status::ok);
  for (std::uint32_t b = 0; b < robot.links.size(); ++b) (void)may_collide(robot, 0, b);
  check(parse_srdf(bytes, "a.srdf", robot));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr const char* kNames[] = {"a.obj", "a.stl", "a.gltf", "a.glb"};
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const unsigned kind = data[0] % 5;
  kind == 4 ? read_robot(bytes) : read_model(bytes, kNames[kind]);
  return 0;
}
