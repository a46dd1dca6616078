// SPDX-License-Identifier: MIT
// Walls that move among movers: which are pushed, where to, and which are crushed.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/corridor/corridor.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class PushingWalls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PushingWalls, Scalars);

// Chain 0 is the wall that moves.
template <class T>
Corridor<T> built(const std::vector<std::vector<Vec2d>>& chains) {
  WallWorld<T> world;
  for (const auto& chain : chains) {
    world.begin();
    for (const Vec2d& p : chain) world.add(p[0], p[1]);
  }
  Corridor<T> corridor;
  EXPECT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
  return corridor;
}

template <class T>
Mover<T> ball(double x, double y, double radius) {
  Mover<T> m;
  m.position = {T(x), T(y)};
  m.radius = T(radius);
  return m;
}

template <class T>
std::vector<PushResult<T>> move_first(Corridor<T>& corridor, std::uint32_t count,
                                      const Vec2d& displacement, std::vector<Mover<T>>& movers) {
  std::vector<PushResult<T>> results(movers.size());
  EXPECT_EQ(corridor.move_walls({0, count}, vec_cast<T>(displacement), movers,
                                [&](std::uint32_t i, const PushResult<T>& r) { results[i] = r; }),
            Status::ok);
  return results;
}

TYPED_TEST(PushingWalls, a_wall_pushes_movers_in_front_of_it_at_any_speed) {
  using T = TypeParam;
  for (const double displacement : {0.01, 1.0, 50.0, 5000.0}) {
    for (const double radius : {0.0, 0.5}) {
      Corridor<T> corridor = built<T>({{{0, -3}, {0, 3}}, {{-9000, -40}, {9000, -40}}});
      std::vector<Mover<T>> movers = {ball<T>(radius + 0.1, 1, radius),
                                      ball<T>(-radius - 0.1, 1, radius), ball<T>(3, 20, radius)};
      const auto r = move_first(corridor, 2, {displacement, 0}, movers);
      const double where = std::max(displacement + radius, radius + 0.1);
      EXPECT_NEAR(double(movers[0].position[0]), where, 0.1) << displacement << " " << radius;
      EXPECT_GT(double(movers[0].position[0]), displacement + radius * 0.999);
      EXPECT_NEAR(double(movers[0].position[1]), 1, 1e-3);
      EXPECT_EQ(r[0].pushed, displacement > 0.1);
      EXPECT_FALSE(r[0].crushed);
      EXPECT_FALSE(r[1].pushed) << "it is behind";
      EXPECT_FALSE(r[2].pushed) << "it is beside";
      // The wall is there now.
      EXPECT_NEAR(double(corridor.walls().vertex(0)[0]), displacement, 1e-3);
      EXPECT_TRUE(corridor.walls().nearest({T(displacement), T(0)}, T(0.01)).wall == 0);
    }
  }
}

TYPED_TEST(PushingWalls, a_slanted_wall_pushes_along_its_normal_and_others_guide) {
  using T = TypeParam;
  // A plough of 45 degrees; a floor below.
  Corridor<T> corridor = built<T>({{{0, 0}, {10, 10}}, {{-100, -0.2}, {100, -0.2}}});
  std::vector<Mover<T>> movers = {ball<T>(6, 3, 0.5)};
  auto r = move_first(corridor, 2, {4, 0}, movers);
  EXPECT_TRUE(r[0].pushed);
  EXPECT_FALSE(r[0].crushed);
  // Off the line through (4, 0) by its radius, straight along the normal (1, -1).
  const double off =
      (double(movers[0].position[0]) - 4 - double(movers[0].position[1])) / std::sqrt(2.0);
  EXPECT_NEAR(off, 0.5, 1e-2);
  EXPECT_NEAR(double(r[0].displacement[0] + r[0].displacement[1]), 0, 1e-2);
  // Down to the floor, and then along it.
  r = move_first(corridor, 2, {20, 0}, movers);
  EXPECT_FALSE(r[0].crushed);
  EXPECT_NEAR(double(movers[0].position[1]), 0.3, 1e-2);
  EXPECT_GT(double(movers[0].position[0]), 23.0);
}

TYPED_TEST(PushingWalls,
           between_two_walls_a_mover_is_crushed_and_stays_on_its_side_of_the_fixed_one) {
  using T = TypeParam;
  for (const double displacement : {-8.9, -500.0}) {
    Corridor<T> corridor = built<T>({{{-10, 10}, {10, 10}}, {{-10, 0}, {10, 0}}});
    std::vector<Mover<T>> movers = {ball<T>(0, 4, 1), ball<T>(30, 4, 1)};
    const auto r = move_first(corridor, 2, {0, displacement}, movers);
    EXPECT_TRUE(r[0].crushed) << displacement;
    EXPECT_GT(r[0].overlap, T(0.1));
    EXPECT_GT(double(movers[0].position[1]), 0.9);
    EXPECT_FALSE(r[1].pushed);
  }
  // Enough space for the mover.
  Corridor<T> corridor = built<T>({{{-10, 10}, {10, 10}}, {{-10, 0}, {10, 0}}});
  std::vector<Mover<T>> movers = {ball<T>(0, 4, 1)};
  const auto r = move_first(corridor, 2, {0, -7.9}, movers);
  EXPECT_TRUE(r[0].pushed);
  EXPECT_FALSE(r[0].crushed);
  EXPECT_NEAR(double(movers[0].position[1]), 1.1, 5e-2);
}

