// SPDX-License-Identifier: MIT
// Closed meshes divided into convex parts: the distance of parts and mesh from each other, and
// distances between nonconvex bodies.
#include <gtest/gtest.h>

#include <masu/hull/polygon_decomposition.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/mesh_decomposition.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/point.hpp>

#include "tests/mesh/carved_solids.hpp"
#include "tests/mesh/parts_body.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

TEST(MeshDecomposition, L14_five_solids_are_within_a_hundredth_of_their_size) {
  for (const std::string_view name : scenes::kCarvedNames) {
    for (std::uint64_t seed = 1; seed < by_tier(2u, 8u); ++seed) {
      const auto solid = carved(name, seed);
      ConvexParts3<double> parts;
      ASSERT_EQ(decomposed(solid, parts), Status::ok) << name << ' ' << seed;
      EXPECT_LE(parts.size(), 32u) << name << ' ' << seed;
      EXPECT_GE(parts.size(), 2u) << name << ' ' << seed;
      const double diagonal = diagonal_of(solid);
      const PartsBody body(parts);
      EXPECT_NEAR(body.volume() / volume_of_triangles(solid), 1, 0.05) << name << ' ' << seed;
      scenes::Pcg32 random(seed);
      EXPECT_LE(beyond_solid(body, solid, random), 0.01 * diagonal) << name << ' ' << seed;
      EXPECT_LE(beyond_parts(body, solid, random), 0.001 * diagonal) << name << ' ' << seed;
      EXPECT_LE(parts.depth(), 0.01 * diagonal) << name << ' ' << seed;
    }
  }
}

double least_of_triangles(const Solid3& a, const Transform3d& pose_a, const Solid3& b,
                          const Transform3d& pose_b) {
  const auto triangle = [](const Solid3& s, std::size_t i) {
    return Triangle<3, double>{s.vertices[s.corners[i]], s.vertices[s.corners[i + 1]],
                               s.vertices[s.corners[i + 2]]};
  };
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.corners.size(); i += 3) {
    for (std::size_t k = 0; k < b.corners.size(); k += 3) {
      least = std::min(least, distance(triangle(a, i), pose_a, triangle(b, k), pose_b).distance);
    }
  }
  return least;
}

TEST(MeshDecomposition, L14_distances_of_Ls_equal_those_of_all_triangles) {
  const auto a = ell(2, 1.5, 0.5);
  const auto b = ell(1, 3, 0.25);
  ConvexParts3<double> parts_a;
  ConvexParts3<double> parts_b;
  ASSERT_EQ(decomposed(a, parts_a), Status::ok);
  ASSERT_EQ(decomposed(b, parts_b), Status::ok);
  ASSERT_EQ(parts_a.size(), 2u);
  ASSERT_EQ(parts_b.size(), 2u);
  const PartsBody body_a(parts_a);
  const PartsBody body_b(parts_b);
  EXPECT_NEAR(body_a.volume(), volume_of_triangles(a), 1e-12);
  scenes::Pcg32 random(3);
  int apart = 0;
  int several = 0;  // pairs of parts
  for (int i = 0; i < by_tier(100, 2000); ++i) {
    const auto pose_a = random_pose<double>(random, 1.5);
    const auto pose_b = random_pose<double>(random, 1.5);
    const auto ours = distance(body_a.body, pose_a, body_b.body, pose_b);
    const double least = least_of_triangles(a, pose_a, b, pose_b);
    if (least <= 0 || ours.distance <= 0) {
      EXPECT_LE(ours.distance, 0) << i;  // or one inside of the other
      continue;
    }
    ++apart;
    EXPECT_NEAR(ours.distance, least, 1e-12) << i;
    int near = 0;
    for (const auto& p : body_a.shapes) {
      for (const auto& q : body_b.shapes) {
        const double d = distance(*p, pose_a, *q, pose_b).distance;
        EXPECT_GE(d, least - 1e-12);
        near += d < least + 1e-9;
      }
    }
    several += near == 1;
  }
  EXPECT_GT(apart, by_tier(30, 600));
  EXPECT_GT(several, apart / 2);
}

