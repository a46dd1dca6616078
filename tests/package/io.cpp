// SPDX-License-Identifier: MIT
// A user of masu::io: a triangle from memory, and a robot.
#include <cstdio>

#include <masu/io/robot.hpp>
#include <masu/mesh/triangle_mesh.hpp>

int main() {
  masu::io::Mesh mesh;
  const auto read = masu::io::parse_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj", mesh);
  masu::TriangleMesh<double> surface;
  if (!read || surface.build(mesh.vertices, mesh.indices) != masu::Status::ok) return 1;
  masu::io::Robot robot;
  const auto robot_read =
      masu::io::parse_urdf("<robot name=\"r\"><link name=\"base\"/></robot>", "r.urdf", robot);
  if (!robot_read) return 1;
  std::printf("masu::io: %d triangle, %d link\n", static_cast<int>(mesh.triangle_count()),
              static_cast<int>(robot.links.size()));
  return 0;
}
