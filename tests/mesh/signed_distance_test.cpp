// SPDX-License-Identifier: MIT
// Closed meshes as solids: signed distances compared with all triangles, depths with those of
// convex polyhedra and with random translations.
#include <gtest/gtest.h>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/mesh/signed_distance.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

#include "mesh/meshes.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// The surface of a convex polyhedron, in triangles.
template <class T>
Surface<T> surface_of(const ConvexPolyhedron<T>& solid) {
  Surface<T> s;
  for (std::uint32_t v = 0; v < solid.vertex_count(); ++v) s.vertices.push_back(solid.vertex(v));
  for (std::uint32_t f = 0; f < solid.face_count(); ++f) {
    const auto face = solid.face(f);
    for (std::size_t k = 2; k < face.size(); ++k) s.add(face[0], face[k - 1], face[k]);
  }
  return s;
}

// A block with a notch from above, as wide as a third of it: like the letter U, along z.
template <class T>
Surface<T> notched_block() {
  const double x[] = {-1.5, -0.5, -0.5, 0.5, 0.5, 1.5, 1.5, -1.5};
  const double y[] = {1, 1, -0.5, -0.5, 1, 1, -1, -1};
  const std::uint32_t caps[][3] = {{0, 7, 1}, {1, 7, 2}, {2, 7, 6},
                                   {2, 6, 3}, {3, 6, 4}, {4, 6, 5}};
  Surface<T> s;
  for (const double z : {-1.0, 1.0}) {
    for (int i = 0; i < 8; ++i) s.vertices.push_back({T(x[i]), T(y[i]), T(z)});
  }
  for (const auto& t : caps) {
    s.add(t[0], t[2], t[1]);
    s.add(t[0] + 8, t[1] + 8, t[2] + 8);
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t next = (i + 1) % 8;
    s.add(i, i + 8, next);
    s.add(next, i + 8, next + 8);
  }
  return s;
}

// How much of the full angle the surface fills, seen from p: 1 inside, 0 outside.
// Source: A. van Oosterom and J. Strackee, "The solid angle of a plane triangle", 1983.
template <class T>
double filled_angle(const TriangleMesh<T>& mesh, const Vec<3, double>& p) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
    Vec<3, double> v[3];
    double size[3];
    for (std::size_t k = 0; k < 3; ++k) {
      v[k] = vec_cast<double>(mesh.corner(i, k)) - p;
      size[k] = length(v[k]);
    }
    const double over = dot(v[0], cross(v[1], v[2]));
    const double under = size[0] * size[1] * size[2] + dot(v[0], v[1]) * size[2] +
                         dot(v[1], v[2]) * size[0] + dot(v[2], v[0]) * size[1];
    sum += 2 * std::atan2(over, under);
  }
  return sum / (4 * kPi);
}

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 2e-6 : 1e-11;

template <class T>
class SignedDistance : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SignedDistance, Scalars);

TYPED_TEST(SignedDistance, of_points_is_that_of_all_triangles_with_the_sign_of_the_solid_angle) {
  using T = TypeParam;
  scenes::Pcg32 random(31);
  const TriangleMesh<T> meshes[] = {lumpy_sphere<T>(9, 14).mesh(), notched_block<T>().mesh()};
  int inside = 0;
  for (int i = 0; i < by_tier(400, 10000); ++i) {
    const auto& mesh = meshes[i % 2];
    ASSERT_EQ(mesh.check_solid(), Status::ok);
    const auto pose = random_pose<T>(random, 1);
    const auto local = random_point<T>(random, 1.3);
    const Vec<3, T> point = pose * local;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < mesh.triangle_count(); ++k) {
      const auto s = distance(mesh.triangle(k), pose, Point<3, T>{}, Transform<3, T>{point, {}});
      least = std::min(least, double(s.distance));
    }
    if (least < kAccuracy<T>) continue;
    const bool in = filled_angle(mesh, vec_cast<double>(local)) > 0.5;
    inside += in;
    const auto got = signed_distance(mesh, pose, point);
    const auto& s = got;
    ASSERT_EQ(s.status, Status::ok);
    EXPECT_NEAR(double(s.distance), in ? -least : least, kAccuracy<T>);
    EXPECT_LE(s.lower, s.distance);
    EXPECT_GE(s.upper, s.distance);
    EXPECT_LT(double(s.upper - s.lower), kAccuracy<T>);
    EXPECT_LT(length(s.point_b - s.point_a - s.normal * s.distance), 4 * kAccuracy<T>);
    EXPECT_LT(got.sub_shape_a, mesh.triangle_count());
  }
  EXPECT_GT(inside, 50);
}

