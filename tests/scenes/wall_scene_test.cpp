// SPDX-License-Identifier: MIT
#include "scenes/generators/wall_scene.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <masu/corridor/wall_chains.hpp>
#include <masu/hull/predicates.hpp>

#include "tests/support/golden.hpp"

namespace masu::scenes {
namespace {

using Walls = std::vector<Segment<2, double>>;

double distance_squared(const Segment<2, double>& wall, const Vec<2, double>& p) {
  const auto edge = wall.b - wall.a;
  const double along = dot(p - wall.a, edge) / dot(edge, edge);
  const auto to = p - wall.a - edge * std::clamp(along, 0.0, 1.0);
  return dot(to, to);
}

std::uint64_t hash_of(const Walls& walls) {
  test::Hash hash;
  for (const auto& wall : walls) {
    for (const double x : {wall.a[0], wall.a[1], wall.b[0], wall.b[1]}) hash.add(x);
  }
  return hash.value();
}

TEST(WallScenes, the_same_bits_everywhere) {
  const std::uint64_t expected[] = {1515490275006785113u,  5125466223918542749u,
                                    8251583646679581433u,  2018556707029710617u,
                                    15791895215421251849u, 48645141726572089u};
  std::size_t i = 0;
  for (const std::string_view name : wall_scene_names()) {
    EXPECT_EQ(hash_of(make_wall_scene(name, 3001, 5).walls), expected[i++]) << name;
  }
}

TEST(WallScenes, have_the_requested_number_of_walls) {
  for (const std::string_view name : wall_scene_names()) {
    for (const std::size_t n : {64, 65, 71, 100, 101, 999, 5000, 20003}) {
      const auto scene = make_wall_scene(name, n, n);
      EXPECT_LE(scene.walls.size(), n) << name;
      EXPECT_GE(scene.walls.size() + 7, n) << name;
      EXPECT_FALSE(scene.pockets.empty()) << name << n;
    }
  }
}

// Loops alone, which neither touch nor cross, each with the free side to its left.
TEST(WallScenes, are_simple_loops_with_free_space_to_the_left) {
  for (const std::string_view name : wall_scene_names()) {
    SCOPED_TRACE(name);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const std::size_t n = seed == 0 ? 20000 : 64 + 500 * seed;
      const auto scene = make_wall_scene(name, n, seed);
      WallChains<double> built;
      ChainReport report;
      ASSERT_EQ(built.build(scene.walls, {}, &report), Status::ok);
      EXPECT_EQ(report.pieces, scene.walls.size());
      EXPECT_EQ(report.cuts.count + report.crossings.count + report.junctions.count, 0u);
      EXPECT_EQ(report.open_chains, 0u);
      const bool many = name == "fractal_cave" || name == "islands";
      EXPECT_EQ(built.chains().size() == 1, !many);
      std::uint32_t deepest = 0;
      for (const WallChain& chain : built.chains()) {
        deepest = std::max(deepest, chain.depth);
        const auto v = built.vertices().subspan(chain.first, chain.count);
        EXPECT_EQ(orient2d(v[chain.count - 2], v[0], v[1]) > 0, chain.kind == ChainKind::outline);
      }
      if (name == "islands" && seed == 0) {
        EXPECT_GE(deepest, 3u);
      }
    }
  }
}

TEST(WallScenes, starts_are_free_discs) {
  for (const std::string_view name : wall_scene_names()) {
    SCOPED_TRACE(name);
    const auto scene = make_wall_scene(name, 2000, 4);
    double widest = 0;
    for (const Pocket& pocket : scene.pockets) widest = std::max(widest, pocket.clearance);
    for (const double r : {0.3 * widest, 0.99 * widest}) {
      for (const auto& p : draw_starts(scene, 50, r, 9)) {
        EXPECT_TRUE(is_free(scene.walls, p)) << p[0] << ' ' << p[1];
        for (const auto& wall : scene.walls) {
          ASSERT_GE(distance_squared(wall, p), r * r) << p[0] << ' ' << p[1];
        }
      }
    }
    EXPECT_THROW(draw_starts(scene, 1, 1.01 * widest, 9), std::invalid_argument);
  }
}

TEST(WallScenes, of_unknown_names_or_too_few_walls_are_refused) {
  EXPECT_THROW(make_wall_scene("cave", 1000, 1), std::invalid_argument);
  EXPECT_THROW(make_wall_scene("maze", 63, 1), std::invalid_argument);
}

}  // namespace
}  // namespace masu::scenes
