// SPDX-License-Identifier: MIT
// Outlines of shapes in 2D, for pictures.
#pragma once

#include <vector>

#include <masu/world/world_shape.hpp>

#include "arrays.hpp"

namespace masu::python {

// Collects the polygons of shapes at poses: masu.Outlines.
class Outlines {
 public:
  // `directions`: how many support points a shape has at most.
  explicit Outlines(int directions);

  // Adds a polygon for each convex part; half-spaces have none.
  void add(const WorldShape<2, double>& shape, const Transform<2, double>& pose);

  py::object take() const;

 private:
  void add(const ShapeView<2, double>& shape, const Transform<2, double>& pose);

  int directions_;
  std::vector<Vec<2, double>> points_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace masu::python
