// SPDX-License-Identifier: MIT
// Characters that ride on moving platforms.
#include <gtest/gtest.h>

#include <masu/shapes/box.hpp>
#include <masu/world/slide.hpp>

namespace masu::test {
namespace {

// The recipe of docs/slide.md: a platform's displacement is added to that of who stands on it, but
// for its rise, which slide() makes by itself.
template <int D>
void ride(Vec<D, float> carried, bool also_walks) {
  Box<D, float> slab{Vec<D, float>::all(2)};
  slab.half_extents[1] = 0.25f;
  Transform<D, float> pose;
  CapsuleMover<D, float> hero;
  hero.radius = 0.3f;
  hero.half_axis[1] = 0.5f;
  hero.position[1] = 0.25f + 0.8f + 0.3f / 128;
  SlideOptions<D, float> options;
  options.up[1] = 1;
  options.step_height = options.snap = 0.4f;
  for (int frame = 0; frame < 200; ++frame) {
    if (frame % 50 == 49) carried = carried * -1.0f;
    pose.translation = pose.translation + carried;
    Vec<D, float> way = carried;
    way[1] = std::min(way[1], 0.0f) - 0.003f;
    if (also_walks) way[0] += frame % 40 < 20 ? 0.03f : -0.03f;
    const Vec<D, float> before = hero.position;
    const auto r = slide(hero, way, OneBody<D, float>(slab, pose), options);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_TRUE(r.on_ground) << frame;
    ASSERT_EQ(r.overlap, 0) << frame;
    ASSERT_NEAR(hero.position[1] - pose.translation[1], 1.05f, 0.3f / 64) << frame;
    ASSERT_NEAR(hero.position[0] - before[0], way[0], 1e-4f) << frame;
  }
}
TEST(SlidePlatforms, a_moving_platform_carries_who_stands_on_it) {
  for (const bool walks : {false, true}) {
    for (const float y : {-0.1f, -0.02f, 0.0f, 0.02f, 0.1f}) {
      for (const float x : {0.0f, 0.02f, -0.1f}) {
        SCOPED_TRACE(std::to_string(x) + ' ' + std::to_string(y));
        ride<2>({x, y}, walks);
        ride<3>({x, y, x / 2}, walks);
      }
    }
  }
}

}  // namespace
}  // namespace masu::test
