// SPDX-License-Identifier: MIT
// Contact normals at internal edges of surfaces: only normals that the surface has.
#include <limits>

#include <gtest/gtest.h>

#include <masu/mesh/contacts.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>

#include "mesh/meshes.hpp"
#include "narrow_phase/same_bits.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// How far the contact normals lean away from the vertical, at most.
template <class T, class S>
double most_lean(const TriangleMesh<T>& floor, const S& shape, const Transform<3, T>& pose,
                 bool skip_internal_edges) {
  double most = 0;
  int count = 0;
  const ContactOptions<T> options{.margin = T(0.001), .skip_internal_edges = skip_internal_edges};
  const auto take = [&](const SubShapeContact<3, T>& c) {
    ++count;
    most = std::max(most, 1 - double(c.normal[1]));
  };
  EXPECT_EQ(contacts(floor, Transform<3, T>{}, shape, pose, take, options).status, Status::ok);
  EXPECT_GT(count, 0);
  const auto corners = [&](const SubShapeManifold<3, T>& m) {
    most = std::max(most, 1 - double(m.normal()[1]));
    for (const auto& p : m.all()) EXPECT_NEAR(double(p.point_a[1]), 0, 1e-6);
  };
  if (skip_internal_edges) {
    EXPECT_EQ(contact_manifolds(floor, Transform<3, T>{}, shape, pose, corners, options).status,
              Status::ok);
  }
  return most;
}

// What slides over a flat floor of many triangles, sunk in a little, is never pushed sideways.
template <class T>
void slide_over_floor() {
  const auto floor = floor_of<T>(20, [](double, double) { return 0; }).mesh();
  const Box<3, T> crate{{T(0.22), T(0.1), T(0.17)}};
  const Sphere<3, T> ball{T(0.2)};
  const Capsule<3, T> log{{T(-0.2), 0, 0}, {T(0.2), 0, 0}, T(0.1)};
  double usual = 0;
  for (int step = 0; step < 40; ++step) {
    const double offset = -0.5 + 0.023 * step;
    const Rotation<3, T> rotation{0, T(0.28), 0, T(0.96)};
    const Transform<3, T> low{{T(offset), T(0.1 - 0.03), T(0.4 * offset)}, rotation};
    EXPECT_LT(most_lean(floor, crate, low, true), 1e-6);
    EXPECT_LT(most_lean(floor, log, low, true), 1e-6);
    const Transform<3, T> high{{T(offset), T(0.2 - 0.01), T(0.4 * offset)}, {}};
    EXPECT_LT(most_lean(floor, ball, high, true), 1e-6);
    usual = std::max(usual, most_lean(floor, crate, low, false));
    usual = std::max(usual, most_lean(floor, ball, high, false));
  }
  EXPECT_GT(usual, 0.01);  // without the option it is
}

TEST(SkipInternalEdges, nothing_is_pushed_sideways_on_a_flat_floor) {
  slide_over_floor<float>();
  slide_over_floor<double>();
}

// A flat floor of 8 x 8 squares, tilted and turned: on one side of each diagonal a vertex is added
// that the other side lacks, and a triangle as thin as rounding between both.
template <class T>
TriangleMesh<T> floor_with_slivers(double tilt) {
  constexpr std::uint32_t kSide = 9;
  scenes::Pcg32 random(3);
  std::vector<Vec<3, T>> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    const double x = double(i % kSide) * std::cos(tilt);
    const double z = i / kSide;
    vertices.push_back(
        {T(0.8 * x + 0.6 * z), T(double(i % kSide) * std::sin(tilt)), T(0.8 * z - 0.6 * x)});
  }
  for (std::uint32_t i = 0; i + 1 < kSide; ++i) {
    for (std::uint32_t k = 0; k + 1 < kSide; ++k) {
      const std::uint32_t a = i + kSide * k;
      const std::uint32_t b = a + 1;
      const std::uint32_t d = a + kSide;
      const std::uint32_t c = d + 1;
      const T t = T(random.between(0.3, 0.7));
      const auto m = std::uint32_t(vertices.size());
      vertices.push_back(vertices[a] + (vertices[c] - vertices[a]) * t);
      corners.insert(corners.end(), {a, m, b, m, c, b, a, c, m, a, d, c});
    }
  }
  TriangleMesh<T> mesh;
  EXPECT_EQ(mesh.build(vertices, corners), Status::ok);
  return mesh;
}

