// SPDX-License-Identifier: MIT
// Reads points and triangles of a file.
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
  std::vector<std::array<std::uint32_t, 3>> triangles;  // indices of `points`
};

// Reads OBJ (polygons triangulated; without faces it is a set of points), STL or glTF, by the
// extension of the name; any other name is read as OBJ. Throws InputError that names file, line and
// value, also for a NaN or infinity, or if there is no vertex.
MeshTable read_mesh(const std::string& path);

}  // namespace masu::readers
