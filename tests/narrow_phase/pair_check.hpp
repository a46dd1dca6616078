// SPDX-License-Identifier: MIT
// Checks penetration(), distance() and intersects() of a pair against all features in long double.
#pragma once

#include <gtest/gtest.h>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/point.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solid.hpp"

namespace masu::test {

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;

template <class S, class T>
struct PosedShape {
  const S& shape;
  Transform<3, T> pose;
};
template <class S, class T>
PosedShape(const S&, const Transform<3, T>&) -> PosedShape<S, T>;

// Of the pair: distances are right to a part of `size`, positions to a part of `offset` too, where
// the shapes are far from the origin of the world.
struct Extent {
  double size = 1;
  double offset = 0;
};

struct Tally {
  int count = 0;
  int overlapping = 0;
};

// The answer, its certificate, its flip, and what its normal promises.
// The answer `got` about two solids: its sign, its certificate, and what its normal promises.
template <class T>
void check_answer(const Separation<3, T>& got, const Solid& x, const Solid& y, double size) {
  const Real exact = separation_of(x, y).distance;
  ASSERT_EQ(got.status, Status::ok);
  EXPECT_NEAR(double(got.distance), double(exact), kAccuracy<T> * size);
  // A sign is a sign beyond the rounding of the poses themselves.
  const double far = std::fabs(double(exact));
  EXPECT_TRUE(far <= 1e-14 * size || (got.distance > 0) == (exact > 0)) << exact;
  EXPECT_LE(Real(got.lower), exact) << double(Real(got.lower) - exact);
  EXPECT_GE(Real(got.upper), exact) << double(exact - Real(got.upper));
  const Point3 n = {Real(got.normal[0]), Real(got.normal[1]), Real(got.normal[2])};
  // The direction of a short connection has its rounding divided by its length.
  const double direction_slack = 4e-16 * size * size / far;
  EXPECT_NEAR(double(gap_along(x, y, n)), double(exact), 4 * kAccuracy<T> * size + direction_slack);
}

// Its two points are one connection of the surfaces, as the definition has it.
template <class A, class B, class T>
void check_points(const Separation<3, T>& got, const PosedShape<A, T>& a, const PosedShape<B, T>& b,
                  const Extent& extent) {
  const double direction_slack =
      4e-16 * extent.size * extent.size / std::fabs(double(got.distance));
  const double slack = kAccuracy<T> * (extent.size + extent.offset);
  const auto joined = vec_cast<double>(got.point_b) - vec_cast<double>(got.point_a);
  const auto rest = joined - vec_cast<double>(got.normal) * double(got.distance);
  EXPECT_LE(length(rest), 4 * slack + direction_slack);
  const Transform<3, T> still{};
  EXPECT_LE(double(distance(a.shape, a.pose, Point<3, T>{got.point_a}, still).distance), 8 * slack);
  EXPECT_LE(double(distance(b.shape, b.pose, Point<3, T>{got.point_b}, still).distance), 8 * slack);
}

// Against the solids given, which may be simpler than the shapes where they are the same bodies.
template <class A, class B, class T>
void check_pair(const PosedShape<A, T>& a, const Solid& solid_a, const PosedShape<B, T>& b,
                const Solid& solid_b, const Extent& extent, Tally& tally) {
  const Solid x = placed(solid_a, a.pose);
  const Solid y = placed(solid_b, b.pose);
  const auto got = penetration(a.shape, a.pose, b.shape, b.pose);
  check_answer(got, x, y, extent.size);
  check_points(got, a, b, extent);
  const auto other = penetration(b.shape, b.pose, a.shape, a.pose);
  const auto u = view_of(a.shape);
  const auto v = view_of(b.shape);
  const bool one_call =
      detail::in_order(u, a.pose, v, b.pose) && detail::in_order(v, b.pose, u, a.pose);
  expect_same_bits(one_call ? other : other.flipped(), got);
  const auto apart = distance(a.shape, a.pose, b.shape, b.pose);
  const bool sure = std::fabs(double(got.distance)) > 1e-14 * extent.size;
  EXPECT_TRUE(!sure || apart.distance == (got.distance > 0 ? got.distance : 0));
  EXPECT_TRUE(!sure ||
              intersects(a.shape, a.pose, b.shape, b.pose).overlapping == (got.distance <= 0));
  ++tally.count;
  tally.overlapping += got.overlapping();
}
template <class A, class B, class T>
void check_pair(const PosedShape<A, T>& a, const PosedShape<B, T>& b, const Extent& extent,
                Tally& tally) {
  check_pair(a, solid_of(a.shape), b, solid_of(b.shape), extent, tally);
}

}  // namespace masu::test
