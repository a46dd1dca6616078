// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace masu_bench {

// Three coordinates per vertex, three vertices per triangle.
struct ObjMesh {
  std::vector<double> vertices;
  std::vector<std::uint32_t> corners;
};

// Reads an OBJ file with masu::io; polygons are triangulated. Throws std::runtime_error naming file
// and line.
ObjMesh read_obj_mesh(const std::string& file);

}  // namespace masu_bench
