// SPDX-License-Identifier: MIT
// Points and triangles of a file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <scenes/readers/input_error.hpp>

namespace masu::readers {

struct MeshTable {
  std::string source;  // for messages
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // places of `points`
};

// Reads OBJ (polygons cut into triangles; one without faces is a set of points), STL or glTF, by
// the ending of the name; another name is taken for OBJ. Throws InputError that names file, line
// and value, also for a NaN or infinity, or no vertex at all.
MeshTable read_mesh(const std::string& path);

}  // namespace masu::readers
