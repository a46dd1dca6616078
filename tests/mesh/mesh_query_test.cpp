// SPDX-License-Identifier: MIT
// Points, rays and moving shapes against meshes, compared with all sub-shapes one by one.
#include <gtest/gtest.h>

#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

#include "mesh/meshes.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 2e-6 : 2e-12;

template <class T>
class MeshQueries : public testing::Test {
 protected:
  MeshQueries() {
    meshes_.push_back(lumpy_sphere<T>(9, 14).mesh());
    meshes_.push_back(soup_of<T>(200, 0.3, 1).mesh());
    meshes_.push_back(floor_of<T>(6, [](double, double) { return 0; }).mesh());
  }
  std::vector<TriangleMesh<T>> meshes_;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MeshQueries, Scalars);

TYPED_TEST(MeshQueries, the_closest_point_equals_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(61);
  for (int i = 0; i < by_tier(200, 20000); ++i) {
    const auto& mesh = this->meshes_[random.below(3)];
    const auto pose = random_pose<T>(random, 1);
    const auto p = random_point<T>(random, 2);
    SurfacePoint<3, T> best;
    std::uint32_t nearest = kNoSubShape;
    for (std::uint32_t k = 0; k < mesh.triangle_count(); ++k) {
      const auto s = closest_point(mesh.triangle(k), pose, p);
      if (nearest == kNoSubShape || s.distance < best.distance) best = s, nearest = k;
    }
    const auto got = closest_point(mesh, pose, p);
    EXPECT_EQ(got.status, Status::ok);
    EXPECT_EQ(got.sub_shape, nearest);
    EXPECT_EQ(got.distance, best.distance);
    EXPECT_EQ(got.point, best.point);
    EXPECT_EQ(got.normal, best.normal);
  }
}

TYPED_TEST(MeshQueries, the_first_hit_equals_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(62);
  int hits = 0;
  const int rounds = by_tier(300, 20000);
  for (int i = 0; i < rounds; ++i) {
    const auto& mesh = this->meshes_[random.below(3)];
    const auto pose = random_pose<T>(random, 1);
    Ray<3, T> ray{random_point<T>(random, 3), random_point<T>(random, 1)};
    if (i % 3 == 0) ray.max_t = T(random.between(0, 3));
    if (i % 2 == 0) ray.direction = pose.translation - ray.origin;
    T first = std::numeric_limits<T>::infinity();
    for (std::size_t k = 0; k < mesh.triangle_count(); ++k) {
      const auto c = ray_cast(mesh.triangle(k), pose, ray);
      if (c.hit) first = std::min(first, c.t);
    }
    const auto got = ray_cast(mesh, pose, ray);
    ASSERT_EQ(got.status, Status::ok);
    ASSERT_EQ(got.hit, is_finite(first)) << i;
    if (!got.hit) continue;
    ++hits;
    EXPECT_NEAR(double(got.t), double(first), 50 * kAccuracy<T> * (1 + double(first)));
    EXPECT_LE(dot(got.normal, ray.direction), 0);
    EXPECT_NEAR(double(length(got.normal)), 1, kAccuracy<T>);
    EXPECT_LE(double(closest_point(mesh, pose, got.point).distance), 10 * kAccuracy<T>);
  }
  EXPECT_GT(hits, rounds / 5);
  EXPECT_LT(hits, rounds * 9 / 10);
}

// Aimed at vertices and edges, from inside a closed surface: each must hit.
TYPED_TEST(MeshQueries, no_ray_slips_between_triangles) {
  using T = TypeParam;
  const auto& mesh = this->meshes_[0];
  scenes::Pcg32 random(63);
  for (int i = 0; i < by_tier(2000, 200000); ++i) {
    const auto sub_shape = random.below(std::uint32_t(mesh.triangle_count()));
    const T part = i % 2 == 0 ? T(0) : T(random.between(0, 1));
    const auto aim =
        mesh.corner(sub_shape, 0) + (mesh.corner(sub_shape, 1) - mesh.corner(sub_shape, 0)) * part;
    const Ray<3, T> ray{random_point<T>(random, 0.3), aim};
    const Ray<3, T> outwards{ray.origin, aim - ray.origin};
    EXPECT_TRUE(ray_cast(mesh, Transform<3, T>{}, outwards).hit) << i;
  }
}

