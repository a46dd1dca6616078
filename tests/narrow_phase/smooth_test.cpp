// SPDX-License-Identifier: MIT
// All kinds of convex shapes against each other. The signed distance of two convex shapes is the
// largest gap between them over all directions: nothing may find a larger one, and the answer's own
// normal must show it.
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
double reach(const ShapeView<D, T>& s, const Transform<D, T>& at, const Vec<D, double>& n) {
  const Matrix<D, double> turn = matrix_of(at.rotation);
  const Vec<D, double> p = support_of_core(s, transposed_times(turn, n)).point;
  return dot(n, turn * p + vec_cast<double>(at.translation)) + double(s.radius);
}
template <int D, class T>
struct Placed {
  ShapeView<D, T> shape;
  Transform<D, T> at;
};
template <int D, class T>
double gap(const Placed<D, T>& a, const Placed<D, T>& b, const Vec<D, double>& n) {
  return -reach(b.shape, b.at, -n) - reach(a.shape, a.at, n);
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
Rotation<D, T> any_turn(scenes::Pcg32& random) {
  if constexpr (D == 3) {
    return random_turn<T>(random);
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

template <int D, class T>
void check_all_kinds() {
  constexpr int kCount = D == 3 ? 9 : 7;
  const double accuracy = std::is_same_v<T, float> ? 2e-6 : 4e-9;
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
        a.at.rotation = any_turn<D, T>(random);
        b.at.rotation = any_turn<D, T>(random);
        b.at.translation = vec_cast<T>(random_direction<D>(random) * random.between(0, 2.5));
        const auto got = penetration(a.shape, a.at, b.shape, b.at);
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
        overlapping += got.distance <= 0;
        const bool clear = std::fabs(double(got.distance)) > accuracy;
        const auto meet = intersects(a.shape, a.at, b.shape, b.at);
        EXPECT_TRUE(!clear || meet.overlapping == (got.distance <= 0)) << i << " " << j << " " << k;
        EXPECT_EQ(intersects(b.shape, b.at, a.shape, a.at).overlapping, meet.overlapping);
        ++count;
        if (got.status != Status::ok) {
          ++bounded;
          continue;
        }
        // Nobody finds a gap that is larger.
        EXPECT_LE(found, double(got.distance) + accuracy) << i << " " << j << " " << k;
        const auto joined = vec_cast<double>(got.point_b) - vec_cast<double>(got.point_a);
        EXPECT_LE(length(joined - n * double(got.distance)), 1e-4) << i << " " << j << " " << k;
        const auto back = penetration(b.shape, b.at, a.shape, a.at).flipped();
        EXPECT_EQ(back.distance, got.distance);
        EXPECT_EQ(back.normal, got.normal);
      }
    }
  }
  EXPECT_GT(overlapping, count / 4);
  EXPECT_LT(overlapping, count * 3 / 4);
  EXPECT_LE(bounded, count / 1000);
}

TEST(AllKinds, L17_in_the_plane_float) {
  check_all_kinds<2, float>();
}
TEST(AllKinds, L17_in_the_plane_double) {
  check_all_kinds<2, double>();
}
TEST(AllKinds, L17_in_space_float) {
  check_all_kinds<3, float>();
}
TEST(AllKinds, L17_in_space_double) {
  check_all_kinds<3, double>();
}

TEST(AllKinds, half_spaces_touch_support_points) {
  scenes::Pcg32 random(32);
  for (int kind = 0; kind < 9; ++kind) {
    for (int k = 0; k < 20; ++k) {
      const Vec<3, double> n = random_direction<3>(random);
      const HalfSpace<3, double> ground{n, random.between(-1, 1)};
      const ShapeView<3, double> s = shape_of<double>(kind, random);
      const Transform<3, double> at{random_point<double>(random, 2), random_turn<double>(random)};
      const auto got = penetration(ground, Transform<3, double>{}, s, at);
      EXPECT_NEAR(got.distance, -reach(s, at, -n) - ground.offset, 1e-14);
      EXPECT_NEAR(length(got.normal - n), 0, 1e-15);
      EXPECT_EQ(penetration(s, at, ground, Transform<3, double>{}).normal, -got.normal);
    }
  }
  const HalfSpace<3, double> floor{{0, 1, 0}, 0};
  const HalfSpace<3, double> ceiling{{0, -1, 0}, -2};
  EXPECT_EQ(penetration(floor, {}, ceiling, Transform<3, double>{}).distance, 2);
  const HalfSpace<3, double> wall{{1, 0, 0}, 0};
  EXPECT_EQ(penetration(floor, {}, wall, Transform<3, double>{}).status, Status::unbounded);
}

// Hardly apart, what connects the nearest points is mostly rounding; the normal is not.
TEST(AllKinds, normals_of_small_gaps_keep_the_bodies_apart) {
  scenes::Pcg32 random(23);
  const Cylinder<double> disc{1, 0.5};
  const Cylinder<double> rod{0.3, 1};
  const int rounds = by_tier(1500, 60000);
  int apart = 0;
  for (int i = 0; i < rounds; ++i) {
    const Transform<3, double> at_a{random_point<double>(random, 1), random_turn<double>(random)};
    Transform<3, double> at_b{random_point<double>(random, 2.5), random_turn<double>(random)};
    if (i % 3 == 0) at_b.rotation = at_a.rotation;
    const double left = std::pow(10.0, random.between(-11, -6));
    for (int k = 0; k < 3; ++k) {
      const auto s = penetration(disc, at_a, rod, at_b);
      at_b.translation = at_b.translation + s.normal * (left - s.distance);
    }
    const auto s = distance(disc, at_a, rod, at_b);
    if (!(s.lower > 0)) continue;
    ++apart;
    const Placed<3, double> a{view_of(disc), at_a};
    const Placed<3, double> b{view_of(rod), at_b};
    EXPECT_GE(gap(a, b, s.normal), s.lower - 1e-12) << left;
  }
  EXPECT_GT(apart, rounds / 2);
}

// What lies exactly on each other: centres, cores, copies.
TEST(AllKinds, concentric_bodies_have_a_depth_and_a_normal) {
  scenes::Pcg32 random(33);
  for (int kind = 1; kind < 9; ++kind) {
    const ShapeView<3, double> s = shape_of<double>(kind, random);
    const Transform<3, double> at{{1, 2, 3}, random_turn<double>(random)};
    const auto got = penetration(s, at, s, at);
    EXPECT_NEAR(length(got.normal), 1, 1e-14) << kind;
    EXPECT_LE(got.distance, 0) << kind;
    const Placed<3, double> p{s, at};
    EXPECT_NEAR(gap(p, p, got.normal), got.distance, 4e-9) << kind;
    // A cylinder in itself has a whole circle of equal ways out: more than the polytope can hold.
    const bool exact = got.status == Status::ok;
    EXPECT_TRUE(exact || got.status == Status::not_converged);
    EXPECT_LE(search_gap(p, p, random), exact ? got.distance + 4e-9 : got.upper) << kind;
  }
}

}  // namespace
}  // namespace masu::test
