// SPDX-License-Identifier: MIT
// Hulls of points that lie on edges up to rounding: their faces are needles, whose planes no vertex
// may exceed.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/hull/polytope_of.hpp>

#include "tests/narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class NeedleFaces : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NeedleFaces, Scalars);

// A share of the segment, then pushed out by `push` of the distance from the origin.
template <class T>
Vec<3, T> on_segment(const Vec<3, T>& a, const Vec<3, T>& b, double push, scenes::Pcg32& random) {
  const double t = random.between(0.2, 0.8);
  Vec<3, T> p{};
  for (int k = 0; k < 3; ++k) {
    p[k] = T((double(a[k]) + t * (double(b[k]) - double(a[k]))) * (1 + push));
  }
  return p;
}

template <class T>
void expect_planes_around(const ConvexPolyhedron<T>& p) {
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto& plane = p.plane(f);
    ASSERT_NEAR(length(plane.normal), 1, 1e-12);
    for (std::size_t v = 0; v < p.vertex_count(); ++v) {
      ASSERT_LE(dot(plane.normal, vec_cast<double>(p.vertex(v))) - plane.offset, 0x1p-48);
    }
  }
}

TYPED_TEST(NeedleFaces, have_planes_that_no_vertex_exceeds) {
  using T = TypeParam;
  scenes::Pcg32 random(17);
  for (int exponent = -60; exponent < -8; exponent += 2) {
    for (int i = 0; i < by_tier(40, 2000); ++i) {
      SCOPED_TRACE(testing::Message() << "2^" << exponent << ", " << i);
      std::vector<Vec<3, T>> points(8);
      for (auto& p : points) p = vec_cast<T>(random_point<double>(random, 1));
      for (int k = 0; k < 3; ++k) {
        const auto& a = points[random.below(8)];
        const auto& b = points[random.below(8)];
        points.push_back(on_segment(a, b, std::ldexp(1, exponent), random));
      }
      ConvexPolyhedron<T> p;
      ASSERT_EQ(polyhedron_of<T>(points, p), Status::ok);
      ASSERT_NO_FATAL_FAILURE(expect_planes_around(p));
    }
  }
}

// A cube with points that stick out of its edges and faces along the axes by next to nothing.
TYPED_TEST(NeedleFaces, along_the_axes_may_have_any_width) {
  using T = TypeParam;
  std::vector<Vec<3, T>> cube;
  for (unsigned c = 0; c < 8; ++c) cube.push_back({T(c & 1), T(c >> 1 & 1), T(c >> 2)});
  for (const int exponent : {-30, -60, -100, -130}) {
    SCOPED_TRACE(exponent);
    const T out = T(std::ldexp(1, exponent));
    auto points = cube;
    for (const T x : {T(0.25), T(0.5), T(0.75)}) {
      points.push_back({x, -out, 0});
      points.push_back({0, x, -out});
      points.push_back({-out, -out / 2, x});
    }
    ConvexPolyhedron<T> p;
    ASSERT_EQ(polyhedron_of<T>(points, p), Status::ok);
    EXPECT_GT(p.vertex_count(), 8u);
    ASSERT_NO_FATAL_FAILURE(expect_planes_around(p));
    std::vector<Vec<3, T>> corners;
    std::vector<std::uint32_t> loops;
    std::vector<std::uint32_t> counts;
    for (std::size_t v = 0; v < p.vertex_count(); ++v) corners.push_back(p.vertex(v));
    for (std::size_t f = 0; f < p.face_count(); ++f) {
      loops.insert(loops.end(), p.face(f).begin(), p.face(f).end());
      counts.push_back(std::uint32_t(p.face(f).size()));
    }
    ConvexPolyhedron<T> built;
    ASSERT_EQ(built.build(corners, loops, counts), Status::ok);
    ASSERT_NO_FATAL_FAILURE(expect_planes_around(built));
  }
}

// Quotients of consecutive Fibonacci numbers are as close as quotients of integers can be: the
// point is off the edge by 2^-105 of its length, beyond one of the two faces, but not beyond the
// other.
TEST(NeedleFaces, thinner_than_twice_the_digits_have_exact_planes) {
  double fibonacci[79] = {0, 1};
  for (int n = 2; n < 79; ++n) fibonacci[n] = fibonacci[n - 1] + fibonacci[n - 2];
  int needles = 0;
  for (const int n : {77, 78}) {
    const auto point = [&](int k) {
      return Vec3d{fibonacci[k] * 0x1p-53, fibonacci[k - 1] * 0x1p-53, 0};
    };
    const std::vector<Vec3d> points{{0, 0, 0}, point(n), point(n - 1), {-1, 1, -1}, {1, -1, -1}};
    ConvexPolyhedron<double> p;
    ASSERT_EQ(polyhedron_of<double>(points, p), Status::ok);
    needles += p.vertex_count() == 5;
    ASSERT_NO_FATAL_FAILURE(expect_planes_around(p));
    ConvexPolyhedron<double> copy;
    ASSERT_EQ(copy.copy(p), Status::ok);
    ASSERT_NO_FATAL_FAILURE(expect_planes_around(copy));
  }
  EXPECT_GT(needles, 0);
}

}  // namespace
}  // namespace masu::test
