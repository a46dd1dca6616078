// SPDX-License-Identifier: MIT
// A mesh, a hull and a sensor, with the names of Bullet's btCollisionWorld in brackets.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

int main() {
  // [btTriangleIndexVertexArray, btBvhTriangleMeshShape]: copies the vertices, builds a hierarchy.
  const std::vector<masu::Vec3f> vertices = {{-9, 0, -9}, {9, 0, -9}, {9, 0, 9}, {-9, 0, 9}};
  const std::vector<std::uint32_t> corners = {0, 2, 1, 0, 3, 2};
  masu::TriangleMesh<float> floor;
  if (floor.build(vertices, corners) != masu::Status::ok) return 1;
  const std::vector<masu::Vec3f> points = {{0, -1, 0}, {1, 0, 0},  {-1, 0, 0},
                                           {0, 0, 1},  {0, 0, -1}, {0, 1, 0}};
  masu::ConvexPolyhedron<float> gem;  // [btConvexHullShape], without a margin
  if (masu::polyhedron_of<float>(points, gem) != masu::Status::ok) return 1;

  masu::World<3> world;  // [btCollisionWorld, its dispatcher and broad phase]
  const auto add = [&](const auto& shape, const masu::Vec3f& p, const masu::ObjectOptions& o) {
    return world.add(shape, {p, {}}, o).expect_ok();  // [addCollisionObject(object, group, mask)]
  };
  add(floor, {0, 0, 0}, {.user_data = 1, .fixed = true});  // [CF_STATIC_OBJECT]
  const masu::Handle jewel = add(gem, {0, 3, 0}, {.user_data = 2});
  add(masu::Sphere<3, float>{2}, {6, 0, 0}, {.user_data = 3, .sensor = true});  // [btGhostObject]
  const auto name = [&](masu::Handle h) { return int(world.user_data(h)); };

  for (const float x : {0.0f, 5.0f}) {
    if (world.move(jewel, {{x, 0.75f, 0}, {}}) != masu::Status::ok)
      return 1;                                               // [setWorldTransform]
    if (world.update().status != masu::Status::ok) return 1;  // [performDiscreteCollisionDetection]
    for (const masu::WorldPair& pair : world.pairs()) {       // [getManifoldByIndexInternal]
      std::printf("%d and %d", name(pair.a), name(pair.b));
      for (const auto& c : world.contacts(pair)) {  // [btManifoldPoint::getDistance]
        std::printf(", triangle %d: %g", int(c.sub_shape_a), c.distance);
      }
      std::printf("\n");
    }
  }
  const auto ray = world.ray_cast({{0, 9, 1}, {0, -1, 0}});  // [rayTest, ClosestRayResultCallback]
  std::printf("the ray meets %d at %g\n", name(ray.object), ray.t);
  const auto sweep = world.shape_cast(masu::Sphere<3, float>{0.5f}, {{-9, 0.75f, 0}, {}},
                                      {18, 0, 0});  // [convexSweepTest]
  std::printf("the ball meets %d at t = %.3f\n", name(sweep.object), sweep.t);
}
// Output: 1 and 2, triangle 0: -0.25, triangle 1: -0.25
// Output: 1 and 3
// Output: 1 and 2, triangle 0: -0.25
// Output: 1 and 3
// Output: 2 and 3
// Output: the ray meets 1 at 9
// Output: the ball meets 2 at t = 0.694
