// SPDX-License-Identifier: MIT
// Segments and points that are parallel, cross or touch, exactly or within rounding. Compared with
// long double: the bounds contain the exact distance and are as tight as rounding permits, all
// queries agree on which shapes touch, and the points are `distance * normal` from each other.
#include <gtest/gtest.h>

#include <algorithm>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Real = long double;
using scenes::Pcg32;

template <int D>
using Exact = Vec<D, Real>;

template <int D>
Real from_segment(const Exact<D>& p, const Exact<D>& a, const Exact<D>& b) {
  const Exact<D> along = b - a;
  const Real squared = dot(along, along);
  const Real part = squared > 0 ? dot(p - a, along) / squared : 0;
  return length(p - (a + along * std::clamp(part, Real(0), Real(1))));
}

// The distance of segments that do not cross within a plane: from an end, or between the lines.
template <int D, class T>
Real exact_distance(const Segment<D, T>& s, const Segment<D, T>& t) {
  const auto a = vec_cast<Real>(s.a), b = vec_cast<Real>(s.b);
  const auto c = vec_cast<Real>(t.a), d = vec_cast<Real>(t.b);
  Real least = std::min(
      {from_segment(a, c, d), from_segment(b, c, d), from_segment(c, a, b), from_segment(d, a, b)});
  if constexpr (D == 3) {
    const Exact<3> n = cross(b - a, d - c);
    const Real squared = dot(n, n);
    if (squared > 0) {
      const Real part = dot(cross(c - a, d - c), n) / squared;
      const Exact<3> p = a + (b - a) * std::clamp(part, Real(0), Real(1));
      least = std::min(least, from_segment(p, c, d));
    }
  }
  return least;
}

