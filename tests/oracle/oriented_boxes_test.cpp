// SPDX-License-Identifier: MIT
// Rotated boxes compared with separating axes in 128-bit integers: rotations are rational, so every
// sign is exact, and a depth is one exact number divided by the length of its axis.
#include <gtest/gtest.h>

#include <cmath>

#include <masu/core/answered.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/box.hpp>

#include "tests/support/cases.hpp"
#include "tests/support/lattice.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

using Real = long double;
using Integer = std::int64_t;

Int128 magnitude(Int128 x) {
  return x < 0 ? -x : x;
}

template <int D>
struct OrientedBox {
  Lattice<D> half, center;
  LatticeRotation<D> rotation;

  // The direction of an axis, times the rotation's length.
  Lattice<D> axis(int i) const {
    Lattice<D> a{};
    for (int k = 0; k < D; ++k) a[k] = rotation.matrix[k][i];
    return a;
  }
};

template <int D>
Int128 wide_dot(const Vec<D, Integer>& a, const Vec<D, Integer>& b) {
  Int128 sum = 0;
  for (int k = 0; k < D; ++k) sum += Int128(a[k]) * b[k];
  return sum;
}

// The axis along which two boxes are the farthest apart, or overlap the least.
template <int D>
struct WidestGap {
  Real gap = -std::numeric_limits<Real>::infinity();  // exact except for its last roundings
  int sign = -1;                                      // of `gap`, exact
  Vec<D, Real> axis{};                                // unit, from a to b

  // A gap as an integer, over a positive number that is no longer exact.
  void take(Int128 integer, Real over, const Vec<D, Real>& unit, Int128 along) {
    const Real g = Real(integer) / over;
    sign = std::max(sign, integer > 0 ? 1 : (integer < 0 ? -1 : 0));
    if (g > gap) gap = g, axis = along < 0 ? -unit : unit;
  }
};

// S. Gottschalk, "Separating axis theorem", 1996, all over one denominator: the axes of a and b as
// integers have the lengths m and n.
template <int D>
WidestGap<D> widest_gap(const OrientedBox<D>& a, const OrientedBox<D>& b) {
  WidestGap<D> best;
  const Int128 m = a.rotation.length, n = b.rotation.length;
  const Lattice<D> off = b.center - a.center;
  Int128 dots[D][D];
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) dots[i][j] = magnitude(wide_dot(a.axis(i), b.axis(j)));
  }
  const auto unit = [](const Lattice<D>& v, Int128 length) {
    return vec_cast<Real>(v) * (1 / Real(length));
  };
  for (int i = 0; i < D; ++i) {
    Int128 reach_a = 0, reach_b = 0;
    for (int j = 0; j < D; ++j)
      reach_a += dots[i][j] * b.half[j], reach_b += dots[j][i] * a.half[j];
    const Int128 along_a = wide_dot(off, a.axis(i)), along_b = wide_dot(off, b.axis(i));
    best.take(magnitude(along_a) * n - a.half[i] * m * n - reach_a, Real(m) * Real(n),
              unit(a.axis(i), m), along_a);
    best.take(magnitude(along_b) * m - b.half[i] * m * n - reach_b, Real(m) * Real(n),
              unit(b.axis(i), n), along_b);
  }
  if constexpr (D == 3) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const Lattice<3> c = cross(a.axis(i), b.axis(j));
        const Int128 square = wide_dot(c, c);
        if (square == 0) continue;
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const Int128 along = wide_dot(off, c);
        const Int128 reach = a.half[i1] * dots[i2][j] + a.half[i2] * dots[i1][j] +
                             b.half[j1] * dots[i][j2] + b.half[j2] * dots[i][j1];
        const Real length = std::sqrt(Real(square));
        best.take(magnitude(along) - reach, length, vec_cast<Real>(c) * (1 / length), along);
      }
    }
  }
  return best;
}

template <class C>
class OrientedBoxes : public testing::Test {
 protected:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;
  // Products of a rotation's entries, a coordinate and a rotation's length have to fit.
  static constexpr int kBits = std::min(kLatticeBits<Scalar>, 48) - 2;

