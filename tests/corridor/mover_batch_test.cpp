// SPDX-License-Identifier: MIT
// Crowds: each mover moves as it would alone, with any number of threads.
#include <gtest/gtest.h>

#include <mutex>
#include <vector>

#include <masu/corridor/mover_batch.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

template <class T>
struct Crowd {
  std::vector<Mover<T>> movers;
  std::vector<Vec<2, T>> displacements;
  std::vector<MoveResult<T>> results;
};

template <class T>
Crowd<T> some_crowd(scenes::Pcg32& random, std::size_t n) {
  Crowd<T> c;
  for (std::size_t i = 0; i < n; ++i) {
    c.movers.push_back({{T(random.between(-60, 60)), T(random.between(-60, 60))}, T(0.3)});
    c.displacements.push_back({T(random.between(-3, 3)), T(random.between(-3, 3))});
  }
  c.results.resize(n);
  return c;
}

template <class T>
class MoverBatches : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MoverBatches, Scalars);

TYPED_TEST(MoverBatches, S8_a_batch_moves_as_single_movers_on_any_number_of_threads) {
  using T = TypeParam;
  scenes::Pcg32 random(5);
  const WallWorld<T> world = random_world<T>(random, 2000, 100, 0);
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains, {T(4)}), Status::ok);
  const Crowd<T> start = some_crowd<T>(random, 3000);
  Crowd<T> alone = start;
  std::vector<std::uint32_t> contacts(start.movers.size());
  for (std::size_t i = 0; i < start.movers.size(); ++i) {
    alone.results[i] = corridor.move(alone.movers[i], alone.displacements[i], {Response::bounce},
                                     [&](const WallContact&) { ++contacts[i]; });
  }
  for (const unsigned threads : {1u, 2u, 8u}) {
    Threads pool(threads);
    Crowd<T> crowd = start;
    std::vector<std::uint32_t> reported(start.movers.size());
    MoverBatch<T> batch;
    ASSERT_EQ(
        batch.move(corridor, crowd.movers, crowd.displacements, crowd.results, {Response::bounce},
                   pool.jobs(), [&](std::uint32_t i, const WallContact&) { ++reported[i]; }),
        Status::ok);
    EXPECT_EQ(reported, contacts);
    for (std::size_t i = 0; i < crowd.movers.size(); ++i) {
      ASSERT_EQ(crowd.movers[i].position, alone.movers[i].position) << i;
      ASSERT_EQ(crowd.results[i].displacement, alone.results[i].displacement) << i;
      ASSERT_EQ(crowd.results[i].status, alone.results[i].status) << i;
      ASSERT_EQ(crowd.results[i].stats, alone.results[i].stats) << i;
    }
  }
}

TYPED_TEST(MoverBatches, bad_input_is_named_and_a_bad_mover_has_its_own_status) {
  using T = TypeParam;
  scenes::Pcg32 random(6);
  const WallWorld<T> world = random_world<T>(random, 100, 100, 0);
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
  Crowd<T> crowd = some_crowd<T>(random, 10);
  MoverBatch<T> batch;
  EXPECT_EQ(
      batch.move(corridor, crowd.movers, std::span(crowd.displacements).first(9), crowd.results),
      Status::size_mismatch);
  EXPECT_EQ(
      batch.move(corridor, crowd.movers, crowd.displacements, std::span(crowd.results).first(9)),
      Status::size_mismatch);
  crowd.movers[3].position[0] = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(batch.move(corridor, crowd.movers, crowd.displacements, crowd.results), Status::ok);
  for (std::size_t i = 0; i < crowd.movers.size(); ++i) {
    EXPECT_EQ(crowd.results[i].status, i == 3 ? Status::not_finite : Status::ok) << i;
  }
  Crowd<T> none;
  EXPECT_EQ(batch.move(corridor, none.movers, none.displacements, none.results), Status::ok);
  FailingAllocator memory;
  memory.fail(1, true);
  MoverBatch<T> poor(memory.allocator());
  const Vec<2, T> before = crowd.movers[0].position;
  EXPECT_EQ(poor.move(corridor, crowd.movers, crowd.displacements, crowd.results),
            Status::out_of_memory);
  EXPECT_EQ(crowd.movers[0].position, before);
}

}  // namespace
}  // namespace masu::test
