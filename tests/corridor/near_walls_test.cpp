// SPDX-License-Identifier: MIT
// Movers move the same whatever the source of their walls: a list of those around them, the tree
// from a cell on, the tree from its root.
#include <gtest/gtest.h>

#include <vector>

#include <masu/corridor/corridor.hpp>

#include "corridor/touched_walls.hpp"
#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class NearWallsTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NearWallsTest, Scalars);

template <class T>
struct Moved {
  Vec<2, T> position;
  Vec<2, T> displacement;
  std::vector<std::uint32_t> walls;
  Status status;
  T overlap;
  friend bool operator==(const Moved&, const Moved&) = default;
};

template <class T>
Moved<T> moved(const Corridor<T>& corridor, Mover<T> mover, const Vec<2, T>& displacement,
               Response response) {
  Moved<T> m;
  const MoveResult<T> r = corridor.move(mover, displacement, {response},
                                        [&](const WallContact& c) { m.walls.push_back(c.wall); });
  m.position = mover.position;
  m.displacement = r.displacement;
  m.status = r.status;
  m.overlap = r.overlap;
  return m;
}

// A place away from all walls, so that nothing has to be pushed out first: out of a crowd there is
// more than one way.
template <class T>
bool find_free(scenes::Pcg32& random, const Corridor<T>& corridor, double radius, Vec<2, T>& p) {
  for (int tries = 0; tries < 1000; ++tries) {
    p = {T(random.between(-60, 60)), T(random.between(-60, 60))};
    if (double(corridor.walls().nearest(p).distance) > radius * 1.01) return true;
  }
  return false;
}

TYPED_TEST(NearWallsTest, lists_and_trees_deflect_movers_alike) {
  using T = TypeParam;
  scenes::Pcg32 random(31);
  std::uint32_t deflected = 0;
  for (int map = 0; map < 4; ++map) {
    const WallWorld<T> world = random_world<T>(random, 3000, 100, 0);
    Corridor<T> corridor[3];
    const double reach[] = {0, 0.5, 30};
    for (int c = 0; c < 3; ++c) {
      ASSERT_EQ(corridor[c].build(world.vertices, world.chains, {T(reach[c])}), Status::ok);
    }
    for (std::uint32_t i = 0; i < by_tier(400u, 20000u); ++i) {
      const double radius = i % 5 == 0 ? 0 : 0.4 * random.unit();
      Mover<T> mover{{}, T(radius)};
      if (i % 3 == 0)
        mover.half_axis = {T(random.between(-0.3, 0.3)), T(random.between(-0.3, 0.3))};
      if (!find_free(random, corridor[0], radius + double(length(mover.half_axis)),
                     mover.position)) {
        continue;
      }
      // From within the list to far beyond it.
      const double size = i % 4 == 0 ? 20 : i % 4 == 1 ? 4 : 0.4;
      const Vec<2, T> displacement{T(size * random.between(-1, 1)),
                                   T(size * random.between(-1, 1))};
      const Response response = i % 2 == 0 ? Response::slide : Response::bounce;
      const Moved<T> expected = moved(corridor[0], mover, displacement, response);
      for (int c = 1; c < 3; ++c)
        ASSERT_EQ(moved(corridor[c], mover, displacement, response), expected) << i;
      deflected += !expected.walls.empty();
    }
  }
  EXPECT_GT(deflected, 300u);
}

TYPED_TEST(NearWallsTest, moves_do_not_depend_on_the_processor) {
  using T = TypeParam;
  scenes::Pcg32 random(32);
  const WallWorld<T> world = random_world<T>(random, 2000, 60, 0);
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains, {T(3)}), Status::ok);
  std::vector<Mover<T>> movers;
  std::vector<Vec<2, T>> displacements;
  for (int i = 0; i < 500; ++i) {
    movers.push_back({query_point(random, world, 60.0, 0.0), T(0.3)});
    displacements.push_back({T(random.between(-2, 2)), T(random.between(-2, 2))});
  }
  std::vector<std::vector<Moved<T>>> logs;
  for_each_target([&](SimdTarget) {
    std::vector<Moved<T>> log;
    for (std::size_t i = 0; i < movers.size(); ++i) {
      log.push_back(moved(corridor, movers[i], displacements[i], Response::slide));
    }
    logs.push_back(log);
  });
  for (const auto& log : logs) EXPECT_TRUE(log == logs.front());
}