template <int D, class T>
bool cross_in_plane(const Segment<D, T>& s, const Segment<D, T>& t) {
  if constexpr (D == 3) return false;
  const auto a = vec_cast<Real>(s.a), b = vec_cast<Real>(s.b);
  const auto c = vec_cast<Real>(t.a), d = vec_cast<Real>(t.b);
  const auto side = [](const auto& p, const auto& q, const auto& r) {
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  };
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

struct Tally {
  int count = 0;
  int not_converged = 0;
  int false_bound = 0;
  int wide = 0;
  int off_normal = 0;
  int no_agreement = 0;

  bool sound() const { return not_converged + false_bound + wide + off_normal + no_agreement == 0; }
  std::string words() const {
    std::string all;
    const auto add = [&](const char* what, int n) { all += what + std::to_string(n) + "; "; };
    add("pairs: ", count), add("not converged: ", not_converged);
    add("false bound: ", false_bound), add("wide: ", wide);
    add("points off the normal: ", off_normal), add("no agreement: ", no_agreement);
    return all;
  }
};

template <class C>
class SegmentPair : public testing::Test {
 protected:
  static constexpr int D = C::D;
  using T = typename C::T;
  using V = Vec<D, double>;

  double small(double least) { return std::pow(10, -random_.between(0, least)); }
  V any(double size) {
    V v{};
    for (int a = 0; a < D; ++a) v[a] = random_.between(-size, size);
    return v;
  }
  // In quarters: parallel, crossing and touching exactly.
  V on_lattice() {
    V v{};
    for (int a = 0; a < D; ++a) v[a] = (int(random_.below(9)) - 4) / 4.0;
    return v;
  }
  // A unit vector across `along`, some way around it.
  V across(const V& along) {
    V v = any(1);
    for (int i = 0; i < 2; ++i) v = v - along * (dot(v, along) / dot(along, along));
    return v * (1 / length(v));
  }
  static Segment<D, T> segment(const V& a, const V& b) { return {vec_cast<T>(a), vec_cast<T>(b)}; }

  // The second beside the first or crossing it, at an angle and height of any size.
  void next(Segment<D, T>& a, Segment<D, T>& b) {
    const V p = any(1);
    const V u = any(1) + V::all(0.01);
    a = segment(p, p + u);
    const V n = across(u);
    const V m = p + u * random_.between(-0.2, 1.2) + n * small(17);
    const std::uint32_t family = random_.below(5);
    V along = u;
    if (family <= 1) along = u + any(1) * small(17);
    if (family == 1) along = along - n * dot(along, n);
    if (family == 2) along = any(1) * small(6);
    b = segment(m - along * random_.unit(), m + along * random_.unit());
    if (family == 3) b.a = b.b;
    if (family == 4)
      a = segment(on_lattice(), on_lattice()), b = segment(on_lattice(), on_lattice());
    if (random_.below(2) == 0) std::swap(a, b);
  }

  void check(const Segment<D, T>& a, const Segment<D, T>& b, Tally& tally) {
    const Transform<D, T> pose;
    const bool point = b.a == b.b;
    const Point<D, T> p{b.a};
    const auto deep = point ? penetration(a, pose, p, pose) : penetration(a, pose, b, pose);
    const auto apart = point ? distance(a, pose, p, pose) : distance(a, pose, b, pose);
    const bool overlapping =
        (point ? intersects(a, pose, p, pose) : intersects(a, pose, b, pose)).overlapping;
    const Real exact = exact_distance(a, b);
    constexpr Real kUnsure = 1e-18L;
    constexpr double kRounding = 8 * double(std::numeric_limits<T>::epsilon());
    const bool wrong = deep.lower > exact + kUnsure || deep.upper < exact - kUnsure ||
                       apart.lower > exact + kUnsure || apart.upper < exact - kUnsure;
    const auto wide = [](const auto& s) {
      return double(s.upper) - double(s.lower) > 2e-13 + kRounding;
    };
    const auto off = [](const auto& s) {
      const auto joined = vec_cast<Real>(s.point_b) - vec_cast<Real>(s.point_a);
      const auto rest = joined - vec_cast<Real>(s.normal) * Real(s.distance);
      return length(rest) > 1e-13 + 4 * kRounding;
    };
    ++tally.count;
    tally.not_converged += deep.status != Status::ok || apart.status != Status::ok;
    tally.false_bound += wrong;
    tally.wide += wide(deep) || wide(apart);
    tally.off_normal += off(deep) || off(apart);
    tally.no_agreement +=
        overlapping != (deep.distance <= 0) || overlapping != (apart.distance <= 0);
  }

  Pcg32 random_{71};
};
TYPED_TEST_SUITE(SegmentPair, DimensionsAndScalars, CaseNames);

TYPED_TEST(SegmentPair, L17_nearly_parallel_and_nearly_touching_pairs_are_exact_up_to_rounding) {
  Tally tally;
  std::string first;
  for (int i = 0; i < by_tier(40000, 2000000); ++i) {
    Segment<TypeParam::D, typename TypeParam::T> a{}, b{};
    this->next(a, b);
    if (cross_in_plane(a, b)) continue;
    const bool sound = tally.sound();
    this->check(a, b, tally);
    if (!sound || tally.sound()) continue;
    for (const auto& p : {a.a, a.b, b.a, b.b}) {
      for (int k = 0; k < TypeParam::D; ++k) {
        char number[40];
        std::snprintf(number, sizeof number, "%a ", double(p[k]));
        first += number;
      }
    }
  }
  EXPECT_TRUE(tally.sound()) << tally.words() << "\nfirst: " << first;
}

// The points were 6.2e-7 off the normal, and the bounds 4e-9 apart.
TEST(SegmentPairByHand, crossing_at_a_small_angle) {
  const Segment<3, double> a{{.45, .67, .8}, {-.91, -.97, -.24}};
  const Segment<3, double> b{{-.16423118000000006, -.067667980000000086, .33439356000000003},
                             {-1.5242296200000001, -1.7076696199999999, -.70560475999999994}};
  const Transform3d pose;
  const auto s = penetration(a, pose, b, pose);
  EXPECT_LE(length(s.point_b - s.point_a - s.normal * s.distance), 1e-13);
  EXPECT_LE(s.upper - s.lower, 1e-13);
  EXPECT_LE(s.lower, exact_distance(a, b));
  EXPECT_GE(s.upper, exact_distance(a, b));
}

// The points were 8.1e-11 off the normal.
TEST(SegmentPairByHand, point_close_to_a_segment) {
  const Segment<3, double> a{{0x1.8514ee9922ccp-2, -0x1.f7f52bf596c18p-1, 0x1.1a9c5dd1eb42ap-1},
                             {-0x1.ba23761330efp-3, -0x1.fbd4328ef693cp+0, 0x1.bd45ff7248bf8p-3}};
  const Point<3, double> q{{0x1.71fc20b99c861p-6, -0x1.956ee17ca2dcep+0, 0x1.67bebbd70f15ep-2}};
  const Transform3d pose;
  const auto s = penetration(q, pose, a, pose);
  EXPECT_LE(length(s.point_b - s.point_a - s.normal * s.distance), 1e-13);
}

// The square of the offset is denormal: the normal had a length of 0.8 to 1.2.
TEST(SegmentPairByHand, equal_capsules_with_tiny_offsets) {
  scenes::Pcg32 random(72);
  const auto any = [&] {
    return Vec<3, double>{random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)};
  };
  for (int i = 0; i < 20'000; ++i) {
    const Capsule<3, double> capsule{any(), any(), 1.5};
    Transform3d pose;
    for (int a = 0; a < 3; ++a) {
      if (random.below(2) == 0) pose.translation[a] = std::exp2(-random.between(400, 1074));
    }
    const auto s = penetration(capsule, {}, capsule, pose);
    ASSERT_EQ(s.status, Status::ok) << i;
    ASSERT_NEAR(length(s.normal), 1, 1e-14) << i;
    ASSERT_LE(length(s.point_b - s.point_a - s.normal * s.distance), 1e-13) << i;
    EXPECT_NEAR(s.distance, -3, 1e-14) << i;
  }
}

}  // namespace
}  // namespace masu::test
