// SPDX-License-Identifier: MIT
// Degenerate movers and walls: of size 0, exactly on a wall, a million radii per frame, walls that
// fold back on themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "scenes/generators/pcg32.hpp"
#include "tests/corridor/closed_walls.hpp"
#include "tests/corridor/wall_worlds.hpp"
#include "tests/corridor/wandering_crowd.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class OddMovers : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(OddMovers, Scalars);

template <class T>
Corridor<T> built(const std::vector<std::vector<Vec2d>>& chains, T skin = 0) {
  WallWorld<T> world;
  for (const auto& chain : chains) {
    world.begin();
    for (const Vec2d& p : chain) world.add(p[0], p[1]);
  }
  Corridor<T> corridor;
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {T(0), skin}), Status::ok);
  return corridor;
}

TYPED_TEST(OddMovers, a_point_is_stopped_like_any_other_mover) {
  using T = TypeParam;
  const Corridor<T> corridor = built<T>({{{-10, 0}, {0, 0}, {10, 0}, {10, 5}}});
  for (const double x : {-5.0, 0.0, 3.0}) {
    Mover<T> point{{T(x), T(2)}, T(0)};
    MoveResult<T> r = corridor.move(point, {T(0), T(-4)});
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.contacts, 1u);
    EXPECT_EQ(r.overlap, T(0));
    EXPECT_GT(point.position[1], T(0));
    EXPECT_LE(point.position[1], 2 * corridor.skin());
    // Over the joint and into the corner.
    r = corridor.move(point, {T(100), T(-100)});
    EXPECT_GT(point.position[1], T(0));
    EXPECT_LT(point.position[0], T(10));
    EXPECT_NEAR(point.position[0], 10, 2 * double(corridor.skin()));
  }
}

TYPED_TEST(OddMovers, a_zero_displacement_moves_only_movers_in_a_wall) {
  using T = TypeParam;
  const Corridor<T> corridor = built<T>({{{-10, 0}, {10, 0}}});
  for (const Vec2d& half : {Vec2d{}, Vec2d{0.3, 0.4}}) {
    Mover<T> mover{{T(0.1), T(3)}, T(1), vec_cast<T>(half)};
    for (const Vec2d& displacement : {Vec2d{0, 0}, Vec2d{1, -20}, Vec2d{0, 0}, Vec2d{0, 0}}) {
      const Vec<2, T> before = mover.position;
      const MoveResult<T> r = corridor.move(mover, vec_cast<T>(displacement));
      EXPECT_EQ(r.status, Status::ok);
      EXPECT_EQ(r.overlap, T(0));
      if (displacement == Vec2d{}) {
        EXPECT_EQ(mover.position, before);
        EXPECT_EQ(r.contacts, 0u);
        EXPECT_EQ(r.displacement, (Vec<2, T>{}));
      }
    }
    // In a wall it is pushed out, along its normal and no farther.
    mover.position = {T(0.1), T(0.2)};
    EXPECT_EQ(corridor.move(mover, {}).status, Status::ok);
    EXPECT_NEAR(mover.position[0], 0.1, 1e-6);
    EXPECT_NEAR(mover.position[1], 1 + half[1], 1e-4);
  }
}

// On a wall, on a vertex with walls in all directions, at the end of one: it is pushed out to one
// side.
TYPED_TEST(OddMovers, a_mover_that_begins_on_walls_is_separated_from_them) {
  using T = TypeParam;
  const Corridor<T> corridor =
      built<T>({{{-10, 0}, {10, 0}}, {{0, -10}, {0, 0}, {7, 7}}, {{-10, 20}, {10, 20}}});
  for (const Vec2d& at : {Vec2d{4, 0}, Vec2d{0, 0}, Vec2d{10, 0}, Vec2d{0, -3}, Vec2d{2, 2}}) {
    for (const double radius : {0.0, 0.5}) {
      for (const Vec2d& displacement : {Vec2d{0, 0}, Vec2d{0.3, 0.4}, Vec2d{-3, 1}, Vec2d{0, -5}}) {
        Mover<T> mover{vec_cast<T>(at), T(radius)};
        for (int frame = 0; frame < 4; ++frame) {
          const MoveResult<T> r = corridor.move(mover, vec_cast<T>(displacement));
          EXPECT_EQ(r.status, Status::ok);
          ASSERT_TRUE(is_finite(mover.position));
          ASSERT_LT(mover.position[1], T(20));
        }
        if (displacement == Vec2d{}) {
          ASSERT_LT(length(vec_cast<double>(mover.position) - at), 4 * radius + 0.01);
        }
        if (displacement[1] > 0 && radius > 0) {
          EXPECT_GE(corridor.walls().nearest(mover.position).distance, T(radius * 0.999))
              << at[0] << ' ' << at[1] << " by " << displacement[0];
        }
      }
    }
  }
}

