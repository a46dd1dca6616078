// SPDX-License-Identifier: MIT
// Movers among walls: what they hit, how they leave it, and that they never pass through.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/corridor/corridor.hpp>
#include <masu/hull/predicates.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class CorridorTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CorridorTest, Scalars);

template <class T>
WallWorld<T> one_chain(const std::vector<Vec2d>& points) {
  WallWorld<T> world;
  world.begin();
  for (const Vec2d& p : points) world.add(p[0], p[1]);
  return world;
}

template <class T>
Corridor<T> built(const WallWorld<T>& world, const CorridorOptions<T>& options = {},
                  const std::vector<WallKind<T>>& kinds = {},
                  const std::vector<std::uint32_t>& kind_of = {}) {
  Corridor<T> corridor;
  EXPECT_EQ(corridor.build(world.vertices, world.chains, options, kinds, kind_of), Status::ok);
  return corridor;
}

TYPED_TEST(CorridorTest, S5_a_circle_is_mirrored_at_either_side_of_a_wall) {
  using T = TypeParam;
  const Corridor<T> corridor = built(one_chain<T>({{-10, 0}, {10, 0}}));
  for (const double side : {1.0, -1.0}) {
    Mover<T> mover{{T(-3), T(4 * side)}, T(1)};
    std::vector<WallContact> contacts;
    const MoveResult<T> r = corridor.move(mover, {T(6), T(-6 * side)}, {Response::bounce},
                                          [&](const WallContact& c) { contacts.push_back(c); });
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_EQ(contacts[0].wall, 0u);
    EXPECT_NEAR(contacts[0].t, 0.5, 1e-4);
    EXPECT_NEAR(contacts[0].point[0], 0, 1e-3);
    EXPECT_NEAR(contacts[0].normal[1], side, 1e-12);
    EXPECT_NEAR(r.displacement[0], 6, 1e-6);
    EXPECT_NEAR(r.displacement[1], 6 * side, 1e-6);
    EXPECT_NEAR(mover.position[0], 3, 1e-3);
    EXPECT_NEAR(mover.position[1], 4 * side, 1e-3);
  }
}

// Along the line from the end point to the centre, not along any wall's normal.
TYPED_TEST(CorridorTest,
           S5_E9_at_an_end_point_the_mirror_is_perpendicular_to_the_line_to_the_center) {
  using T = TypeParam;
  const Corridor<T> corridor = built(one_chain<T>({{0, 0}, {10, 0}}));
  Mover<T> mover{{T(-10), T(0.6)}, T(1)};
  std::vector<WallContact> contacts;
  const MoveResult<T> r = corridor.move(mover, {T(20), T(0)}, {Response::bounce},
                                        [&](const WallContact& c) { contacts.push_back(c); });
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].normal[0], -0.8, 1e-3);
  EXPECT_NEAR(contacts[0].normal[1], 0.6, 1e-3);
  // (1, 0) mirrored: 1 - 2 * 0.64 and 2 * 0.8 * 0.6.
  EXPECT_NEAR(r.displacement[0], 20 * -0.28, 0.05);
  EXPECT_NEAR(r.displacement[1], 20 * 0.96, 0.05);
  EXPECT_NEAR(length(r.displacement), 20, 1e-5);
}

TYPED_TEST(CorridorTest, sliding_keeps_the_displacement_along_the_wall) {
  using T = TypeParam;
  const Corridor<T> corridor = built(one_chain<T>({{-100, 0}, {100, 0}, {100, 50}}));
  Mover<T> mover{{T(0), T(5)}, T(1)};
  const MoveResult<T> r = corridor.move(mover, {T(10), T(-10)});
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_EQ(r.contacts, 1u);
  EXPECT_NEAR(mover.position[0], 10, 1e-5);
  EXPECT_NEAR(mover.position[1], 1, 2e-3);
  EXPECT_EQ(r.displacement[1], T(0));
  // Into the corner, and it stays there.
  const MoveResult<T> corner = corridor.move(mover, {T(1000), T(-1000)});
  EXPECT_EQ(corner.status, Status::ok);
  EXPECT_NEAR(mover.position[0], 99, 2e-3);
  EXPECT_NEAR(mover.position[1], 1, 2e-3);
  EXPECT_EQ(corner.displacement, (Vec<2, T>{}));
}

