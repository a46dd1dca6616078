// SPDX-License-Identifier: MIT
// A scanned mesh divided into convex parts. In the long tier, which downloads it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <iostream>

#include <scenes/readers/weld.hpp>

#include "tests/mesh/parts_body.hpp"

namespace masu::test {
namespace {

// Its pockets are deeper than what lies beyond it: straight out, they are a little askew. So the
// status may be either.
TEST(MeshDecomposition, L14_the_bunny_is_within_a_hundredth_of_its_size) {
  const char* const file = std::getenv("MASU_BUNNY");
  ASSERT_NE(file, nullptr) << "the path of bunny.obj: see bunny_obj in tools/bunny.sh";
  auto mesh = readers::weld(readers::read_mesh(file));
  const Solid3 bunny{std::move(mesh.vertices), std::move(mesh.corners)};
  ASSERT_GT(bunny.corners.size(), 10'000u);
  ConvexParts3<double> parts;
  const std::clock_t start = std::clock();
  const Status status = decomposed(bunny, parts);
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_TRUE(status == Status::ok || status == Status::not_converged) << name(status);
  EXPECT_LE(parts.size(), 32u);
  const double diagonal = diagonal_of(bunny);
  const PartsBody body(parts);
  const double volume = body.volume() / volume_of_triangles(bunny);
  EXPECT_NEAR(volume, 1, 0.05);
  double beyond = 0;
  double uncovered = 0;
  scenes::Pcg32 random(1);
  for (int i = 0; i < 10; ++i) {
    beyond = std::max(beyond, beyond_solid(body, bunny, random));
    uncovered = std::max(uncovered, beyond_parts(body, bunny, random));
  }
  EXPECT_LE(beyond, 0.01 * diagonal);
  EXPECT_LE(uncovered, 0.001 * diagonal);
  std::cout << parts.size() << " parts, " << beyond / diagonal << " beyond, volume " << volume
            << ", " << seconds << " s\n";
}

}  // namespace
}  // namespace masu::test
