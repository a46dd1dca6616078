// SPDX-License-Identifier: MIT
// Walls in any index for boxes: the results of testing every wall, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/textbook/all_walls.hpp>
#include <masu/textbook/boxed_walls.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class Walls>
class BoxedWallsTest : public testing::Test {};
using Indices =
    testing::Types<BoxedWalls<float, KdTree<2, float>>, BoxedWalls<double, KdTree<2, double>>,
                   BoxedWalls<float, RegisteredOrthtree<2, float>>,
                   BoxedWalls<double, UniformGrid<2, double>>,
                   BoxedWalls<float, UniformGrid<2, float>>, BoxedWalls<float, Bvh<2, float>>>;
TYPED_TEST_SUITE(BoxedWallsTest, Indices);

TYPED_TEST(BoxedWallsTest, answers_are_those_of_brute_force) {
  using T = typename TypeParam::Scalar;
  scenes::Pcg32 random(6);
  for (const double offset : {0.0, 5000.0}) {
    for (const std::uint32_t count : {1u, 60u, 3000u}) {
      const WallWorld<T> world = random_world<T>(random, count, 100, offset);
      const AllWalls<T> all(world.vertices, world.chains);
      TypeParam walls;
      ASSERT_EQ(walls.build(world.vertices, world.chains), Status::ok);
      for (std::uint32_t i = 0; i < by_tier(200u, 4000u); ++i) {
        SCOPED_TRACE(i);
        const Vec<2, T> p = query_point(random, world, 100.0, offset);
        const Vec<2, T> rim = world.vertices[random.below(std::uint32_t(world.vertices.size()))];
        const T radius = i % 4 == 0   ? length(rim - p)
                         : i % 4 == 1 ? std::numeric_limits<T>::infinity()
                                      : T(random.unit() * (i % 4 == 2 ? 10 : 1e-3));
        const NearestWall<T> nearest = all.nearest(p, radius);
        const NearestWall<T> got = walls.nearest(p, radius);
        ASSERT_EQ(got.wall, nearest.wall);
        ASSERT_EQ(got.distance, nearest.distance);
        ASSERT_EQ(got.point, nearest.point);
        ASSERT_LE(got.stats.tests, nearest.stats.tests);
        std::vector<std::pair<std::uint32_t, T>> expected, found;
        (void)all.for_each_within(p, radius, [&](std::uint32_t w, T d) {
          expected.push_back({w, d});
        });
        const SearchResult r = walls.for_each_within(p, radius, [&](std::uint32_t w, T d) {
          found.push_back({w, d});
        });
        std::sort(found.begin(), found.end());
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(found, expected);
        ASSERT_EQ(r.stats.results, expected.size());
      }
    }
  }
}

TYPED_TEST(BoxedWallsTest, bad_input_has_a_status) {
  using T = typename TypeParam::Scalar;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const std::vector<Vec<2, T>> two = {{0, 0}, {1, 0}};
  const std::vector<WallChain> open = {{0, 2, ChainKind::open, 0}};
  TypeParam walls;
  EXPECT_EQ(walls.build({}, {}), Status::no_points);
  EXPECT_EQ(walls.build(two, std::vector<WallChain>{{1, 2, ChainKind::open, 0}}),
            Status::bad_index);
  EXPECT_EQ(walls.build(std::vector<Vec<2, T>>{{0, 0}, {nan, 0}}, open), Status::not_finite);
  ASSERT_EQ(walls.build(two, open), Status::ok);
  EXPECT_EQ(walls.nearest({nan, 0}).status, Status::not_finite);
  EXPECT_EQ(walls.nearest({0, 0}, -1).status, Status::out_of_range);
  const SearchResult stopped =
      walls.for_each_within({0, 0}, 1, [](std::uint32_t, T) { return false; });
  EXPECT_EQ(stopped.status, Status::stopped);
  EXPECT_EQ(walls.for_each_within({0, 0}, nan, [](std::uint32_t, T) {}).status, Status::not_finite);
}

template <class T, class Index>
BoxedWalls<T, Index> walls_in(Allocator allocator, const BoxedWalls<T, Index>*) {
  return BoxedWalls<T, Index>(Index(), allocator);
}

TYPED_TEST(BoxedWallsTest, each_request_may_be_refused) {
  using T = typename TypeParam::Scalar;
  scenes::Pcg32 random(9);
  const WallWorld<T> world = random_world<T>(random, 60, 100, 0);
  FailingAllocator memory;
  int refused = 0;
  for (std::size_t k = 1;; ++k) {
    auto walls = walls_in(memory.allocator(), static_cast<TypeParam*>(nullptr));
    memory.fail(k, true);
    const Status status = walls.build(world.vertices, world.chains);
    memory.fail(FailingAllocator::kNever);
    if (status == Status::ok) break;
    ASSERT_EQ(status, Status::out_of_memory);
    ++refused;
  }
  EXPECT_GE(refused, 1);
}

}  // namespace
}  // namespace masu::test
