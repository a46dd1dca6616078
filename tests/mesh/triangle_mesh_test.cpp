// SPDX-License-Identifier: MIT
// Building meshes: neighbors, solids, refused input, failing memory, moved vertices.
#include <gtest/gtest.h>

#include <masu/core/simd.hpp>

#include "mesh/body_access.hpp"
#include "mesh/meshes.hpp"
#include "mesh/surface_mesh.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

using Corners = std::vector<std::uint32_t>;

Surface<float> tetrahedron() {
  Surface<float> s;
  s.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  s.corners = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  return s;
}

TEST(TriangleMesh, names_the_fault_and_stays_unchanged) {
  TriangleMesh<float> mesh;
  EXPECT_EQ(mesh.check_solid(), Status::no_points);
  const auto valid = tetrahedron();
  ASSERT_EQ(mesh.build(valid.vertices, valid.corners), Status::ok);
  const auto broken = [&](auto change) {
    auto s = valid;
    change(s);
    return mesh.build(s.vertices, s.corners);
  };
  EXPECT_EQ(broken([](auto& s) { s.corners.pop_back(); }), Status::size_mismatch);
  EXPECT_EQ(broken([](auto& s) { s.corners.clear(); }), Status::no_points);
  EXPECT_EQ(broken([](auto& s) { s.corners[5] = 4; }), Status::bad_index);
  EXPECT_EQ(broken([](auto& s) { s.vertices[2][1] = std::nanf(""); }), Status::not_finite);
  EXPECT_EQ(broken([](auto& s) { s.vertices[2][1] = INFINITY; }), Status::not_finite);
  EXPECT_EQ(broken([](auto& s) { s.vertices[2][1] = 0x1p-141f; }), Status::out_of_range);
  EXPECT_EQ(broken([](auto& s) { s.vertices[2][1] = -0x1p-140f; }), Status::ok);
  TriangleMesh<double> large;
  const std::vector<Vec3d> far = {{0, 0, 0}, {0x1.1p140, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(large.build(far, Corners{0, 1, 2}), Status::out_of_range);
  const auto moved = [&](float x) {
    auto v = valid.vertices;
    v[3][2] = x;
    return mesh.set_vertices(v);
  };
  EXPECT_EQ(moved(std::nanf("")), Status::not_finite);
  EXPECT_EQ(mesh.set_vertices(std::span(valid.vertices).first(3)), Status::size_mismatch);
  EXPECT_EQ(mesh.bounds(), (Aabb3f{{0, -0x1p-140f, 0}, {1, 0, 1}}));
  EXPECT_EQ(moved(2), Status::ok);
  EXPECT_EQ(mesh.bounds(), (Aabb3f{{0, 0, 0}, {1, 1, 2}}));
}

TEST(TriangleMesh, reports_neighbors) {
  const auto solid = tetrahedron();
  const auto mesh = solid.mesh();
  EXPECT_TRUE(mesh.closed());
  EXPECT_EQ(mesh.check_solid(), Status::ok);
  EXPECT_EQ(mesh.neighbor(0, 0), 2u);  // 0-2
  EXPECT_EQ(mesh.neighbor(0, 1), 3u);  // 2-1
  EXPECT_EQ(mesh.neighbor(0, 2), 1u);  // 1-0
  EXPECT_TRUE(mesh.share_vertex(0, 3));
  auto inside_out = solid;
  for (std::size_t i = 0; i < 12; i += 3)
    std::swap(inside_out.corners[i], inside_out.corners[i + 1]);
  EXPECT_EQ(inside_out.mesh().check_solid(), Status::inverted);
  auto open = solid;
  open.corners.resize(9);
  EXPECT_EQ(open.mesh().check_solid(), Status::open_surface);
  EXPECT_EQ(open.mesh().neighbor(0, 1), kNoSubShape);
  auto flipped = solid;  // one triangle the wrong way around
  std::swap(flipped.corners[0], flipped.corners[1]);
  EXPECT_EQ(flipped.mesh().check_solid(), Status::open_surface);
  auto fin = solid;  // three at one edge
  fin.vertices.push_back({1, 1, 1});
  fin.add(1, 2, 4);
  EXPECT_EQ(fin.mesh().check_solid(), Status::open_surface);
  EXPECT_EQ(fin.mesh().neighbor(0, 1), kNoSubShape);
  auto flat = solid;
  for (auto& v : flat.vertices) v[2] = 0.1f * v[0];
  EXPECT_EQ(flat.mesh().check_solid(), Status::flat);
  EXPECT_EQ(lumpy_sphere<double>(20, 30).mesh().check_solid(), Status::ok);
}

TEST(TriangleMesh, failed_allocations_leave_it_unchanged) {
  const auto small = tetrahedron();
  const auto big = lumpy_sphere<float>(20, 20);
  FailingAllocator memory;
  TriangleMesh<float> mesh(memory.allocator());
  ASSERT_EQ(mesh.build(small.vertices, small.corners), Status::ok);
  std::size_t k = 1;
  for (;; ++k) {
    memory.fail(k);
    if (mesh.build(big.vertices, big.corners) == Status::ok) break;
    EXPECT_EQ(mesh.triangle_count(), 4u);
    EXPECT_EQ(mesh.bounds(), (Aabb3f{{0, 0, 0}, {1, 1, 1}}));
    ASSERT_LT(k, 100u);
  }
  EXPECT_GT(k, 5u);
  memory.fail(1, true);
  EXPECT_EQ(mesh.set_vertices(big.vertices), Status::ok);
  EXPECT_EQ(memory.calls(), 0u);
}

// The boxes of all nodes, bit by bit, whatever the instruction set; there is no -0 among them.
template <class T>
void expect_refit_exact() {
  auto surface = lumpy_sphere<T>(12, 17);
  const auto start = surface.vertices;
  scenes::Pcg32 random(8);
  for (auto& v : surface.vertices) v = v + random_point<T>(random, 0.3);
  for (std::size_t i = 0; i < surface.vertices.size(); i += 3) surface.vertices[i][1] = T(-0.0);
  for (const SimdTarget target : kSimdTargets) {
    if (force_simd(target) != Status::ok) continue;
    TriangleMesh<T> mesh;
    ASSERT_EQ(mesh.build(start, surface.corners), Status::ok);
    ASSERT_EQ(mesh.set_vertices(surface.vertices), Status::ok);
    const auto nodes = masu::detail::BodyAccess::search(mesh).tree().nodes();
    Aabb<3, T> all = Aabb<3, T>::nothing();
    for (std::uint32_t l = 0; l < nodes.leaf_count; ++l) {
      const auto& leaf = nodes.leaves[l];
      Aabb<3, T> box = Aabb<3, T>::nothing();
      for (std::uint32_t i = 0; i < 8; ++i) {
        Aabb<3, T> lane = Aabb<3, T>::nothing();
        if (i < leaf.count) {
          const auto t = mesh.triangle(leaf.child[i]);
          lane = {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)};
        }
        EXPECT_EQ(leaf.lane(i), lane);
        EXPECT_FALSE(std::signbit(leaf.lo[1][i]) && leaf.lo[1][i] == 0);
        EXPECT_FALSE(std::signbit(leaf.hi[1][i]) && leaf.hi[1][i] == 0);
        box = merge(box, lane);
      }
      EXPECT_EQ(leaf.box, box);
      all = merge(all, box);
    }
    EXPECT_EQ(mesh.bounds(), all);
  }
  ASSERT_EQ(force_simd(SimdTarget::best), Status::ok);
}

TEST(TriangleMesh, refitted_boxes_equal_those_of_the_triangles) {
  expect_refit_exact<float>();
  expect_refit_exact<double>();
}

// Sub-shapes, in a box and by their gaps, of a mesh whose vertices have moved.
TEST(TriangleMesh, searches_equal_brute_force) {
  auto surface = soup_of<float>(500, 0.1, 5);
  auto mesh = surface.mesh(BvhBuilder::morton);
  scenes::Pcg32 random(6);
  for (auto& v : surface.vertices) v = v + random_point<float>(random, 0.3);
  ASSERT_EQ(mesh.set_vertices(surface.vertices), Status::ok);
  const auto box_of = [&](std::size_t i) {
    const auto t = mesh.triangle(i);
    return Aabb3f{min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)};
  };
  for (int round = 0; round < 50; ++round) {
    const Vec3f p = random_point<float>(random, 1);
    const Aabb3f box{p, p + Vec3f{0.4f, 0.3f, 0.2f}};
    Corners expected;
    for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
      if (overlaps(box_of(i), box)) expected.push_back(i);
    }
    Corners got;
    const auto take = [&](std::uint32_t id, const SubShape<3, float>& sub_shape) {
      got.push_back(id);
      EXPECT_EQ(sub_shape.shape.p[1], mesh.triangle(id).b);
    };
    EXPECT_EQ(mesh.for_each_sub_shape(box, take).status, Status::ok);
    std::sort(got.begin(), got.end());
    EXPECT_EQ(got, expected);
    // All within a reach that shrinks to that of the third.
    std::vector<double> gaps;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
      gaps.push_back(double(distance_squared(box_of(i), p)));
    }
    std::sort(gaps.begin(), gaps.end());
    std::vector<double> near;
    const auto gap = [&](const Aabb3f& b) { return double(distance_squared(b, p)); };
    mesh.for_each_sub_shape_near(gap, 1e9, [&](std::uint32_t id, const auto&) {
      near.push_back(gap(box_of(id)));
      std::sort(near.begin(), near.end());
      if (near.size() > 3) near.pop_back();
      return near.size() < 3 ? 1e9 : near[2];
    });
    EXPECT_EQ(near, std::vector<double>(gaps.begin(), gaps.begin() + 3));
  }
}

}  // namespace
}  // namespace masu::test
