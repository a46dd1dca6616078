// SPDX-License-Identifier: MIT
// Pairs of geometries and a manager, with the names of FCL in brackets.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

int main() {
  // [BVHModel<OBBRSS>: beginModel, addSubModel, endModel]
  const std::vector<masu::Vec3d> vertices = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
  const std::vector<std::uint32_t> corners = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  masu::TriangleMesh<double> wedge;
  if (wedge.build(vertices, corners) != masu::Status::ok) return 1;
  const masu::Cylinder<double> tube{0.5, 1};  // [Cylinder], along y; takes half the height
  const masu::Transform3d here{}, there{{-1.5, 0, 0.5}, {}}, inside{{0.25, 0, 0.5}, {}};

  const auto apart = masu::distance(wedge, here, tube, there);  // [distance]
  std::printf("%g apart, triangle %d\n", apart.distance, int(apart.sub_shape_a));
  masu::Buffer<masu::SubShapeContact<3, double>> found;  // [CollisionRequest, enable_contact]
  if (masu::contacts(wedge, here, tube, inside, found).status != masu::Status::ok) return 1;
  std::printf("%d triangles touch\n", int(found.size()));  // [collide, CollisionResult]
  const masu::Sweep<3, double> stays{here, here}, comes{there, inside};
  const auto when = masu::time_of_impact(wedge, stays, tube, comes);
  std::printf("they meet at t = %.3f\n", when.t);  // [continuousCollide]

  // [DynamicAABBTreeCollisionManager]: a tree with incremental pairs.
  masu::PairTracker<3, double, masu::DynamicBvh<3, double>> manager;
  const auto box = masu::aabb_of(tube, there);               // [computeAABB]
  const masu::Handle a = manager.insert(wedge.bounds(), 1);  // [registerObject]
  const masu::Handle b = manager.insert(box, 2);
  for (const auto& pose : {there, inside}) {
    if (manager.move(b, masu::aabb_of(tube, pose)) != masu::Status::ok) return 1;  // [update]
    if (manager.update().status != masu::Status::ok) return 1;  // [collide(&data, callback)]
    std::printf("%d pairs, %d new\n", int(manager.pair_count()), int(manager.added().size()));
  }
  return manager.erase(a) == masu::Status::ok ? 0 : 1;  // [unregisterObject]
}
// Output: 1 apart, triangle 2
// Output: 4 triangles touch
// Output: they meet at t = 0.571
// Output: 0 pairs, 0 new
// Output: 1 pairs, 1 new
