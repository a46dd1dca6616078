// SPDX-License-Identifier: MIT
// Characters among the objects of a world: which stop them, and which are reported.
#include <masu/world/world_obstacles.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

using Mover2 = CapsuleMover<2, float>;
const Box<2, float> kWall{{0.5f, 4}};

TEST(WorldObstacles, stop_characters_where_they_are_now) {
  World<2> world;
  const Handle wall = world.add(kWall, {{5, 0}, {}});
  const auto go = [&] {
    Mover2 m{{0, 0}, 1, {}};
    std::vector<Handle> objects_hit;
    const WorldObstacles<2, float> obstacles(world);
    const auto r = slide(m, {20, 0}, obstacles, {}, [&](const SlideContact<2>& c) {
      objects_hit.push_back(obstacles.object(c.body));
    });
    EXPECT_EQ(r.status, Status::ok);
    for (const Handle h : objects_hit) EXPECT_EQ(h, wall);
    return m.position[0];
  };
  EXPECT_NEAR(go(), 3.5f, 0.02f) << "before the first update";
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_NEAR(go(), 3.5f, 0.02f);
  ASSERT_EQ(world.move(wall, {{9, 0}, {}}), Status::ok);
  EXPECT_NEAR(go(), 7.5f, 0.02f) << "moved, and not updated";
  ASSERT_EQ(world.remove(wall), Status::ok);
  EXPECT_EQ(go(), 20);
}

