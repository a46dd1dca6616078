// SPDX-License-Identifier: MIT
// All kinds of convex shapes against each other. The signed distance of two convex shapes is the
// largest gap between them over all directions: no direction may have a larger one, and the
// result's own normal must have it.
#include <gtest/gtest.h>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/support.hpp>
#include <masu/shapes/triangle.hpp>

#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <int D>
Vec<D, double> random_direction(scenes::Pcg32& random) {
  for (;;) {
    Vec<D, double> d{};
    for (int a = 0; a < D; ++a) d[a] = random.between(-1, 1);
    const double size = length(d);
    if (size > 0.1 && size < 1) return d * (1 / size);
  }
}

template <int D, class T>
double reach(const ShapeView<D, T>& s, const Transform<D, T>& pose, const Vec<D, double>& n) {
  const Matrix<D, double> rotation = matrix_of(pose.rotation);
  const Vec<D, double> p = support_of_core(s, transposed_times(rotation, n)).point;
  return dot(n, rotation * p + vec_cast<double>(pose.translation)) + double(s.radius);
}
template <int D, class T>
struct Placed {
  ShapeView<D, T> shape;
  Transform<D, T> pose;
};
template <int D, class T>
double gap(const Placed<D, T>& a, const Placed<D, T>& b, const Vec<D, double>& n) {
  return -reach(b.shape, b.pose, -n) - reach(a.shape, a.pose, n);
}

// The largest gap that a patient search finds: many directions, the best ones improved by ever
// smaller random steps.
template <int D, class T>
double search_gap(const Placed<D, T>& a, const Placed<D, T>& b, scenes::Pcg32& random) {
  Vec<D, double> best{};
  double most = -1e30;
  const auto take = [&](const Vec<D, double>& n) {
    const double here = gap(a, b, n);
    if (here > most) most = here, best = n;
    return here == most;
  };
  for (int i = 0; i < 200; ++i) take(random_direction<D>(random));
  double step = 0.3;
  for (int i = 0; i < 400; ++i) {
    const Vec<D, double> to = best + random_direction<D>(random) * step;
    if (!take(to * (1 / length(to)))) step *= 0.97;
  }
  return most;
}

template <int D, class T>
Rotation<D, T> any_rotation(scenes::Pcg32& random) {
  if constexpr (D == 3) {
    return random_rotation<T>(random);
  } else {
    const Vec<2, double> d = random_direction<2>(random);
    return {T(d[0]), T(d[1])};
  }
}

template <class T>
ShapeView<3, T> shape_of(int kind, scenes::Pcg32& random) {
  const auto u = [&] { return T(random.between(0.3, 1)); };
  switch (kind) {
    case 0: return Point<3, T>{{u(), u(), u()}}.view();
    case 1: return Sphere<3, T>{u()}.view();
    case 2: return Segment<3, T>{{u(), 0, 0}, {0, u(), u()}}.view();
    case 3: return Capsule<3, T>{{0, u(), 0}, {u(), -u(), 0}, u()}.view();
    case 4: return Box<3, T>{{u(), u(), u()}, {u(), 0, 0}}.view();
    case 5: return Triangle<3, T>{{u(), 0, 0}, {0, u(), 0}, {0, 0, u()}}.view();
    case 6: return Ellipsoid<3, T>{{u(), u(), u()}}.view();
    case 7: return Cylinder<T>{u(), u()}.view();
    default: return Cone<T>{u(), u()}.view();
  }
}
template <class T>
ShapeView<2, T> shape_of(int kind, scenes::Pcg32& random, Vec<2, T>) {
  const auto u = [&] { return T(random.between(0.3, 1)); };
  switch (kind) {
    case 0: return Point<2, T>{{u(), u()}}.view();
    case 1: return Circle<T>{u()}.view();
    case 2: return Segment<2, T>{{u(), 0}, {0, u()}}.view();
    case 3: return Capsule<2, T>{{0, u()}, {u(), -u()}, u()}.view();
    case 4: return Box<2, T>{{u(), u()}, {u(), 0}}.view();
    case 5: return Triangle<2, T>{{u(), 0}, {0, u()}, {-u(), -u()}}.view();
    default: return Ellipse<T>{{u(), u()}}.view();
  }
}
template <int D, class T>
ShapeView<D, T> any_shape(int kind, scenes::Pcg32& random) {
  if constexpr (D == 3) {
    return shape_of<T>(kind, random);
  } else {
    return shape_of<T>(kind, random, Vec<2, T>{});
  }
}

