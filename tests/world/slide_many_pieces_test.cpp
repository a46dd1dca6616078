// SPDX-License-Identifier: MIT
// Capsules that touch more pieces at once than slide() holds: the few that matter are found.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/mesh/triangle_mesh.hpp>
#include <masu/world/slide.hpp>

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

template <class T>
void walk_along_fine_wall(T lean) {
  const SurfaceMesh<3, T> mesh = floor_and_fine_wall<T>(T(0.02), 130);
  const OneBody<3, T> world(mesh, {});
  CapsuleMover<3, T> m{{-2, 1.31f, 0}, T(0.3), {0, 1, 0}};
  SlideOptions<3, T> options{.up = {lean, 1, 0}, .step_height = T(0.2), .snap = T(0.2)};
  for (int k = 0; k < 25; ++k) {
    const T z = m.position[2];
    const auto r = slide(m, {T(0.1), T(-0.02), T(0.1)}, world, options);
    ASSERT_EQ(r.status, Status::ok);
    EXPECT_TRUE(r.on_ground) << k;
    EXPECT_NEAR(double(m.position[2] - z), 0.1, 1e-4) << k;
    EXPECT_NEAR(double(m.position[1]), 1.302, 0.003) << k;
  }
  EXPECT_NEAR(double(m.position[0]), -0.302, 0.002);
}

TEST(SlideManyPieces, a_fine_wall_does_not_hide_the_ground) {
  for (const double lean : {0.0, 1e-6, -1e-6}) {
    walk_along_fine_wall<float>(float(lean));
    walk_along_fine_wall<double>(lean);
  }
}

}  // namespace
}  // namespace masu::test
