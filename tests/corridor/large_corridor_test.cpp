// SPDX-License-Identifier: MIT
// The size that the paper leaves to future work: ten million walls, a hundred thousand movers.
#include <gtest/gtest.h>

#include "tests/corridor/wandering_crowd.hpp"

namespace masu::test {
namespace {

TEST(LargeCorridor, S8_no_mover_escapes_among_ten_million_walls) {
  const CrowdMap map = seeded_map("fractal_cave", 10'000'000, 100'000, 10);
  const WanderingCrowd<float> crowd(map.walls, map.walls, map.starts, 4 * map.starts.radius);
  const ChainTree<float>& tree = crowd.corridor().walls();
  ASSERT_GE(tree.wall_count(), 9'999'000u);
  EXPECT_LE(double(tree.bytes()) / double(tree.wall_count()), 16);
  for (const double radii : {1.0, 30.0, 1000.0}) {
    ASSERT_NO_FATAL_FAILURE(crowd.wander(radii, 5, 32));
  }
}

}  // namespace
}  // namespace masu::test