TYPED_TEST(CorridorTest, stopping_ends_the_path_at_the_first_wall) {
  using T = TypeParam;
  const Corridor<T> corridor = built(one_chain<T>({{-100, 0}, {100, 0}}));
  Mover<T> mover{{T(0), T(3)}, T(1)};
  const MoveResult<T> r = corridor.move(mover, {T(8), T(-4)}, {Response::stop});
  EXPECT_NEAR(mover.position[0], 4, 1e-2);
  EXPECT_NEAR(mover.position[1], 1, 2e-3);
  EXPECT_EQ(r.displacement, (Vec<2, T>{}));
  EXPECT_EQ(r.contacts, 1u);
}

// A floor of 10 000 pieces acts like one line: in one chain, in chains end to end, in chains
// shuffled in memory, in any direction.
template <class T>
void expect_no_internal_edges(const WallWorld<T>& floor, double slope, double speed, double radius,
                              const Vec2d& half = {}) {
  const Corridor<T> corridor = built(floor);
  const double run = 1 / std::sqrt(1 + slope * slope);
  const Vec2d up{-slope * run, run};
  const double tall = std::abs(dot(half, up));
  const Vec2d start = Vec2d{2, 2 * slope} + (radius + tall + 0.5) * up;
  Mover<T> mover{vec_cast<T>(start), T(radius), vec_cast<T>(half)};
  (void)corridor.move(mover, vec_cast<T>(up * -1.0));
  const double rounding = 64 * double(std::numeric_limits<T>::epsilon()) * 1e4;
  double reached = 0;
  for (int frame = 0; frame < 200000 && reached < 9900; ++frame) {
    const double before = double(mover.position[0]);
    const MoveResult<T> r = corridor.move(mover, {T(speed), T(speed * slope - 0.3 * speed)});
    ASSERT_EQ(r.status, Status::ok);
    const Vec2d p = vec_cast<double>(mover.position);
    const double height = (p[1] - slope * p[0]) * run;
    ASSERT_NEAR(height, radius + tall, 3 * rounding + radius * 1e-6) << frame << " at " << p[0];
    // Gravity takes its share along the slope, joints take none.
    const double expected = run * run * (speed + slope * (speed * slope - 0.3 * speed));
    reached = double(mover.position[0]);
    if (reached < 9900) {
      ASSERT_NEAR(reached - before, expected, expected * 1e-3 + 4 * rounding)
          << frame << " at " << p[0];
    }
  }
  EXPECT_GE(reached, 9900);
}

TYPED_TEST(CorridorTest, internal_vertices_of_a_straight_line_stop_no_mover) {
  using T = TypeParam;
  for (const double slope : {0.0, 0.37}) {
    for (const double speed : {0.3, 7.0, 1000.0}) {
      WallWorld<T> chain;
      chain.begin();
      for (int i = 0; i <= 10000; ++i) chain.add(i, i * slope);
      expect_no_internal_edges(chain, slope, speed, 0.5);
      WallWorld<T> pieces;
      scenes::Pcg32 random(4);
      std::vector<int> order;
      for (int i = 0; i < 10000; ++i) order.push_back(i);
      shuffle(order, random);
      for (const int i : order) {
        pieces.begin();
        const bool back = random.below(2) == 0;
        pieces.add(i + back, (i + back) * slope);
        pieces.add(i + !back, (i + !back) * slope);
      }
      expect_no_internal_edges(pieces, slope, speed, 0.5);
      expect_no_internal_edges(pieces, slope, speed, 0.5, {0, 0.7});
      expect_no_internal_edges(pieces, slope, speed, 0.5, {0.7, 0.7 * slope});
    }
  }
}

// Is p inside the closed chain? Crossings of a ray to the right, signs exact.
template <class T>
bool inside(const WallWorld<T>& world, const Vec<2, T>& p) {
  bool in = false;
  for (const WallChain& chain : world.chains) {
    for (std::uint32_t i = chain.first; i + 1 < chain.first + chain.count; ++i) {
      const Vec<2, T>& a = world.vertices[i];
      const Vec<2, T>& b = world.vertices[i + 1];
      if ((a[1] > p[1]) == (b[1] > p[1])) continue;
      const double orientation =
          orient2d(vec_cast<double>(a), vec_cast<double>(b), vec_cast<double>(p));
      in ^= (b[1] > a[1]) == (orientation > 0);
    }
  }
  return in;
}

