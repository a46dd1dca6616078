// SPDX-License-Identifier: MIT
// Shapes without a world: C gets the results of C++, bit for bit, and invalid input is refused.
#include <gtest/gtest.h>

#include <cmath>

#include <masu/hull/polytope_of.hpp>
#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/convex_polytope.hpp>

#include "tests/c/api.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

template <int D, class T, class C>
::testing::AssertionResult equal(const C& c, const Vec<D, T>& v) {
  if (std::bit_cast<Vec<D, T>>(c) == v) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "another vector";
}
template <int D, class T, class C>
void expect_equal(const C& c, const Separation<D, T>& s) {
  EXPECT_EQ(c.status, std::uint8_t(s.status));
  EXPECT_EQ(c.distance, s.distance);
  EXPECT_EQ(c.lower, s.lower);
  EXPECT_EQ(c.upper, s.upper);
  EXPECT_TRUE((equal<D, T>(c.normal, s.normal)));
  EXPECT_TRUE((equal<D, T>(c.point_a, s.point_a)));
  EXPECT_TRUE((equal<D, T>(c.point_b, s.point_b)));
}
template <int D, class T, class C>
void expect_equal(const C& c, const Impact<D, T>& i) {
  EXPECT_EQ(c.status, std::uint8_t(i.status));
  EXPECT_EQ(c.hit != 0, i.hit);
  EXPECT_EQ(c.t, i.t);
  EXPECT_TRUE((equal<D, T>(c.normal, i.normal)));
  EXPECT_TRUE((equal<D, T>(c.point_a, i.point_a)));
  EXPECT_TRUE((equal<D, T>(c.point_b, i.point_b)));
}

