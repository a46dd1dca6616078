// SPDX-License-Identifier: MIT
// Obstacles that do not always count: one-way platforms, and what is reported to movers about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <masu/mesh/tile_grid.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>
#include <masu/world/world.hpp>
#include <masu/world/world_obstacles.hpp>

namespace masu::test {
namespace {

template <class T>
constexpr double kFine = std::is_same_v<T, float> ? 2e-5 : 1e-9;

// A floor of solid tiles up to y = 1, and a platform of one-way tiles whose top is y = 3, for x
// from 2 to 8.
template <class T>
struct Level {
  TileGrid<2, T> grid{};

  Level() {
    EXPECT_EQ(grid.build({10, 8}, {1, 1}), Status::ok);
    for (std::uint32_t x = 0; x < 10; ++x) EXPECT_EQ(grid.set({x, 0}, Tile::solid), Status::ok);
    for (std::uint32_t x = 2; x < 8; ++x) EXPECT_EQ(grid.set({x, 2}, Tile::one_way), Status::ok);
  }
  bool one_way(std::uint32_t sub_shape) const {
    return grid.tile(grid.cell_of(sub_shape)) == Tile::one_way;
  }
};

// Falls and walks; `from_above` is what platforms go by.
template <class T>
class Jumper {
 public:
  explicit Jumper(const Level<T>& level, const CapsuleMover<2, T>& start)
      : mover(start), level_(level) {
    options_.up = {0, 1};
    options_.step_height = T(0.3);
    options_.snap = T(0.3);
  }
  void frame(T walk) {
    speed -= T(0.01);
    const OneBody<2, T> obstacles(level_.grid, {});
    contacts = 0;
    result = slide(
        mover, {walk, speed}, obstacles, options_, [&](const SlideContact<2>&) { ++contacts; },
        [&](const SlideObstacle<2, T>& o) {
          return !level_.one_way(o.sub_shape()) || (!drop && o.gap({0, 1}) >= 0);
        });
    ASSERT_EQ(result.status, Status::ok);
    ASSERT_EQ(result.overlap, 0);
    if (result.on_ground && speed < 0) speed = 0;
  }

  CapsuleMover<2, T> mover;
  T speed = 0;
  bool drop = false;
  int contacts = 0;
  SlideResult<2, T> result;

