// SPDX-License-Identifier: MIT
// 3D triangles: exact results, compared with a search for a separating plane in integers.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <masu/narrow_phase/triangle_triangle.hpp>

#include "hull/exact_signs.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Big = std::array<BigInteger, 3>;

Big operator-(const Big& a, const Big& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
BigInteger times(const Big& a, const Big& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Big product(const Big& a, const Big& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Big across(const Big& v, const Big& along) {
  const BigInteger size = times(along, along);
  const BigInteger part = times(v, along);
  return {v[0] * size - along[0] * part, v[1] * size - along[1] * part,
          v[2] * size - along[2] * part};
}

bool parted_along(const Big& d, const Big (&a)[3], const Big (&b)[3]) {
  BigInteger a_low = times(d, a[0]), a_high = a_low, b_low = times(d, b[0]), b_high = b_low;
  for (int k = 1; k < 3; ++k) {
    a_low = std::min(a_low, times(d, a[k])), a_high = std::max(a_high, times(d, a[k]));
    b_low = std::min(b_low, times(d, b[k])), b_high = std::max(b_high, times(d, b[k]));
  }
  return a_high < b_low || b_high < a_low;
}

// Sets that do not touch have a shortest connection, and the planes across it part them. It joins
// two corners, a corner and an edge, a corner and a face, or two edges.
template <class T>
bool exact_touch(const Triangle<3, T>& x, const Triangle<3, T>& y) {
  const CommonUnit<3, T> n{x.a, x.b, x.c, y.a, y.b, y.c};
  const auto big = [&](const Vec<3, T>& p) { return Big{n(p[0]), n(p[1]), n(p[2])}; };
  const Big a[3] = {big(x.a), big(x.b), big(x.c)};
  const Big b[3] = {big(y.a), big(y.b), big(y.c)};
  std::vector<Big> directions = {product(a[1] - a[0], a[2] - a[0]),
                                 product(b[1] - b[0], b[2] - b[0])};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      directions.push_back(a[i] - b[k]);
      directions.push_back(product(a[(i + 1) % 3] - a[i], b[(k + 1) % 3] - b[k]));
      for (int e = 0; e < 3; ++e) {
        directions.push_back(across(a[i] - b[k], a[(e + 1) % 3] - a[e]));
        directions.push_back(across(a[i] - b[k], b[(e + 1) % 3] - b[e]));
      }
    }
  }
  for (const Big& d : directions) {
    if (parted_along(d, a, b)) return false;
  }
  return true;
}

struct Tally {
  int count = 0;
  int touching = 0;
};

template <class T>
void check(const Triangle<3, T>& a, const Triangle<3, T>& b, Tally& tally) {
  const bool exact = exact_touch(a, b);
  EXPECT_EQ(triangles_touch(a, b), exact);
  EXPECT_EQ(triangles_touch(b, a), exact);
  EXPECT_EQ(triangles_touch(Triangle<3, T>{a.c, a.a, a.b}, Triangle<3, T>{b.b, b.a, b.c}), exact);
  ++tally.count;
  tally.touching += exact;
}

template <class T>
void expect_balance(const Tally& tally) {
  EXPECT_GT(tally.touching, tally.count / 5);
  EXPECT_LT(tally.touching, tally.count * 4 / 5);
}

template <class T>
class TriangleTriangle : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(TriangleTriangle, Scalars);

// Corners of a small lattice: coplanar, collinear and equal corners, touching of all kinds.
TYPED_TEST(TriangleTriangle, L17_on_a_lattice_is_exact) {
  using T = TypeParam;
  scenes::Pcg32 random(31);
  for (const std::uint32_t size : {3u, 4u, 6u}) {
    Tally tally;
    for (int i = 0; i < by_tier(800, 40000); ++i) {
      Vec<3, T> p[6];
      const bool flat = i % 3 == 0;  // both in one plane
      for (auto& q : p) {
        q = {T(random.below(size)), T(random.below(size)), T(random.below(size))};
        if (flat) q[2] = q[0] - q[1];
      }
      check<T>({p[0], p[1], p[2]}, {p[3], p[4], p[5]}, tally);
    }
    expect_balance<T>(tally);
  }
}

// One triangle is put through a point of the other, then moved by a few units in the last place.
TYPED_TEST(TriangleTriangle, L17_within_rounding_of_touching_is_exact) {
  using T = TypeParam;
  scenes::Pcg32 random(32);
  Tally tally;
  const auto some = [&] {
    return Vec<3, T>{T(random.between(-1, 1)), T(random.between(-1, 1)), T(random.between(-1, 1))};
  };
  for (int i = 0; i < by_tier(2000, 100000); ++i) {
    const Triangle<3, T> a{some(), some(), some()};
    Triangle<3, T> b{some(), some(), some()};
    const double u = random.between(0, 1), v = random.between(0, 1 - u);
    const Vec<3, T> on_a = a.a + (a.b - a.a) * T(u) + (a.c - a.a) * T(i % 2 == 0 ? 0 : v);
    const Vec<3, T> on_b = i % 3 == 0 ? b.a : b.a + (b.b - b.a) * T(v);
    for (Vec<3, T>* p : {&b.a, &b.b, &b.c}) {
      *p = *p + (on_a - on_b);
      const std::uint32_t axis = random.below(3);
      (*p)[int(axis)] = std::nextafter((*p)[int(axis)], T(random.below(2) == 0 ? 9 : -9));
    }
    check(a, b, tally);
  }
  expect_balance<T>(tally);
}

TYPED_TEST(TriangleTriangle, L17_on_random_pairs_and_at_all_scales_is_exact) {
  using T = TypeParam;
  scenes::Pcg32 random(33);
  Tally tally;
  for (int i = 0; i < by_tier(1500, 100000); ++i) {
    Vec<3, T> p[6];
    // Needles and plates, too, by squeezing an axis.
    const T squeeze = i % 4 == 0 ? T(1e-5) : T(1);
    const T scale = T(std::ldexp(1.0, int(random.below(80)) - 40));
    for (auto& q : p) {
      q = {T(random.between(-1, 1)) * scale, T(random.between(-1, 1)) * scale * squeeze,
           T(random.between(-1, 1)) * scale};
    }
    check<T>({p[0], p[1], p[2]}, {p[3], p[4], p[5]}, tally);
  }
  EXPECT_GT(tally.touching, tally.count / 10);
}

}  // namespace
}  // namespace masu::test
