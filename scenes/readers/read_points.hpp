// SPDX-License-Identifier: MIT
// Reads 2D or 3D points from a file.
#pragma once

#include <string>
#include <vector>

#include <scenes/readers/input_error.hpp>

namespace masu::readers {

struct PointTable {
  std::string source;               // for messages
  int dim = 0;                      // 2 or 3
  std::vector<double> coordinates;  // n rows of x, y[, z]

  std::size_t size() const { return dim == 0 ? 0 : coordinates.size() / std::size_t(dim); }
  const double* point(std::size_t i) const { return coordinates.data() + i * std::size_t(dim); }
};

// The extension of the file's name decides the format: .csv (rows x,y[,z], an optional header),
// .npy (an array of shape n x 2 or n x 3), .obj (its vertices). "-" is CSV from standard input.
// Throws InputError, whose message names file, position and value, if the file cannot be read, is
// damaged, has no point, or a number that is not finite.
PointTable read_points(const std::string& path);

}  // namespace masu::readers
