// SPDX-License-Identifier: MIT
// Characters that ride on moving platforms.
#include <gtest/gtest.h>

#include <algorithm>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/slide.hpp>
#include <masu/world/world.hpp>
#include <masu/world/world_obstacles.hpp>

namespace masu::test {
namespace {

constexpr float kRadius = 0.3f;
constexpr float kHalf = 0.5f;  // of the hero's axis
constexpr std::uint64_t kHeroes = 1, kSolid = 2;

template <int D>
Vec<D, float> vec(float x, float y, float z = 0) {
  Vec<D, float> v{};
  v[0] = x, v[1] = y;
  if constexpr (D == 3) v[2] = z;
  return v;
}

// A world with a platform that moves and a floor far below, and a hero who is an object of it, too.
template <int D>
class Lift {
 public:
  Lift() {
    Box<D, float> slab{Vec<D, float>::all(3)}, floor{Vec<D, float>::all(50)};
    slab.half_extents[1] = 0.25f;
    const Filter solid{kSolid, kHeroes};
    platform_ = world_.add(slab, {}, {.filter = solid}).handle;
    Transform<D, float> below;
    below.translation[1] = -80;
    EXPECT_EQ(world_.add(floor, below, {.filter = solid}).status, Status::ok);
    hero_.radius = kRadius;
    hero_.half_axis[1] = kHalf;
    hero_.position[1] = 0.25f + kHalf + kRadius * 129 / 128;
    hero_handle_ = world_.add(Sphere<D, float>{kRadius}, {hero_.position, {}}).handle;
    EXPECT_EQ(world_.update().status, Status::ok);
    options_.up[1] = 1;
    options_.step_height = options_.snap = 0.4f;
  }

  // A platform that only lifts: going down its displacement is added, going up it pushes by itself.
  SlideResult<D, float> frame(const Vec<D, float>& lift, const Vec<D, float>& walk) {
    pose_.translation = pose_.translation + lift;
    EXPECT_EQ(world_.move(platform_, pose_), Status::ok);
    EXPECT_EQ(world_.update().status, Status::ok);
    const WorldObstacles<D, float> obstacles(world_, Filter{kHeroes, kSolid}, hero_handle_);
    Vec<D, float> carried = lift;
    carried[1] = std::min(carried[1], 0.0f);
    Vec<D, float> displacement = walk;
    if (riding_) displacement = displacement + carried;
    const auto r = slide(hero_, displacement, obstacles, options_);
    riding_ = r.on_ground && obstacles.object(r.ground_body) == platform_;
    return r;
  }
  bool riding() const { return riding_; }
  const Vec<D, float>& position() const { return hero_.position; }
  float over_platform() const {
    return hero_.position[1] - kHalf - kRadius - pose_.translation[1] - 0.25f;
  }

 private:
  World<D, float> world_;
  Handle platform_, hero_handle_;
  Transform<D, float> pose_;
  CapsuleMover<D, float> hero_;
  SlideOptions<D, float> options_;
  bool riding_ = false;
};

// To and fro by `lift` a frame: less than the radius up, any way down.
template <int D>
void ride(Vec<D, float> lift, bool also_walks) {
  Lift<D> scene;
  (void)scene.frame({}, vec<D>(0, -0.003f));
  ASSERT_TRUE(scene.riding());
  for (int frame = 0; frame < 200; ++frame) {
    if (frame % 50 == 49) lift = lift * -1.0f;
    const float walk = !also_walks ? 0 : frame % 40 < 20 ? 0.03f : -0.03f;
    const Vec<D, float> before = scene.position();
    const auto r = scene.frame(lift, vec<D>(walk, -0.003f));
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_TRUE(scene.riding()) << frame;
    ASSERT_EQ(r.overlap, 0) << frame;
    ASSERT_NEAR(scene.over_platform(), 0, kRadius / 64) << frame;
    ASSERT_NEAR(scene.position()[0] - before[0], walk + lift[0], 1e-4f) << frame;
  }
}
TEST(SlidePlatforms, a_moving_platform_carries_the_mover_that_stands_on_it) {
  for (const bool walks : {false, true}) {
    for (const float y : {-0.29f, -0.1f, -0.02f, 0.0f, 0.02f, 0.1f, 0.29f}) {
      for (const float x : {0.0f, 0.02f, -0.1f}) {
        SCOPED_TRACE(std::to_string(x) + ' ' + std::to_string(y));
        ride<2>(vec<2>(x, y), walks);
        ride<3>(vec<3>(x, y, x / 2), walks);
      }
    }
  }
}

// A mover that walks off the platform or jumps is no longer carried.
template <int D>
void leave() {
  Lift<D> scene;
  (void)scene.frame({}, vec<D>(0, -0.003f));
  ASSERT_TRUE(scene.riding());
  (void)scene.frame(vec<D>(0.02f, 0), vec<D>(0, 0.2f));
  EXPECT_FALSE(scene.riding()) << "it jumps";
  const float x = scene.position()[0];
  (void)scene.frame(vec<D>(0.02f, 0), vec<D>(0, 0.1f));
  EXPECT_EQ(scene.position()[0], x);
  for (int i = 0; i < 10; ++i) (void)scene.frame(vec<D>(0.02f, 0), vec<D>(0, -0.1f));
  EXPECT_TRUE(scene.riding()) << "it has come down on it";
  for (int i = 0; i < 60; ++i) (void)scene.frame(vec<D>(0.02f, 0), vec<D>(0.1f, -0.1f));
  EXPECT_FALSE(scene.riding()) << "it has walked off";
  EXPECT_LT(scene.over_platform(), -0.4f);
}
TEST(SlidePlatforms, a_mover_that_leaves_the_platform_is_no_longer_carried) {
  leave<2>();
  leave<3>();
}

}  // namespace
}  // namespace masu::test
