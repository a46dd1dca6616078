// SPDX-License-Identifier: MIT
// The search for the nearest triangle of a mesh: the result of all triangles, with few tested.
#include <gtest/gtest.h>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>

#include "mesh/meshes.hpp"
#include "shapes/custom_shapes.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Offers all sub-shapes of a mesh to every search. The identity as the pose of each sub-shape keeps
// searches from computing bounds by corners.
template <int D, class T>
struct AllSubShapes {
  static constexpr int kDimension = D;
  using Scalar = T;
  const SurfaceMesh<D, T>& mesh;
  Transform<D, T> same{};

  Aabb<D, T> bounds() const { return mesh.bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t i) const { return {mesh.sub_shape(i).shape, &same}; }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>&, Visit&& visit) const {
    for (std::uint32_t i = 0; i < mesh.sub_shape_count(); ++i) {
      if (!goes_on(visit, i, sub_shape(i))) return {Status::stopped, {}};
    }
    return {};
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&&, double reach, Visit&& visit) const {
    for (std::uint32_t i = 0; i < mesh.sub_shape_count() && reach >= 0; ++i) {
      reach = visit(i, sub_shape(i));
    }
    return {};
  }
};

template <class T>
class NearSubShapes : public testing::Test {
 protected:
  NearSubShapes() : rock_(box_solid<T>(0.4, 0.3, 0.2)), drum_(prism<T>(40, 0.3, 0.2)) {
    meshes_.push_back(lumpy_sphere<T>(12, 17).mesh());
    meshes_.push_back(
        floor_of<T>(12, [](double x, double z) { return 0.2 * x * x - 0.3 * z; }).mesh());
    meshes_.push_back(floor_of<T>(8, [](double, double) { return 0.25; }).mesh());
    meshes_.push_back(soup_of<T>(300, 0.2, 1).mesh(BvhBuilder::morton));
    meshes_.push_back(soup_of<T>(3, 0.9, 2).mesh());
    const Box<3, T> box{{T(0.2), T(0.3), T(0.25)}};
    ball_.half = {T(0.3), T(0.2), T(0.4)};
    shapes_ = {Point<3, T>{}.view(),
               Sphere<3, T>{T(0.3)}.view(),
               Segment<3, T>{{0, T(-0.3), T(0.1)}, {T(0.2), T(0.5), 0}}.view(),
               Capsule<3, T>{{0, T(-0.5), 0}, {0, T(0.5), 0}, T(0.05)}.view(),
               Capsule<3, T>{{1, T(-0.3), 0}, {1, T(-0.3), 0}, T(0.1)}.view(),
               Triangle<3, T>{{0, 0, 0}, {1, T(0.2), 0}, {0, T(0.5), T(0.3)}}.view(),
               box.view(),
               Rounded<Box<3, T>>{box, T(0.1)}.view(),
               Box<3, T>{{T(0.8), T(0.01), T(0.25)}, {T(0.3), 1, 0}}.view(),
               Cylinder<T>{T(0.2), T(0.5)}.view(),
               Cone<T>{T(0.2), T(0.5)}.view(),
               Ellipsoid<3, T>{{T(0.1), T(0.3), T(0.6)}}.view(),
               rock_.view(),
               drum_.view(),
               view_of(ball_),
               HalfSpace<3, T>{{0, 1, 0}, T(-0.6)}.view()};
  }

  ConvexPolyhedron<T> rock_;
  ConvexPolyhedron<T> drum_;
  CustomEllipsoid<3, T> ball_;
  std::vector<TriangleMesh<T>> meshes_;
  std::vector<ShapeView<3, T>> shapes_;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NearSubShapes, Scalars);

