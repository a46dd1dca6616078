// SPDX-License-Identifier: MIT
// Deforming surfaces that touch themselves: all pairs, one by one.
#include <gtest/gtest.h>

#include <algorithm>

#include <masu/mesh/polyline.hpp>
#include <masu/mesh/self_contact.hpp>

#include "mesh/mesh_sub_shapes_touch.hpp"
#include "mesh/meshes.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Pairs = std::vector<Pair>;

template <int D, class T>
Pairs by_brute_force(const SurfaceMesh<D, T>& mesh) {
  Pairs found;
  for (std::uint32_t i = 0; i < mesh.sub_shape_count(); ++i) {
    for (std::uint32_t k = i + 1; k < mesh.sub_shape_count(); ++k) {
      bool shared = false;
      for (const auto v : mesh.corners(i)) {
        for (const auto w : mesh.corners(k)) shared |= v == w;
      }
      if (!shared && masu::detail::mesh_sub_shapes_touch(mesh, i, k)) found.push_back({i, k});
    }
  }
  return found;
}

template <int D, class T>
std::size_t expect_all_found(const SurfaceMesh<D, T>& mesh) {
  PairList list;
  const SearchResult r = self_contacts(mesh, list);
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_EQ(r.stats.results, list.size());
  Pairs got(list.begin(), list.end());
  std::sort(got.begin(), got.end());
  EXPECT_EQ(got, by_brute_force(mesh));
  return got.size();
}

// A cloth that is waved and folded, the same mesh refitted each time.
TEST(SelfContact, of_a_folding_cloth_equals_brute_force) {
  const auto flat = floor_of<float>(by_tier(14, 60), [](double, double) { return 0; });
  auto cloth = flat.mesh(BvhBuilder::morton);
  EXPECT_EQ(expect_all_found(cloth), 0u);
  std::size_t found = 0;
  for (int frame = 1; frame < by_tier(8, 40); ++frame) {
    auto moved = flat.vertices;
    for (auto& v : moved) {
      const double x = v[0];
      v[0] = float(0.3 * std::sin(0.7 * frame * x));
      v[1] = float(0.2 * std::cos(5 * x + frame) + 0.05 * v[2]);
    }
    ASSERT_EQ(cloth.set_vertices(moved), Status::ok);
    found += expect_all_found(cloth);
  }
  EXPECT_GT(found, 100u);
}

TEST(SelfContact, of_soups_equals_brute_force) {
  EXPECT_GT(expect_all_found(soup_of<double>(300, 0.2, 3).mesh()), 20u);
  EXPECT_GT(expect_all_found(soup_of<float>(300, 0.2, 4).mesh()), 20u);
  auto twice = lumpy_sphere<float>(8, 9);  // all on itself, with vertices of its own
  const auto n = static_cast<std::uint32_t>(twice.vertices.size());
  const std::size_t size = twice.corners.size();
  for (std::uint32_t v = 0; v < n; ++v) twice.vertices.push_back(Vec3f(twice.vertices[v]));
  for (std::size_t i = 0; i < size; ++i) twice.corners.push_back(twice.corners[i] + n);
  EXPECT_GE(expect_all_found(twice.mesh()), size / 3);
}

TEST(SelfContact, of_polylines_equals_brute_force) {
  scenes::Pcg32 random(9);
  std::vector<Vec2d> points;
  std::vector<std::uint32_t> ends;
  Vec2d p{0, 0};
  for (std::uint32_t i = 0; i < 400; ++i) {
    points.push_back(p);
    p = p + Vec2d{double(random.below(5)) - 2, double(random.below(5)) - 2};
    ends.insert(ends.end(), {i, (i + 1) % 400});
  }
  Polyline<double> walk;
  ASSERT_EQ(walk.build(points, ends), Status::ok);
  EXPECT_TRUE(walk.closed());
  EXPECT_GT(expect_all_found(walk), 100u);
}

TEST(SelfContact, sinks_stop_and_run_out_of_memory) {
  const auto mesh = soup_of<float>(300, 0.3, 5).mesh();
  int seen = 0;
  const auto stop = [&](std::uint32_t, std::uint32_t) { return ++seen < 2; };
  EXPECT_EQ(self_contacts(mesh, stop).status, Status::stopped);
  EXPECT_EQ(seen, 2);
  FailingAllocator memory(1);
  PairList list(memory.allocator());
  memory.fail(1, true);
  EXPECT_EQ(self_contacts(mesh, list).status, Status::out_of_memory);
}

}  // namespace
}  // namespace masu::test