// A point in the notch is nearest to both arms, in two directions: two minima, and the convex
// parts have one each.
TEST(MeshDecomposition, L14_a_notch_has_a_minimum_for_each_arm) {
  ConvexParts3<double> parts;
  ASSERT_EQ(decomposed(ell(2, 2, 0.5), parts), Status::ok);
  const PartsBody body(parts);
  ASSERT_EQ(body.shapes.size(), 2u);
  const Vec3d q{1.1, 1, 0.25};
  std::vector<double> of_part;
  for (const auto& p : body.shapes) {
    of_part.push_back(closest_point(*p, Transform3d{}, q).distance);
  }
  std::sort(of_part.begin(), of_part.end());
  EXPECT_NEAR(of_part[0], 0.5, 1e-12);
  EXPECT_NEAR(of_part[1], 0.6, 1e-12);
  EXPECT_NEAR(closest_point(body.body, Transform3d{}, q).distance, 0.5, 1e-12);
}

TEST(MeshDecomposition, L14_distances_of_bent_solids_are_within_the_tolerance) {
  const auto a = carved("torus", 2);
  const auto b = carved("gear", 3);
  ConvexParts3<double> parts_a;
  ConvexParts3<double> parts_b;
  ASSERT_EQ(decomposed(a, parts_a), Status::ok);
  ASSERT_EQ(decomposed(b, parts_b), Status::ok);
  const PartsBody body_a(parts_a);
  const PartsBody body_b(parts_b);
  const auto mesh_a = a.mesh();
  const auto mesh_b = b.mesh();
  const double slack = 0.01 * (diagonal_of(a) + diagonal_of(b));
  scenes::Pcg32 random(4);
  int apart = 0;
  for (int i = 0; i < by_tier(20, 1000); ++i) {
    const auto pose_a = random_pose<double>(random, 3);
    const auto pose_b = random_pose<double>(random, 3);
    const double ours = distance(body_a.body, pose_a, body_b.body, pose_b).distance;
    const double true_distance = distance(mesh_a, pose_a, mesh_b, pose_b).distance;
    if (true_distance <= slack) continue;
    ++apart;
    EXPECT_NEAR(ours, true_distance, slack) << i;
  }
  EXPECT_GT(apart, by_tier(8, 400));
}

TEST(MeshDecomposition, L14_accepts_several_solids_hollows_and_any_scale) {
  ConvexParts3<double> parts;
  Solid3 two = prism({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1);
  const auto one = two;
  const auto append = [&](const Solid3& s, const Vec3d& by, double scale, bool inward) {
    const auto first = std::uint32_t(two.vertices.size());
    for (const auto& v : s.vertices) two.vertices.push_back(v * scale + by);
    for (std::size_t i = 0; i < s.corners.size(); i += 3) {
      const auto at = [&](std::size_t k) { return first + s.corners[i + k]; };
      inward ? two.add(at(0), at(2), at(1)) : two.add(at(0), at(1), at(2));
    }
  };
  append(one, {3, 0, 0}, 1, false);
  ASSERT_EQ(decomposed(two, parts), Status::ok);
  EXPECT_EQ(parts.size(), 2u);
  two = one;
  append(one, {0.25, 0.25, 0.25}, 0.5, true);
  ASSERT_EQ(decomposed(two, parts), Status::ok);
  EXPECT_GE(parts.size(), 6u);
  EXPECT_NEAR(PartsBody(parts).volume(), 0.875, 1e-9);
  for (const double scale : {0x1p-100, 0x1p100}) {
    auto scaled = ell(2, 1.5, 0.5);
    for (auto& v : scaled.vertices) v = v * scale;
    ASSERT_EQ(decomposed(scaled, parts), Status::ok);
    EXPECT_EQ(parts.size(), 2u);
  }
}

// Thinner than what corners may be off by: parts are solids still, as large as they should be.
TEST(MeshDecomposition, L14_parts_of_plates_and_needles_are_solids) {
  for (const double thin : {1e-3, 1e-5, 1e-7}) {
    const auto plate = prism({{0, 0}, {2, 0}, {2.5, 1}, {1, 2}, {0, 1}}, thin);
    const auto needle = prism({{0, 0}, {thin, 0}, {thin, thin}, {0, thin}}, 1);
    for (const Solid3& s : {plate, needle, ell(2, 1.5, thin)}) {
      ConvexParts3<double> parts;
      ASSERT_EQ(decomposed(s, parts), Status::ok) << thin;
      const PartsBody body(parts);
      EXPECT_NEAR(body.volume() / volume_of_triangles(s), 1, 0.01) << thin;
    }
  }
}

// A cut had bisected an edge, and the corner there was chosen before the ends of the edge.
TEST(MeshDecomposition, all_points_of_a_part_are_vertices) {
  const std::vector<Vec<2, float>> outline = {{8.96875f, 0},
                                              {8.96875f, 4.484375f},
                                              {6.7265625f, 6.7265625f},
                                              {0.6875f, 1.375f},
                                              {0, 1.25f},
                                              {-0.5f, 1},
                                              {-0.75f, 0.75f},
                                              {-7.125f, 3.5625f},
                                              {-7.125f, 0},
                                              {-1.21875f, -0.609375f},
                                              {-3.328125f, -3.328125f},
                                              {-0.609375f, -1.21875f},
                                              {0, -1.21875f},
                                              {0.609375f, -1.21875f},
                                              {0.9140625f, -0.9140625f},
                                              {1.21875f, -0.609375f}};
  const auto n = std::uint32_t(outline.size());
  std::vector<Vec3f> vertices;
  for (const float z : {0.0f, 0.9375f}) {
    for (const auto& p : outline) vertices.push_back({p[0], p[1], z});
  }
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t k = (i + 1) % n;
    corners.insert(corners.end(), {i, k, k + n, i, k + n, i + n});
  }
  ConvexParts2 caps;
  ASSERT_EQ(PolygonDecomposition<float>().triangulate(outline, {&n, 1}, caps), Status::ok);
  for (std::size_t i = 0; i < caps.size(); ++i) {
    const auto t = caps.part(i);
    corners.insert(corners.end(), {t[2], t[1], t[0], t[0] + n, t[1] + n, t[2] + n});
  }
  ConvexParts3<float> parts;
  const MeshDecompositionOptions options{3, 0.249, 0.498};
  ASSERT_EQ(decompose<float>(vertices, corners, parts, options), Status::ok);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ConvexPolyhedron<float> hull;
    ASSERT_EQ(polyhedron_of(parts.part(i), hull), Status::ok);
    EXPECT_EQ(hull.vertex_count(), parts.part(i).size()) << i;
  }
}