// How far b's point is from where a's point, the distance and the normal put it.
template <int D, class T>
double disagreement(const Separation<D, T>& s) {
  const auto joined = vec_cast<double>(s.point_b) - vec_cast<double>(s.point_a);
  return length(joined - vec_cast<double>(s.normal) * double(s.distance));
}

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 2e-6 : 1e-9;

template <int D, class T>
void check_all_kinds() {
  constexpr int kCount = D == 3 ? 9 : 7;
  constexpr double accuracy = kAccuracy<T>;
  scenes::Pcg32 random(31);
  int overlapping = 0;
  int count = 0;
  int bounded = 0;  // answers that are not exact, and say so
  for (int i = 0; i < kCount; ++i) {
    for (int j = 0; j < kCount; ++j) {
      const bool flat = i < 6 && j < 6;  // no curved core
      for (int k = 0; k < by_tier(12, 200); ++k) {
        Placed<D, T> a{any_shape<D, T>(i, random), {}};
        Placed<D, T> b{any_shape<D, T>(j, random), {}};
        a.pose.rotation = any_rotation<D, T>(random);
        b.pose.rotation = any_rotation<D, T>(random);
        b.pose.translation = vec_cast<T>(random_direction<D>(random) * random.between(0, 2.5));
        const auto got = penetration(a.shape, a.pose, b.shape, b.pose);
        ASSERT_TRUE(got.status == Status::ok || (got.status == Status::not_converged && !flat));
        const double found = search_gap(a, b, random);
        EXPECT_LE(found, double(got.upper) + 1e-12) << i << " " << j << " " << k;
        EXPECT_LE(double(got.lower), double(got.upper))
            << i << " " << j << " " << k << " " << double(got.lower) - double(got.upper) << " "
            << int(got.status);
        EXPECT_LE(double(got.lower), double(got.distance));
        EXPECT_GE(double(got.upper), double(got.distance));
        const auto n = vec_cast<double>(got.normal);
        const double shown = gap(a, b, n * (1 / length(n)));
        EXPECT_NEAR(shown, double(got.distance), accuracy) << i << " " << j << " " << k;
        EXPECT_LE(double(got.lower), shown + accuracy) << i << " " << j << " " << k;
        EXPECT_LE(disagreement(got), accuracy) << i << " " << j << " " << k;
        overlapping += got.distance <= 0;
        const bool clear = std::fabs(double(got.distance)) > accuracy;
        const auto overlap = intersects(a.shape, a.pose, b.shape, b.pose);
        EXPECT_TRUE(!clear || overlap.overlapping == (got.distance <= 0))
            << i << " " << j << " " << k;
        EXPECT_EQ(intersects(b.shape, b.pose, a.shape, a.pose).overlapping, overlap.overlapping);
        ++count;
        if (got.status != Status::ok) {
          ++bounded;
          continue;
        }
        // No direction has a larger gap.
        EXPECT_LE(found, double(got.distance) + accuracy) << i << " " << j << " " << k;
        const auto back = penetration(b.shape, b.pose, a.shape, a.pose).flipped();
        EXPECT_EQ(back.distance, got.distance);
        EXPECT_EQ(back.normal, got.normal);
      }
    }
  }
  EXPECT_GT(overlapping, count / 4);
  EXPECT_LT(overlapping, count * 3 / 4);
  EXPECT_LE(bounded, count / 1000);
}

TEST(AllKinds, L17_in_2d_float) {
  check_all_kinds<2, float>();
}
TEST(AllKinds, L17_in_2d_double) {
  check_all_kinds<2, double>();
}
TEST(AllKinds, L17_in_3d_float) {
  check_all_kinds<3, float>();
}
TEST(AllKinds, L17_in_3d_double) {
  check_all_kinds<3, double>();
}

