// SPDX-License-Identifier: MIT
// Rays against every shape. A hit is right if its point lies in the shape and its normal's plane
// separates the shape from the origin; a miss if the least distance along the ray is positive.
#include <gtest/gtest.h>

#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/triangle.hpp>

#include "narrow_phase/ray_triangle.hpp"
#include "tests/shapes/known_shapes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class C>
class ShapeRays : public testing::Test {};
TYPED_TEST_SUITE(ShapeRays, DimensionsAndScalars, CaseNames);

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 2e-14;

// Of the whole ray, by thirds: the distance along it is convex. In double, whatever T.
template <int D, class T>
double least_distance(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                      const Ray<D, T>& ray, double end) {
  const auto distance = [&](double t) {
    const auto p = vec_cast<double>(ray.origin) + vec_cast<double>(ray.direction) * t;
    return double(closest_point(shape, pose, vec_cast<T>(p)).distance);
  };
  double low = 0;
  double high = end;
  double least = std::min(distance(low), distance(high));
  for (int i = 0; i < 100; ++i) {
    const double s = low + (high - low) / 3;
    const double t = high - (high - low) / 3;
    const double ds = distance(s);
    const double dt = distance(t);
    least = std::min({least, ds, dt});
    (ds < dt ? high : low) = ds < dt ? t : s;
  }
  return least;
}

struct Tally {
  int queries = 0;
  int hit = 0;
  int inside = 0;
};

template <int D, class T>
void check_ray(const Known<D, T>& k, const Transform<D, T>& pose, const Ray<D, T>& ray, double size,
               Pcg32& random, Tally& tally) {
  SCOPED_TRACE(k.name);
  const RayCast<D, T> got = ray_cast(k.view, pose, ray);
  ASSERT_EQ(got.status, Status::ok);
  const double accuracy = 4 * kAccuracy<T> * size;
  ++tally.queries;
  tally.hit += got.hit;
  if (!got.hit) {
    const double end = std::min(double(ray.max_t), 100 * size);
    EXPECT_GE(least_distance(k.view, pose, ray, end), -accuracy);
    return;
  }
  const auto rotation = exact_rotation(pose.rotation);
  const auto local = [&](const Vec<D, T>& p) {
    return transposed_times(rotation, vec_cast<Real>(p) - vec_cast<Real>(pose.translation));
  };
  const Vec<D, Real> p = local(got.point);
  for (int i = 0; i < 40; ++i) {
    const Vec<D, Real> m = random_unit<D>(random);
    EXPECT_LE(double(dot(m, p)), double(k.reach(m)) + accuracy) << "not in the shape";
  }
  const double length_of = double(length(vec_cast<Real>(ray.direction)));
  for (int a = 0; a < D; ++a) {
    EXPECT_NEAR(double(got.point[a]), ray.origin[a] + double(got.t) * double(ray.direction[a]),
                accuracy + kAccuracy<T> * double(got.t) * length_of);
  }
  EXPECT_LE(got.t, ray.max_t);
  if (got.t == 0 && got.normal == Vec<D, T>{}) {
    ++tally.inside;
    EXPECT_LE(double(closest_point(k.view, pose, ray.origin).distance), accuracy);
    return;
  }
  const auto n = transposed_times(rotation, vec_cast<Real>(got.normal));
  EXPECT_NEAR(double(length(n)), 1, 4 * kAccuracy<T>);
  EXPECT_LT(double(dot(vec_cast<Real>(got.normal), vec_cast<Real>(ray.direction))),
            4 * kAccuracy<T> * length_of);
  EXPECT_NEAR(double(dot(n, p)), double(k.reach(n)), 4 * accuracy) << "not a plane of the surface";
}