template <class K>
class CShapes : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;
  using Pose = Transform<kD, T>;
  using CShape = typename A::Shape;

  CShapes() {
    EXPECT_EQ(masu_results_create(nullptr, &results_), MASU_OK);
    for (int i = 0; i < 12; ++i) points_.push_back(bodies().random_point() * T(0.2));
    EXPECT_EQ(A::hull_create(c_points(), points_.size(), nullptr, &hull_body_), MASU_OK);
    EXPECT_EQ(build_hull(), Status::ok);
    for (std::uint32_t i = 0; i + kD <= points_.size(); ++i) {
      for (std::uint32_t k = 0; k < kD; ++k) corners_.push_back(i + k);
    }
    EXPECT_EQ(A::mesh_create(c_points(), points_.size(), corners_.data(), corners_.size(), nullptr,
                             &mesh_body_),
              MASU_OK);
    EXPECT_EQ(mesh_.build(points_, corners_), Status::ok);
  }
  ~CShapes() override {
    EXPECT_EQ(masu_body_release(hull_body_), MASU_OK);
    EXPECT_EQ(masu_body_release(mesh_body_), MASU_OK);
    EXPECT_EQ(masu_results_destroy(results_), MASU_OK);
  }
  Status build_hull() {
    if constexpr (kD == 2) {
      return polygon_of(std::span<const Vec<kD, T>>(points_), hull_);
    } else {
      return polyhedron_of(std::span<const Vec<kD, T>>(points_), hull_);
    }
  }
  const typename A::Vec* c_points() const {
    return reinterpret_cast<const typename A::Vec*>(points_.data());
  }
  RandomBodies<kD, T> bodies() { return {random_, 4}; }

  // f(what C has, what C++ has) for a few numbers, a hull or a mesh.
  template <class F>
  void with_shape(F&& f) {
    switch (random_.below(4)) {
      case 0: return f(A::shape_of(hull_body_), hull_);
      case 1: return f(A::shape_of(mesh_body_), world_shape(mesh_).sub_shapes());
      default: {
        const ShapeView<kD, T> view = bodies().shape();
        return f(c_shape(view), view);
      }
    }
  }

  template <class S>
  void compare_one(const CShape& c, const S& shape) {
    const Pose pose = bodies().transform();
    const auto c_transform = c_pose(pose);
    EXPECT_EQ(A::shape_check(&c), MASU_OK);
    typename A::Aabb c_box;
    ASSERT_EQ(A::shape_box(&c, &c_transform, &c_box), MASU_OK);
    const Aabb<kD, T> box = aabb_of(shape, pose);
    EXPECT_TRUE((equal<kD, T>(c_box.min, box.min)));
    EXPECT_TRUE((equal<kD, T>(c_box.max, box.max)));

    Ray<kD, T> ray{bodies().random_point(), bodies().random_point(), T(3)};
    ray.direction = pose.translation - ray.origin;
    const auto c_ray = std::bit_cast<typename A::Ray>(ray);
    typename A::SubShapeRayCast c_cast;
    ASSERT_EQ(A::shape_ray_cast(&c, &c_transform, &c_ray, &c_cast), MASU_OK);
    const SubShapeRayCast<kD, T> cast = ray_cast(WorldShape<kD, T>(world_shape(shape)), pose, ray);
    EXPECT_EQ(c_cast.cast.hit != 0, cast.hit);
    EXPECT_EQ(c_cast.cast.t, cast.t);
    EXPECT_TRUE((equal<kD, T>(c_cast.cast.normal, cast.normal)));
    EXPECT_EQ(c_cast.sub_shape, cast.sub_shape);
    hits_ += cast.hit ? 1 : 0;

    const auto c_point = c_vec(ray.origin);
    typename A::SubShapeSurfacePoint c_near;
    ASSERT_EQ(A::shape_closest_point(&c, &c_transform, &c_point, &c_near), MASU_OK);
    const SubShapeSurfacePoint<kD, T> near =
        nearest(WorldShape<kD, T>(world_shape(shape)), pose, ray.origin);
    EXPECT_EQ(c_near.nearest.distance, near.distance);
    EXPECT_TRUE((equal<kD, T>(c_near.nearest.point, near.point)));
    EXPECT_EQ(c_near.sub_shape, near.sub_shape);
  }
  static SubShapeRayCast<kD, T> ray_cast(const WorldShape<kD, T>& s, const Pose& pose,
                                         const Ray<kD, T>& ray) {
    if (s.is_composite()) return masu::ray_cast(s.sub_shapes(), pose, ray);
    const RayCast<kD, T> c = masu::ray_cast(s.convex, pose, ray);
    return {c, c.hit ? 0 : kNoSubShape, {}};
  }
  static SubShapeSurfacePoint<kD, T> nearest(const WorldShape<kD, T>& s, const Pose& pose,
                                             const Vec<kD, T>& point) {
    if (s.is_composite()) return masu::closest_point(s.sub_shapes(), pose, point);
    return {masu::closest_point(s.convex, pose, point), 0, {}};
  }

  template <class X, class Y>
  void compare_two(const CShape& c_a, const X& a, const CShape& c_b, const Y& b) {
    constexpr bool kConvex = !CompositeShape<X> && !CompositeShape<Y>;
    const Pose pose_a = bodies().transform();
    const Pose pose_b = bodies().transform();
    const auto c_transform_a = c_pose(pose_a);
    const auto c_transform_b = c_pose(pose_b);
    typename A::SubShapeSeparation apart;
    ASSERT_EQ(A::shapes_distance(&c_a, &c_transform_a, &c_b, &c_transform_b, &apart), MASU_OK);
    const SubShapeSeparation<kD, T> expected = sub_shapes(distance(a, pose_a, b, pose_b));
    expect_equal(apart.separation, expected.separation());
    EXPECT_EQ(apart.sub_shape_a, expected.sub_shape_a);
    EXPECT_EQ(apart.sub_shape_b, expected.sub_shape_b);
    int touching = 2;
    ASSERT_EQ(A::shapes_touch(&c_a, &c_transform_a, &c_b, &c_transform_b, 0, nullptr, &touching),
              MASU_OK);
    EXPECT_EQ(touching, intersects(a, pose_a, b, pose_b).overlapping ? 1 : 0);
    touching_ += touching;
    ASSERT_EQ(
        A::shapes_touch(&c_a, &c_transform_a, &c_b, &c_transform_b, T(100), nullptr, &touching),
        MASU_OK);
    EXPECT_EQ(touching, 1);

    typename A::Separation deep;
    const masu_status s =
        A::shapes_penetration(&c_a, &c_transform_a, &c_b, &c_transform_b, nullptr, &deep);
    if constexpr (kConvex) {
      ASSERT_EQ(s, MASU_OK);
      expect_equal(deep, penetration(a, pose_a, b, pose_b));
    } else {
      EXPECT_EQ(s, MASU_OUT_OF_RANGE);
    }

    const Vec<kD, T> displacement = bodies().random_point() - bodies().random_point();
    const auto c_displacement = c_vec(displacement);
    typename A::SubShapeImpact impact;
    ASSERT_EQ(A::shapes_cast(&c_a, &c_transform_a, &c_b, &c_transform_b, &c_displacement, &impact),
              MASU_OK);
    expect_equal(impact.impact, whole(shape_cast(a, pose_a, b, pose_b, displacement)));
    const Sweep<kD, T> of_a{pose_a, {pose_a.translation + displacement, pose_a.rotation}};
    const Sweep<kD, T> of_b{pose_b, {pose_b.translation - displacement, pose_b.rotation}};
    const auto c_of_a = std::bit_cast<typename A::Sweep>(of_a);
    const auto c_of_b = std::bit_cast<typename A::Sweep>(of_b);
    ASSERT_EQ(A::shapes_impact(&c_a, &c_of_a, &c_b, &c_of_b, &impact), MASU_OK);
    expect_equal(impact.impact, whole(time_of_impact(a, of_a, b, of_b)));
    impacts_ += impact.impact.hit;
  }
  static SubShapeSeparation<kD, T> sub_shapes(const Separation<kD, T>& s) { return {s, 0, 0, {}}; }
  static SubShapeSeparation<kD, T> sub_shapes(const SubShapeSeparation<kD, T>& s) { return s; }
  static Impact<kD, T> whole(const Impact<kD, T>& i) { return i; }
  static Impact<kD, T> whole(const SubShapeImpact<kD, T>& i) { return i; }

  template <class X, class Y>
  void compare_contacts(const CShape& c_a, const X& a, const CShape& c_b, const Y& b) {
    const Pose pose_a = bodies().transform();
    const Pose pose_b = bodies().transform();
    const auto c_transform_a = c_pose(pose_a);
    const auto c_transform_b = c_pose(pose_b);
    masu_contact_options options = masu_contact_options_default();
    options.detail = MASU_AREAS;
    options.margin = 0.25;
    masu_pair_cache cache{};
    const bool cached = random_.below(2) == 0;
    ASSERT_EQ(A::shapes_contacts(&c_a, &c_transform_a, &c_b, &c_transform_b, &options,
                                 cached ? &cache : nullptr, results_),
              MASU_OK);
    Buffer<SubShapeManifold<kD, T>> expected;
    if constexpr (CompositeShape<X> || CompositeShape<Y>) {
      ASSERT_EQ(contact_manifolds(a, pose_a, b, pose_b, expected, {T(0.25)}).status, Status::ok);
    } else {
      DepthCache deep;
      const ManifoldOptions<T> limit{T(0.25)};
      const Manifold<kD, T> m = cached ? manifold(a, pose_a, b, pose_b, deep, limit)
                                       : manifold(a, pose_a, b, pose_b, limit);
      EXPECT_EQ(cache.size, cached ? deep.pair.size : 0);
      if (m.separation.distance <= T(0.25)) {
        ASSERT_TRUE(expected.push_back({0, 0, m}));
      }
    }
    std::size_t n = 7;
    const auto* found = A::results_contacts(results_, &n);
    ASSERT_EQ(n, expected.size());
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(found[i].sub_shape_a, expected[i].sub_shape_a);
      EXPECT_EQ(found[i].sub_shape_b, expected[i].sub_shape_b);
      expect_equal(found[i].separation, expected[i].separation);
      std::size_t corners = 0;
      const auto* corner = A::results_corners(results_, i, &corners);
      ASSERT_EQ(corners, std::size_t(expected[i].count));
      for (std::size_t k = 0; k < corners; ++k) {
        const ManifoldPoint<kD, T>& p = expected[i].points[k];
        EXPECT_TRUE((equal<kD, T>(corner[k].point_a, p.point_a)));
        EXPECT_TRUE((equal<kD, T>(corner[k].point_b, p.point_b)));
        EXPECT_EQ(corner[k].distance, p.distance);
        EXPECT_EQ(corner[k].feature_id, p.feature_id);
      }
      corners_seen_ += corners;
    }
    EXPECT_EQ(A::results_corners(results_, n, &n), nullptr);
    ASSERT_EQ(
        A::shapes_contacts(&c_a, &c_transform_a, &c_b, &c_transform_b, nullptr, nullptr, results_),
        MASU_OK);
    found = A::results_contacts(results_, &n);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(found[i].corner_count, 0u);
    points_seen_ += n;
  }

  scenes::Pcg32 random_{91};
  masu_results* results_ = nullptr;
  std::vector<Vec<kD, T>> points_;
  std::vector<std::uint32_t> corners_;
  masu_body* hull_body_ = nullptr;
  masu_body* mesh_body_ = nullptr;
  ConvexPolytope<kD, T> hull_;
  SurfaceMesh<kD, T> mesh_;
  std::size_t hits_ = 0, touching_ = 0, impacts_ = 0, corners_seen_ = 0, points_seen_ = 0;
};

