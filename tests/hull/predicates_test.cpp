// SPDX-License-Identifier: MIT
// Signs compared with integers of any length: random, nearly and exactly degenerate, all exponents.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <masu/core/finite.hpp>
#include <masu/hull/predicates.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/hull/exact_signs.hpp"
#include "tests/support/lattice.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
T nudge(T x, scenes::Pcg32& random) {
  const T sign = random.below(2) == 0 ? -1 : 1;
  for (std::uint32_t i = random.below(3); i > 0; --i) {
    x = std::nextafter(x, sign * std::numeric_limits<T>::max());
  }
  return x;
}

// Up to 2^bits in magnitude.
template <class T>
T integer(int bits, scenes::Pcg32& random) {
  return T(double(random.below(1u << bits)) * (random.below(2) == 0 ? -1 : 1));
}

// A full mantissa, an exponent between the limits; now and then 0.
template <class T>
T any_exponent(int low, int high, scenes::Pcg32& random) {
  if (random.below(8) == 0) return 0;
  const int exponent = low + int(random.below(std::uint32_t(high - low + 1)));
  const double mantissa = random.between(1, 2) * (random.below(2) == 0 ? -1 : 1);
  return T(std::ldexp(T(mantissa), exponent));
}

// D + 1 points of one family each.
template <int D, class T>
struct Family {
  using Point = Vec<D, T>;
  using Limits = std::numeric_limits<T>;
  static constexpr int kLow = Limits::min_exponent - Limits::digits + 1;
  static constexpr int kHigh = Limits::max_exponent - 2;

  scenes::Pcg32 random;
  Point p[D + 1] = {};

  template <class F>
  void fill(F&& coordinate) {
    for (Point& point : p) {
      for (T& x : point.v) x = coordinate();
    }
  }
  void uniform() {
    fill([&] { return T(random.between(-1, 1)); });
  }
  void grid() {
    fill([&] { return integer<T>(1 + int(random.below(2)), random); });
  }
  void exponents(int low, int high) {
    fill([&] { return any_exponent<T>(low, high, random); });
  }
  // The last point is a mean of the others, rounded, perhaps off by some units in the last place.
  void nearly() {
    const T offset = T(random.below(2) == 0 ? 0 : 1000);
    fill([&] { return offset + T(random.between(-1, 1)); });
    const T t = T(random.unit());
    const T s = D == 3 ? T(random.unit()) : T(0);
    const Point along = (p[1] - p[0]) * t + (p[D - 1] - p[0]) * s;
    for (int k = 0; k < D; ++k) p[D][k] = nudge(p[0][k] + along[k], random);
  }
  // Integers, so that the last point is exactly where the combination puts it; then a scale.
  void flat() {
    fill([&] { return integer<T>(8, random); });
    const T t = integer<T>(4, random);
    const T s = D == 3 ? integer<T>(4, random) : T(0);
    p[D] = p[0] + (p[1] - p[0]) * t + (p[D - 1] - p[0]) * s;
    const int scale = kLow + int(random.below(std::uint32_t(kHigh - 16 - kLow)));
    for (Point& point : p) {
      for (T& x : point.v) x = std::ldexp(x, scale);
    }
    if (random.below(4) == 0) p[D][0] = nudge(p[D][0], random);
  }
  // A rotated flat case: what 53 bits keep of it is off by about an ulp, where 106 bits are needed.
  void rounded() {
    flat();
    const T c = T(0.8);
    const T s = T(0.6);
    for (Point& point : p) {
      const Point q = point;
      point[0] = c * q[0] - s * q[1];
      point[1] = s * q[0] + c * q[1];
    }
  }
  // Axis-parallel and equal coordinates at wild exponents.
  void shared() {
    exponents(kLow, kHigh);
    const int axis = int(random.below(D));
    for (Point& point : p) point[axis] = p[0][axis];
  }
  // Points that coincide or mirror each other.
  void repeated() {
    exponents(kLow / 2, kHigh / 2);
    p[D] = random.below(2) == 0 ? p[random.below(D)] : -p[random.below(D)];
  }

  void make(std::uint32_t which) {
    switch (which % 12) {
      case 0: return uniform();
      case 1: return grid();
      case 2: return exponents(std::max(-140, kLow), std::min(140, kHigh));
      case 3: return exponents(kLow, kHigh);
      case 4: return nearly();
      case 5: return shared();
      case 6: return repeated();
      case 7: return rounded();
      default: return flat();
    }
  }
};

