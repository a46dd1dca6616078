// SPDX-License-Identifier: MIT
// Nearest points of every shape compared with its support function: the signed distance of a point
// q from a convex shape is the maximum of n . q - reach(n) over all unit n, inside and outside.
#include <gtest/gtest.h>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/point_query.hpp>
#include <masu/shapes/half_space.hpp>

#include "tests/shapes/known_shapes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class C>
class PointQuery : public testing::Test {};
TYPED_TEST_SUITE(PointQuery, DimensionsAndScalars, CaseNames);

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 4e-15;

template <int D, class T>
struct PointCase {
  const Known<D, T>& known;
  Transform<D, T> pose;
  Vec<D, T> point;

  Vec<D, Real> local(const Vec<D, T>& p) const {
    return transposed_times(exact_rotation(pose.rotation),
                            vec_cast<Real>(p) - vec_cast<Real>(pose.translation));
  }
  double size() const {
    double most = known.size;
    for (int a = 0; a < D; ++a) {
      most = std::max({most, std::fabs(double(pose.translation[a])), std::fabs(double(point[a]))});
    }
    return most;
  }
};

template <int D, class T>
void check_nearest(const PointCase<D, T>& q, Pcg32& random) {
  SCOPED_TRACE(q.known.name);
  const SurfacePoint<D, T> got = closest_point(q.known.view, q.pose, q.point);
  ASSERT_EQ(got.status, Status::ok);
  const double accuracy = kAccuracy<T> * q.size();
  const auto n = transposed_times(exact_rotation(q.pose.rotation), vec_cast<Real>(got.normal));
  const Vec<D, Real> local_point = q.local(q.point);
  EXPECT_NEAR(double(length(n)), 1, 4 * kAccuracy<T>);
  // The direction of a very short gap has its rounding divided by its length.
  const double gap = std::fabs(double(got.distance)) / q.size();
  const double direction_slack = gap < 1e-9 && gap > 0 ? 4e-16 / gap * q.size() : 0;
  EXPECT_NEAR(double(dot(n, local_point) - q.known.reach(n)), double(got.distance),
              4 * accuracy + direction_slack);
  for (int a = 0; a < D; ++a) {
    EXPECT_NEAR(double(got.point[a] + Real(got.distance) * got.normal[a]), double(q.point[a]),
                4 * accuracy);
  }
  const Vec<D, Real> found = q.local(got.point);
  for (int i = 0; i < 60; ++i) {
    const Real near = i < 30 ? 1 : (i < 45 ? 0.1L : 0.001L);
    Vec<D, Real> m = random_unit<D>(random) * near + n * (1 - near);
    if (length(m) < 1e-3L) continue;
    m = m * (1 / length(m));
    EXPECT_LE(double(dot(m, local_point) - q.known.reach(m)), got.distance + 4 * accuracy);
    EXPECT_LE(double(dot(m, found)), double(q.known.reach(m)) + 4 * accuracy) << "outside";
  }
  const PointInside inside = point_inside(q.known.view, q.pose, q.point);
  EXPECT_EQ(inside.status, Status::ok);
  EXPECT_TRUE(got.distance == 0 || inside.inside == (got.distance < 0));
}

TYPED_TEST(PointQuery, nearest_points_of_every_shape) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(41);
  int inside = 0;
  int queries = 0;
  const int rounds = by_tier(120, 5000);
  for (int i = 0; i < rounds; ++i) {
    Transform<D, T> pose;
    random_rotation(shapes.random(), pose.rotation);
    pose.translation = shapes.any(i % 3 == 0 ? 0 : 3);
    for (const auto& k : shapes.make()) {
      Vec<D, T> p = shapes.any(k.size * 1.5) + pose.translation;
      // Deep inside, or on the surface up to rounding.
      const Vec<D, Real> some = exact_rotation(pose.rotation) * k.point(shapes.random());
      if (i % 4 == 1) p = pose.translation + vec_cast<T>(some * Real(shapes.random().unit()));
      if (i % 4 == 2) p = pose.translation + vec_cast<T>(some);
      check_nearest<D, T>({k, pose, p}, shapes.random());
      inside += point_inside(k.view, pose, p).inside;
      ++queries;
    }
    if (this->HasFailure()) return;
  }
  EXPECT_GT(inside, queries / 5);
  EXPECT_LT(inside, queries * 4 / 5);
}