TYPED_TEST(PushingWalls, a_lift_carries_a_mover_and_releases_it) {
  using T = TypeParam;
  Corridor<T> corridor = built<T>({{{-5, 0}, {5, 0}}, {{-50, -20}, {50, -20}}});
  std::vector<Mover<T>> movers = {ball<T>(1, 3, 1)};
  (void)corridor.move(movers[0], {T(0), T(-5)});
  for (int frame = 0; frame < 200; ++frame) {
    const double displacement = 0.25 * std::cos(frame * 0.1);
    (void)move_first(corridor, 2, {0, displacement}, movers);
    (void)corridor.move(movers[0], {T(0), T(-0.5)});
    const double floor = double(corridor.walls().vertex(0)[1]);
    ASSERT_NEAR(double(movers[0].position[1]) - floor, 1, 2e-2) << frame;
  }
}

// A wall sweeps a crowd in a box: no mover leaves it, and none is left behind the wall.
TYPED_TEST(PushingWalls, no_mover_passes_through_a_moving_wall) {
  using T = TypeParam;
  scenes::Pcg32 random(19);
  for (std::uint32_t round = 0; round < by_tier(30u, 500u); ++round) {
    Corridor<T> corridor = built<T>({{{-40, -60}, {-38, -20}, {-41, 0}, {-39, 20}, {-40, 60}},
                                     {{-50, -50}, {50, -50}, {50, 50}, {-50, 50}, {-50, -50}}});
    std::vector<Mover<T>> movers;
    for (int i = 0; i < 40; ++i) {
      const double x = random.between(-35, 35);
      const double y = random.between(-48, 48);
      movers.push_back(ball<T>(x, y, random.between(0.05, 1.0)));
    }
    const double displacement = random.between(5, 80);
    const auto results = move_first(corridor, 5, {displacement, random.between(-3, 3)}, movers);
    for (std::size_t i = 0; i < movers.size(); ++i) {
      const Vec<2, T> p = movers[i].position;
      ASSERT_LT(std::abs(double(p[0])), 50) << i;
      ASSERT_LT(std::abs(double(p[1])), 50) << i;
      if (results[i].crushed) {
        EXPECT_GT(displacement, 60) << "there was space";
        continue;
      }
      ASSERT_GE(double(corridor.walls().nearest(p).distance), double(movers[i].radius) * 0.99) << i;
      // Right of the wall where it is now.
      const WallHit<T> left = corridor.walls().ray_cast({p, {T(-300), T(0)}});
      ASSERT_TRUE(left.hit);
      ASSERT_LT(left.wall, 4u) << i;
    }
  }
}

TYPED_TEST(PushingWalls, bad_input_is_named_and_moves_nothing) {
  using T = TypeParam;
  Corridor<T> corridor = built<T>({{{0, -3}, {0, 3}}});
  std::vector<Mover<T>> movers = {ball<T>(1, 0, 0.5)};
  const auto move = [&](WallChain chain, Vec<2, T> displacement) {
    return corridor.move_walls(chain, displacement, movers,
                               [](std::uint32_t, const PushResult<T>&) {});
  };
  EXPECT_EQ(move({0, 3}, {1, 0}), Status::bad_index);
  EXPECT_EQ(move({0, 1}, {1, 0}), Status::bad_index);
  EXPECT_EQ(move({0, 2}, {std::numeric_limits<T>::quiet_NaN(), 0}), Status::not_finite);
  EXPECT_EQ(move({0, 2}, {2 * ChainTree<T>::kLargest, 0}), Status::out_of_range);
  EXPECT_EQ(corridor.walls().vertex(0)[0], T(0));
  EXPECT_EQ(movers[0].position[0], T(1));

  movers = {ball<T>(std::numeric_limits<T>::quiet_NaN(), 0, 0.5), ball<T>(1, 0, -1),
            ball<T>(9, 0, 0.5), ball<T>(2 * ChainTree<T>::kLargest, 0, 0.5)};
  std::vector<Status> said(movers.size(), Status::ok);
  EXPECT_EQ(corridor.move_walls(WallChain{0, 2}, {1, 0}, movers,
                                [&](std::uint32_t i, const PushResult<T>& r) {
                                  EXPECT_FALSE(r.pushed || r.crushed) << i;
                                  said[i] = r.status;
                                }),
            Status::ok);
  EXPECT_EQ(said, (std::vector<Status>{Status::not_finite, Status::out_of_range, Status::ok,
                                       Status::out_of_range}));
}

}  // namespace
}  // namespace masu::test
