// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace masu_bench {

// Three coordinates a vertex, three vertices a triangle.
struct ObjMesh {
  std::vector<double> vertices;
  std::vector<std::uint32_t> corners;
};

// Of an OBJ file, polygons cut into triangles, read by masu::io. Throws std::runtime_error naming
// file and line.
ObjMesh read_obj_mesh(const std::string& file);

}  // namespace masu_bench
