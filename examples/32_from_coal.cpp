// SPDX-License-Identifier: MIT
// Distances and contacts of a robot's geometries, with the names of Coal in brackets.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

int main() {
  // [BVHModel<OBBRSS>: beginModel, addSubModel, endModel]
  const std::vector<masu::Vec3d> vertices = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
  const std::vector<std::uint32_t> triangles = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  masu::TriangleMesh<double> mesh;
  if (mesh.build(vertices, triangles) != masu::Status::ok) return 1;
  masu::ConvexPolyhedron<double> hull;  // [ConvexBase::convexHull]
  if (masu::polyhedron_of<double>(vertices, hull) != masu::Status::ok) return 1;
  const masu::Capsule<3, double> tool{{0, 0, -0.5}, {0, 0, 0.5}, 0.25};  // [Capsule(0.25, 1)]
  const masu::Transform3d here{}, apart{{-1, 0.5, 0.5}, {}}, inside{{0.125, 0.5, 1}, {}};

  // [distance(&mesh, tf1, &tool, tf2, DistanceRequest, DistanceResult)]
  const auto d = masu::distance(mesh, here, tool, apart);
  if (d.status != masu::Status::ok) return 1;
  std::printf("mesh: %g apart, triangle %d\n", d.distance, int(d.sub_shape_a));  // [b1]
  // [enable_signed_distance, min_distance, nearest_points, normal]
  const auto p = masu::penetration(hull, here, tool, inside);
  if (p.status != masu::Status::ok) return 1;
  std::printf("hull: %.4f, normal %g %g %g\n", p.distance, p.normal[0], p.normal[1], p.normal[2]);

  // [collide(..., CollisionRequest{CONTACT, 1000}, CollisionResult), security_margin]
  masu::Buffer<masu::SubShapeContact<3, double>> contacts;
  const masu::ContactOptions<double> request{.margin = 0.05};
  if (masu::contacts(mesh, here, tool, inside, contacts, request).status != masu::Status::ok)
    return 1;
  std::printf("%d contacts\n", int(contacts.size()));  // [numContacts()]

  // [ComputeDistance functor, GJKInitialGuess::CachedGuess]: the search starts from the features
  // that the last call found.
  masu::PairCache cache;
  for (int step = 0; step < 3; ++step) {
    const masu::Transform3d moved{{-1 + 0.25 * step, 0.5, 0.5}, {}};
    const auto next = masu::distance(hull, here, tool, moved, cache);
    if (next.status != masu::Status::ok) return 1;
    std::printf("step %d: %g\n", step, next.distance);
  }
  // [computeContactPatch(..., ContactPatchRequest, ContactPatchResult)]
  const masu::Box<3, double> block{{0.5, 0.5, 0.5}};
  const auto patch = masu::manifold(hull, here, block, masu::Transform3d{{0.5, 0.5, -0.5}, {}});
  std::printf("patch of %d corners\n", patch.count);

  // [DynamicAABBTreeCollisionManager: registerObject, setup, update, collide(&callback)]
  masu::World<3, double> manager;
  const masu::Handle part = manager.add(mesh, here, {.user_data = 1, .fixed = true});
  const masu::Handle moving = manager.add(tool, apart, {.user_data = 2});
  if (!part || !moving) return 1;
  if (manager.move(moving, inside) != masu::Status::ok) return 1;
  if (manager.update().status != masu::Status::ok) return 1;
  std::printf("manager: %d pairs\n", int(manager.pairs().size()));
  return manager.remove(moving) == masu::Status::ok ? 0 : 1;  // [unregisterObject]
}
// Output: mesh: 0.75 apart, triangle 0
// Output: hull: -0.3750, normal -1 0 0
// Output: 2 contacts
// Output: step 0: 0.75
// Output: step 1: 0.5
// Output: step 2: 0.25
// Output: patch of 4 corners
// Output: manager: 1 pairs