TYPED_TEST(NearSubShapes, L17_results_equal_brute_force_in_every_number) {
  using T = TypeParam;
  scenes::Pcg32 random(5);
  int apart = 0;
  const int rounds = by_tier(12, 300);
  for (int round = 0; round < rounds; ++round) {
    for (const auto& mesh : this->meshes_) {
      for (const auto& shape : this->shapes_) {
        const double reach = round % 3 == 0 ? 1.1 : (round % 3 == 1 ? 2 : 20);
        const auto pose = random_pose<T>(random, round % 2 == 0 ? 0 : 0.5);
        const auto shape_pose = random_pose<T>(random, reach);
        const AllSubShapes<3, T> all{mesh};
        const auto got = distance(mesh, pose, shape, shape_pose);
        const auto expected = distance(all, pose, shape, shape_pose);
        const auto& x = got;
        const auto& y = expected;
        ASSERT_EQ(x.status, y.status) << name(shape.kind);
        ASSERT_EQ(x.distance, y.distance) << name(shape.kind);
        if (x.overlapping()) {
          const auto named = distance(mesh.triangle(got.sub_shape_a), pose, shape, shape_pose);
          EXPECT_LE(double(named.distance), 1e-5);
          continue;
        }
        ++apart;
        EXPECT_LE(got.stats.results, expected.stats.results);
        ASSERT_EQ(got.sub_shape_a, expected.sub_shape_a) << name(shape.kind);
        EXPECT_EQ(x.lower, y.lower) << name(shape.kind);
        EXPECT_EQ(x.upper, y.upper) << name(shape.kind);
        EXPECT_EQ(x.normal, y.normal);
        EXPECT_EQ(x.point_a, y.point_a);
        EXPECT_EQ(x.point_b, y.point_b);
      }
    }
  }
  EXPECT_GT(apart, rounds * 20);
}

TYPED_TEST(NearSubShapes, touching_equals_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(6);
  std::size_t found = 0;
  for (int round = 0; round < by_tier(8, 200); ++round) {
    for (const auto& mesh : this->meshes_) {
      for (const auto& shape : this->shapes_) {
        const auto pose = random_pose<T>(random, 0.3);
        const auto shape_pose = random_pose<T>(random, 1.2);
        const AllSubShapes<3, T> all{mesh};
        const ContactOptions<T> options{.margin = round % 2 == 0 ? T(0) : T(0.05)};
        const auto touched = [&](const auto& body) {
          std::vector<std::uint32_t> ids;
          const auto take = [&](const SubShapeContact<3, T>& c) { ids.push_back(c.sub_shape_a); };
          EXPECT_EQ(contacts(body, pose, shape, shape_pose, take, options).status, Status::ok);
          std::sort(ids.begin(), ids.end());
          return ids;
        };
        const auto ids = touched(mesh);
        ASSERT_EQ(ids, touched(all)) << name(shape.kind);
        EXPECT_EQ(intersects(mesh, pose, shape, shape_pose).overlapping,
                  intersects(all, pose, shape, shape_pose).overlapping);
        found += ids.size();
      }
    }
  }
  EXPECT_GT(found, 1000u);
}

TYPED_TEST(NearSubShapes, casts_equal_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(9);
  int hits = 0;
  for (int round = 0; round < by_tier(6, 200); ++round) {
    for (const auto& mesh : this->meshes_) {
      for (const auto& shape : this->shapes_) {
        const auto pose = random_pose<T>(random, 0.3);
        const auto shape_pose = random_pose<T>(random, round % 2 == 0 ? 3 : 1);
        Vec<3, T> displacement = random_point<T>(random, 3);
        if (round % 3 == 0) displacement = pose.translation - shape_pose.translation;
        if (round % 5 == 0) displacement[round % 3] = 0;
        const AllSubShapes<3, T> all{mesh};
        const auto got = shape_cast(mesh, pose, shape, shape_pose, displacement);
        const auto expected = shape_cast(all, pose, shape, shape_pose, displacement);
        if (got.status != Status::ok || expected.status != Status::ok) {
          EXPECT_NE(shape.kind, ShapeKind::box);
          continue;
        }
        ASSERT_EQ(got.hit, expected.hit) << name(shape.kind);
        ASSERT_EQ(got.t, expected.t) << name(shape.kind);
        EXPECT_EQ(got.sub_shape_a, expected.sub_shape_a) << name(shape.kind);
        EXPECT_EQ(got.normal, expected.normal);
        hits += got.hit;
      }
    }
  }
  EXPECT_GT(hits, 100);
}