// More walls around one point than any list has space for: a star of spikes, and a mover that comes
// from every side, and from inside of the crowd.
TYPED_TEST(NearWallsTest, many_walls_at_one_point_stop_movers_too) {
  using T = TypeParam;
  WallWorld<T> world;
  constexpr int kSpikes = 1000;
  for (int i = 0; i < kSpikes; ++i) {
    const double angle = 2 * 3.14159265358979 * i / kSpikes;
    world.begin();
    world.add(10 + 0.01 * std::cos(angle), 0.01 * std::sin(angle));
    world.add(10 + std::cos(angle), std::sin(angle));
  }
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains, {T(3)}), Status::ok);
  for (int i = 0; i < 64; ++i) {
    const double angle = 2 * 3.14159265358979 * i / 64 + 0.01;
    const Vec2d side{std::cos(angle), std::sin(angle)};
    Mover<T> mover{{T(10 + 3 * side[0]), T(3 * side[1])}, T(0.5)};
    const MoveResult<T> r =
        corridor.move(mover, {T(-2 * side[0]), T(-2 * side[1])}, {Response::stop});
    ASSERT_EQ(r.contacts, 1u);
    const Vec2d at = vec_cast<double>(mover.position) - Vec2d{10, 0};
    ASSERT_NEAR(length(at), 1.5, 2e-3) << i;
    // It slides around what it cannot pass.
    for (int frame = 0; frame < 20; ++frame) {
      ASSERT_EQ(
          corridor
              .move(mover, {T(-0.2 * side[0] - 0.1 * side[1]), T(-0.2 * side[1] + 0.1 * side[0])})
              .status,
          Status::ok);
      ASSERT_GE(length(vec_cast<double>(mover.position) - Vec2d{10, 0}), 1.499) << i;
    }
  }
  // Among all of them it stays in the gap where it is.
  Mover<T> inside{{T(10.9), T(0.001)}, T(0.5)};
  const MoveResult<T> r = corridor.move(inside, {T(0), T(0.3)});
  EXPECT_GT(r.overlap, T(0.4));
  EXPECT_GT(inside.position[1], T(0));
  EXPECT_LT(inside.position[1], T(0.0063));
}

// So many walls are near the capsule that no list of them is kept. A wall at the end of its path
// that it does not reach does not stop it.
TYPED_TEST(NearWallsTest, a_capsule_in_a_crowd_is_stopped_by_what_it_touches) {
  using T = TypeParam;
  WallWorld<T> world;
  const auto add = [&](const Vec2d& a, const Vec2d& b) {
    world.begin();
    world.add(a[0], a[1]);
    world.add(b[0], b[1]);
  };
  add({-20, 0}, {20, 0});
  add({2.8, 1.5}, {2.8, 3});
  for (int i = 0; i < 400; ++i) add({-1, 2.5 + 1e-3 * i}, {-1.01, 2.5 + 1e-3 * i});
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
  Mover<T> mover{{T(0), T(3.5)}, T(0.5)};
  mover.half_axis = {T(0), T(2)};
  const MoveResult<T> r = corridor.move(mover, {T(2), T(-2)});
  EXPECT_EQ(r.contacts, 1u);
  EXPECT_NEAR(double(mover.position[0]), 2, 1e-5);
  EXPECT_NEAR(double(mover.position[1]), 2.5, 0.01);
}

// Every second wall is hidden.
struct SomeHidden {
  bool hidden(std::uint32_t wall, const Vec2d&, const Vec2d&, const Vec2d&) const {
    return wall % 2 != 0;
  }
};

TEST(TouchedWalls, of_too_many_walls_those_stay_that_count_and_are_nearest) {
  SomeHidden walk;
  detail::TouchedWalls<SomeHidden> touched(walk);
  touched.clear({});
  for (std::uint32_t i = 0; i < 400; ++i) {
    touched.keep({i, {0, 1}, 1 + 1e-3 * (400 - i), false, false, {}});
  }
  std::vector<bool> held(400);
  for (const detail::TouchedWall& t : touched) held[t.wall] = true;
  for (std::uint32_t i = 300; i < 400; i += 2) EXPECT_TRUE(held[i]) << i;
  ASSERT_NE(touched.nearest(), nullptr);
  EXPECT_EQ(touched.nearest()->wall, 398u);
  touched.clear({});
  for (std::uint32_t i = 0; i < 100; ++i) {
    touched.keep({2 * i, {0, 1}, 1 + 1e-3 * i, false, false, {}});
  }
  EXPECT_EQ(touched.end() - touched.begin(), 96);
  EXPECT_EQ(touched.nearest()->wall, 0u);
}

}  // namespace
}  // namespace masu::test