TYPED_TEST_SUITE(CShapes, Kinds);

TYPED_TEST(CShapes, equal_those_of_cpp) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    this->with_shape([&](const auto& c, const auto& s) { this->compare_one(c, s); });
    if (this->HasFailure()) return;
  }
  EXPECT_GT(this->hits_, 30u);
}
TYPED_TEST(CShapes, in_pairs_equal_those_of_cpp) {
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    this->with_shape([&](const auto& c_a, const auto& a) {
      this->with_shape([&](const auto& c_b, const auto& b) {
        this->compare_two(c_a, a, c_b, b);
        this->compare_contacts(c_a, a, c_b, b);
      });
    });
    if (this->HasFailure()) return;
  }
  EXPECT_GT(this->touching_, 10u);
  EXPECT_GT(this->impacts_, 20u);
  EXPECT_GT(this->points_seen_, 10u);
  EXPECT_GT(this->corners_seen_, 20u);
}

using A2 = Api<2, float>;

// With the cache of the step before the answer is one that C++ gives with it.
TEST(CPairCache, equals_that_of_cpp) {
  std::vector<Vec2f> corners;
  for (int i = 0; i < 9; ++i)
    corners.push_back({std::cos(0.7f * float(i)), std::sin(0.7f * float(i))});
  ConvexPolygon<float> hull;
  ASSERT_EQ(polygon_of(std::span<const Vec2f>(corners), hull), Status::ok);
  masu_body* body = nullptr;
  ASSERT_EQ(
      A2::hull_create(reinterpret_cast<const masu_vec_2f*>(corners.data()), 9, nullptr, &body),
      MASU_OK);
  const auto c = A2::shape_of(body);
  masu_pair_cache c_cache{};
  PairCache cache{};
  for (int step = 0; step < 40; ++step) {
    const Transform2f pose{{3 - 0.1f * float(step), 0.3f}, {}};
    const auto origin = A2::pose_at({0, 0});
    const auto c_transform = c_pose(pose);
    masu_separation_2f found;
    ASSERT_EQ(A2::shapes_penetration(&c, &origin, &c, &c_transform, &c_cache, &found), MASU_OK);
    expect_equal(found, penetration(hull, Transform2f{}, hull, pose, cache));
    EXPECT_EQ(c_cache.size, cache.size);
    EXPECT_EQ(c_cache.vertex_a[0], cache.vertex_a[0]);
    EXPECT_EQ(c_cache.direction[0], cache.direction[0]);
  }
  EXPECT_EQ(masu_body_release(body), MASU_OK);
}