// All coordinates are on a small lattice, so that centers lie on walls and their ends, and paths
// lead through corners of the room. Some walls have length 0, and some cross the room's outline.
TYPED_TEST(OddMovers, on_lattices_none_leaves_a_closed_room) {
  using T = TypeParam;
  constexpr int kDirections[][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                    {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
  scenes::Pcg32 random(71);
  const auto coordinate = [&](int most) {
    return double(random.below(std::uint32_t(2 * most + 1))) - most;
  };
  int on_walls = 0;
  for (int room = 0; room < by_tier(2000, 100000); ++room) {
    std::vector<std::vector<Vec2d>> chains(1 + random.below(4));
    for (const auto& d : kDirections) {
      const double far = 3 + random.below(4);
      chains[0].push_back({far * d[0], far * d[1]});
    }
    chains[0].push_back(chains[0][0]);
    std::vector<Segment<2, double>> outline;
    for (int i = 0; i < 8; ++i) outline.push_back({chains[0][i], chains[0][i + 1]});
    for (std::size_t c = 1; c < chains.size(); ++c) {
      Vec2d at{coordinate(2), coordinate(2)};
      for (std::uint32_t more = 2 + random.below(4); more > 0; --more) {
        chains[c].push_back(at);
        if (random.below(3) == 0) at = chains[0][random.below(8)];
        if (random.below(3) == 0) at = {coordinate(2), coordinate(2)};
        if (random.below(4) == 0) at = {0, 0};
      }
    }
    const ClosedWalls closed(outline);
    const Corridor<T> corridor = built<T>(chains);
    for (int i = 0; i < 8; ++i) {
      Mover<T> mover{{T(coordinate(2)), T(coordinate(2))}, T(random.below(9)) / 4};
      if (i % 4 == 0) mover.half_axis = {T(coordinate(2)) / 2, T(coordinate(2)) / 2};
      const int speed = random.below(2) == 0 ? 1 : 64;
      const Vec<2, T> displacement{T(speed * coordinate(2)), T(speed * coordinate(2))};
      const MoveOptions options{.response = Response(random.below(3)), .restitution = 0.5};
      for (int frame = 0; frame < 3; ++frame) {
        on_walls += corridor.walls().nearest(mover.position).distance == 0;
        (void)corridor.move(mover, displacement, options);
        const auto side = closed.side(vec_cast<double>(mover.position));
        ASSERT_TRUE(side.winding == 1 && !side.on_wall) << room << ' ' << i << ' ' << frame;
      }
    }
  }
  EXPECT_GT(on_walls, 1000);
}

// Between two walls 10 apart, a million radii along a path at 45 degrees: about 7071 bounces.
TYPED_TEST(OddMovers, a_move_of_a_million_radii_is_completed) {
  using T = TypeParam;
  const Corridor<T> corridor =
      built<T>({{{-1e5, 0}, {1e6, 0}}, {{-1e5, 10}, {1e6, 10}}}, T(sizeof(T) == 4 ? 0.1 : 1e-6));
  const double radius = 0.1;
  const double displacement = 1e6 * radius * std::sqrt(0.5);
  Mover<T> mover{{T(0), T(5)}, T(radius)};
  const MoveOptions bounce = {Response::bounce, 1, 1'000'000};
  MoveResult<T> r = corridor.move(mover, {T(displacement), T(displacement)}, bounce);
  EXPECT_EQ(r.status, Status::ok);
  const double gap = 10 - 2 * (radius + double(corridor.skin()));
  EXPECT_NEAR(double(r.contacts), displacement / gap, 2);
  EXPECT_NEAR(double(mover.position[0]), displacement, displacement * 1e-5);
  EXPECT_NEAR(double(length(r.displacement)), displacement * std::sqrt(2.0), displacement * 1e-5);
  EXPECT_GT(mover.position[1], T(radius));
  EXPECT_LT(mover.position[1], T(10 - radius));
  // With fewer contacts allowed it reports that and stays on its path.
  mover.position = {T(0), T(5)};
  r = corridor.move(mover, {T(displacement), T(displacement)}, {Response::bounce, 1, 100});
  EXPECT_EQ(r.status, Status::not_converged);
  EXPECT_EQ(r.contacts, 100u);
  EXPECT_NEAR(double(mover.position[0]), gap * 99.5, gap * 2);
  // Sliding, and straight at a wall.
  r = corridor.move(mover, {T(displacement), T(-displacement)});
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_EQ(r.contacts, 1u);
  EXPECT_NEAR(double(mover.position[0]), gap * 99.5 + displacement, displacement * 1e-3);
  r = corridor.move(mover, {T(0), T(displacement)});
  EXPECT_LT(mover.position[1], T(10 - radius));
}

TYPED_TEST(OddMovers, no_mover_escapes_at_a_million_radii) {
  using T = TypeParam;
  for (const char* name : {"fractal_cave", "slits"}) {
    const CrowdMap map = seeded_map(name, 1000, 60, 12);
    const WanderingCrowd<T> crowd(map.walls, map.walls, map.starts, 0);
    ASSERT_NO_FATAL_FAILURE(crowd.wander(1e6, 10, 64));
  }
}

// A wall that comes back on itself, in one chain or in two, wholly or nearly: a wall like any
// other, and its tip an end.
TYPED_TEST(OddMovers, walls_that_meet_at_no_angle_stop_movers) {
  using T = TypeParam;
  const std::vector<std::vector<std::vector<Vec2d>>> folds = {
      {{{0, 0}, {10, 0}, {0, 0}}},
      {{{0, 0}, {10, 0}, {4, 0}}},
      {{{0, 0}, {10, 0}}, {{10, 0}, {4, 0}}},
      {{{0, 0}, {10, 0}}, {{10, 0}, {0, 0}}},
      {{{0, 0}, {10, 0}, {0, 1e-6}}},
      {{{0, 0}, {10, 0}, {0, 1e-30}}}};
  for (const auto& fold : folds) {
    const Corridor<T> corridor = built<T>(fold);
    for (const double side : {1.0, -1.0}) {
      // Down on it, along it, over its tip and round it.
      Mover<T> mover{{T(5), T(4 * side)}, T(1)};
      MoveResult<T> r = corridor.move(mover, {T(0), T(-8 * side)});
      EXPECT_EQ(r.status, Status::ok);
      EXPECT_NEAR(mover.position[0], 5, 1e-3);
      EXPECT_NEAR(mover.position[1], side, 1e-3);
      r = corridor.move(mover, {T(4.5), T(-0.1 * side)});
      EXPECT_NEAR(mover.position[0], 9.5, 1e-3);
      EXPECT_NEAR(mover.position[1], side, 1e-3);
      r = corridor.move(mover, {T(3), T(-0.1 * side)});
      EXPECT_NEAR(mover.position[0], 12.5, 0.01);
      r = corridor.move(mover, {T(0), T(-side)});
      // Head on against the tip, it stops or slides to a side, but never enters it.
      mover.position = {T(12), T(0)};
      for (int frame = 0; frame < 20; ++frame) {
        r = corridor.move(mover, {T(-0.4), T(1e-3 * side)});
        EXPECT_TRUE(r.status == Status::ok || r.status == Status::not_converged);
        EXPECT_GE(corridor.walls().nearest(mover.position).distance, T(0.999)) << frame;
      }
    }
  }
}

// Islands as thin as the skin: their far sides are as near to their corners as walls that share
// these, and yet they do not stand before them.
TYPED_TEST(OddMovers, slivers_as_thin_as_the_skin_are_not_crossed) {
  using T = TypeParam;
  const double skin = 1.0 / 256;
  scenes::Pcg32 random(22);
  for (std::uint32_t i = 0; i < by_tier(10000u, 1000000u); ++i) {
    const double angle = random.between(0, 6.283185307179586);
    const Vec2d along{std::cos(angle), std::sin(angle)};
    const Vec2d tip = along * (skin * random.between(0.5, 60));
    const Vec2d across = Vec2d{-along[1], along[0]} * (skin * random.between(0.2, 3)) +
                         along * (skin * random.between(-2, 2));
    std::vector<Vec2d> sliver = {{0, 0}, tip, tip + across};
    if (i % 2 == 0) sliver.push_back(across);
    sliver.push_back(sliver[0]);
    const Corridor<T> corridor = built<T>({sliver}, T(skin));
    const double radius = skin * random.between(5, 300);
    const double from = random.between(0, 6.283185307179586);
    const Vec2d towards{std::cos(from), std::sin(from)};
    const Vec2d aside = Vec2d{-towards[1], towards[0]} * (radius * random.between(-1, 1));
    Mover<T> mover{vec_cast<T>(tip - towards * (3 * radius + 1) + aside), T(radius)};
    const Vec2d displacement = towards * (4 * radius + 1);
    for (int frame = 0; frame < 3; ++frame) {
      (void)corridor.move(mover, vec_cast<T>(displacement * random.between(0.1, 1)));
      const double near = double(corridor.walls().nearest(mover.position).distance);
      ASSERT_GT(near, radius - skin * 0.1) << i << ", frame " << frame;
    }
  }
}

// The end of a wall close above another: the one it is close to does not stand before it.
TYPED_TEST(OddMovers, a_point_does_not_slide_past_an_end_next_to_a_wall) {
  using T = TypeParam;
  const double skin = 0.01;
  const Corridor<T> corridor =
      built<T>({{{1, 0}, {0, 0}, {0, 1}, {1, 0}}, {{0, 0}, {0.12, 0.01}}}, T(skin));
  Mover<T> point{{T(0.37), T(0.21)}, T(0)};
  for (int frame = 0; frame < 3; ++frame) {
    EXPECT_EQ(corridor.move(point, {T(-400), T(-400)}).status, Status::ok);
    EXPECT_GT(corridor.walls().nearest(point.position).distance, T(skin * 0.99));
    EXPECT_GT(point.position[0], T(0.12));
  }
}

TYPED_TEST(OddMovers, walls_may_be_open_along_any_direction) {
  using T = TypeParam;
  scenes::Pcg32 random(6);
  for (int i = 0; i < 200; ++i) {
    const double angle = random.between(0, 6.283185307179586);
    const Vec2d along{std::cos(angle), std::sin(angle)};
    const Vec2d across{-along[1], along[0]};
    WallWorld<T> world;
    world.begin();
    for (int k = -3; k <= 3; ++k) world.add(k * across[0], k * across[1]);
    const std::vector<WallKind<T>> kinds = {
        {Filter{}, vec_cast<T>(along * random.between(0.1, 9))}};
    Corridor<T> corridor;
    ASSERT_EQ(corridor.build(world.vertices, world.chains, {}, kinds), Status::ok);
    const double aside = random.between(-1, 1);
    Mover<T> with{vec_cast<T>(along * -2.0 + across * aside), T(0.3)};
    EXPECT_EQ(corridor.move(with, vec_cast<T>(along * 4.0)).contacts, 0u);
    EXPECT_NEAR(dot(vec_cast<double>(with.position), along), 2, 1e-4);
    EXPECT_EQ(corridor.move(with, vec_cast<T>(along * -4.0)).contacts, 1u);
    EXPECT_NEAR(dot(vec_cast<double>(with.position), along), 0.3, 1e-3);
  }
}

TYPED_TEST(OddMovers, passing_more_chains_than_can_be_remembered_is_reported) {
  using T = TypeParam;
  std::vector<std::vector<Vec2d>> walls;
  for (int i = 0; i < 12; ++i) walls.push_back({{-10, i * 0.1}, {10, i * 0.1}});
  WallWorld<T> world;
  for (const auto& wall : walls) {
    world.begin();
    for (const Vec2d& p : wall) world.add(p[0], p[1]);
  }
  const std::vector<WallKind<T>> kinds = {{Filter{}, {T(0), T(1)}, 3, 0x123456789abcdef0}};
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains, {}, kinds), Status::ok);
  EXPECT_EQ(corridor.kind(5).user_data, 0x123456789abcdef0u);
  Mover<T> mover{{T(0), T(-3)}, T(1)};
  const MoveResult<T> r = corridor.move(mover, {T(0), T(3.5)});
  EXPECT_EQ(r.status, Status::too_many_objects);
  EXPECT_EQ(mover.passing.size(), PassedChains::kCapacity);
  // Seven or so at once are no trouble.
  Mover<T> thin{{T(0), T(-3)}, T(0.3)};
  EXPECT_EQ(corridor.move(thin, {T(0), T(8)}).status, Status::ok);
  EXPECT_NEAR(thin.position[1], 5, 1e-5);
  EXPECT_EQ(thin.passing.size(), 0u);
}

// Searches find chains in an order that depends on how the corridor came about.
TEST(PassedChains, are_the_same_in_whatever_order_they_are_found) {
  scenes::Pcg32 random(72);
  for (std::uint32_t count = 1; count < 14; ++count) {
    std::vector<std::uint32_t> chains(count);
    for (std::uint32_t i = 0; i < count; ++i) chains[i] = 3 * i;
    const std::size_t kept = std::min<std::size_t>(count, PassedChains::kCapacity);
    for (int round = 0; round < 50; ++round) {
      PassedChains passing;
      for (std::uint32_t i = count; i > 0; --i) {
        std::swap(chains[i - 1], chains[random.below(i)]);
        const std::size_t before = passing.size();
        EXPECT_EQ(passing.add(chains[i - 1]), before < PassedChains::kCapacity);
        (void)passing.add(chains[i - 1]);
      }
      ASSERT_EQ(passing.size(), kept);
      for (std::uint32_t i = 0; i < kept; ++i) EXPECT_EQ(passing[i], 3 * i);
    }
  }
}

}  // namespace
}  // namespace masu::test