TYPED_TEST(MeshQueries, impacts_equal_brute_force) {
  using T = TypeParam;
  const std::vector<ShapeView<3, T>> shapes = {
      Sphere<3, T>{T(0.2)}.view(), Box<3, T>{{T(0.2), T(0.1), T(0.3)}}.view(),
      Capsule<3, T>{{0, T(-0.3), 0}, {0, T(0.3), 0}, T(0.1)}.view(),
      HalfSpace<3, T>{{0, 1, 0}, T(-1)}.view()};
  scenes::Pcg32 random(64);
  int hits = 0;
  const int rounds = by_tier(60, 3000);
  for (int i = 0; i < rounds; ++i) {
    const auto& mesh = this->meshes_[random.below(3)];
    const bool rotating = i % 2 == 0;
    const auto& shape = shapes[random.below(rotating ? 3 : 4)];
    Sweep<3, T> of_mesh{random_pose<T>(random, 0.5), {}};
    of_mesh.end = of_mesh.begin;
    Sweep<3, T> of_shape{random_pose<T>(random, 2.5), {}};
    of_shape.end.translation = of_mesh.begin.translation + random_point<T>(random, 1);
    of_shape.end.rotation = of_shape.begin.rotation;
    if (rotating) {
      of_mesh.end.rotation = random_rotation<T>(random);
      of_shape.end.rotation = random_rotation<T>(random);
    }
    const auto displacement = of_shape.end.translation - of_shape.begin.translation;
    T first = 2;
    Status bad = Status::ok;
    for (std::size_t k = 0; k < mesh.triangle_count(); ++k) {
      const auto c = rotating ? time_of_impact(mesh.triangle(k), of_mesh, shape, of_shape)
                              : shape_cast(mesh.triangle(k), of_mesh.begin, shape, of_shape.begin,
                                           displacement);
      if (c.status != Status::ok) bad = c.status;
      if (c.hit) first = std::min(first, c.t);
    }
    const auto got = rotating
                         ? time_of_impact(mesh, of_mesh, shape, of_shape)
                         : shape_cast(mesh, of_mesh.begin, shape, of_shape.begin, displacement);
    ASSERT_EQ(got.status, bad);
    if (bad != Status::ok) continue;
    ASSERT_EQ(got.hit, first < 2) << i;
    EXPECT_NEAR(double(got.t), first < 2 ? double(first) : 1, 1e-5) << i;
    if (rotating) {
      const auto back = time_of_impact(shape, of_shape, mesh, of_mesh);
      EXPECT_EQ(back.t, got.t);
      EXPECT_EQ(back.normal, -got.normal);
      EXPECT_EQ(back.sub_shape_b, got.sub_shape_a);
    }
    hits += got.hit;
  }
  EXPECT_GT(hits, rounds / 8);
  EXPECT_LT(hits, rounds * 9 / 10);
}

TYPED_TEST(MeshQueries, impacts_of_two_meshes_equal_brute_force) {
  using T = TypeParam;
  const auto a = soup_of<T>(40, 0.3, 71).mesh();
  const auto b = lumpy_sphere<T>(3, 5).mesh();
  scenes::Pcg32 random(65);
  int hits = 0;
  for (int i = 0; i < by_tier(8, 200); ++i) {
    const auto pose_a = random_pose<T>(random, 0.2);
    const auto pose_b = random_pose<T>(random, 3);
    const auto displacement = (pose_a.translation - pose_b.translation) * T(1.2);
    T first = 2;
    for (std::size_t k = 0; k < a.triangle_count(); ++k) {
      for (std::size_t m = 0; m < b.triangle_count(); ++m) {
        const auto c = shape_cast(a.triangle(k), pose_a, b.triangle(m), pose_b, displacement);
        if (c.hit) first = std::min(first, c.t);
      }
    }
    const auto got = shape_cast(a, pose_a, b, pose_b, displacement);
    ASSERT_EQ(got.status, Status::ok);
    EXPECT_EQ(got.hit, first < 2);
    EXPECT_NEAR(double(got.t), first < 2 ? double(first) : 1, 1e-5);
    hits += got.hit;
  }
  EXPECT_GT(hits, 3);
}

TYPED_TEST(MeshQueries, points_are_inside_closed_meshes_around_them) {
  using T = TypeParam;
  const auto& mesh = this->meshes_[0];
  scenes::Pcg32 random(66);
  int inside = 0;
  const int rounds = by_tier(2000, 100000);
  for (int i = 0; i < rounds; ++i) {
    const auto p = random_point<T>(random, 1);
    // Seen from the origin, around which the surface is a star.
    const auto c = ray_cast(mesh, Transform<3, T>{}, Ray<3, T>{{}, p});
    const auto got = point_inside(mesh, Transform<3, T>{}, p);
    ASSERT_EQ(got.status, Status::ok);
    ASSERT_TRUE(c.hit);
    if (std::fabs(double(c.t) - 1) > kAccuracy<T>) {
      EXPECT_EQ(got.inside, c.t > 1) << i;
    }
    inside += got.inside;
  }
  EXPECT_GT(inside, rounds / 5);
  EXPECT_LT(inside, rounds * 4 / 5);
}