// Centers, axes, corners: where the nearest point is one of many, or its distance is zero.
TYPED_TEST(PointQuery, centers_axes_and_corners_have_an_answer) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(42);
  Transform<D, T> pose;
  for (int round = 0; round < 20; ++round) {
    for (const auto& k : shapes.make()) {
      std::vector<Vec<D, T>> points = {Vec<D, T>{}, k.view.p[0], k.view.p[1], k.view.p[2]};
      points.push_back((k.view.p[0] + k.view.p[1]) * T(0.5));
      const double denormal = double(std::numeric_limits<T>::denorm_min());
      for (int a = 0; a < D; ++a) {
        for (const double x : {denormal, 7e-315, 1e-30, 1e-9, 0.3, 1.0, 7.0}) {
          Vec<D, T> p{};
          p[a] = T(x);
          points.push_back(p);
          p[a] = k.view.p[0][a] * T(x);
          points.push_back(p);
        }
      }
      for (const auto& p : points) check_nearest<D, T>({k, pose, p}, shapes.random());
    }
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(PointQuery, equals_penetration_of_a_point) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(43);
  const double accuracy = std::is_same_v<T, float> ? 4e-6 : 1e-9;
  for (int i = 0; i < 20; ++i) {
    Transform<D, T> pose;
    random_rotation(shapes.random(), pose.rotation);
    for (const auto& k : shapes.make()) {
      SCOPED_TRACE(k.name);
      const Vec<D, T> p = shapes.any(k.size * 1.5);
      const auto near = closest_point(k.view, pose, p);
      const auto twin = penetration(k.view, pose, Point<D, T>{p}, Transform<D, T>{});
      ASSERT_EQ(twin.status, Status::ok);
      EXPECT_NEAR(double(near.distance), double(twin.distance), accuracy * k.size);
    }
  }
}

// Thin, flat and long ellipsoids; points on their planes, near their middles, far away.
TYPED_TEST(PointQuery, ellipsoids_of_any_proportions) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  Pcg32 random(44);
  for (int i = 0; i < by_tier(2000, 200000); ++i) {
    Vec<D, T> half{};
    Vec<D, T> p{};
    const auto power = [&](int low, int high) {
      return std::ldexp(random.between(1, 2), low + int(random.below(std::uint32_t(high - low))));
    };
    for (int a = 0; a < D; ++a) {
      half[a] = T(random.below(4) == 0 && a > 0 ? double(half[0]) : power(-10, 10));
      const double x =
          random.below(3) == 0 ? power(-60, 12) : double(half[a]) * random.between(0, 2);
      p[a] = T(random.below(4) == 0 ? 0 : (random.below(2) == 0 ? x : -x));
    }
    const auto known = known_ellipsoid<D, T>(half, 0);
    check_nearest<D, T>({known, {}, p}, random);
    if (this->HasFailure()) return;
  }
}

// Thin ones too: there the result of gjk() is compared with the faces at one vertex.
TEST(PointQueryOfHulls, large_ones) {
  Pcg32 random(46);
  for (const double thin : {1.0, 1e-3, 1e-6}) {
    std::vector<Vec3d> points;
    for (int i = 0; i < 400; ++i) {
      auto p = vec_cast<double>(random_unit<3>(random));
      p[2] *= thin;
      points.push_back(p);
    }
    ConvexPolyhedron<double> hull;
    ASSERT_EQ(polyhedron_of<double>(points, hull), Status::ok);
    auto known = hull_of("hull", hull.view(), points);
    known.size = 4;  // planes of slivers lean a little
    for (int i = 0; i < by_tier(500, 20000); ++i) {
      auto p = vec_cast<double>(random_unit<3>(random)) * random.between(0.5, 2);
      if (i % 2 == 0) p[2] *= thin;
      if (i % 3 == 0) p = points[random.below(400)] * (1 + std::ldexp(1.0, -int(i % 50)));
      check_nearest<3, double>({known, {}, p}, random);
      if (HasFailure()) return;
    }
  }
}