  OrientedBox<kD> any(LatticePoints<kD>& points) {
    OrientedBox<kD> box{{}, points(), LatticeRotation<kD>::random(random)};
    const Lattice<kD> half = points();
    for (int k = 0; k < kD; ++k) box.half[k] = half[k] < 0 ? -half[k] : half[k];
    return box;
  }
  // Moves b along the widest gap until the gap is a few units, or so many bits wide.
  void approach(const OrientedBox<kD>& a, OrientedBox<kD>& b) {
    const WidestGap<kD> best = widest_gap(a, b);
    const Real by = Real(signed_below(1 + (Integer(1) << random.below(kBits / 2)), random));
    for (int k = 0; k < kD; ++k)
      b.center[k] -= Integer(std::llround(best.axis[k] * (best.gap - by)));
  }

  scenes::Pcg32 random{seed_of_piece(31 + kD * sizeof(Scalar))};
};
TYPED_TEST_SUITE(OrientedBoxes, DimensionsAndScalars, CaseNames);

template <int D, class T>
bool in_range(const OrientedBox<D>& box) {
  for (int k = 0; k < D; ++k) {
    if (magnitude(box.center[k]) >> (std::min(kLatticeBits<T>, 48) + 2) != 0) return false;
  }
  return true;
}

TYPED_TEST(OrientedBoxes, have_exact_signs_and_bounds_that_hold) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::uint64_t cases = 0, overlapping = 0, touching = 0, unsure = 0, rough = 0;
  constexpr Real kRounded = 1 + 0x1p-60L;
  for (std::uint32_t i = 0; i < by_piece(1'000u, 60'000u); ++i) {
    LatticePoints<D> points(Layout(i % kLayouts), this->kBits, this->random);
    const int exponent = int(this->random.below(81)) - 40;
    const T unit = std::ldexp(T(1), exponent);
    for (int k = 0; k < 16; ++k) {
      const OrientedBox<D> a = this->any(points);
      OrientedBox<D> b = this->any(points);
      if (k % 4 == 1) b.rotation = a.rotation;
      if (k % 2 == 1) this->approach(a, b);
      if (!in_range<D, T>(b)) continue;
      const WidestGap<D> exact = widest_gap(a, b);
      const Real gap = exact.gap * Real(unit);
      const Box<D, T> x{scaled<T>(a.half, unit)}, y{scaled<T>(b.half, unit)};
      const Transform<D, T> at{scaled<T>(a.center, unit), a.rotation.template as<T>()};
      const Transform<D, T> to{scaled<T>(b.center, unit), b.rotation.template as<T>()};
      const auto apart = distance(x, at, y, to);
      const auto deep = penetration(x, at, y, to);
      const auto hit = intersects(x, at, y, to);
      SCOPED_TRACE(testing::Message() << "set " << i << ", pair " << k);
      ASSERT_TRUE(answered(apart.status) && answered(deep.status) && hit.status == Status::ok);
      rough += apart.status != Status::ok || deep.status != Status::ok;  // needles
      // The gap is no longer than the distance, and minus the depth.
      if (exact.sign > 0) {
        ASSERT_GE(Real(apart.upper) * kRounded, gap);
        ASSERT_GE(Real(deep.upper) * kRounded, gap);
      } else {
        ASSERT_LE(apart.lower, 0);
        ASSERT_LE(Real(deep.lower), gap / kRounded);
        ASSERT_GE(Real(deep.upper), gap * kRounded);
      }
      ASSERT_EQ(hit.overlapping, apart.distance <= 0);
      ASSERT_EQ(hit.overlapping, deep.distance <= 0);
      const bool wrong_side = hit.overlapping != (exact.sign <= 0);
      if (wrong_side) {
        ASSERT_TRUE(deep.lower <= 0 && deep.upper >= 0);
      }
      ++cases, overlapping += exact.sign <= 0, touching += exact.sign == 0, unsure += wrong_side;
    }
  }
  std::cout << "shares: " << double(overlapping) / double(cases) << " overlap, "
            << double(touching) / double(cases) << " touch, " << double(unsure) / double(cases)
            << " within rounding\n";
  EXPECT_GT(overlapping, cases * 3 / 10);
  EXPECT_LT(overlapping, cases * 7 / 10);
  EXPECT_LT(unsure, cases / 20);
  EXPECT_LE(rough, cases / 100'000);
  count_cases(cases);
}

}  // namespace
}  // namespace masu::test