TEST(CSignedDistance, equals_the_function_of_cpp) {
  const masu_vec_2f corners[] = {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}};
  const std::uint32_t sides[] = {0, 1, 1, 2, 2, 3, 3, 0};
  masu_body* mesh = nullptr;
  masu_body* open = nullptr;
  masu_body* hull = nullptr;
  ASSERT_EQ(masu_mesh_create_2f(corners, 4, sides, 8, nullptr, &mesh), MASU_OK);
  ASSERT_EQ(masu_mesh_create_2f(corners, 4, sides, 6, nullptr, &open), MASU_OK);
  ASSERT_EQ(masu_hull_create_2f(corners, 4, nullptr, &hull), MASU_OK);
  const auto here = A2::pose_at({0, 0});
  const auto pose = A2::pose_at({0.5f, 0.875f});
  const auto disc = A2::sphere(0.25f, {0, 0});
  const auto point = A2::point({0, 0});
  const auto rounded = A2::rounded_box({0.5f, 0.5f}, 0.25f, {0, 0});
  const auto surface = A2::shape_of(mesh);
  masu_sub_shape_separation_2f found;
  ASSERT_EQ(A2::mesh_signed_distance(mesh, &here, &disc, &pose, &found), MASU_OK);
  EXPECT_NEAR(found.separation.distance, -0.375, 1e-5);
  EXPECT_LE(found.separation.lower, -0.375f);
  ASSERT_EQ(A2::mesh_signed_distance(mesh, &here, &point, &pose, &found), MASU_OK);
  EXPECT_EQ(found.separation.distance, -0.125f);
  ASSERT_EQ(A2::mesh_signed_distance(mesh, &here, &rounded, &pose, &found), MASU_OK);
  EXPECT_NEAR(found.separation.distance, -0.625, 1e-5);
  EXPECT_EQ(A2::mesh_signed_distance(open, &here, &disc, &pose, &found), MASU_OPEN_SURFACE);
  EXPECT_EQ(A2::mesh_signed_distance(hull, &here, &disc, &pose, &found), MASU_WRONG_FORMAT);
  EXPECT_EQ(A2::mesh_signed_distance(nullptr, &here, &disc, &pose, &found), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::mesh_signed_distance(mesh, &here, &surface, &pose, &found), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::mesh_signed_distance(mesh, &here, &disc, &pose, nullptr), MASU_OUT_OF_RANGE);
  for (masu_body* body : {mesh, open, hull}) EXPECT_EQ(masu_body_release(body), MASU_OK);
}