// How far the mover's core is from the nearest wall.
template <class T>
double clearance(const Corridor<T>& corridor, const Mover<T>& mover) {
  double best = std::numeric_limits<double>::infinity();
  const T reach = corridor.walls().nearest(mover.position).distance + length(mover.half_axis);
  (void)corridor.walls().for_each_within(mover.position, reach * T(1.01), [&](std::uint32_t w, T) {
    const auto a = vec_cast<double>(corridor.walls().vertex(w));
    const auto b = vec_cast<double>(corridor.walls().vertex(w + 1));
    best = std::min(best, capsule_offset(a, b, vec_cast<double>(mover.position),
                                         vec_cast<double>(mover.half_axis))
                              .distance_squared);
  });
  return std::sqrt(best);
}

// A cave: a star with a ragged rim, spikes and slits that narrow to nothing, and islands in it.
template <class T>
WallWorld<T> cave(scenes::Pcg32& random) {
  WallWorld<T> world;
  world.begin();
  const int corners = 400;
  for (int i = 0; i <= corners; ++i) {
    const double angle = 2 * 3.14159265358979 * (i % corners) / corners;
    const double r = i % corners == 0 ? 80 : (i % 3 == 0 ? random.between(30, 100) : 95);
    if (i == corners) {
      world.vertices.push_back(world.vertices[0]);
      ++world.chains.back().count;
    } else {
      world.add(r * std::cos(angle) + 200, r * std::sin(angle));
    }
  }
  for (int island = 0; island < 12; ++island) {
    const double x = 200 + random.between(-15, 15);
    const double y = random.between(-15, 15);
    world.begin();
    const auto first = world.vertices.size();
    for (int i = 0; i < 5; ++i) {
      const double angle = -2 * 3.14159265358979 * i / 5;
      world.add(x + 0.8 * std::cos(angle), y + (island % 2 ? 0.01 : 0.8) * std::sin(angle));
    }
    world.vertices.push_back(world.vertices[first]);
    ++world.chains.back().count;
  }
  return world;
}

TYPED_TEST(CorridorTest, S8_no_mover_escapes_at_any_speed) {
  using T = TypeParam;
  scenes::Pcg32 random(81);
  for (int map = 0; map < 3; ++map) {
    const WallWorld<T> world = cave<T>(random);
    const Corridor<T> corridor = built(world, {map == 0 ? T(0) : T(2)});
    std::uint64_t contacts = 0;
    for (const double radii : {1.0, 10.0, 100.0, 1000.0}) {
      for (const double radius : {0.0, 0.02, 0.3, 3.0}) {
        for (const Response response : {Response::slide, Response::bounce}) {
          const Vec2d half =
              map == 2 ? Vec2d{random.between(-1, 1), random.between(-1, 1)} : Vec2d{};
          Mover<T> mover{{}, T(radius), vec_cast<T>(half)};
          do {
            mover.position = {T(200 + random.between(-25, 25)), T(random.between(-25, 25))};
          } while (!inside(world, mover.position) ||
                   corridor.walls().nearest(mover.position).distance < radius + length(half));
          const double speed = radii * (radius == 0 ? 0.02 : radius);
          for (std::uint32_t frame = 0; frame < by_tier(150u, 3000u); ++frame) {
            const double angle = random.between(0, 6.2831853);
            const MoveResult<T> r = corridor.move(
                mover, {T(speed * std::cos(angle)), T(speed * std::sin(angle))}, {response});
            contacts += r.contacts;
            ASSERT_TRUE(r.status == Status::ok || r.status == Status::not_converged);
            ASSERT_TRUE(inside(world, mover.position)) << "map " << map << " radius " << radius
                                                       << " speed " << speed << " frame " << frame;
            ASSERT_TRUE(inside(world, mover.position + mover.half_axis)) << frame;
            ASSERT_TRUE(inside(world, mover.position - mover.half_axis)) << frame;
            ASSERT_GE(clearance(corridor, mover), radius * (1 - 1e-5) - 1e-9) << frame;
          }
        }
      }
    }
    EXPECT_GT(contacts, 10000u);
  }
}