// Powers of two change nothing but exponents.
TYPED_TEST(PointQuery, do_not_depend_on_the_scale) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(45);
  for (int i = 0; i < 30; ++i) {
    Transform<D, T> pose;
    random_rotation(shapes.random(), pose.rotation);
    pose.translation = shapes.any(2);
    for (const auto& k : shapes.make()) {
      if (k.view.object != nullptr) continue;
      SCOPED_TRACE(k.name);
      const Vec<D, T> p = shapes.any(2) + pose.translation;
      const auto plain = closest_point(k.view, pose, p);
      for (const T scale : {T(0x1p-13), T(0x1p13)}) {
        ShapeView<D, T> view = k.view;
        for (auto& x : view.p) x = x * scale;
        view.radius *= scale;
        Transform<D, T> there = pose;
        there.translation = there.translation * scale;
        const auto scaled = closest_point(view, there, p * scale);
        EXPECT_EQ(scaled.distance, plain.distance * scale);
        EXPECT_EQ(scaled.normal, plain.normal);
        EXPECT_EQ(scaled.point, plain.point * scale);
      }
    }
  }
}

// A square that turns its corner up: nothing but a support function.
template <class T>
struct Diamond {
  static constexpr int kDimension = 2;
  using Scalar = T;
  Vec<2, T> support(const Vec<2, T>& d) const {
    const bool flat = std::fabs(double(d[0])) >= std::fabs(double(d[1]));
    return flat ? Vec<2, T>{d[0] >= 0 ? T(1) : T(-1), 0} : Vec<2, T>{0, d[1] >= 0 ? T(1) : T(-1)};
  }
  Aabb<2, T> aabb(const Transform<2, T>& pose) const {
    return {pose.translation - Vec<2, T>::all(1), pose.translation + Vec<2, T>::all(1)};
  }
};

// Rounding splits the faces of rotated boxes in two, and edges with points on them into several.
template <int D>
double farthest_of_surface(scenes::Pcg32& random) {
  Rotation<D, double> rotation;
  random_rotation(random, rotation);
  const auto matrix = exact_rotation(rotation);
  std::vector<Vec<D, double>> points;
  const int steps = D == 2 ? 4 : 1;
  const auto add = [&](const Vec<D, Real>& p) { points.push_back(vec_cast<double>(matrix * p)); };
  for (int i = 0; i < (1 << D); ++i) {
    for (int k = 0; k < steps; ++k) {
      Vec<D, Real> p{};
      for (int a = 0; a < D; ++a) p[a] = (i >> a & 1) != 0 ? 1 + a : -1 - a;
      if (k > 0) p[i & 1] *= 1 - Real(k) / 3;
      add(p);
    }
  }
  ConvexPolytope<D, double> body;
  if constexpr (D == 2) {
    EXPECT_EQ(polygon_of<double>(points, body), Status::ok);
  } else {
    EXPECT_EQ(polyhedron_of<double>(points, body), Status::ok);
  }
  double most = 0;
  for (int i = 0; i < 200; ++i) {
    Vec<D, Real> p{};
    for (int a = 0; a < D; ++a) p[a] = random.between(-1, 1) * (1 + a);
    const int axis = int(random.below(D));
    p[axis] = random.below(2) == 0 ? 1 + axis : -1 - axis;
    const auto near = closest_point(body, Transform<D, double>{}, vec_cast<double>(matrix * p));
    EXPECT_EQ(near.status, Status::ok);
    most = std::max(most, std::fabs(near.distance));
  }
  return most;
}
TEST(PointQueryOfHulls, points_on_faces_split_by_rounding_are_on_the_surface) {
  scenes::Pcg32 random(19);
  for (int i = 0; i < by_tier(50, 2000); ++i) {
    EXPECT_LE(farthest_of_surface<2>(random), 1e-14) << i;
    EXPECT_LE(farthest_of_surface<3>(random), 1e-14) << i;
  }
}