TEST(AllKinds, half_spaces_touch_support_points) {
  scenes::Pcg32 random(32);
  for (int kind = 0; kind < 9; ++kind) {
    for (int k = 0; k < 20; ++k) {
      const Vec<3, double> n = random_direction<3>(random);
      const HalfSpace<3, double> ground{n, random.between(-1, 1)};
      const ShapeView<3, double> s = shape_of<double>(kind, random);
      const Transform<3, double> pose{random_point<double>(random, 2),
                                      random_rotation<double>(random)};
      const auto got = penetration(ground, Transform<3, double>{}, s, pose);
      EXPECT_NEAR(got.distance, -reach(s, pose, -n) - ground.offset, 1e-14);
      EXPECT_NEAR(length(got.normal - n), 0, 1e-15);
      EXPECT_EQ(penetration(s, pose, ground, Transform<3, double>{}).normal, -got.normal);
    }
  }
  const HalfSpace<3, double> floor{{0, 1, 0}, 0};
  const HalfSpace<3, double> ceiling{{0, -1, 0}, -2};
  EXPECT_EQ(penetration(floor, {}, ceiling, Transform<3, double>{}).distance, 2);
  const HalfSpace<3, double> wall{{1, 0, 0}, 0};
  EXPECT_EQ(penetration(floor, {}, wall, Transform<3, double>{}).status, Status::unbounded);
}

// A vertex on the side of a cone, to 1e-13: the polytope ends with a face as thin as rounding, by
// the disc. The points were there, 0.43 from the triangle.
TEST(AllKinds, points_of_touching_bodies_lie_on_both) {
  const Cone<double> cone{0.375, 1};
  const Transform<3, double> pose_a{
      {0x1.1cbf68e6bea7ep-1, 0x1.eadfe3b8c283p-4, -0x1.9c0135aa4b68ap-2}, {}};
  const Triangle<3, double> triangle{{-0x1.b0f981fc2a682p-2, 0, 0x1p-3},
                                     {-0x1.bd7db59e7aeb2p-5, 0, 0x1.127cca0d25b58p-3},
                                     {-0x1.1bb4368c07c66p-2, -0x1p-3, -0x1.6c05825d742dep-2}};
  const Transform<3, double> pose_b{
      {0x1.4985be64af4aep-1, 0x1.77d547d2e4104p-4, 0x1.d3403d87ade8p-5},
      {-0x1.72071d13474d1p-26, -0x1.48bb54ccbc78ap-24, 0x1.078be238cae48p-28,
       0x1.fffffffffffe3p-1}};
  const Vec<3, double> vertex = pose_b * triangle.c;
  for (const auto& s :
       {distance(cone, pose_a, triangle, pose_b), penetration(cone, pose_a, triangle, pose_b)}) {
    EXPECT_LT(s.upper, 1e-12);
    EXPECT_LT(length(s.point_a - vertex), 1e-12);
    EXPECT_LT(length(s.point_b - vertex), 1e-12);
  }
}

// Hardly apart, what connects the nearest points is mostly rounding; the normal is not.
TEST(AllKinds, normals_of_small_gaps_separate_the_bodies) {
  scenes::Pcg32 random(23);
  const Cylinder<double> disc{1, 0.5};
  const Cylinder<double> rod{0.3, 1};
  const int rounds = by_tier(1500, 60000);
  int apart = 0;
  for (int i = 0; i < rounds; ++i) {
    const Transform<3, double> pose_a{random_point<double>(random, 1),
                                      random_rotation<double>(random)};
    Transform<3, double> pose_b{random_point<double>(random, 2.5), random_rotation<double>(random)};
    if (i % 3 == 0) pose_b.rotation = pose_a.rotation;
    const double left = std::pow(10.0, random.between(-11, -6));
    for (int k = 0; k < 3; ++k) {
      const auto s = penetration(disc, pose_a, rod, pose_b);
      pose_b.translation = pose_b.translation + s.normal * (left - s.distance);
    }
    const auto s = distance(disc, pose_a, rod, pose_b);
    if (!(s.lower > 0)) continue;
    ++apart;
    const Placed<3, double> a{view_of(disc), pose_a};
    const Placed<3, double> b{view_of(rod), pose_b};
    EXPECT_GE(gap(a, b, s.normal), s.lower - 1e-12) << left;
  }
  EXPECT_GT(apart, rounds / 2);
}

