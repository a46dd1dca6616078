// SPDX-License-Identifier: MIT
// The corridor of the frame-rate experiment.
#include <gtest/gtest.h>

#include <stdexcept>

#include "scenes/generators/growing_corridor.hpp"

namespace masu::scenes {
namespace {

TEST(GrowingCorridor, detail_grows_by_the_same_share_from_stretch_to_stretch) {
  for (const std::size_t stretches : {1u, 2u, 30u}) {
    for (const std::size_t n : {2000u, 20001u, 300000u}) {
      const GrowingCorridor c = make_growing_corridor(n, stretches, 5);
      EXPECT_TRUE(c.walls.size() == n || c.walls.size() == n - 1);
      ASSERT_EQ(c.walls_of.size(), stretches);
      std::size_t sum = 2;
      for (const std::size_t walls : c.walls_of) sum += walls;
      EXPECT_EQ(sum, c.walls.size());
      if (stretches > 1) {
        EXPECT_EQ(c.walls_of.front(), GrowingCorridor::kFewest);
      }
      for (std::size_t i = 2; i < stretches; ++i) {
        const auto ratio = [&](std::size_t k) {
          return double(c.walls_of[k]) / double(c.walls_of[k - 1]);
        };
        EXPECT_NEAR(ratio(i), ratio(i - 1),
                    0.15 + 2.0 * double(stretches) / double(c.walls_of[i - 1]));
      }
    }
  }
}

TEST(GrowingCorridor, it_is_a_loop_around_free_space) {
  const GrowingCorridor c = make_growing_corridor(3000, 6, 1);
  std::vector<std::size_t> seen(6);
  for (std::size_t i = 0; i < c.walls.size(); ++i) {
    const auto& wall = c.walls[i];
    EXPECT_EQ(wall.b, c.walls[(i + 1) % c.walls.size()].a);
    EXPECT_TRUE(wall.a[1] < GrowingCorridor::kLow || wall.a[1] > GrowingCorridor::kHigh);
    if (wall.a[0] == wall.b[0]) continue;  // an end
    // The floor leads up, the ceiling back: neither can cross itself.
    EXPECT_EQ(wall.a[0] < wall.b[0], wall.a[1] < GrowingCorridor::kLow);
    ++seen[std::size_t((wall.a[0] + wall.b[0]) / 2 / GrowingCorridor::kLength)];
  }
  EXPECT_EQ(seen, c.walls_of);
}

TEST(GrowingCorridor, too_few_walls_are_refused) {
  EXPECT_EQ(make_growing_corridor(66, 1, 1).walls.size(), 66u);
  EXPECT_THROW(make_growing_corridor(65, 1, 1), std::invalid_argument);
  EXPECT_THROW(make_growing_corridor(193, 3, 1), std::invalid_argument);
  EXPECT_THROW(make_growing_corridor(1000, 0, 1), std::invalid_argument);
  EXPECT_THROW(make_growing_corridor(0, 1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace masu::scenes
