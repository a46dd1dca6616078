// SPDX-License-Identifier: MIT
// Crowds at any speed: in full in a cave, on every map of Freedoom, along coastlines.
//
// The cave has ten million mover-frames at each speed. On each of the 68 maps of Freedoom that
// would take ten hours, so they have 100 000 each, and coastlines a million.
#include <gtest/gtest.h>

#include <string>

#include <scenes/readers/read_walls.hpp>

#include "tests/corridor/map_positions.hpp"

namespace masu::test {
namespace {

constexpr double kSpeeds[] = {1, 10, 100, 1000};  // radii a frame
const std::uint32_t kBounces = MoveOptions().max_contacts;

// Speeds are tests of their own, so that they can run at the same time.
void expect_no_mover_leaves_the_cave(double radii) {
  const CrowdMap map = seeded_map("fractal_cave", 100'000, 10'000, 5);
  const WanderingCrowd<float> crowd(map.walls, map.walls, map.starts, 4 * map.starts.radius);
  crowd.wander(radii, 1000, kBounces);
}

TEST(NoEscapeAtLength, S8_from_a_fractal_cave_at_1_radius_a_frame) {
  expect_no_mover_leaves_the_cave(1);
}
TEST(NoEscapeAtLength, S8_from_a_fractal_cave_at_10_radii_a_frame) {
  expect_no_mover_leaves_the_cave(10);
}
TEST(NoEscapeAtLength, S8_from_a_fractal_cave_at_100_radii_a_frame) {
  expect_no_mover_leaves_the_cave(100);
}
TEST(NoEscapeAtLength, S8_from_a_fractal_cave_at_1000_radii_a_frame) {
  expect_no_mover_leaves_the_cave(1000);
}

TEST(NoEscapeAtLength, S8_from_seeded_maps_of_every_kind) {
  for (const std::string_view name : scenes::wall_scene_names()) {
    SCOPED_TRACE(name);
    const CrowdMap map = seeded_map(std::string(name), 50'000, 1000, 6);
    const WanderingCrowd<double> crowd(map.walls, map.walls, map.starts, 4 * map.starts.radius);
    for (const double radii : kSpeeds) ASSERT_NO_FATAL_FAILURE(crowd.wander(radii, 200, kBounces));
  }
}

#ifdef MASU_FREEDOOM
template <class T>
void expect_no_mover_leaves(const std::string& wad, const std::string& name) {
  SCOPED_TRACE(wad + ":" + name);
  const DoomWalls map = doom_walls(std::string(MASU_FREEDOOM "/") + wad, name);
  const CrowdStarts starts = starts_inside(map.solid, map.one_sided, 16, 1000);
  const WanderingCrowd<T> crowd(map.solid, map.one_sided, starts, 64);
  for (const double radii : kSpeeds) ASSERT_NO_FATAL_FAILURE(crowd.wander(radii, 100, kBounces));
}

TEST(NoEscapeAtLength, S8_from_the_episodes_of_freedoom) {
  for (const char episode : {'1', '2', '3', '4'}) {
    for (char map = '1'; map <= '9'; ++map) {
      ASSERT_NO_FATAL_FAILURE(
          expect_no_mover_leaves<double>("freedoom1.wad", {'E', episode, 'M', map}));
    }
  }
}

TEST(NoEscapeAtLength, S8_from_the_levels_of_freedoom) {
  for (int level = 1; level <= 32; ++level) {
    const std::string number = (level < 10 ? "0" : "") + std::to_string(level);
    ASSERT_NO_FATAL_FAILURE(expect_no_mover_leaves<float>("freedoom2.wad", "MAP" + number));
  }
}
#endif

#ifdef MASU_GSHHG
// On land, and on islands in lakes: lakes and the sea are inside of nothing, or of two.
TEST(NoEscapeAtLength, S8_over_a_coastline) {
  const Walls coast = readers::read_walls(MASU_GSHHG).walls;
  ASSERT_GT(coast.size(), 20'000u);
  const CrowdStarts starts = starts_inside(coast, coast, 0.02, 10'000);
  const WanderingCrowd<double> crowd(coast, coast, starts, 0.1);
  for (const double radii : kSpeeds) ASSERT_NO_FATAL_FAILURE(crowd.wander(radii, 100, kBounces));
}
#endif

}  // namespace
}  // namespace masu::test