TYPED_TEST(CorridorTest, a_mover_in_a_wall_is_pushed_out_to_the_side_of_its_center) {
  using T = TypeParam;
  const Corridor<T> corridor = built(one_chain<T>({{-10, 0}, {10, 0}}));
  for (const double height : {0.9, 0.1, 1e-3, -1e-3, -0.5}) {
    Mover<T> mover{{T(0), T(height)}, T(1)};
    const MoveResult<T> r = corridor.move(mover, {T(0), T(0)});
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.overlap, T(0));
    EXPECT_NEAR(mover.position[1], height > 0 ? 1 : -1, 1e-3) << height;
  }
  // Exactly on the wall: to the side it comes from.
  Mover<T> mover{{T(0), T(0)}, T(1)};
  (void)corridor.move(mover, {T(1), T(-2)});
  EXPECT_NEAR(mover.position[1], 1, 1e-3);
}

TYPED_TEST(CorridorTest, a_mover_wider_than_the_corridor_is_reported_and_stays_inside) {
  using T = TypeParam;
  WallWorld<T> world = one_chain<T>({{-100, 0}, {100, 0}});
  world.begin();
  world.add(100, 1);
  world.add(-100, 1);
  const Corridor<T> corridor = built(world);
  Mover<T> mover{{T(0), T(0.25)}, T(1)};
  for (int frame = 0; frame < 10; ++frame) {
    const MoveResult<T> r = corridor.move(mover, {T(3), T(-50)});
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_GT(r.overlap, T(0.4));
    EXPECT_GT(mover.position[1], T(0));
    EXPECT_LT(mover.position[1], T(1));
  }
}

TYPED_TEST(CorridorTest, walls_that_meet_at_no_angle_end_the_path) {
  using T = TypeParam;
  // A wedge of 1.1 degrees, and one of a thousandth of that.
  for (const double half : {10.0, 0.01}) {
    const double radius = half / 20;
    const Corridor<T> corridor =
        built(one_chain<T>({{0, half}, {1000, 0}, {0, -half}, {0, half}}), {T(0), T(half / 1e4)});
    for (const Response response : {Response::slide, Response::bounce}) {
      Mover<T> mover{{T(1), T(0)}, T(radius)};
      for (int frame = 0; frame < 20; ++frame) {
        const MoveResult<T> r = corridor.move(mover, {T(5000), T(3)}, {response});
        ASSERT_TRUE(r.status == Status::ok || r.status == Status::not_converged);
        ASSERT_GT(mover.position[0], T(0));
        ASSERT_LT(std::abs(double(mover.position[1])),
                  half * (1 - double(mover.position[0]) / 1000));
      }
      if (response == Response::slide) {
        EXPECT_NEAR(mover.position[0], 950, 1);
      }
    }
  }
}

TYPED_TEST(CorridorTest, one_sided_walls_let_movers_through_until_they_are_left) {
  using T = TypeParam;
  WallWorld<T> world = one_chain<T>({{-10, 0}, {0, 0}, {10, 0}});
  const std::vector<WallKind<T>> kinds = {{Filter{}, {T(0), T(1)}, 7, 42}};
  const Corridor<T> corridor = built(world, {}, kinds);
  EXPECT_EQ(corridor.kind(0).material, 7u);
  Mover<T> mover{{T(3), T(-5)}, T(1)};
  EXPECT_EQ(corridor.move(mover, {T(0), T(4.5)}).contacts, 0u);
  EXPECT_NEAR(mover.position[1], -0.5, 1e-6);
  EXPECT_EQ(mover.passing.size(), 1u);
  // It turns round half way, and falls out again; then it jumps through in one frame.
  EXPECT_EQ(corridor.move(mover, {T(-5), T(-4)}).contacts, 0u);
  EXPECT_EQ(mover.passing.size(), 0u);
  EXPECT_EQ(corridor.move(mover, {T(0), T(9)}).contacts, 0u);
  EXPECT_NEAR(mover.position[1], 4.5, 1e-5);
  // From above it is a floor.
  const MoveResult<T> r = corridor.move(mover, {T(1), T(-9)});
  EXPECT_EQ(r.contacts, 1u);
  EXPECT_NEAR(mover.position[1], 1, 1e-3);
  for (int frame = 0; frame < 50; ++frame) {
    (void)corridor.move(mover, {T(frame % 2 ? 0.5 : -0.5), T(-0.1)});
    ASSERT_NEAR(mover.position[1], 1, 1e-3) << frame;
  }
}