template <class T>
void roll_over_slivers(double tilt) {
  const auto floor = floor_with_slivers<T>(tilt);
  const auto at = [&](std::uint32_t v) { return vec_cast<double>(floor.vertex(v)); };
  const Vec3d n = cross(at(9) - at(0), at(1) - at(0));
  const Vec3d up = n * (1 / length(n));
  const ContactOptions<T> options{.margin = T(0.001), .skip_internal_edges = true};
  scenes::Pcg32 random(4);
  int count = 0;
  for (int i = 0; i < by_tier(500, 20'000); ++i) {
    SCOPED_TRACE(i);
    const std::uint32_t a = 1 + random.below(6) + 9 * (1 + random.below(6));
    Vec3d on = at(a) + (at(a + 10) - at(a)) * random.between(0, 1);
    if (i % 2 == 0) on = on + (at(1) - at(0)) * random.between(-0.3, 0.3);
    const Transform<3, T> pose{vec_cast<T>(on + up * 0.29), {}};
    const auto take = [&](const SubShapeContact<3, T>& c) {
      ++count;
      ASSERT_NEAR(dot(vec_cast<double>(c.normal), up), 1, 1e-6);
    };
    const Sphere<3, T> ball{T(0.3)};
    ASSERT_EQ(contacts(floor, Transform<3, T>{}, ball, pose, take, options).status, Status::ok);
  }
  EXPECT_GT(count, 500);
}

TEST(SkipInternalEdges, triangles_as_thin_as_rounding_push_nothing_sideways) {
  for (const double tilt : {0.0, 0.4}) {
    roll_over_slivers<float>(tilt);
    roll_over_slivers<double>(tilt);
  }
}

// The lowest contact normal of a ball on a level mesh, at points anywhere within the bounds.
template <class T>
double lowest_normal(const std::vector<Vec<3, T>>& vertices,
                     const std::vector<std::uint32_t>& corners, double width, double depth) {
  TriangleMesh<T> floor;
  EXPECT_EQ(floor.build(vertices, corners), Status::ok);
  const ContactOptions<T> options{.margin = T(0.001), .skip_internal_edges = true};
  scenes::Pcg32 random(5);
  double lowest = 1;
  int count = 0;
  const auto take = [&](const SubShapeContact<3, T>& c) {
    ++count;
    lowest = std::min(lowest, double(c.normal[1]));
  };
  for (int i = 0; i < 500; ++i) {
    const Transform<3, T> pose{
        {T(random.between(0.3, 0.7) * width), T(0.29), T(random.between(0.3, 0.7) * depth)}, {}};
    const Sphere<3, T> ball{T(0.3)};
    EXPECT_EQ(contacts(floor, Transform<3, T>{}, ball, pose, take, options).status, Status::ok);
  }
  EXPECT_GT(count, 500);
  return lowest;
}

// A fan of slivers between two triangles, and a seam of quads without a width.
template <class T>
void roll_over_fan_and_seam() {
  for (const std::uint32_t count : {1u, 8u, 30u}) {
    std::vector<Vec<3, T>> vertices{{0, 0, 0}, {0, 0, 4}, {4, 0, 4}, {4, 0, 0}};
    std::vector<std::uint32_t> corners{0, 1, 2};
    std::uint32_t last = 2;
    for (std::uint32_t i = 1; i <= count; ++i) {
      const T t = T(4) - T(3) * T(i) / T(count + 1);
      vertices.push_back({t, T(i % 3) * std::numeric_limits<T>::epsilon(), t});
      corners.insert(corners.end(), {0, last, 3 + i, 3 + i, last, 3});
      last = 3 + i;
    }
    corners.insert(corners.end(), {0, last, 3});
    EXPECT_GT((lowest_normal<T>(vertices, corners, 4, 4)), 1 - 1e-6) << count;
  }
  std::vector<Vec<3, T>> vertices;
  std::vector<std::uint32_t> corners;
  for (const T x : {T(0), T(2), T(2), T(4)}) {
    for (std::uint32_t k = 0; k < 9; ++k) vertices.push_back({x, 0, T(k) / 2});
  }
  for (const std::uint32_t column : {0u, 9u, 18u}) {
    for (std::uint32_t k = 0; k < 8; ++k) {
      const std::uint32_t a = column + k;
      corners.insert(corners.end(), {a, a + 1, a + 10, a, a + 10, a + 9});
    }
  }
  EXPECT_GT((lowest_normal<T>(vertices, corners, 4, 4)), 1 - 1e-6);
}

TEST(SkipInternalEdges, slivers_in_a_row_and_seams_push_nothing_sideways) {
  roll_over_fan_and_seam<float>();
  roll_over_fan_and_seam<double>();
}

// Strips that are narrow, but exact, are triangles like others.
TEST(SkipInternalEdges, narrow_strips_keep_their_normals) {
  for (const double width : {1e-3, 1e-5, 1e-7, 1e-9}) {
    std::vector<Vec3d> vertices;
    std::vector<std::uint32_t> corners;
    for (std::uint32_t k = 0; k <= 40; ++k) {
      vertices.push_back({0, 0, width * k});
      vertices.push_back({4, 0, width * k});
    }
    for (std::uint32_t k = 0; k < 80; k += 2) {
      corners.insert(corners.end(), {k, k + 2, k + 3, k, k + 3, k + 1});
    }
    EXPECT_GT((lowest_normal<double>(vertices, corners, 4, 40 * width)), 1 - 1e-9) << width;
  }
}

// A roof along z: y = -|x|.
TEST(SkipInternalEdges, a_ridge_keeps_its_normals) {
  const auto roof = floor_of<double>(8, [](double x, double) { return -std::fabs(x); }).mesh();
  const Sphere<3, double> ball{0.25};
  const ContactOptions<double> options{.margin = 0.01, .skip_internal_edges = true};
  int upright = 0;
  const auto take = [&](const SubShapeContact<3, double>& c) {
    const auto n = c.normal;
    EXPECT_NEAR(n[2], 0, 1e-9);
    if (n[1] > 0.999) ++upright;
    EXPECT_GE(n[1], std::sqrt(0.5) - 1e-9);
  };
  ASSERT_EQ(
      contacts(roof, Transform3d{}, ball, Transform3d{{0, 0.25, 0.07}, {}}, take, options).status,
      Status::ok);
  EXPECT_GT(upright, 0);
}

// A gutter: each side has its own normal, none lies between.
TEST(SkipInternalEdges, a_valley_has_the_normals_of_its_sides) {
  const auto gutter = floor_of<double>(8, [](double x, double) { return std::fabs(x); }).mesh();
  const Sphere<3, double> ball{0.25};
  const ContactOptions<double> options{.margin = 0.01, .skip_internal_edges = true};
  int left = 0, right = 0;
  const auto take = [&](const SubShapeContact<3, double>& c) {
    const auto n = c.normal;
    EXPECT_NEAR(n[1], std::sqrt(0.5), 1e-9);
    EXPECT_NEAR(n[2], 0, 1e-9);
    (n[0] > 0 ? left : right) += 1;
  };
  const Transform3d pose{{0, 0.25 * std::sqrt(2.0) - 0.02, 0.07}, {}};
  ASSERT_EQ(contacts(gutter, Transform3d{}, ball, pose, take, options).status, Status::ok);
  EXPECT_GT(left, 0);
  EXPECT_GT(right, 0);
}

TEST(SkipInternalEdges, polylines_in_2D) {
  // Flat from 0 to 4, then up a wall.
  const std::vector<Vec2d> points = {{4, 2}, {4, 0}, {3, 0}, {2, 0}, {1, 0}, {0, 0}};
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < 5; ++i) ends.insert(ends.end(), {i, i + 1});
  Polyline<double> ground;
  ASSERT_EQ(ground.build(points, ends), Status::ok);
  const ContactOptions<double> options{.margin = 0.001, .skip_internal_edges = true};
  double usual = 0;
  for (int step = 0; step < 30; ++step) {
    const Box<2, double> crate{{0.3, 0.2}};
    const Transform2d pose{{0.6 + 0.1 * step, 0.15}, {}};
    const auto take = [&](const SubShapeContact<2, double>& c) {
      const bool wall = c.sub_shape_a == 0;
      EXPECT_NEAR(c.normal[wall ? 0 : 1], wall ? -1 : 1, 1e-9) << step;
    };
    ASSERT_EQ(contacts(ground, Transform2d{}, crate, pose, take, options).status, Status::ok);
    ASSERT_EQ(contacts(ground, Transform2d{}, crate, pose,
                       [&](const SubShapeContact<2, double>& c) {
                         usual = std::max(usual, std::fabs(c.normal[0]));
                       })
                  .status,
              Status::ok);
  }
  EXPECT_GT(usual, 0.9);
}

TEST(SkipInternalEdges, swapped_arguments_give_the_flipped_result) {
  const auto floor = floor_of<float>(9, [](double x, double) { return 0.1 * x * x; }).mesh();
  const auto ball = lumpy_sphere<float>(5, 8).mesh();
  const Transform3f pose{{0.1f, 0.9f, 0}, {0.5f, 0.5f, 0.5f, 0.5f}};
  const ContactOptions<float> options{.skip_internal_edges = true};
  Buffer<SubShapeContact<3, float>> one, other;
  ASSERT_EQ(contacts(floor, Transform3f{}, ball, pose, one, options).status, Status::ok);
  ASSERT_EQ(contacts(ball, pose, floor, Transform3f{}, other, options).status, Status::ok);
  ASSERT_EQ(one.size(), other.size());
  EXPECT_GT(one.size(), 2u);
  for (std::size_t i = 0; i < one.size(); ++i) {
    expect_same_bits(one[i].flipped(), other[i].separation());
  }
}

}  // namespace
}  // namespace masu::test
