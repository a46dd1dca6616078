// SPDX-License-Identifier: MIT
// Batches of queries: the results of single ones, bit for bit, with any number of threads.
#include <gtest/gtest.h>

#include <vector>

#include <masu/corridor/wall_query_batch.hpp>
#include <masu/textbook/all_walls.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

template <class T>
class WallQueryBatches : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(WallQueryBatches, Scalars);

constexpr double kScale = 100;
constexpr std::size_t kCount = 1500;

// More than one block of questions, some outside of all walls, one nowhere.
template <class T>
struct Questions {
  WallWorld<T> world;
  std::vector<Vec<2, T>> points;
  std::vector<Vec<2, T>> displacements;
  std::vector<Ray<2, T>> rays;

  explicit Questions(scenes::Pcg32& random) : world(random_world<T>(random, 2000, kScale, 7)) {
    for (std::size_t i = 0; i < kCount; ++i) {
      points.push_back(query_point(random, world, kScale, 7.0));
      displacements.push_back({T(random.between(-3, 3)), T(random.between(-3, 3))});
      rays.push_back({points[i], displacements[i], i % 2 == 0 ? T(1) : T(1000)});
    }
    points[3][1] = std::numeric_limits<T>::quiet_NaN();
    points[5] = {T(1e6), T(-1e6)};
  }
};

template <class T>
void expect_same(const WallHit<T>& got, const WallHit<T>& expected) {
  ASSERT_EQ(got.status, expected.status);
  ASSERT_EQ(got.hit, expected.hit);
  ASSERT_EQ(got.wall, expected.wall);
  ASSERT_EQ(got.t, expected.t);
  ASSERT_EQ(got.normal, expected.normal);
  ASSERT_EQ(got.stats, expected.stats);
}

TYPED_TEST(WallQueryBatches, results_equal_single_queries_on_any_number_of_threads) {
  using T = TypeParam;
  scenes::Pcg32 random(17);
  const Questions<T> q(random);
  const AllWalls<T> all(q.world.vertices, q.world.chains);
  // Without a grid; one that all questions fit; one too fine for most of them.
  for (const double reach : {0.0, 6.0, 0.5}) {
    ChainTree<T> tree;
    ASSERT_EQ(tree.build(q.world.vertices, q.world.chains, {T(reach)}), Status::ok);
    WallQueryBatch<T> batch;
    for (const unsigned threads : {1u, 8u}) {
      Threads pool(threads);
      std::vector<NearestWall<T>> near(kCount);
      std::vector<WallHit<T>> hits(kCount);
      ASSERT_EQ(batch.nearest(tree, q.points, T(2), near, pool.jobs()), Status::ok);
      for (std::size_t i = 0; i < kCount; ++i) {
        const NearestWall<T> expected = tree.nearest(q.points[i], T(2));
        ASSERT_EQ(near[i].status, i == 3 ? Status::not_finite : Status::ok);
        ASSERT_EQ(near[i].wall, expected.wall) << i;
        ASSERT_EQ(near[i].distance, expected.distance) << i;
        ASSERT_EQ(near[i].point, expected.point) << i;
        ASSERT_EQ(near[i].stats, expected.stats) << i;
        if (i != 3 && i % 16 == 0) {
          ASSERT_EQ(near[i].wall, all.nearest(q.points[i], T(2)).wall) << i;
        }
      }
      ASSERT_EQ(batch.circle_cast(tree, q.points, T(0.25), q.displacements, hits, pool.jobs()),
                Status::ok);
      for (std::size_t i = 0; i < kCount; ++i) {
        SCOPED_TRACE(i);
        ASSERT_NO_FATAL_FAILURE(
            expect_same(hits[i], tree.circle_cast(q.points[i], T(0.25), q.displacements[i])));
      }
      ASSERT_EQ(batch.ray_cast(tree, q.rays, hits, pool.jobs()), Status::ok);
      for (std::size_t i = 0; i < kCount; ++i) {
        SCOPED_TRACE(i);
        ASSERT_NO_FATAL_FAILURE(expect_same(hits[i], tree.ray_cast(q.rays[i])));
      }
    }
  }
}

TYPED_TEST(WallQueryBatches, bad_input_is_named_and_writes_no_result) {
  using T = TypeParam;
  scenes::Pcg32 random(18);
  const Questions<T> q(random);
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(q.world.vertices, q.world.chains, {T(4)}), Status::ok);
  WallQueryBatch<T> batch;
  std::vector<NearestWall<T>> near(kCount);
  std::vector<WallHit<T>> hits(kCount);
  near[0].wall = 77;
  hits[0].wall = 77;
  const auto fewer = std::span(q.points).first(kCount - 1);
  EXPECT_EQ(batch.nearest(tree, fewer, T(2), near), Status::size_mismatch);
  EXPECT_EQ(batch.circle_cast(tree, fewer, T(1), q.displacements, hits), Status::size_mismatch);
  EXPECT_EQ(batch.circle_cast(tree, q.points, T(1), std::span(q.displacements).first(3), hits),
            Status::size_mismatch);
  EXPECT_EQ(batch.ray_cast(tree, std::span(q.rays).first(3), hits), Status::size_mismatch);
  FailingAllocator memory;
  memory.fail(1, true);
  WallQueryBatch<T> poor(memory.allocator());
  EXPECT_EQ(poor.nearest(tree, q.points, T(2), near), Status::out_of_memory);
  EXPECT_EQ(poor.ray_cast(tree, q.rays, hits), Status::out_of_memory);
  EXPECT_EQ(near[0].wall, 77u);
  EXPECT_EQ(hits[0].wall, 77u);
  EXPECT_EQ(batch.nearest(tree, {}, T(2), {}), Status::ok);
  // A tree without walls, and one question's own fault.
  EXPECT_EQ(batch.nearest(ChainTree<T>(), q.points, T(2), near), Status::ok);
  EXPECT_EQ(near[0].wall, kNoWall);
  EXPECT_EQ(batch.nearest(tree, q.points, T(-2), near), Status::ok);
  EXPECT_EQ(near[0].status, Status::out_of_range);
}

}  // namespace
}  // namespace masu::test
