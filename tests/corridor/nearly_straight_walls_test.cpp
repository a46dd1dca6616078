// SPDX-License-Identifier: MIT
// Walls that bend by almost nothing, and movers along them: no wall stops a mover that it does not
// redirect, and walls that redirect a mover to each other hold it.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/corridor/corridor.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class NearlyStraightWalls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NearlyStraightWalls, Scalars);

struct Ended {
  Status status;
  std::uint32_t contacts;
  std::uint32_t repeats;  // of one wall at one time
};

template <class T>
Ended move_in(const Corridor<T>& corridor, Mover<T>& mover, const Vec<2, T>& displacement,
              const MoveOptions& options = {}) {
  std::uint32_t wall = kNoWall;
  double t = -1;
  std::uint32_t repeats = 0;
  const auto count = [&](const WallContact& contact) {
    repeats += contact.wall == wall && contact.t == t;
    wall = contact.wall;
    t = contact.t;
  };
  const MoveResult<T> r = corridor.move(mover, displacement, options, count);
  return {r.status, r.contacts, repeats};
}

// What a search found: the angles between the walls are some 4e-15.
TEST(NearlyStraightWallsByHand, let_a_capsule_pass) {
  WallWorld<double> world;
  world.begin();
  for (const Vec2d& p : {Vec2d{1.5118544575825013, 0.26074278783641391},
                         {0.33085245386510587, -0.92025921588105652},
                         {-0.38547153299047354, -1.6365832027366469},
                         {-1.7527291272011922, -3.0038407969473715},
                         {-1.8411174748495136, -3.0922291445956871},
                         {-2.4368130445786655, -3.6879247143247573},
                         {-3.0668662223836325, -4.3179778921296403},
                         {-4.1996559920103458, -5.4507676617561502},
                         {-4.9100403581418552, -6.1611520278875265}}) {
    world.add(p[0], p[1]);
  }
  Corridor<double> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
  Mover<double> mover{{-4.0543625750932435, -3.9961759927799005},
                      0.92581367262671832,
                      {-0.61350662575615256, -0.61350662575603754}};
  const Vec2d from = mover.position;
  const Ended ended = move_in(corridor, mover, {-1.0202372787453275, -2.2850135808887244});
  EXPECT_EQ(ended.status, Status::ok);
  EXPECT_EQ(ended.contacts, 2u);
  EXPECT_NEAR(length(mover.position - from), std::sqrt(2.0) * 1.6526254298, 1e-9);
}

// A capsule without space, which three walls push to each other in turn.
TEST(NearlyStraightWallsByHand, hold_a_capsule_between_them) {
  WallWorld<double> world;
  world.begin();
  for (const Vec2d& p : {Vec2d{1.6940039490149932, -1.0883869278890042},
                         {0.088608902806306844, -2.1885505289813638},
                         {0.087049108439205991, -2.1897260028424026},
                         {-0.042826391946966885, -2.2101281404569337},
                         {-0.50525917215557536, -2.228576335639147},
                         {-1.3387788764189694, -2.1656301246635468},
                         {-2.533208215198262, -2.1327965612307205},
                         {-4.2648210365857988, -1.8690979076754013},
                         {-4.6048880021901821, -1.9187917497578091},
                         {-6.0777068313873812, -1.8365248346741088}}) {
    world.add(p[0], p[1]);
  }
  Corridor<double> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
  Mover<double> mover{{-0.96759948085017444, -2.1307202731793176},
                      0.49535203652224197,
                      {-0.71628852861339432, -0.10467094021641556}};
  const Ended ended = move_in(corridor, mover, {0.82058894582176833, 0.56919127662602431});
  EXPECT_EQ(ended.status, Status::ok);
  EXPECT_LT(ended.contacts, 10u);
}

// Chains whose walls turn by anything between a radian and rounding, along the axes and diagonals
// or anywhere, some of them very short.
template <class T>
WallWorld<T> nearly_straight(scenes::Pcg32& random) {
  WallWorld<T> world;
  const std::uint32_t chains = 1 + random.below(3);
  for (std::uint32_t k = 0; k < chains; ++k) {
    world.begin();
    double angle = random.below(3) == 0 ? random.below(8) * std::atan(1.0) : random.between(0, 6.3);
    const double bend = std::exp2(-double(random.below(54)));
    double x = random.between(-2, 2);
    double y = random.between(-3, 1);
    for (std::uint32_t i = 2 + random.below(8); i > 0; --i) {
      world.add(x, y);
      const bool is_short = random.below(4) == 0;
      const double wall = is_short ? std::exp2(-double(random.below(20))) : random.between(0.1, 2);
      angle += bend * random.between(-1, 1);
      x += wall * std::cos(angle);
      y += wall * std::sin(angle);
    }
    world.add(x, y);
  }
  return world;
}

// Circles, points and capsules, these along a wall half of the time; displacements almost exactly
// along walls a third of the time.
TYPED_TEST(NearlyStraightWalls, never_stop_a_slide_for_ever) {
  using T = TypeParam;
  scenes::Pcg32 random(91);
  std::uint32_t contacts = 0;
  const int rounds = by_tier(10'000, 1'000'000);
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    const WallWorld<T> world = nearly_straight<T>(random);
    Corridor<T> corridor;
    ASSERT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
    const auto some = [&](double most) {
      return Vec<2, T>{T(random.between(-most, most)), T(random.between(-most, most))};
    };
    const auto some_wall = [&] {
      const std::size_t w = random.below(std::uint32_t(world.vertices.size()) - 1);
      return world.vertices[w + 1] - world.vertices[w];
    };
    for (int k = 0; k < 4; ++k) {
      Mover<T> mover{some(3), random.below(5) != 0 ? T(random.between(0.01, 1)) : T(0)};
      if (random.below(3) != 0) mover.half_axis = some(1);
      if (const auto wall = some_wall(); random.below(2) != 0 && length(wall) > 0) {
        mover.half_axis = wall * (T(random.between(0.05, 1)) / length(wall));
      }
      for (int frame = 0; frame < 4; ++frame) {
        Vec<2, T> displacement = some(3);
        if (random.below(3) == 0) {
          displacement = some_wall() * T(random.between(-2, 2)) +
                         displacement * T(std::ldexp(1, -int(random.below(50))));
        }
        const Ended ended = move_in(corridor, mover, displacement);
        EXPECT_EQ(ended.status, Status::ok) << i;
        EXPECT_LE(ended.repeats, 2u) << i;
        contacts += ended.contacts;
      }
    }
  }
  EXPECT_GT(contacts, std::uint32_t(rounds) * 4);
}

}  // namespace
}  // namespace masu::test
