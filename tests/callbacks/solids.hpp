// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <masu/shapes/convex_polyhedron.hpp>

namespace masu::test {

inline ConvexPolyhedron<double> octahedron(double size) {
  const Vec3d points[] = {{size, 0, 0},  {-size, 0, 0}, {0, size, 0},
                          {0, -size, 0}, {0, 0, size},  {0, 0, -size}};
  const std::uint32_t loops[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  const std::uint32_t counts[] = {3, 3, 3, 3, 3, 3, 3, 3};
  ConvexPolyhedron<double> made;
  EXPECT_EQ(made.build(points, loops, counts), Status::ok);
  return made;
}

}  // namespace masu::test