TYPED_TEST(ShapeRays, hit_every_shape_from_everywhere) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(51);
  Pcg32& random = shapes.random();
  Tally tally;
  for (int i = 0; i < by_tier(60, 4000); ++i) {
    Transform<D, T> pose;
    random_rotation(random, pose.rotation);
    pose.translation = shapes.any(i % 3 == 0 ? 0 : 3);
    for (const auto& k : shapes.make()) {
      const double far = i % 5 == 0 ? 20 : 3;
      Ray<D, T> ray;
      ray.origin = pose.translation + shapes.any(far);
      Vec<D, T> aim = pose.translation + shapes.any(k.size * 0.8);
      if (i % 2 == 0) {
        const Vec<D, Real> some = exact_rotation(pose.rotation) * k.point(random);
        aim = pose.translation + vec_cast<T>(some * Real(random.between(0.2, 1.1)));
      }
      ray.direction = (aim - ray.origin) * T(std::ldexp(random.between(0.5, 1), i % 9 - 4));
      if (i % 7 == 0) ray.max_t = T(random.between(0, 2));
      check_ray(k, pose, ray, k.size + 3 + 2 * far, random, tally);
    }
    if (this->HasFailure()) return;
  }
  EXPECT_GT(tally.hit, tally.queries * 3 / 10);
  EXPECT_LT(tally.hit, tally.queries * 8 / 10);
  EXPECT_GT(tally.inside, tally.queries / 50);
}

// Along the tangent at a point of the surface: slightly inside it must hit, outside it must miss.
TYPED_TEST(ShapeRays, grazing_rays_hit_a_hair_inside_and_miss_outside) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(52);
  Pcg32& random = shapes.random();
  const double hair = std::is_same_v<T, float> ? 1e-4 : 1e-9;
  int rays = 0;
  for (int i = 0; i < by_tier(60, 2000); ++i) {
    const Transform<D, T> pose{};
    for (const auto& k : shapes.make()) {
      SCOPED_TRACE(k.name);
      const auto near = closest_point(k.view, pose, shapes.any(k.size * 2));
      const Vec<D, T> n = near.normal;
      Vec<D, T> u = shapes.any(1);
      u = u - n * dot(u, n);
      if (!(length(u) > 0.1)) continue;
      u = u * (1 / length(u));
      Tally tally;
      for (const double height : {-hair, 0.0, hair}) {
        const Ray<D, T> ray{near.point - u * T(k.size) + n * T(height * k.size), u};
        check_ray(k, pose, ray, 3 * k.size, random, tally);
        const bool hit = ray_cast(k.view, pose, ray).hit;
        EXPECT_FALSE(height > 0 && hit);
        // Below the surface of what has an inside there.
        const Vec<D, T> under = near.point - n * T(hair * k.size);
        if (height < 0 && closest_point(k.view, pose, under).distance < 0) {
          EXPECT_TRUE(hit);
          ++rays;
        }
      }
    }
    if (this->HasFailure()) return;
  }
  EXPECT_GT(rays, 200);
}

TYPED_TEST(ShapeRays, from_the_surface_outwards_and_inwards) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(53);
  Tally tally;
  for (int i = 0; i < 60; ++i) {
    const Transform<D, T> pose{shapes.any(1), {}};
    for (const auto& k : shapes.make()) {
      const auto near = closest_point(k.view, pose, shapes.any(k.size * 2));
      for (const T sign : {T(1), T(-1)}) {
        const Ray<D, T> ray{near.point, near.normal * sign};
        check_ray(k, pose, ray, k.size + 2, shapes.random(), tally);
        const auto got = ray_cast(k.view, pose, ray);
        EXPECT_TRUE(!got.hit || double(got.t) <= 8 * kAccuracy<T> * (k.size + 2)) << k.name;
      }
    }
  }
}

TYPED_TEST(ShapeRays, a_zero_direction_is_a_point) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(54);
  for (int i = 0; i < 20; ++i) {
    for (const auto& k : shapes.make()) {
      const Vec<D, T> p = shapes.any(k.size);
      const auto got = ray_cast(k.view, Transform<D, T>{}, Ray<D, T>{p, {}});
      EXPECT_EQ(got.status, Status::ok);
      EXPECT_EQ(got.hit, point_inside(k.view, Transform<D, T>{}, p).inside);
      EXPECT_EQ(got.t, 0);
      EXPECT_EQ(got.normal, (Vec<D, T>{}));
    }
  }
}