TYPED_TEST(CorridorTest, movers_hit_the_walls_their_filter_accepts) {
  using T = TypeParam;
  const WallWorld<T> world = one_chain<T>({{-10, 0}, {0, 0}, {10, 0}});
  const std::vector<WallKind<T>> kinds = {{Filter{1, ~0ull}}, {Filter{2, ~0ull}}};
  const Corridor<T> corridor = built(world, {}, kinds, {0, 1, 1});
  Mover<T> ghost{{T(-5), T(3)}, T(1), {}, Filter{1, 2}};
  EXPECT_EQ(corridor.move(ghost, {T(0), T(-6)}).contacts, 0u);
  Mover<T> solid{{T(5), T(3)}, T(1), {}, Filter{1, 2}};
  EXPECT_EQ(corridor.move(solid, {T(0), T(-6)}).contacts, 1u);
  // The wall beyond the joint does not exist for it, so the joint is an end.
  Mover<T> edge{{T(-0.5), T(3)}, T(1), {}, Filter{1, 2}};
  std::vector<WallContact> contacts;
  (void)corridor.move(edge, {T(0), T(-6)}, {Response::stop},
                      [&](const WallContact& c) { contacts.push_back(c); });
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].normal[0], -0.5, 1e-3);
}

TYPED_TEST(CorridorTest, bad_input_is_named_and_moves_no_mover) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const WallWorld<T> world = one_chain<T>({{-10, 0}, {10, 0}});
  Corridor<T> corridor = built(world);
  const Mover<T> fine{{T(0), T(5)}, T(1)};
  const auto status_of = [&](Mover<T> mover, Vec<2, T> displacement) {
    const Mover<T> before = mover;
    const Status s = corridor.move(mover, displacement).status;
    if (before.position == before.position) {
      EXPECT_EQ(mover.position, before.position);
    }
    return s;
  };
  EXPECT_EQ(status_of(fine, {nan, 0}), Status::not_finite);
  EXPECT_EQ(status_of({{nan, 0}, 1}, {0, 0}), Status::not_finite);
  EXPECT_EQ(status_of({{0, 5}, nan}, {0, 0}), Status::not_finite);
  EXPECT_EQ(status_of({{0, 5}, -1}, {0, 0}), Status::out_of_range);
  EXPECT_EQ(status_of(fine, {0, 2 * ChainTree<T>::kLargest}), Status::out_of_range);
  EXPECT_EQ(status_of(fine, {0, 0}), Status::ok);
  for (const double share : {std::nan(""), -0.5, 1.5, 1e300, HUGE_VAL}) {
    Mover<T> bouncer = fine;
    EXPECT_EQ(corridor.move(bouncer, {0, -9}, {Response::bounce, share}).status,
              Status::out_of_range)
        << share;
    EXPECT_EQ(bouncer.position, fine.position);
  }
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {T(0), nan}), Status::not_finite);
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {T(0), T(-1)}), Status::out_of_range);
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {T(0), 2 * ChainTree<T>::kLargest}),
            Status::out_of_range);
  const std::vector<std::uint32_t> kind_of = {0, 1};
  const std::vector<WallKind<T>> kinds(1);
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {}, kinds, kind_of), Status::bad_index);
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {}, kinds, std::span(kind_of).first(1)),
            Status::size_mismatch);
  EXPECT_EQ(corridor.walls().wall_count(), 1u);
}

// In a channel that is too narrow for it, it overlaps both sides wherever it is: the end of the
// channel stops all of it, not only its center.
TYPED_TEST(CorridorTest, a_mover_that_overlaps_walls_is_stopped_before_others) {
  using T = TypeParam;
  WallWorld<T> world;
  for (const double y : {-0.3, 0.3}) {
    world.begin();
    world.add(-9, y);
    world.add(9, y);
  }
  world.begin();
  world.add(3, -0.25);
  world.add(3, 0.25);
  const Corridor<T> corridor = built(world);
  Mover<T> mover{{T(0), T(0)}, T(0.5)};
  const MoveResult<T> r = corridor.move(mover, {T(5), T(0)});
  EXPECT_GT(r.overlap, T(0.1));
  EXPECT_NEAR(double(mover.position[0]), 2.5, 0.01);
}

}  // namespace
}  // namespace masu::test