TEST(MeshDecomposition, reports_faults_and_partial_results) {
  const auto l = ell(2, 1.5, 0.5);
  ConvexParts3<double> parts;
  const auto status = [&](const Solid3& s, const MeshDecompositionOptions& options = {}) {
    const Status answer = decomposed(s, parts, options);
    EXPECT_EQ(parts.size() > 0, answer == Status::ok || answer == Status::not_converged);
    return answer;
  };
  EXPECT_EQ(status({}), Status::no_points);
  EXPECT_EQ(status(l, {.max_parts = 1}), Status::not_converged);
  EXPECT_EQ(parts.size(), 1u);
  EXPECT_GT(parts.depth(), 0.3);
  EXPECT_EQ(status(l, {.max_parts = 2}), Status::ok);
  EXPECT_EQ(status(l, {.max_parts = 0}), Status::out_of_range);
  EXPECT_EQ(status(l, {.tolerance = 0}), Status::out_of_range);
  EXPECT_EQ(status(l, {.tolerance = std::nan("")}), Status::out_of_range);
  EXPECT_EQ(status(l, {.volume_tolerance = -1}), Status::out_of_range);
  EXPECT_EQ(status(floor_of<double>(3, [](double, double) { return 0; })), Status::open_surface);
  auto bad = l;
  bad.vertices[0][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(status(bad), Status::not_finite);
  bad = l;
  for (std::size_t i = 0; i < bad.corners.size(); i += 3) {
    std::swap(bad.corners[i], bad.corners[i + 1]);
  }
  EXPECT_EQ(status(bad), Status::inverted);
  bad.corners[0] = 99;
  EXPECT_EQ(status(bad), Status::bad_index);
}

TEST(MeshDecomposition, runs_out_of_memory_cleanly) {
  const auto l = ell(2, 1.5, 0.5);
  FailingAllocator memory;
  for (std::size_t fail_at = 1;; fail_at += 1 + fail_at / 16) {
    ConvexParts3<double> parts(memory.allocator());
    memory.fail(fail_at, true);
    const Status status = decomposed(l, parts);
    if (memory.failures() == 0) {
      EXPECT_EQ(status, Status::ok);
      break;
    }
    ASSERT_EQ(status, Status::out_of_memory) << fail_at;
    ASSERT_EQ(parts.size(), 0u);
    ASSERT_LT(fail_at, 10'000u);
  }
}

}  // namespace
}  // namespace masu::test
