// SPDX-License-Identifier: MIT
// Capsules that touch more sub-shapes at once than slide() stores: the few that matter are found.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/mesh/triangle_mesh.hpp>
#include <masu/world/slide.hpp>

#include "scenes/generators/pcg32.hpp"
#include "support/tier.hpp"

namespace masu::test {
namespace {

// A floor of two triangles, from x = -40 to 0, and a wall at x = 0 of strips, `cell` high.
template <class T>
SurfaceMesh<3, T> floor_and_fine_wall(T cell, int strips) {
  constexpr T kWide = 40;
  std::vector<Vec<3, T>> vertices;
  std::vector<std::uint32_t> corners;
  const auto add = [&](T x, T y) {
    vertices.push_back({x, y, -kWide});
    vertices.push_back({x, y, kWide});
  };
  add(-kWide, 0);
  for (int i = 0; i <= strips; ++i) add(0, cell * T(i));
  for (std::uint32_t a = 0; a + 2 < vertices.size(); a += 2) {
    corners.insert(corners.end(), {a, a + 1, a + 2, a + 2, a + 1, a + 3});
  }
  SurfaceMesh<3, T> mesh;
  EXPECT_EQ(mesh.build(vertices, corners), Status::ok);
  return mesh;
}

// Up and the wall differ by a rounding, or a millionth.
template <class T>
void walk_along_fine_wall(scenes::Pcg32& random) {
  const double radius = random.between(0.1, 0.5);
  const double half = radius * random.between(2, 4);
  const double cell = 2 * half / random.between(60, 150);
  const SurfaceMesh<3, T> mesh = floor_and_fine_wall<T>(T(cell), int(3 * half / cell));
  const OneBody<3, T> world(mesh, {});
  const double clearance = radius * 129 / 128;
  CapsuleMover<3, T> m{{T(-3 * radius), T(clearance + half), 0}, T(radius), {0, T(half), 0}};
  const double lean = random.between(-1, 1) * std::pow(10.0, random.between(-17, -6));
  SlideOptions<3, T> options{.up = {T(lean), 1, 0}};
  if (random.below(2) == 0) options.snap = T(radius / 2);
  if (random.below(4) == 0) options.step_height = T(radius / 2);
  const double along = radius * random.between(-0.5, 0.5);
  const double down = random.below(3) == 0 ? 0 : radius * random.between(0.001, 0.1);
  for (int k = 0; k < 12; ++k) {
    const double z = double(m.position[2]);
    const auto r = slide(m, {T(radius / 2), T(-down), T(along)}, world, options);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_TRUE(r.on_ground) << k;
    ASSERT_NEAR(double(m.position[2]) - z, along, 1e-3 * radius) << k;
    ASSERT_NEAR(double(m.position[1]), clearance + half, radius / 128) << k;
  }
  ASSERT_NEAR(double(m.position[0]), -clearance, radius / 128);
}

TEST(SlideManySubShapes, fine_walls_do_not_hide_the_ground) {
  scenes::Pcg32 random(48);
  for (std::uint32_t i = 0; i < by_tier(15u, 2000u); ++i) {
    SCOPED_TRACE(i);
    walk_along_fine_wall<float>(random);
    walk_along_fine_wall<double>(random);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace masu::test