// What lies exactly on each other: centers, cores, copies.
TEST(AllKinds, concentric_bodies_have_a_depth_and_a_normal) {
  scenes::Pcg32 random(33);
  for (int kind = 1; kind < 9; ++kind) {
    const ShapeView<3, double> s = shape_of<double>(kind, random);
    const Transform<3, double> pose{{1, 2, 3}, random_rotation<double>(random)};
    const auto got = penetration(s, pose, s, pose);
    EXPECT_EQ(got.status, Status::ok) << kind;
    EXPECT_NEAR(length(got.normal), 1, 1e-14) << kind;
    EXPECT_LE(got.distance, 0) << kind;
    EXPECT_LE(disagreement(got), 1e-9) << kind;
    const Placed<3, double> p{s, pose};
    EXPECT_NEAR(gap(p, p, got.normal), got.distance, 1e-9) << kind;
    EXPECT_LE(search_gap(p, p, random), got.distance + 1e-9) << kind;
  }
}

// ----- bodies of revolution

template <class T>
ShapeView<3, T> revolved(int kind, scenes::Pcg32& random) {
  const auto u = [&] { return T(random.between(0.3, 1)); };
  const T r = u();
  switch (kind) {
    case 0: return Cylinder<T>{r, u()}.view();
    case 1: return Cone<T>{r, u()}.view();
    case 2: return Ellipsoid<3, T>{{r, u(), r}}.view();
    case 3: return Segment<3, T>{{0, u(), 0}, {0, -u(), 0}}.view();
    default: return Capsule<3, T>{{0, -r, 0}, {0, u(), 0}, u()}.view();
  }
}
constexpr int kRevolved = 5;

// The common rotation, after half a turn about z that puts the axis upside down, and a small one.
template <class T>
Rotation<3, T> tilted(const Rotation<3, T>& common, bool over, double tilt) {
  const Vec<3, double> u{double(common.x), double(common.y), double(common.z)};
  const double w = double(common.w);
  const double half = 0.5 * tilt;
  Vec<3, double> v{half, 0, 0};
  double s = std::sqrt(1 - half * half);
  if (over) v = {0, half, s}, s = 0;
  const Vec<3, double> p = cross(u, v) + u * s + v * w;
  return {T(p[0]), T(p[1]), T(p[2]), T(w * s - dot(u, v))};
}

template <class T>
struct RevolvedPair {
  RevolvedPair(int i, int j, double tilt, scenes::Pcg32& random)
      : a{revolved<T>(i, random), {}}, b{revolved<T>(j, random), {}} {
    a.pose.rotation = random_rotation<T>(random);
    b.pose.rotation = tilted(a.pose.rotation, random.below(2) == 0, tilt);
    // Along the common axis, and off it by much, little, or nothing.
    constexpr double kOff[] = {0, 1e-9, 1e-3, 0.1, 1.5};
    const Vec<3, double> axis = matrix_of(a.pose.rotation) * Vec<3, double>{0, 1, 0};
    const Vec<3, double> side = random_direction<3>(random) * kOff[random.below(5)];
    b.pose.translation = vec_cast<T>(axis * random.between(-2, 2) + side);
  }
  Placed<3, T> a, b;
};