TEST(WorldObstacles, omit_sensors_filtered_objects_and_the_character_itself) {
  World<2> world;
  (void)world.add(kWall, {{3, 0}, {}}, {.sensor = true});
  (void)world.add(kWall, {{5, 0}, {}}, {.filter = {2, ~0ull}});
  const Handle self = world.add(Circle<float>{1}, {{0, 0}, {}});
  const Handle last = world.add(kWall, {{9, 0}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  const auto go = [&](const WorldObstacles<2, float>& obstacles) {
    Mover2 m{{0, 0}, 1, {}};
    const auto r = slide(m, {20, 0}, obstacles);
    EXPECT_EQ(r.overlap, 0);
    return m.position;
  };
  EXPECT_NEAR(go(WorldObstacles<2, float>(world, {}, self))[0], 3.5f, 0.02f);
  EXPECT_NEAR(go(WorldObstacles<2, float>(world, Filter{1, kDefaultCategory}, self))[0], 7.5f,
              0.02f);
  ASSERT_EQ(world.remove(last), Status::ok);
  EXPECT_EQ(go(WorldObstacles<2, float>(world, Filter{1, kDefaultCategory}, self)), (Vec2f{20, 0}));
  // Itself, not left out, is what it begins in.
  EXPECT_NE(go(WorldObstacles<2, float>(world, Filter{1, kDefaultCategory})), (Vec2f{20, 0}));
}

TEST(WorldObstacles, ground_is_reported) {
  World<3> world;
  (void)world.add(Sphere<3, float>{1}, {{9, 9, 9}, {}});
  const Handle floor = world.add(Box<3, float>{{9, 1, 9}}, {});
  CapsuleMover<3, float> m{{0, 3, 0}, 0.5f, {0, 0.5f, 0}};
  const WorldObstacles<3, float> obstacles(world);
  SlideOptions<3, float> options;
  options.up = {0, 1, 0};
  auto r = slide(m, {0, -0.5f, 0}, obstacles, options);
  EXPECT_FALSE(r.on_ground);
  EXPECT_FALSE(obstacles.object(r.ground_body));
  r = slide(m, {0, -5, 0}, obstacles, options);
  EXPECT_TRUE(r.on_ground);
  EXPECT_EQ(obstacles.object(r.ground_body), floor);
}

TEST(WorldObstacles, slots_map_to_objects) {
  World<2> world;
  EXPECT_FALSE(world.handle_in(0));
  const Handle a = world.add(Circle<float>{1}, {});
  const Handle b = world.add(Circle<float>{1}, {});
  EXPECT_EQ(world.handle_in(a.index), a);
  EXPECT_EQ(world.handle_in(b.index), b);
  EXPECT_FALSE(world.handle_in(2));
  EXPECT_FALSE(world.handle_in(Handle::kNone));
  ASSERT_EQ(world.remove(a), Status::ok);
  EXPECT_FALSE(world.handle_in(a.index));
}

// A character that is an object itself goes as among bodies that are in no world.
TEST(WorldObstacles, a_character_moves_with_a_world_as_without) {
  World<2> world;
  scenes::Pcg32 random(5);
  std::vector<PlacedBody<2, float>> placed;
  for (int i = 0; i < 60; ++i) {
    const Box<2, float> box{{float(random.between(0.2, 1)), float(random.between(0.2, 1))}};
    const Transform2f at{{float(random.between(-9, 9)), float(random.between(-9, 9))}, {}};
    placed.push_back({box, at});
    ASSERT_EQ(world.add(box, at).status, Status::ok);
  }
  PlacedBodies<2, float> bodies;
  ASSERT_EQ(bodies.build(placed), Status::ok);
  Mover2 m{{20, 20}, 0.25f, {}};
  const Handle self = world.add(Circle<float>{0.25f}, {m.position, {}});
  std::uint32_t contacts = 0;
  for (int step = 0; step < 500; ++step) {
    Mover2 alone = m;
    Vec2f displacement = m.position * -0.1f;
    displacement = displacement + Vec2f{float(random.between(-2, 2)), float(random.between(-2, 2))};
    const auto r = slide(m, displacement, WorldObstacles<2, float>(world, {}, self));
    const auto expected = slide(alone, displacement, bodies);
    ASSERT_EQ(r.status, expected.status);
    ASSERT_EQ(r.overlap, expected.overlap);
    ASSERT_NEAR(length(m.position - alone.position), 0, 1e-3f) << step;
    contacts += r.contacts;
    ASSERT_EQ(world.move(self, {m.position, {}}), Status::ok);
    if (step % 3 == 0) {
      ASSERT_EQ(world.update().status, Status::ok);
    }
  }
  EXPECT_GT(contacts, 100u);
}

// --- Worlds that wrap around
// -----------------------------------------------------------------------

TEST(WorldObstacles, stop_characters_across_a_periodic_boundary) {
  World<2, double> world({.period = {8, 0}});
  const Handle wall = world.add(Box<2, double>{{0.5, 5}}, {{0.5, 0}, {}});
  const auto go = [&](double from, double displacement) {
    CapsuleMover<2, double> m{{from, 0}, 0.25, {}};
    const WorldObstacles<2, double> obstacles(world);
    const auto r = slide(m, {displacement, 0}, obstacles, {}, [&](const SlideContact<2>& c) {
      EXPECT_EQ(obstacles.object(c.body), wall);
    });
    EXPECT_EQ(r.status, Status::ok);
    return m.position[0];
  };
  for (int updated = 0; updated < 2; ++updated) {
    EXPECT_NEAR(go(6, 1.9), 7.75, 0.01);
    EXPECT_NEAR(go(7, 40), 7.75, 0.01) << "over many periods";
    EXPECT_NEAR(go(-2, 4), -0.25, 0.01);
    EXPECT_NEAR(go(-4, -4), -6.75, 0.01);
    EXPECT_NEAR(go(100, 9), 103.75, 0.01);
    EXPECT_NEAR(go(8.2, 0), 7.75, 0.01) << "out of what it begins in";
    ASSERT_EQ(world.update().status, Status::ok);
  }
}

TEST(WorldObstacles, infinite_floors_carry_across_a_periodic_boundary) {
  World<3> world({.period = {8, 0, 8}});
  const Handle floor = world.add(HalfSpace<3, float>{{0, 1, 0}, 0}, {});
  const WorldObstacles<3, float> obstacles(world);
  CapsuleMover<3, float> m{{0, 1, 0}, 0.5f, {0, 0.5f, 0}};
  SlideOptions<3, float> options;
  options.up = {0, 1, 0};
  for (int step = 0; step < 60; ++step) {
    const auto r = slide(m, {0.7f, -0.1f, 0.3f}, obstacles, options);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_TRUE(r.on_ground) << step;
    ASSERT_EQ(obstacles.object(r.ground_body), floor);
    ASSERT_NEAR(m.position[1], 1, 0.01f);
  }
  EXPECT_NEAR(m.position[0], 42, 0.01f);
}

TEST(WorldObstacles, poses_too_far_outside_are_refused) {
  World<2, double> world({.period = {8, 0}});
  const WorldObstacles<2, double> obstacles(world);
  CapsuleMover<2, double> m{{1e8, 0}, 0.25, {}};
  EXPECT_EQ(slide(m, {1, 0}, obstacles).status, Status::out_of_range);
  EXPECT_EQ(m.position, (Vec2d{1e8, 0}));
  m.position = {0, 1e8};
  EXPECT_EQ(slide(m, {1, 0}, obstacles).status, Status::ok) << "along the other axis";
}

// As among so many bodies as there are images near.
TEST(WorldObstacles, periodic_images_act_as_bodies) {
  World<2, double> world({.period = {10, 12}});
  scenes::Pcg32 random(6);
  std::vector<PlacedBody<2, double>> placed;
  for (int i = 0; i < 40; ++i) {
    const Box<2, double> box{{random.between(0.2, 0.8), random.between(0.2, 0.8)}};
    const Vec2d position{random.between(0, 10), random.between(0, 12)};
    ASSERT_EQ(world.add(box, {position, {}}).status, Status::ok);
    for (int k = -3; k <= 3; ++k) {
      for (int j = -3; j <= 3; ++j) {
        placed.push_back({box, {position + Vec2d{10.0 * k, 12.0 * j}, {}}});
      }
    }
  }
  PlacedBodies<2, double> bodies;
  ASSERT_EQ(bodies.build(placed), Status::ok);
  CapsuleMover<2, double> m{{0, 0}, 0.2, {}};
  std::uint32_t contacts = 0;
  std::size_t over_a_seam = 0;
  for (int step = 0; step < 500; ++step) {
    CapsuleMover<2, double> alone = m;
    const CapsuleMover<2, double> before = m;
    const Vec2d displacement{random.between(-3, 3), random.between(-3, 3)};
    const auto r = slide(m, displacement, WorldObstacles<2, double>(world));
    const auto expected = slide(alone, displacement, bodies);
    ASSERT_EQ(r.status, expected.status);
    ASSERT_NEAR(length(m.position - alone.position), 0, 1e-6) << step;
    ASSERT_NEAR(r.overlap, expected.overlap, 1e-6);
    contacts += r.contacts;
    over_a_seam += std::floor(before.position[0] / 10) != std::floor(m.position[0] / 10) ? 1 : 0;
    const double far = std::max(std::fabs(m.position[0]), std::fabs(m.position[1]));
    if (far > 20) m.position = {random.between(-9, 9), random.between(-9, 9)};
    if (step % 50 == 0) {
      ASSERT_EQ(world.update().status, Status::ok);
    }
  }
  EXPECT_GT(contacts, 300u);
  EXPECT_GT(over_a_seam, 5u);
}

TEST(PlacedBodiesMemory, each_request_may_be_refused) {
  const Box<2, float> box{{1, 1}};
  std::vector<PlacedBody<2, float>> level;
  for (int i = 0; i < 50; ++i) level.emplace_back(box, Transform2f{{float(3 * i), 0}, {}});
  FailingAllocator memory;
  PlacedBodies<2, float> bodies(memory.allocator());
  int refused = 0;
  for (std::size_t k = 1;; ++k) {
    memory.fail(k, true);
    const Status status = bodies.build(level);
    memory.fail(FailingAllocator::kNever);
    if (status == Status::ok) break;
    ASSERT_EQ(status, Status::out_of_memory);
    ASSERT_EQ(bodies.size(), 0u);
    ++refused;
  }
  EXPECT_GT(refused, 2);
  int seen = 0;
  bodies.for_each_near({{-1, -1}, {4, 1}},
                       [&](std::uint32_t, const auto&, const auto&) { return ++seen > 0; });
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace masu::test