TEST(PointQueryOfOthers, by_gjk_and_epa) {
  const Diamond<double> diamond;
  const Transform2d pose{{10, 0}, {}};
  const auto outside = closest_point(diamond, pose, Vec2d{11, 1});
  EXPECT_EQ(outside.status, Status::ok);
  EXPECT_NEAR(outside.distance, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(outside.point[0], 10.5, 1e-12);
  const auto inside = closest_point(diamond, pose, Vec2d{10.25, 0});
  EXPECT_NEAR(inside.distance, -0.75 * std::sqrt(0.5), 1e-12);
  EXPECT_TRUE(point_inside(diamond, pose, Vec2d{10.25, 0}).inside);
  EXPECT_FALSE(point_inside(diamond, pose, Vec2d{11, 1}).inside);
  EXPECT_NEAR(closest_point(Rounded<Diamond<double>>{{}, 0.5}, pose, Vec2d{11, 1}).distance,
              std::sqrt(0.5) - 0.5, 1e-12);
}

TYPED_TEST(PointQuery, half_spaces) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  HalfSpace<D, T> ground{{}, T(2)};
  ground.normal[1] = 1;
  Vec<D, T> p{};
  p[1] = 5;
  EXPECT_EQ(closest_point(ground, Transform<D, T>{}, p).distance, 3);
  EXPECT_EQ(closest_point(ground, Transform<D, T>{}, p).normal, ground.normal);
  EXPECT_EQ(closest_point(Rounded<HalfSpace<D, T>>{ground, T(4)}, {}, p).distance, -1);
  p[1] = 2;
  EXPECT_TRUE(point_inside(ground, Transform<D, T>{}, p).inside) << "the surface is inside";
}

TYPED_TEST(PointQuery, bad_input_has_its_status) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V = Vec<D, T>;
  const Transform<D, T> pose{};
  const Sphere<D, T> ball{T(1)};
  const auto expect = [&](const Sphere<D, T>& s, const Transform<D, T>& t, const V& p,
                          Status status) {
    const auto near = closest_point(s, t, p);
    EXPECT_EQ(near.status, status);
    EXPECT_EQ(near.distance, 0);
    EXPECT_EQ(near.normal, V{});
    EXPECT_EQ(point_inside(s, t, p).status, status);
    EXPECT_FALSE(point_inside(s, t, p).inside);
  };
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T infinity = std::numeric_limits<T>::infinity();
  expect(ball, pose, V::all(nan), Status::not_finite);
  expect(ball, pose, V::all(-infinity), Status::not_finite);
  expect({T(-1)}, pose, V{}, Status::not_positive);
  expect(ball, {V::all(nan), {}}, V{}, Status::not_finite);
  if constexpr (std::is_same_v<T, double>) expect(ball, pose, V::all(1e200), Status::out_of_range);
  EXPECT_EQ(closest_point(ball, pose, V::all(std::numeric_limits<T>::denorm_min())).status,
            Status::ok);
}

// The rounding of a large triangle hides the direction from its edge, although the point's own
// coordinates are small.
TEST(PointQueryOfTriangles, large_ones_beside_the_origin) {
  Pcg32 random(47);
  const auto any = [&](double size) {
    return Vec3d{random.between(-size, size), random.between(-size, size),
                 random.between(-size, size)};
  };
  for (int i = 0; i < 4000; ++i) {
    const Vec3d along = any(1e6);
    const double back = random.unit();
    const Vec3d p[3] = {along * -back, along * (1 - back), any(1e6)};
    const Triangle<3, double> triangle{p[0], p[1], p[2]};
    const Vec3d q = any(std::ldexp(1.0, -int(random.below(60))));
    const auto got = closest_point(triangle.view(), Transform3d{}, q);
    const double reach =
        std::max({dot(got.normal, p[0]), dot(got.normal, p[1]), dot(got.normal, p[2])});
    ASSERT_NEAR(dot(got.normal, q) - reach, got.distance, 1e-6) << i;
  }
}

}  // namespace
}  // namespace masu::test