// Corners, edges and faces of a cube of lattice points, where rays along x meet all that is odd.
TYPED_TEST(MeshQueries, points_of_a_lattice_are_on_the_surface_or_not) {
  using T = TypeParam;
  Surface<T> cube;
  for (int i = 0; i < 8; ++i) cube.vertices.push_back({T(i & 1), T(i >> 1 & 1), T(i >> 2 & 1)});
  for (auto& v : cube.vertices) v = v * T(2);
  cube.corners = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                  2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  const auto mesh = cube.mesh();
  ASSERT_EQ(mesh.check_solid(), Status::ok);
  const Transform<3, T> still{};
  for (int x = -1; x <= 3; ++x) {
    for (int y = -1; y <= 3; ++y) {
      for (int z = -1; z <= 3; ++z) {
        const auto in = [](int c) { return c >= 0 && c <= 2; };
        const auto got = point_inside(mesh, still, Vec<3, T>{T(x), T(y), T(z)});
        EXPECT_EQ(got.status, Status::ok);
        EXPECT_EQ(got.inside, in(x) && in(y) && in(z)) << x << ' ' << y << ' ' << z;
      }
    }
  }
  for (std::size_t i = 0; i < cube.corners.size(); i += 3) {
    std::swap(cube.corners[i], cube.corners[i + 1]);
  }
  EXPECT_EQ(point_inside(cube.mesh(), still, Vec<3, T>{1, 1, 1}).status, Status::inverted);
  cube.corners.resize(33);
  EXPECT_EQ(point_inside(cube.mesh(), still, Vec<3, T>{1, 1, 1}).status, Status::open_surface);
}

TYPED_TEST(MeshQueries, points_are_inside_closed_outlines_around_them) {
  using T = TypeParam;
  // A U of lattice points, counter-clockwise.
  const std::vector<Vec<2, T>> points = {{0, 0}, {6, 0}, {6, 4}, {4, 4},
                                         {4, 2}, {2, 2}, {2, 4}, {0, 4}};
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < 8; ++i) ends.insert(ends.end(), {i, (i + 1) % 8});
  Polyline<T> u;
  ASSERT_EQ(u.build(points, ends), Status::ok);
  for (int x = -1; x <= 7; ++x) {
    for (int y = -1; y <= 5; ++y) {
      const bool in_box = x >= 0 && x <= 6 && y >= 0 && y <= 4;
      const bool in_gap = x > 2 && x < 4 && y > 2;
      const Vec<2, T> p{T(x), T(y)};
      const auto got = point_inside(u, Transform<2, T>{}, p);
      EXPECT_EQ(got.status, Status::ok);
      EXPECT_EQ(got.inside, in_box && !in_gap) << x << ' ' << y;
      const Ray<2, T> ray{p, {0, 1}};
      const auto hit = ray_cast(u, Transform<2, T>{}, ray);
      EXPECT_EQ(hit.hit, x >= 0 && x <= 6 && y <= (in_gap && y <= 4 ? 2 : 4)) << x << y;
    }
  }
}

TEST(MeshQueries, bad_input_is_refused) {
  const auto mesh = floor_of<float>(2, [](double, double) { return 0; }).mesh();
  const TriangleMesh<float> none;
  const Transform3f still{};
  const Vec3f nan{std::nanf(""), 0, 0};
  EXPECT_EQ(closest_point(none, still, Vec3f{}).status, Status::no_points);
  EXPECT_EQ(closest_point(mesh, still, nan).status, Status::not_finite);
  EXPECT_EQ(ray_cast(none, still, Ray<3, float>{{}, {1, 0, 0}}).status, Status::no_points);
  EXPECT_EQ(ray_cast(mesh, still, Ray<3, float>{nan, {1, 0, 0}}).status, Status::not_finite);
  EXPECT_EQ(ray_cast(mesh, still, Ray<3, float>{{}, {1, 0, 0}, -1}).status, Status::out_of_range);
  const Sphere<3, float> ball{1};
  EXPECT_EQ(shape_cast(none, still, ball, still, Vec3f{}).status, Status::no_points);
  EXPECT_EQ(shape_cast(mesh, still, ball, still, nan).status, Status::not_finite);
  const Sweep<3, float> stay{still, still};
  EXPECT_EQ(time_of_impact(mesh, stay, ball, stay, {.tolerance = 0}).status, Status::out_of_range);
  EXPECT_EQ(point_inside(mesh, still, Vec3f{}).status, Status::open_surface);
}

}  // namespace
}  // namespace masu::test