TEST(CTaperedCapsule, equals_the_class_of_cpp) {
  masu_body* body = nullptr;
  ASSERT_EQ(masu_tapered_capsule_create_3f({0, 0, 0}, 0.5f, {0, 2, 0}, 0.25f, nullptr, &body),
            MASU_OK);
  const auto shape = masu_shape_of_3f(body);
  const auto ball = masu_sphere_3f(0.25f, {0, 0, 0});
  const auto here = masu_pose_at_3f({0, 0, 0});
  masu_sub_shape_separation_3f found;
  const auto above = masu_pose_at_3f({0, 3, 0});
  ASSERT_EQ(masu_shapes_distance_3f(&shape, &here, &ball, &above, &found), MASU_OK);
  EXPECT_NEAR(found.separation.distance, 0.5, 1e-5);
  const auto below = masu_pose_at_3f({0, -1, 0});
  ASSERT_EQ(masu_shapes_distance_3f(&shape, &here, &ball, &below, &found), MASU_OK);
  EXPECT_NEAR(found.separation.distance, 0.25, 1e-5);
  EXPECT_EQ(masu_body_release(body), MASU_OK);
  EXPECT_EQ(masu_tapered_capsule_create_3f({0, 0, 0}, 0, {0, 2, 0}, 0.25f, nullptr, &body),
            MASU_NOT_POSITIVE);
  EXPECT_EQ(body, nullptr);
}