template <class T>
int masu_sign(const Vec<2, T> (&p)[3]) {
  return orient2d(p[0], p[1], p[2]);
}
template <class T>
int masu_sign(const Vec<3, T> (&p)[4]) {
  return orient3d(p[0], p[1], p[2], p[3]);
}
template <class T>
int true_sign(const Vec<2, T> (&p)[3]) {
  return exact_orient2d(p[0], p[1], p[2]);
}
template <class T>
int true_sign(const Vec<3, T> (&p)[4]) {
  return exact_orient3d(p[0], p[1], p[2], p[3]);
}

template <class T>
class Predicates : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Predicates, Scalars);

// How often each sign comes up says whether the cases test anything.
template <int D, class T>
void compare_signs(std::uint32_t count) {
  Family<D, T> family{scenes::Pcg32(seed_of_piece(D * sizeof(T)))};
  std::uint32_t counts[3] = {};
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    family.make(i);
    bool finite = true;
    for (const auto& p : family.p) finite = finite && is_finite(p);
    if (!finite) continue;
    const int expected = true_sign(family.p);
    ASSERT_EQ(masu_sign(family.p), expected) << "case " << i;
    ++counts[expected + 1];
    ++total;
  }
  EXPECT_GE(total, count * 9 / 10);
  EXPECT_GE(counts[1], total * 3 / 10) << "too few degenerate cases";
  EXPECT_GE(counts[0], total / 5);
  EXPECT_GE(counts[2], total / 5);
  count_cases(total);
}