TYPED_TEST(ShapeRays, do_not_depend_on_the_scale) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(55);
  for (int i = 0; i < 30; ++i) {
    Transform<D, T> pose;
    random_rotation(shapes.random(), pose.rotation);
    pose.translation = shapes.any(2);
    for (const auto& k : shapes.make()) {
      if (k.view.object != nullptr) continue;
      SCOPED_TRACE(k.name);
      Ray<D, T> ray{shapes.any(6), {}};
      ray.direction = pose.translation + shapes.any(1) - ray.origin;
      const auto plain = ray_cast(k.view, pose, ray);
      for (const T scale : {T(0x1p-13), T(0x1p13)}) {
        ShapeView<D, T> view = k.view;
        for (auto& x : view.p) x = x * scale;
        view.radius *= scale;
        const Transform<D, T> there{pose.translation * scale, pose.rotation};
        const auto all = ray_cast(view, there, {ray.origin * scale, ray.direction * scale});
        EXPECT_EQ(all.hit, plain.hit);
        EXPECT_EQ(all.t, plain.t);
        EXPECT_EQ(all.normal, plain.normal);
        EXPECT_EQ(all.point, plain.point * scale);
        const auto longer = ray_cast(k.view, pose, Ray<D, T>{ray.origin, ray.direction * scale});
        EXPECT_EQ(longer.t * scale, plain.t);
      }
    }
  }
}

// By hand.
TEST(ShapeRaysByHand, solids_around_y) {
  const Transform3d pose{{0, 10, 0}, {}};
  const Ray<3, double> down{{0, 20, 0}, {0, -2, 0}};
  EXPECT_NEAR(ray_cast(Cone<double>{1, 2}, pose, down).t, 4, 1e-12);
  EXPECT_NEAR(ray_cast(Cylinder<double>{1, 2}, pose, down).t, 4, 1e-14);
  EXPECT_NEAR(ray_cast(Ellipsoid<3, double>{{1, 3, 2}}, pose, down).t, 3.5, 1e-14);
  EXPECT_NEAR(ray_cast(Rounded<Cylinder<double>>{{1, 2}, 1}, pose, down).t, 3.5, 1e-14);
  const Ray<3, double> level{{-5, 10, 0}, {1, 0, 0}};
  const auto side = ray_cast(Cone<double>{1, 2}, pose, level);  // half as wide halfway up
  EXPECT_NEAR(side.t, 4.5, 1e-14);
  EXPECT_NEAR(side.normal[0], -4 / std::sqrt(17.0), 1e-14);
  EXPECT_NEAR(side.normal[1], 1 / std::sqrt(17.0), 1e-14);
  const auto torn = ray_cast(Triangle<3, double>{{0, 0, -1}, {0, 0, 1}, {0, 2, 0}}, Transform3d{},
                             Ray<3, double>{{-3, 1, 0.25}, {1, 0, 0}});
  EXPECT_TRUE(torn.hit);
  EXPECT_NEAR(torn.t, 3, 1e-15);
  EXPECT_NEAR(torn.normal[0], -1, 1e-15);
}

TYPED_TEST(ShapeRays, half_spaces) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  HalfSpace<D, T> ground{{}, T(1)};
  ground.normal[1] = 1;
  Ray<D, T> ray;
  ray.origin = Vec<D, T>::all(5);
  ray.direction = Vec<D, T>{};
  ray.direction[1] = -2;
  auto got = ray_cast(ground, Transform<D, T>{}, ray);
  EXPECT_TRUE(got.hit);
  EXPECT_EQ(got.t, 2);
  EXPECT_EQ(got.normal, ground.normal);
  EXPECT_EQ(ray_cast(Rounded<HalfSpace<D, T>>{ground, T(2)}, Transform<D, T>{}, ray).t, 1);
  ray.direction[1] = 2;
  EXPECT_FALSE(ray_cast(ground, Transform<D, T>{}, ray).hit);
  ray.direction[1] = 0;
  ray.direction[0] = 1;
  EXPECT_FALSE(ray_cast(ground, Transform<D, T>{}, ray).hit);
  ray.origin[1] = 1;
  EXPECT_TRUE(ray_cast(ground, Transform<D, T>{}, ray).hit) << "along the surface";
}

TYPED_TEST(ShapeRays, bad_input_has_its_status) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V = Vec<D, T>;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T infinity = std::numeric_limits<T>::infinity();
  const Sphere<D, T> ball{T(1)};
  const auto status = [&](const Sphere<D, T>& s, const Transform<D, T>& pose,
                          const Ray<D, T>& ray) {
    const auto got = ray_cast(s, pose, ray);
    EXPECT_TRUE(got.status == Status::ok || (!got.hit && got.point == V{}));
    return got.status;
  };
  const V one = V::all(1);
  EXPECT_EQ(status(ball, {}, {V::all(nan), one}), Status::not_finite);
  EXPECT_EQ(status(ball, {}, {one, V::all(infinity)}), Status::not_finite);
  EXPECT_EQ(status(ball, {}, {one, one, nan}), Status::not_finite);
  EXPECT_EQ(status(ball, {}, {one, one, T(-1)}), Status::out_of_range);
  EXPECT_EQ(status({T(0)}, {}, {one, one}), Status::not_positive);
  EXPECT_EQ(status(ball, {V::all(nan), {}}, {one, one}), Status::not_finite);
  EXPECT_EQ(status(ball, {}, {one, one, infinity}), Status::ok);
  if constexpr (std::is_same_v<T, double>) {
    EXPECT_EQ(status(ball, {}, {V::all(1e200), one}), Status::out_of_range);
  }
}