TEST(CShapesFaults, impossible_shapes_are_refused) {
  const auto circle = A2::sphere(1, {0, 0});
  const auto none = A2::sphere(0, {0, 0});
  const auto pose = A2::pose_at({0, 0});
  auto lost = A2::pose_at({NAN, 0});
  masu_results* results = nullptr;
  ASSERT_EQ(masu_results_create(nullptr, &results), MASU_OK);
  masu_sub_shape_separation_2f apart;
  EXPECT_EQ(A2::shape_check(&none), MASU_NOT_POSITIVE);
  EXPECT_EQ(A2::shape_check(nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::shapes_distance(nullptr, &pose, &circle, &pose, &apart), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::shapes_distance(&circle, &pose, nullptr, &pose, &apart), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::shapes_distance(&circle, nullptr, &circle, &pose, &apart), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::shapes_distance(&circle, &pose, &circle, &pose, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::shapes_distance(&circle, &pose, &none, &pose, &apart), MASU_NOT_POSITIVE);
  EXPECT_EQ(apart.separation.status, MASU_NOT_POSITIVE);
  EXPECT_EQ(A2::shapes_distance(&circle, &lost, &circle, &pose, &apart), MASU_NOT_FINITE);
  masu_aabb_2f box;
  EXPECT_EQ(A2::shape_box(&none, &pose, &box), MASU_NOT_POSITIVE);
  EXPECT_EQ(A2::shape_box(&circle, &lost, &box), MASU_NOT_FINITE);
  EXPECT_EQ(A2::shape_box(&circle, &pose, nullptr), MASU_OUT_OF_RANGE);
  int touching = 5;
  EXPECT_EQ(A2::shapes_touch(&circle, &pose, &circle, &pose, -1, nullptr, &touching),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::shapes_touch(&circle, &pose, &circle, &pose, NAN, nullptr, &touching),
            MASU_NOT_FINITE);
  EXPECT_EQ(touching, 5);
  masu_pair_cache cache{};
  cache.size = 5;
  EXPECT_EQ(A2::shapes_touch(&circle, &pose, &circle, &pose, 0, &cache, &touching),
            MASU_OUT_OF_RANGE);
  cache.size = 0;
  cache.direction[1] = NAN;
  EXPECT_EQ(A2::shapes_touch(&circle, &pose, &circle, &pose, 0, &cache, &touching),
            MASU_NOT_FINITE);

  const auto contacts = [&](auto&& change) {
    masu_contact_options o = masu_contact_options_default();
    change(o);
    return A2::shapes_contacts(&circle, &pose, &circle, &pose, &o, nullptr, results);
  };
  EXPECT_EQ(contacts([](auto&) {}), MASU_OK);
  EXPECT_EQ(contacts([](auto& o) { ++o.size; }), MASU_WRONG_FORMAT);
  EXPECT_EQ(contacts([](auto& o) { o.detail = MASU_TOUCH; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(contacts([](auto& o) { o.margin = -1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(contacts([](auto& o) { o.margin = 1e300; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(contacts([](auto& o) { o.margin = NAN; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(contacts([](auto& o) { o.skip_internal_edges = 2; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(contacts([](auto& o) { o.reserved[6] = 1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::shapes_contacts(&circle, &pose, &circle, &pose, nullptr, nullptr, nullptr),
            MASU_OUT_OF_RANGE);
  CWorld<2, float> world;
  auto* not_results = reinterpret_cast<masu_results*>(static_cast<masu_world*>(world));
  EXPECT_EQ(A2::shapes_contacts(&circle, &pose, &circle, &pose, nullptr, nullptr, not_results),
            MASU_WRONG_FORMAT);
  EXPECT_EQ(A2::results_contacts(not_results, nullptr), nullptr);
  EXPECT_EQ(A2::shapes_contacts(&circle, &pose, &none, &pose, nullptr, nullptr, results),
            MASU_NOT_POSITIVE);
  std::size_t count = 7;
  (void)A2::results_contacts(results, &count);
  EXPECT_EQ(count, 0u) << "what failed has no contacts, those before it neither";
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
}

TEST(CShapesFaults, any_allocation_may_fail) {
  const masu_vec_3f points[] = {{0, 0, 0}, {4, 0, 0}, {4, 0, 4}, {0, 0, 4}};
  const std::uint32_t corners[] = {0, 2, 1, 0, 3, 2};
  masu_body* floor = nullptr;
  ASSERT_EQ(masu_mesh_create_3f(points, 4, corners, 6, nullptr, &floor), MASU_OK);
  const auto ground = masu_shape_of_3f(floor);
  const auto box = masu_box_3f({1, 1, 1}, {2, 0.5f, 2});
  const auto pose = masu_pose_at_3f({0, 0, 0});
  masu_contact_options areas = masu_contact_options_default();
  areas.detail = MASU_AREAS;
  FailingAllocator memory;
  const masu_allocator allocator = c_allocator(memory.allocator());
  const auto story = [&] {
    masu_results* results = nullptr;
    masu_status s = masu_results_create(&allocator, &results);
    if (s != MASU_OK) return s;
    for (const masu_contact_options* o : {static_cast<const masu_contact_options*>(nullptr),
                                          static_cast<const masu_contact_options*>(&areas)}) {
      if (s == MASU_OK)
        s = masu_shapes_contacts_3f(&ground, &pose, &box, &pose, o, nullptr, results);
      std::size_t count = 7;
      (void)masu_results_contacts_3f(results, &count);
      EXPECT_EQ(count, s == MASU_OK ? 2u : 0u);
    }
    EXPECT_EQ(masu_results_destroy(results), MASU_OK);
    return s;
  };
  ASSERT_EQ(story(), MASU_OK);
  memory.fail(FailingAllocator::kNever);
  ASSERT_EQ(story(), MASU_OK);
  const std::size_t calls = memory.calls();
  ASSERT_GE(calls, 5u);
  for (std::size_t k = 1; k <= calls; ++k) {
    memory.fail(k, true);
    EXPECT_EQ(story(), MASU_OUT_OF_MEMORY) << k;
    EXPECT_EQ(memory.blocks(), 0u);
  }
  EXPECT_EQ(masu_body_release(floor), MASU_OK);
}

}  // namespace
}  // namespace masu::test