TYPED_TEST(Predicates, L21_orient2d_is_exact) {
  compare_signs<2, TypeParam>(by_tier(100'000, 5'000'000));
}

TYPED_TEST(Predicates, L21_orient3d_is_exact) {
  compare_signs<3, TypeParam>(by_tier(100'000, 5'000'000));
}

TYPED_TEST(Predicates, L21_cross_sign_is_exact_for_four_points) {
  using T = TypeParam;
  Family<2, T> one{scenes::Pcg32(seed_of_piece(5))};
  Family<2, T> other{scenes::Pcg32(seed_of_piece(6))};
  std::uint32_t zeros = 0;
  std::uint32_t compared = 0;
  const std::uint32_t count = by_tier(50'000, 1'000'000);
  for (std::uint32_t i = 0; i < count; ++i) {
    one.make(i);
    other.make(i);
    auto q = other.p[1];
    if (i % 2 == 0) q = other.p[0] + (one.p[1] - one.p[0]);  // parallel, or nearly
    if (!is_finite(one.p[0]) || !is_finite(one.p[1]) || !is_finite(other.p[0]) || !is_finite(q)) {
      continue;
    }
    const int expected = exact_cross_sign(one.p[0], one.p[1], other.p[0], q);
    ASSERT_EQ(cross_sign(one.p[0], one.p[1], other.p[0], q), expected) << "case " << i;
    zeros += expected == 0;
    ++compared;
  }
  EXPECT_GE(zeros, count / 10);
  count_cases(compared);
}

// Signs on lattices, in 128-bit integers: fast enough for billions of cases.
int sign_of(Int128 x) {
  return x > 0 ? 1 : (x < 0 ? -1 : 0);
}

int lattice_sign(const Lattice<2> (&p)[3]) {
  const Lattice<2> u = p[1] - p[0], v = p[2] - p[0];
  return sign_of(Int128(u[0]) * v[1] - Int128(u[1]) * v[0]);
}

// A sum of three products of 103 and 51 bits: each minor is split at bit 51, so that both sums fit.
int lattice_sign(const Lattice<3> (&p)[4]) {
  const Lattice<3> u = p[1] - p[0], v = p[2] - p[0], w = p[3] - p[0];
  Int128 high = 0, low = 0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const Int128 minor = Int128(u[i]) * v[j] - Int128(u[j]) * v[i];
    const Int128 top = minor >> 51;
    high += top * w[k];
    low += (minor - (top << 51)) * w[k];
  }
  high += low >> 51;
  return high != 0 ? sign_of(high) : int((low & ((Int128(1) << 51) - 1)) != 0);
}

// D + 1 points; the last is often in the span of the others, or one unit beside it.
template <int D, class T>
void compare_lattice_signs(std::uint32_t sets) {
  scenes::Pcg32 random(seed_of_piece(20 + D * sizeof(T)));
  std::uint64_t counts[3] = {};
  constexpr int kSame = 64;  // cases of one layout and scale
  for (std::uint32_t i = 0; i < sets; ++i) {
    LatticePoints<D> points(Layout(i % kLayouts), kLatticeBits<T>, random);
    const T unit = std::ldexp(T(1), int(random.below(121)) - 60);
    for (int k = 0; k < kSame; ++k) {
      Lattice<D> p[D + 1];
      for (auto& q : p) q = points();
      const std::uint32_t kind = random.next();
      if (kind % 8 < 6) {
        const auto weight = [&](int bit) { return std::int64_t(kind >> bit) % 3 - 1; };
        p[D] = p[0] + (p[1] - p[0]) * weight(4);
        if (D == 3) p[D] = p[D] + (p[D - 1] - p[0]) * weight(8);
      }
      if (kind % 8 < 2) p[D][int((kind >> 16) % D)] += (kind >> 24) % 2 == 0 ? 1 : -1;
      Vec<D, T> q[D + 1];
      for (int n = 0; n <= D; ++n) q[n] = scaled<T>(p[n], unit);
      const int expected = lattice_sign(p);
      ASSERT_EQ(masu_sign(q), expected) << "layout " << i % kLayouts << ", set " << i;
      ++counts[expected + 1];
    }
  }
  const std::uint64_t total = counts[0] + counts[1] + counts[2];
  std::cout << "shares: " << double(counts[1]) / double(total) << " degenerate\n";
  EXPECT_GE(counts[1], total * 3 / 10);
  EXPECT_LE(counts[1], total * 7 / 10);
  EXPECT_GE(counts[0], total / 8);
  EXPECT_GE(counts[2], total / 8);
  count_cases(total);
}

TYPED_TEST(Predicates, L21_orient2d_is_exact_on_lattices) {
  compare_lattice_signs<2, TypeParam>(by_piece(2'000u, 400'000u));
}

TYPED_TEST(Predicates, L21_orient3d_is_exact_on_lattices) {
  compare_lattice_signs<3, TypeParam>(by_piece(2'000u, 200'000u));
}

// Shewchuk's figure: points a few units in the last place off a diagonal far away.
TYPED_TEST(Predicates, L21_every_position_around_a_diagonal_has_its_sign) {
  using T = TypeParam;
  const Vec<2, T> b{12, 12};
  const Vec<2, T> c{24, 24};
  const T ulp = std::numeric_limits<T>::epsilon() / 2;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const Vec<2, T> a{T(0.5) + T(i) * ulp, T(0.5) + T(j) * ulp};
      const int expected = a[0] < a[1] ? 1 : (a[0] > a[1] ? -1 : 0);
      ASSERT_EQ(orient2d(a, b, c), expected) << i << ' ' << j;
    }
  }
}

TYPED_TEST(Predicates, L21_signs_change_with_the_order_of_the_points) {
  using T = TypeParam;
  const Vec<2, T> o2{0, 0}, x2{1, 0}, y2{0, 1};
  EXPECT_EQ(orient2d(o2, x2, y2), 1);
  EXPECT_EQ(orient2d(o2, y2, x2), -1);
  EXPECT_EQ(orient2d(o2, x2, x2 * T(3)), 0);
  const Vec<3, T> o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  EXPECT_EQ(orient3d(o, x, y, z), 1);
  EXPECT_EQ(orient3d(o, y, x, z), -1);
  EXPECT_EQ(orient3d(o, x, y, x + y), 0);
}

TEST(PredicateFilters, L21_leave_only_nearly_degenerate_input_to_the_exact_arithmetic) {
  Family<3, double> family{scenes::Pcg32(9)};
  int doubts = 0;
  for (int i = 0; i < 10'000; ++i) {
    family.uniform();
    doubts +=
        !detail::filtered_volume(family.p[0], family.p[1], family.p[2], family.p[3]).certain();
    family.flat();
    const bool sure =
        detail::filtered_volume(family.p[0], family.p[1], family.p[2], family.p[3]).certain();
    if (sure) {
      ASSERT_NE(true_sign(family.p), 0);
    }
  }
  EXPECT_LE(doubts, 10);
}

// They are called only for input that the filters leave, but are exact for all.
TEST(PredicateFilters, L21_the_exact_arithmetic_is_exact_by_itself) {
  Family<2, double> flat{scenes::Pcg32(10)};
  Family<3, double> solid{scenes::Pcg32(11)};
  for (int i = 0; i < 20'000; ++i) {
    i % 2 == 0 ? flat.grid() : flat.uniform();
    i % 2 == 0 ? solid.grid() : solid.uniform();
    const auto& p = flat.p;
    const auto& q = solid.p;
    ASSERT_EQ(detail::exact_cross(p[0], p[1], p[0], p[2]), true_sign(p)) << "case " << i;
    ASSERT_EQ(detail::exact_volume(q[0], q[1], q[2], q[3]), true_sign(q)) << "case " << i;
  }
  EXPECT_EQ(detail::exact_cross({1, 1}, {2, 1}, {1, 1}, {1, 2}), 1);
  EXPECT_EQ(detail::exact_volume({1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}), 1);
}

}  // namespace
}  // namespace masu::test