template <class T>
void check_parallel_axes() {
  scenes::Pcg32 random(41);
  int overlapping = 0;
  for (int i = 0; i < kRevolved * kRevolved; ++i) {
    if (i / kRevolved >= 3 && i % kRevolved >= 3) continue;
    for (int k = 0; k < by_tier(20, 400); ++k) {
      const RevolvedPair<T> p(i / kRevolved, i % kRevolved, 0, random);
      const auto got = penetration(p.a.shape, p.a.pose, p.b.shape, p.b.pose);
      EXPECT_EQ(got.status, Status::ok) << i << " " << k;
      EXPECT_LE(disagreement(got), kAccuracy<T>) << i << " " << k;
      const auto n = vec_cast<double>(got.normal);
      EXPECT_NEAR(gap(p.a, p.b, n * (1 / length(n))), double(got.distance), kAccuracy<T>)
          << i << " " << k;
      EXPECT_LE(search_gap(p.a, p.b, random), double(got.distance) + kAccuracy<T>) << i << " " << k;
      overlapping += got.distance < 0;
      const auto apart = distance(p.a.shape, p.a.pose, p.b.shape, p.b.pose);
      EXPECT_NEAR(double(apart.distance), std::max(double(got.distance), 0.0), kAccuracy<T>);
      const auto back = penetration(p.b.shape, p.b.pose, p.a.shape, p.a.pose).flipped();
      EXPECT_EQ(back.distance, got.distance);
      EXPECT_EQ(back.normal, got.normal);
    }
  }
  EXPECT_GT(overlapping, 100);
}
TEST(BodiesOfRevolution, L17_with_parallel_axes_have_exact_depths_float) {
  check_parallel_axes<float>();
}
TEST(BodiesOfRevolution, L17_with_parallel_axes_have_exact_depths_double) {
  check_parallel_axes<double>();
}

// A circle of separating translations, nearly as good as each other, does not fit into the
// polytope: then the bounds still hold, as near to each other as the axes are to parallel.
TEST(BodiesOfRevolution, L17_with_nearly_parallel_axes_have_tight_bounds) {
  scenes::Pcg32 random(42);
  int bounded = 0;
  for (const double tilt : {1e-12, 1e-9, 1e-6, 1e-3, 0.1}) {
    for (int k = 0; k < by_tier(100, 2000); ++k) {
      const RevolvedPair<double> p(int(random.below(3)), int(random.below(kRevolved)), tilt,
                                   random);
      const auto got = penetration(p.a.shape, p.a.pose, p.b.shape, p.b.pose);
      ASSERT_TRUE(got.status == Status::ok || got.status == Status::not_converged);
      EXPECT_LE(disagreement(got), 1e-9) << tilt << " " << k;
      const double shown = gap(p.a, p.b, got.normal * (1 / length(got.normal)));
      EXPECT_LE(got.lower, shown + 1e-9) << tilt << " " << k;
      EXPECT_LE(search_gap(p.a, p.b, random), got.upper + 1e-9) << tilt << " " << k;
      if (got.status == Status::ok) {
        EXPECT_NEAR(shown, got.distance, 4e-9) << tilt << " " << k;
        continue;
      }
      ++bounded;
      // The ellipse in 2D has bounds of its own.
      const auto curved = [](const auto& s) { return s.shape.kind == ShapeKind::ellipsoid; };
      const double most = curved(p.a) || curved(p.b) ? 8e-3 : 3 * tilt + 1e-8;
      EXPECT_LE(got.upper - got.lower, std::min(most, 8e-3)) << tilt << " " << k;
    }
  }
  EXPECT_GT(bounded, 0);
}

// How far a ball reaches into something smooth is how far its center is from the surface.
TEST(BodiesOfRevolution, L17_and_balls_are_rounded_points) {
  const Transform<3, double> pose{{1, 2, 3}, {0.5, 0.5, 0.5, 0.5}};  // y becomes z
  const Cone<double> cone{0.5, 1};
  // From the center of the cone to its side, whose slope is 1 in 4.
  const auto deep = penetration(cone, pose, Sphere<3, double>{0.25}, pose);
  EXPECT_EQ(deep.status, Status::ok);
  EXPECT_NEAR(deep.distance, -(1 / std::sqrt(17.0) + 0.25), 1e-15);
  EXPECT_LE(disagreement(deep), 1e-15);
  const Cylinder<double> rod{0.5, 2};
  const auto ball = penetration(rod, pose, Sphere<3, double>{0.25, {0, 0, 0.5}}, pose);
  EXPECT_EQ(ball.status, Status::ok);
  EXPECT_NEAR(ball.distance, -0.25, 1e-15);
}

}  // namespace
}  // namespace masu::test