// Directions so short that t leaves T, or that squares vanish.
TYPED_TEST(ShapeRays, tiny_directions) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const Sphere<D, T> ball{T(1)};
  Ray<D, T> ray;
  ray.origin = Vec<D, T>{};
  ray.origin[0] = -3;
  ray.direction = Vec<D, T>{};
  ray.direction[0] = std::is_same_v<T, float> ? T(0x1p-60) : T(0x1p-900);
  const auto got = ray_cast(ball, Transform<D, T>{}, ray);
  EXPECT_TRUE(got.hit);
  EXPECT_EQ(got.t * ray.direction[0], 2);
  ray.direction[0] = std::numeric_limits<T>::denorm_min();
  const auto beyond = ray_cast(ball, Transform<D, T>{}, ray);
  EXPECT_EQ(beyond.status, Status::ok);
  EXPECT_FALSE(beyond.hit) << "t is beyond T";
}

// ray_cast() asks another method where cast_triangle() is not certain, which hides its mistakes.
detail::TriangleCast cast_along(int axis, const Vec<2, double>& origin,
                                const Vec<2, double> (&corners)[3]) {
  const auto at = [&](const Vec<2, double>& p, double height) {
    Vec<3, double> v{};
    v[axis] = height, v[(axis + 1) % 3] = p[0], v[(axis + 2) % 3] = p[1];
    return v;
  };
  const Vec<3, double> p[3] = {at(corners[0], 5), at(corners[1], 5), at(corners[2], 5)};
  return detail::cast_triangle(at(origin, 0), at({0, 0}, 1), p);
}

TEST(CastTriangle, is_certain_where_edges_are_far) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto in = cast_along(axis, {1, 2}, {{0, 0}, {10, 0}, {0, 10}});
    EXPECT_TRUE(in.hit && in.certain && !in.grazes) << axis;
    EXPECT_EQ(in.t, 5) << axis;
    EXPECT_EQ(in.normal[axis], -1) << axis;
    EXPECT_FALSE(cast_along(axis, {6, 6}, {{0, 0}, {10, 0}, {0, 10}}).hit) << axis;
    EXPECT_FALSE(cast_along(axis, {-1, 2}, {{0, 0}, {10, 0}, {0, 10}}).hit) << axis;
  }
}

// Exact signs decide: a common corner is in all triangles, a common edge separates its two.
TEST(CastTriangle, leaves_no_gap_at_corners_and_edges) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double x : {1.0, -1.0}) {
      const auto corner = cast_along(axis, {0, 0}, {{0, 0}, {x, 0}, {0, 1}});
      EXPECT_TRUE(corner.hit) << axis;
      const auto beside = cast_along(axis, {0x1p-55, 0.25}, {{0, 0}, {x, 0}, {0, 1}});
      EXPECT_EQ(beside.hit, x > 0) << axis;
      EXPECT_EQ(beside.certain, x > 0) << axis << ": rounding may have hidden a hit";
    }
  }
}

// Within rounding of an edge a miss is not certain, but a hit by exact signs is; beyond, both are.
// Each edge in turn is the long one, on the axis.
TEST(CastTriangle, doubts_what_passes_an_edge_within_rounding) {
  const Vec<2, double> corner[3] = {{0, -100}, {0, 100}, {-100, 0}};
  // The sums of the coordinates of the ends of the long edge, 5 above the ray's origin.
  const double rounding = detail::kRayRounding / 16 * 105;
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t first = 0; first < 3; ++first) {
      for (const double side : {1.0, -1.0}) {
        Vec<2, double> p[3];
        for (std::size_t k = 0; k < 3; ++k)
          p[(first + k) % 3] = {side * corner[k][0], corner[k][1]};
        const auto beside = [&](double off) { return cast_along(axis, {side * off, 0}, p); };
        for (const double share : {0.1, 0.4, 0.6, 0.9}) {
          const auto in = beside(-share * rounding);
          EXPECT_TRUE(in.hit && in.certain) << axis << first << side << share;
          const auto out = beside(share * rounding);
          EXPECT_FALSE(out.hit || out.certain) << axis << first << side << share;
        }
        const auto far = beside(2 * rounding);
        EXPECT_TRUE(!far.hit && far.certain) << axis << first << side;
      }
    }
  }
}