TYPED_TEST(SignedDistance, of_shapes_and_convex_solids_is_their_penetration) {
  using T = TypeParam;
  scenes::Pcg32 random(32);
  const ConvexPolyhedron<T> solids[] = {box_solid<T>(1, 0.8, 0.6), prism<T>(9, 0.9, 0.7)};
  const auto rock = box_solid<T>(0.3, 0.2, 0.25);
  const ShapeView<3, T> shapes[] = {
      Sphere<3, T>{T(0.3)}.view(), Capsule<3, T>{{0, T(-0.3), 0}, {0, T(0.3), 0}, T(0.1)}.view(),
      Box<3, T>{{T(0.3), T(0.2), T(0.4)}}.view(), Cylinder<T>{T(0.2), T(0.3)}.view(), rock.view()};
  int deep = 0;
  double found = 0;
  double exact = 0;
  for (int i = 0; i < by_tier(100, 2000); ++i) {
    const auto& solid = solids[i % 2];
    const auto mesh = surface_of(solid).mesh();
    ASSERT_EQ(mesh.check_solid(), Status::ok);
    const auto& shape = shapes[random.below(5)];
    const auto pose = random_pose<T>(random, 0.5);
    const auto shape_pose = random_pose<T>(random, 1);
    const auto expected = penetration(solid, pose, shape, shape_pose);
    const auto got = signed_distance(mesh, pose, shape, shape_pose);
    const auto& s = got;
    ASSERT_EQ(s.status, Status::ok) << i;
    const double slack = 1e-5;
    EXPECT_LE(double(s.lower), double(expected.distance) + slack) << i;
    EXPECT_GE(double(s.upper), double(expected.distance) - slack) << i;
    EXPECT_LE(s.lower, s.distance);
    EXPECT_LE(s.distance, s.upper);
    EXPECT_EQ(penetration(shape, shape_pose, mesh, pose).distance, s.distance);
    if (expected.distance > 0) {
      EXPECT_NEAR(double(s.distance), double(expected.distance), slack);
      continue;
    }
    ++deep;
    found -= double(s.distance);
    exact -= double(expected.distance);
  }
  EXPECT_GT(deep, 30);
  std::printf("found %.4f, exact %.4f\n", found, exact);
  EXPECT_LT(found, 1.01 * exact);
}

TYPED_TEST(SignedDistance, the_minimum_translation_separates_and_none_shorter_than_its_bound_does) {
  using T = TypeParam;
  scenes::Pcg32 random(33);
  const TriangleMesh<T> meshes[] = {lumpy_sphere<T>(9, 14).mesh(), notched_block<T>().mesh()};
  const ShapeView<3, T> shapes[] = {Sphere<3, T>{T(0.3)}.view(),
                                    Capsule<3, T>{{0, T(-0.3), 0}, {0, T(0.3), 0}, T(0.1)}.view(),
                                    Box<3, T>{{T(0.3), T(0.2), T(0.1)}}.view()};
  int deep = 0;
  double least = 0;
  double most = 0;
  for (int i = 0; i < by_tier(60, 2000); ++i) {
    const auto& mesh = meshes[i % 2];
    const auto& shape = shapes[random.below(3)];
    const auto pose = random_pose<T>(random, 0.5);
    Transform<3, T> shape_pose = random_pose<T>(random, 1);
    const auto got = signed_distance(mesh, pose, shape, shape_pose);
    const auto& s = got;
    ASSERT_EQ(s.status, Status::ok) << i;
    if (s.distance >= 0) continue;
    ++deep;
    least -= double(s.upper);
    most -= double(s.lower);
    const auto moved = [&](const Vec<3, double>& displacement) {
      const auto from = vec_cast<double>(shape_pose.translation);
      return Transform<3, T>{vec_cast<T>(from + displacement), shape_pose.rotation};
    };
    const Vec<3, double> n = vec_cast<double>(s.normal);
    const auto out = moved(n * (-double(s.lower) + 1e-6));
    const auto after = signed_distance(mesh, pose, shape, out);
    EXPECT_GT(double(after.distance), -2e-6) << i;
    for (int k = 0; k < 20; ++k) {
      Vec<3, double> displacement = vec_cast<double>(random_point<T>(random, 1));
      displacement = displacement * ((-double(s.upper) - 1e-5) / length(displacement));
      if (!(s.upper < -2e-5)) break;
      const auto moved_pose = moved(displacement);
      const bool touching = intersects(mesh, pose, shape, moved_pose).overlapping;
      EXPECT_TRUE(touching || point_inside(mesh, pose, moved_pose.translation).inside) << i;
    }
  }
  std::printf("%d deep, bounds %.3f to %.3f\n", deep, least, most);
  EXPECT_GT(deep, 15);
}