 private:
  const Level<T>& level_;
  SlideOptions<2, T> options_;
};

template <class T>
void jump(T half_height) {
  const Level<T> level;
  Jumper<T> hero(level, {{
                             T(4.5),
                             T(1.25) + half_height,
                         },
                         T(0.25),
                         {0, half_height}});
  const double foot = 0.25 + double(half_height);
  ASSERT_NO_FATAL_FAILURE(hero.frame(0));
  ASSERT_TRUE(hero.result.on_ground);
  // Up through the platform, as if it were not there.
  hero.speed = T(0.26);
  double y = double(hero.mover.position[1]);
  int rising = 0;
  for (; hero.speed > T(0.01); ++rising) {
    ASSERT_NO_FATAL_FAILURE(hero.frame(0));
    y += double(hero.speed);
    ASSERT_EQ(hero.contacts, 0) << "frame " << rising;
    ASSERT_NEAR(double(hero.mover.position[1]), y, kFine<T>) << "frame " << rising;
  }
  ASSERT_GT(y, 3 + foot) << "it has to come over it";
  // Down onto it.
  int falling = 0;
  while (!hero.result.on_ground && falling < 100) {
    ASSERT_NO_FATAL_FAILURE(hero.frame(0));
    ++falling;
  }
  ASSERT_LT(falling, 100);
  EXPECT_NEAR(double(hero.mover.position[1]), 3 + foot, 0.01);
  EXPECT_GT(double(hero.mover.position[1]), 3 + foot);
  // And it holds, to walk on and to stand on.
  for (int i = 0; i < 200; ++i) {
    ASSERT_NO_FATAL_FAILURE(hero.frame(T(i % 80 < 40 ? 0.05 : -0.05)));
    ASSERT_TRUE(hero.result.on_ground) << "frame " << i;
    ASSERT_NEAR(double(hero.mover.position[1]), 3 + foot, 0.01) << "frame " << i;
  }
  // A mover that lets go falls to the floor.
  hero.drop = true;
  ASSERT_NO_FATAL_FAILURE(hero.frame(0));
  hero.drop = false;
  for (int i = 0; i < 60; ++i) ASSERT_NO_FATAL_FAILURE(hero.frame(0));
  EXPECT_NEAR(double(hero.mover.position[1]), 1 + foot, 0.01);
  EXPECT_TRUE(hero.result.on_ground);
}
TEST(SlideOneWay, a_jump_passes_a_platform_from_below_and_lands_on_it) {
  for (const double half_height : {0.0, 0.25}) {
    jump<float>(float(half_height));
    jump<double>(half_height);
  }
}

// A jump that ends half-way through falls back, and nothing holds it or throws it out.
TEST(SlideOneWay, half_a_jump_falls_back) {
  const Level<float> level;
  Jumper<float> hero(level, {{4.5f, 1.26f}, 0.25f, {}});
  ASSERT_NO_FATAL_FAILURE(hero.frame(0));
  hero.speed = 0.19f;
  float highest = 0;
  for (int i = 0; i < 60; ++i) {
    ASSERT_NO_FATAL_FAILURE(hero.frame(0.01f));
    highest = std::max(highest, hero.mover.position[1]);
  }
  EXPECT_GT(highest, 2.8f);
  EXPECT_LT(highest, 3.2f);
  EXPECT_NEAR(hero.mover.position[1], 1.25f, 0.01f);
  EXPECT_NEAR(hero.mover.position[0], 5.1f, 0.001f) << "nothing blocked the path";
}

// In space, of objects of a world: the platform is named by its handle.
template <class T>
void through_a_plate() {
  World<3, T> world;
  const InsertResult floor = world.add(Box<3, T>{{9, 1, 9}}, {{0, -1, 0}, {}});
  const InsertResult plate = world.add(Box<3, T>{{2, T(0.05), 2}}, {{0, 2, 0}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  const WorldObstacles<3, T> obstacles(world);
  const auto counts = [&](const SlideObstacle<3, T>& o) {
    return obstacles.object(o.body()) != plate.handle || o.gap({0, 1, 0}) >= 0;
  };
  SlideOptions<3, T> options;
  options.up = {0, 1, 0};
  CapsuleMover<3, T> mover{{T(1.9), 1, 0}, T(0.5), {}};
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(slide(mover, {0, T(0.5), 0}, obstacles, options, {}, counts).status, Status::ok);
  }
  EXPECT_NEAR(double(mover.position[1]), 3, kFine<T>);
  auto r = slide(mover, {0, -9, 0}, obstacles, options, {}, counts);
  EXPECT_NEAR(double(mover.position[1]), 2.55, 0.01);
  EXPECT_EQ(obstacles.object(r.ground_body), plate.handle);
  // From the side it is open as well, and from below in one long step.
  mover.position = {-4, 2, 0};
  r = slide(mover, {8, 0, 0}, obstacles, options, {}, counts);
  EXPECT_EQ(r.contacts, 0u);
  EXPECT_NEAR(double(mover.position[0]), 4, kFine<T>);
  mover.position = {0, 1, 0};
  (void)slide(mover, {0, 900, 0}, obstacles, options, {}, counts);
  EXPECT_NEAR(double(mover.position[1]), 901, 1e-3);
  r = slide(mover, {0, -2000, 0}, obstacles, options, {}, counts);
  EXPECT_EQ(obstacles.object(r.ground_body), plate.handle) << "it held at that speed, too";
  // Without the filter it stops a jump.
  mover.position = {0, 1, 0};
  (void)slide(mover, {0, 9, 0}, obstacles, options);
  EXPECT_LT(double(mover.position[1]), 1.5);
  EXPECT_NE(floor.handle, plate.handle);
}
TEST(SlideOneWay, objects_of_a_world_may_be_open_from_below) {
  through_a_plate<float>();
  through_a_plate<double>();
}

// Where a slope runs into a platform the rounded foot hangs below its top: slightly less than zero
// counts for a mover that does not rise.
TEST(SlideOneWay, a_slope_leads_onto_a_platform) {
  TileGrid<2, float> grid;
  ASSERT_EQ(grid.build({10, 4}, {1, 1}), Status::ok);
  for (std::uint32_t x = 0; x < 3; ++x) ASSERT_EQ(grid.set({x, 0}, Tile::solid), Status::ok);
  ASSERT_EQ(grid.set({3, 1}, Tile::floor_rising), Status::ok);
  for (std::uint32_t x = 4; x < 10; ++x) ASSERT_EQ(grid.set({x, 1}, Tile::one_way), Status::ok);
  const OneBody<2, float> level(grid, {});
  SlideOptions<2, float> options;
  options.up = {0, 1};
  options.snap = 0.25f;
  CapsuleMover<2, float> hero{{0.5f, 1.26f}, 0.25f, {}};
  float falling = 0;
  for (int i = 0; i < 160; ++i) {
    falling += 0.01f;
    const auto r = slide(hero, {0.05f, -falling}, level, options, {}, [&](const auto& o) {
      if (grid.tile(grid.cell_of(o.sub_shape())) != Tile::one_way) return true;
      return o.gap({0, 1}) >= (o.displacement()[1] <= 0 ? -0.3f * o.mover().radius : 0.0f);
    });
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_TRUE(r.on_ground) << "frame " << i;
    ASSERT_EQ(r.overlap, 0) << "frame " << i;
    falling = 0;
  }
  EXPECT_NEAR(hero.position[0], 8.5f, 0.01f);
  EXPECT_NEAR(hero.position[1], 2.25f, 0.01f);
}

TEST(SlideOneWay, ignored_obstacles_stop_no_mover) {
  const Box<2, float> box{{1, 1}};
  const OneBody<2, float> here(box, {});
  SlideOptions<2, float> options;
  options.up = {0, 1};
  options.step_height = options.snap = 0.5f;
  CapsuleMover<2, float> mover{{0.5f, 0}, 0.5f, {}};
  int asked = 0;
  const auto nothing = [&](const SlideObstacle<2, float>& o) {
    EXPECT_EQ(o.body(), 0u);
    EXPECT_EQ(o.sub_shape(), 0u);
    EXPECT_EQ(o.mover().position, (Vec<2, float>{0.5f, 0})) << "before the move, all the while";
    EXPECT_EQ(o.displacement(), (Vec<2, float>{2, -3}));
    return ++asked < 0;
  };
  int reported = 0;
  const auto r = slide(
      mover, {2, -3}, here, options, [&](const SlideContact<2>&) { ++reported; }, nothing);
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_EQ(mover.position, (Vec<2, float>{2.5f, -3}));
  EXPECT_FALSE(r.on_ground);
  EXPECT_EQ(r.overlap, 0);
  EXPECT_EQ(reported, 0);
  EXPECT_GT(asked, 0);
}

// What gap() says of one body, along `direction`.
template <int D, class T, class B>
T gap_of(const B& body, const Transform<D, T>& pose, const CapsuleMover<D, T>& mover,
         const Vec<D, T>& direction) {
  T gap = std::numeric_limits<T>::quiet_NaN();
  CapsuleMover<D, T> m = mover;
  const auto ask = [&](const SlideObstacle<D, T>& o) {
    gap = o.gap(direction);
    return true;
  };
  EXPECT_EQ(slide(m, {}, OneBody<D, T>(body, pose), {}, {}, ask).status, Status::ok);
  return gap;
}
template <class T>
void expect_gaps() {
  const T root = T(std::sqrt(0.5));
  const CapsuleMover<2, T> ball{{3, 4}, T(0.5), {}};
  const CapsuleMover<2, T> log{{3, 4}, T(0.5), {T(1), T(0.25)}};
  const Box<2, T> box{{1, 2}, {T(0.5), 0}};
  const auto near = [](T got, double expected) { EXPECT_NEAR(double(got), expected, 1e-5); };
  near(gap_of<2, T>(box, {}, ball, {0, 1}), 1.5);
  near(gap_of<2, T>(box, {}, ball, {0, 100}), 1.5);
  near(gap_of<2, T>(box, {}, ball, {0, -1}), -6.5);
  near(gap_of<2, T>(box, {}, log, {1, 0}), 0);
  near(gap_of<2, T>(box, {}, log, {0, 1}), 1.25);
  EXPECT_EQ((gap_of<2, T>(box, {}, ball, {})), 0);
  // Turned by 45 degrees and moved: along the diagonal it is half as wide as it was.
  const Transform<2, T> rotated{{1, 1}, {root, root}};
  near(gap_of<2, T>(box, rotated, ball, {1, 1}), (2 + 3) * std::sqrt(0.5) - 1.5 - 0.5);
  const Triangle<2, T> wedge{{0, 0}, {2, 0}, {2, 2}};
  near(gap_of<2, T>(wedge, {}, ball, {-1, 1}), std::sqrt(0.5) - 0.5);
  near(gap_of<2, T>(Sphere<2, T>{T(1.5), {1, 1}}, {}, ball, {0, 1}), 1);
  // A half-space ends along its normal alone.
  const HalfSpace<2, T> slope{{root, root}, T(2)};
  near(gap_of<2, T>(slope, {}, ball, {1, 1}), 7 * std::sqrt(0.5) - 2.5);
  near(gap_of<2, T>(slope, {{1, 1}, {}}, ball, {1, 1}), 5 * std::sqrt(0.5) - 2.5);
  EXPECT_EQ((gap_of<2, T>(slope, {}, ball, {0, 1})), -std::numeric_limits<T>::infinity());
  const CapsuleMover<3, T> man{{0, 5, 0}, T(0.25), {0, T(0.5), 0}};
  near(gap_of<3, T>(Capsule<3, T>{{0, -1, 0}, {0, 3, 0}, T(0.5)}, {}, man, {0, 2, 0}), 0.75);
}
TEST(SlideOneWay, gaps_are_measured_before_the_move) {
  expect_gaps<float>();
  expect_gaps<double>();
}

}  // namespace
}  // namespace masu::test