// The ray lies in the plane of the triangle, within rounding. It hits the triangle between the two
// edges that it crosses. Its height above the plane and its slope are rounding errors there.
TEST(CastTriangle, grazing_rays_hit_between_the_edges) {
  Pcg32 random(58);
  const auto any = [&] {
    return Vec<3, double>{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
  };
  int hits = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec<3, double> p[3] = {any(), any(), any()};
    const double u = random.between(0.1, 0.4), v = random.between(0.1, 0.4);
    const Vec<3, double> inside = p[0] + (p[1] - p[0]) * u + (p[2] - p[0]) * v;
    const double x = random.between(-1, 1), y = random.between(-1, 1);
    const Vec<3, double> along = (p[1] - p[0]) * x + (p[2] - p[0]) * y;
    const auto r = detail::cast_triangle(inside - along * 4, along, p);
    if (!r.hit || !r.grazes) continue;
    ++hits;
    // In the coordinates (u, v) the edges are u = 0, v = 0 and u + v = 1.
    double from = -100, to = 100;
    const auto stay = [&](double at, double slope) {
      (slope > 0 ? from : to) = slope > 0 ? std::max(from, -at / slope) : std::min(to, -at / slope);
    };
    stay(u, x), stay(v, y), stay(1 - u - v, -x - y);
    EXPECT_GE(r.t, 4 + from - 1e-9) << i;
    EXPECT_LE(r.t, 4 + to + 1e-9) << i;
  }
  EXPECT_GT(hits, 400);
}

// Where cast_triangle() is not certain, a search decides.
TEST(ShapeRaysByHand, triangles_seen_edge_on_are_hit) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = [&](double x, double y) {
      Vec3d p{};
      p[(axis + 1) % 3] = x, p[(axis + 2) % 3] = y;
      return p;
    };
    const Triangle<3, double> triangle{at(0, 0), at(4, 0), at(0, 4)};
    const auto side = ray_cast(triangle, Transform3d{}, Ray<3, double>{at(-2, 1), at(1, 0)});
    EXPECT_TRUE(side.hit) << axis;
    EXPECT_NEAR(side.t, 2, 1e-12) << axis;
    const auto hypotenuse = ray_cast(triangle, Transform3d{}, Ray<3, double>{at(5, 2), at(-1, 0)});
    EXPECT_TRUE(hypotenuse.hit) << axis;
    EXPECT_NEAR(hypotenuse.t, 3, 1e-12) << axis;
    const auto corner = ray_cast(triangle, Transform3d{}, Ray<3, double>{at(-1, -1), at(1, 1)});
    EXPECT_TRUE(corner.hit) << axis;
    EXPECT_NEAR(corner.t, 1, 1e-12) << axis;
    EXPECT_FALSE(ray_cast(triangle, Transform3d{}, Ray<3, double>{at(5, 2), at(1, 0)}).hit) << axis;
    EXPECT_FALSE(ray_cast(triangle, Transform3d{}, Ray<3, double>{at(5, 5), at(-1, 0)}).hit)
        << axis;
  }
}

// The normal was 0 / 0 where rounding puts the hit on the axis.
TEST(ShapeRaysByHand, the_normal_of_a_thin_capsule_is_finite) {
  for (const double radius : {1e-3, 1e-12, 1e-17, 1e-25, 1e-40}) {
    const Capsule<3, double> capsule{{1, 2, 3}, {3, 6, 9}, radius};
    for (const Vec3d& along : {Vec3d{1, 2, 3}, Vec3d{-1, -2, -3}}) {
      const Ray<3, double> ray{Vec3d{2, 4, 6} - along * 4, along};
      const auto r = ray_cast(capsule, Transform3d{}, ray);
      ASSERT_TRUE(r.hit) << radius;
      EXPECT_NEAR(length(r.normal), 1, 1e-12) << radius;
    }
  }
}

}  // namespace
}  // namespace masu::test