TYPED_TEST(SignedDistance, depths_equal_known_ones) {
  using T = TypeParam;
  const auto cube = surface_of(box_solid<T>(1, 1, 1)).mesh();
  const auto ball_at = [&](double x, double y, double z) {
    return signed_distance(cube, Transform<3, T>{}, Sphere<3, T>{T(0.25)},
                           {{T(x), T(y), T(z)}, {}});
  };
  const double near = kAccuracy<T> * 4;
  EXPECT_NEAR(double(ball_at(2, 0, 0).distance), 0.75, near);
  const auto sunk = ball_at(0.125, 0.9, 0.25);
  EXPECT_NEAR(double(sunk.distance), -0.35, near);
  EXPECT_NEAR(double(sunk.upper), -0.35, near);
  EXPECT_NEAR(double(sunk.normal[1]), 1, near);
  EXPECT_NEAR(double(sunk.point_b[1] - sunk.point_a[1]), -0.35, 2 * near);
  const auto floating = ball_at(0.125, 0.25, 0.5);  // touches nothing
  EXPECT_NEAR(double(floating.distance), -0.75, near);
  EXPECT_NEAR(double(floating.normal[2]), 1, near);
  // Between the walls of a notch, and in one of them: the shortest separation is into the notch.
  const auto block = notched_block<T>().mesh();
  const auto in_wall = signed_distance(block, Transform<3, T>{}, Sphere<3, T>{T(0.125)},
                                       {{T(-0.625), T(0.25), 0}, {}});
  EXPECT_NEAR(double(in_wall.distance), -0.25, near);
  EXPECT_NEAR(double(in_wall.normal[0]), 1, near);
  const auto in_notch = signed_distance(block, Transform<3, T>{}, Vec<3, T>{0, T(0.25), 0});
  EXPECT_NEAR(double(in_notch.distance), 0.5, near);
}

TYPED_TEST(SignedDistance, in_2D) {
  using T = TypeParam;
  const Vec<2, T> corners[] = {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}};
  const std::uint32_t sides[] = {0, 1, 1, 2, 2, 3, 3, 0};
  Polyline<T> line;
  ASSERT_EQ(line.build(corners, sides), Status::ok);
  const double near = kAccuracy<T> * 4;
  const auto point = signed_distance(line, Transform<2, T>{}, Vec<2, T>{T(0.5), T(0.25)});
  EXPECT_NEAR(double(point.distance), -0.75, near);
  EXPECT_NEAR(double(point.normal[1]), 1, near);
  const auto disc =
      signed_distance(line, Transform<2, T>{}, Sphere<2, T>{T(0.25)}, {{T(0.5), T(0.875)}, {}});
  EXPECT_NEAR(double(disc.distance), -0.375, near);
  EXPECT_NEAR(double(signed_distance(line, Transform<2, T>{}, Vec<2, T>{4, 0}).distance), 2, near);
}

TEST(SignedDistanceStatus, bad_input_is_refused) {
  const auto open = floor_of<float>(2, [](double, double) { return 0; }).mesh();
  const Sphere<3, float> ball{0.25f};
  const Transform3f here{};
  EXPECT_EQ(signed_distance(open, here, ball, here).status, Status::open_surface);
  EXPECT_EQ(signed_distance(open, here, Vec3f{1, 2, 3}).status, Status::open_surface);
  EXPECT_EQ(signed_distance(TriangleMesh<float>(), here, ball, here).status, Status::no_points);
  auto inwards = surface_of(box_solid<float>(1, 1, 1));
  for (std::size_t i = 0; i < inwards.corners.size(); i += 3) {
    std::swap(inwards.corners[i], inwards.corners[i + 1]);
  }
  const auto hollow = inwards.mesh();
  EXPECT_EQ(signed_distance(hollow, here, ball, here).status, Status::inverted);
  EXPECT_EQ(signed_distance(hollow, here, Vec3f{}).status, Status::inverted);
  const auto cube = surface_of(box_solid<float>(1, 1, 1)).mesh();
  const HalfSpace<3, float> ground{{0, 1, 0}, 0};
  EXPECT_EQ(signed_distance(cube, here, ground, here).status, Status::unbounded);
  EXPECT_EQ(signed_distance(cube, here, Sphere<3, float>{0}, here).status, Status::not_positive);
  // A corner that touches, and a point on the surface.
  const auto corner = signed_distance(cube, here, Vec3f{1, 0.5f, 0.25f});
  EXPECT_EQ(corner.distance, 0);
  EXPECT_EQ(corner.normal, (Vec3f{1, 0, 0}));
  const auto touching = signed_distance(cube, here, ball, {{0, 1.25f, 0}, {}});
  EXPECT_NEAR(double(touching.distance), 0, 1e-5);
}

}  // namespace
}  // namespace masu::test