// A wave of 200 segments, and a few.
TYPED_TEST(NearSubShapes, in_2D_results_equal_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(10);
  Polyline<T> lines[2];
  for (const std::uint32_t n : {200u, 5u}) {
    std::vector<Vec<2, T>> points;
    std::vector<std::uint32_t> ends;
    for (std::uint32_t i = 0; i <= n; ++i) {
      const double x = -2 + 4.0 * i / n;
      points.push_back({T(x), T(0.3 * std::sin(5 * x))});
      if (i < n) ends.insert(ends.end(), {i, i + 1});
    }
    ASSERT_EQ(lines[n == 5].build(points, ends), Status::ok);
  }
  const CustomEllipsoid<2, T> custom{{T(0.3), T(0.1)}};
  const Box<2, T> box{{T(0.5), T(0.1)}};
  const ShapeView<2, T> shapes[] = {Point<2, T>{}.view(),
                                    Sphere<2, T>{T(0.3)}.view(),
                                    Segment<2, T>{{-1, T(0.2)}, {1, 0}}.view(),
                                    Capsule<2, T>{{-1, T(0.2)}, {1, 0}, T(0.1)}.view(),
                                    Triangle<2, T>{{0, 0}, {1, 0}, {0, 1}}.view(),
                                    box.view(),
                                    Rounded<Box<2, T>>{box, T(0.1)}.view(),
                                    Ellipsoid<2, T>{{T(0.5), T(0.2)}}.view(),
                                    view_of(custom),
                                    HalfSpace<2, T>{{0, 1}, T(-0.6)}.view()};
  int apart = 0;
  for (int round = 0; round < by_tier(60, 2000); ++round) {
    for (const auto& shape : shapes) {
      const auto& line = lines[round % 8 == 0];
      const auto rotated_pose = [&](double reach) {
        const double angle = random.between(0, 6.28);
        return Transform<2, T>{{T(random.between(-reach, reach)), T(random.between(-reach, reach))},
                               {T(std::cos(angle)), T(std::sin(angle))}};
      };
      const auto pose = rotated_pose(0.5);
      const auto shape_pose = rotated_pose(round % 2 == 0 ? 2 : 20);
      const AllSubShapes<2, T> all{line};
      const auto got = distance(line, pose, shape, shape_pose);
      const auto expected = distance(all, pose, shape, shape_pose);
      ASSERT_EQ(got.distance, expected.distance) << name(shape.kind);
      if (got.overlapping()) continue;
      ++apart;
      ASSERT_EQ(got.sub_shape_a, expected.sub_shape_a) << name(shape.kind);
      EXPECT_EQ(got.lower, expected.lower) << name(shape.kind);
      EXPECT_EQ(got.point_a, expected.point_a);
    }
  }
  EXPECT_GT(apart, 100);
}

// Capsules, thin ones and boxes at any rotation, some radii from a bumpy sphere of 5000 triangles.
TEST(NearSubShapesCount, few_of_5000_triangles_are_measured) {
  const auto mesh = bent_sphere<float>(35, 71, [](double u, double v) {
                      return 1 + 0.1 * std::sin(5 * u) * std::cos(7 * v);
                    }).mesh();
  ASSERT_NEAR(double(mesh.triangle_count()), 5000, 50);
  const Capsule<3, float> capsule{{0, -0.3f, 0}, {0, 0.3f, 0}, 0.1f};
  const Capsule<3, float> thin{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.02f};
  const Box<3, float> box{{0.1f, 0.3f, 0.2f}};
  const ShapeView<3, float> shapes[] = {capsule.view(), thin.view(), box.view()};
  scenes::Pcg32 random(7);
  constexpr int kQueries = 300;
  for (const auto& shape : shapes) {
    for (const double away : {0.2, 1.0, 4.0}) {
      QueryStats all{};
      std::uint64_t most = 0;
      for (int i = 0; i < kQueries; ++i) {
        Vec<3, float> out = random_point<float>(random, 1);
        out = out * float((1.3 + away * random.between(0.5, 1)) / length(out));
        const Transform3f pose{out, random_rotation<float>(random)};
        const auto r = distance(mesh, Transform3f{}, shape, pose);
        EXPECT_EQ(r.status, Status::ok);
        all += r.stats;
        most = std::max(most, r.stats.results);
      }
      QueryStats cast{};
      for (int i = 0; i < kQueries; ++i) {
        Vec<3, float> out = random_point<float>(random, 1);
        out = out * float((1.5 + away) / length(out));
        const Transform3f pose{out, random_rotation<float>(random)};
        cast += shape_cast(mesh, Transform3f{}, shape, pose, out * -1.0f).stats;
      }
      EXPECT_LE(double(cast.results) / kQueries, 60);
      std::printf("casts: %.1f triangles, ", double(cast.results) / kQueries);
      const double measured = double(all.results) / kQueries;
      std::printf("%-8s %.1f away: %5.1f triangles measured (at most %llu), %6.1f tests\n",
                  name(shape.kind), away, measured, static_cast<unsigned long long>(most),
                  double(all.tests) / kQueries);
      EXPECT_LE(measured, 60);
    }
  }
}

}  // namespace
}  // namespace masu::test
