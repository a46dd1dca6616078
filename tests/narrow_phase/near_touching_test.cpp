// SPDX-License-Identifier: MIT
// Pairs of shapes slightly apart, or slightly overlapping. Compared with long double: the bounds
// contain the exact distance, distance(), penetration() and intersects() agree on which shapes
// touch, and the two points are `distance * normal` from each other.
#include <gtest/gtest.h>

#include <masu/core/answered.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/support.hpp>

#include "tests/shapes/known_shapes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// An ellipsoid with a center, as a shape of a user.
template <int Dimension, class S>
struct Egg {
  static constexpr int kDimension = Dimension;
  using Scalar = S;
  using V = Vec<Dimension, S>;
  V half;
  V center;

  V support(const V& direction) const {
    const S scale = 1 / length(direction);
    V p{};
    for (int a = 0; a < Dimension; ++a) p[a] = direction[a] * scale * half[a];
    const S size = std::sqrt(dot(p, p));
    for (int a = 0; a < Dimension; ++a) p[a] = center[a] + p[a] * half[a] / size;
    return p;
  }
  Aabb<Dimension, S> aabb(const Transform<Dimension, S>& pose) const {
    const V reach = V::all(half[0] + half[1] + half[Dimension - 1] + length(center));
    return {pose.translation - reach, pose.translation + reach};
  }
};

template <int D, class T>
Known<D, T> known_egg(const Egg<D, T>& egg) {
  auto known = known_ellipsoid<D, T>(egg.half, 0);
  const auto center = vec_cast<Real>(egg.center);
  const auto reach = known.reach;
  known.reach = [=](const Vec<D, Real>& d) { return reach(d) + dot(d, center); };
  known.name = "egg";
  known.view = view_of(egg);
  known.size += double(length(egg.center));
  return known;
}

// Far from their own origin, on a grid so that all corners are numbers.
template <int D, class T>
std::vector<Known<D, T>> far_shapes(Pcg32& random) {
  const double far = double(1 << random.below(13));
  const auto any = [&](double center) {
    Vec<D, T> p{};
    for (int a = 0; a < D; ++a) p[a] = T(center + (1 + random.below(255)) / 256.0);
    return p;
  };
  const Vec<D, T> a = any(far), b = any(far), c = any(far), half = any(0);
  auto corners = corners_of(half);
  for (auto& corner : corners) corner = corner + a;
  return {hull_of("far point", Point<D, T>{a}.view(), {a}),
          hull_of("far segment", Segment<D, T>{a, b}.view(), {a, b}),
          hull_of("far capsule", Capsule<D, T>{a, b, T(0.5)}.view(), {a, b}),
          hull_of("far triangle", Triangle<D, T>{a, b, c}.view(), {a, b, c}),
          hull_of("far box", Box<D, T>{half, a}.view(), corners)};
}

template <int D, class T>
struct Placed {
  Known<D, T> shape;
  Transform<D, T> pose{};

  Real reach(const Vec<D, Real>& n) const {
    const auto rotation = exact_rotation(pose.rotation);
    return shape.reach(transposed_times(rotation, n)) + dot(n, vec_cast<Real>(pose.translation));
  }
  Vec<D, Real> center() const {
    Vec<D, Real> c{};
    for (int a = 0; a < D; ++a) {
      Vec<D, Real> e{};
      e[a] = 1;
      c[a] = (reach(e) - reach(-e)) / 2;
    }
    return c;
  }
};

template <int D, class T>
class Pair {
 public:
  Placed<D, T> a;
  Placed<D, T> b;

  double size() const {
    double most = a.shape.size + b.shape.size;
    for (int k = 0; k < D; ++k) {
      most += std::fabs(double(a.pose.translation[k])) + std::fabs(double(b.pose.translation[k]));
    }
    return most;
  }
  Separation<D, T> depth() const { return penetration(a.shape.view, a.pose, b.shape.view, b.pose); }
  Separation<D, T> apart() const { return distance(a.shape.view, a.pose, b.shape.view, b.pose); }
  bool overlapping() const {
    return intersects(a.shape.view, a.pose, b.shape.view, b.pose).overlapping;
  }
  // The two shapes are this far apart along a unit direction: no farther than their distance.
  Real gap(const Vec<D, Real>& n) const { return -b.reach(-n) - a.reach(n); }

  // The largest gap that a search beside `n` finds; `n` becomes its direction.
  Real climb(Vec<D, Real>& n, Real step, Real shrink, Pcg32& random) const {
    n = n * (1 / length(n));
    Real best = gap(n);
    while (step > 1e-17L) {
      const Vec<D, Real> side = random_unit<D>(random);
      bool better = false;
      for (const Real sign : {step, -step}) {
        Vec<D, Real> m = n + side * sign;
        m = m * (1 / length(m));
        const Real there = gap(m);
        if (!(there > best)) continue;
        best = there, n = m, better = true;
      }
      step *= better ? 2 : shrink;
    }
    return best;
  }
  void set_distance(double requested) {
    for (int i = 0; i < 3; ++i) {
      const auto s = depth();
      if (!answered(s.status)) return;
      b.pose.translation = b.pose.translation + s.normal * T(requested - double(s.distance));
    }
  }
};

struct Tally {
  int count = 0;
  int touching = 0;
  int not_converged = 0;
  int false_upper = 0;
  int false_lower = 0;
  int outside_bounds = 0;
  int no_agreement = 0;
  int wide = 0;
  int off_normal = 0;
  int needless = 0;  // not_converged, with bounds as tight as rounding

  Tally& operator+=(const Tally& one) {
    count += one.count, touching += one.touching, not_converged += one.not_converged;
    false_upper += one.false_upper, false_lower += one.false_lower;
    outside_bounds += one.outside_bounds, no_agreement += one.no_agreement;
    wide += one.wide, off_normal += one.off_normal, needless += one.needless;
    return *this;
  }
  bool sound() const {
    return false_upper + false_lower + outside_bounds + no_agreement + wide + off_normal +
               needless ==
           0;
  }
  std::string words() const {
    std::string all;
    const auto add = [&](const char* what, int n) { all += what + std::to_string(n) + "; "; };
    add("pairs: ", count), add("touching: ", touching), add("not converged: ", not_converged);
    add("false upper: ", false_upper), add("false lower: ", false_lower);
    add("distance outside of bounds: ", outside_bounds), add("no agreement: ", no_agreement);
    add("wide: ", wide), add("points off the normal: ", off_normal);
    add("not converged, but tight: ", needless);
    return all;
  }
};

template <class T>
constexpr double kTight = std::is_same_v<T, float> ? 0x1p-17 : 0x1p-27;
template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;

template <int D, class T>
bool in_bounds(const Separation<D, T>& s) {
  return s.lower <= s.distance && s.distance <= s.upper;
}

// The largest gap known: beside the normals given, more thoroughly where a bound asks for it.
template <int D, class T>
Real best_gap(const Pair<D, T>& pair, const Separation<D, T>& deep, const Separation<D, T>& apart,
              Pcg32& random) {
  auto n = vec_cast<Real>(deep.normal);
  n = n * (1 / length(n));
  Real best = pair.gap(n);
  if (apart.distance > 0) {
    auto m = vec_cast<Real>(apart.normal);
    m = m * (1 / length(m));
    if (pair.gap(m) > best) best = pair.gap(m), n = m;
  }
  for (const Real step : {1e-3L, 1e-8L}) best = std::max(best, pair.climb(n, step, 0.5L, random));
  const auto proved = std::max(Real(deep.lower), Real(apart.lower));
  for (int i = 0; i < 8 && best < proved; ++i) {
    best = std::max(best, pair.climb(n, i % 2 == 0 ? 1e-3L : 1e-6L, 0.98L, random));
  }
  return best;
}

template <int D, class T>
Tally check(const Pair<D, T>& pair, Pcg32& random) {
  const auto deep = pair.depth();
  const auto apart = pair.apart();
  if (!answered(deep.status) || !answered(apart.status)) return {.false_upper = 1};
  const Real best = best_gap(pair, deep, apart, random);
  const double size = pair.size();
  const bool touching = deep.distance <= 0;
  const Real weak = D == 2 ? 0 : (std::is_same_v<T, float> ? 1e-6L : 1e-10L) * size;
  const double known = kTight<T> * size + std::fabs(double(deep.distance)) * 0x1p-7;
  const auto rough = [&](const Separation<D, T>& s) {
    return s.status == Status::ok && double(s.upper) - double(s.lower) > known;
  };
  const auto off_normal = [&](const Separation<D, T>& s) {
    const auto joined = vec_cast<Real>(s.point_b) - vec_cast<Real>(s.point_a);
    const auto rest = joined - vec_cast<Real>(s.normal) * Real(s.distance);
    return double(length(rest)) > kAccuracy<T> * size;
  };
  const auto needless = [&](const Separation<D, T>& s) {
    return s.status != Status::ok && double(s.upper) - double(s.lower) <= 0x1p-47 * size;
  };
  return {
      .count = 1,
      .touching = touching,
      .not_converged = deep.status != Status::ok,
      .false_upper = best > Real(deep.upper) || best > Real(apart.upper),
      .false_lower =
          best + weak < Real(deep.lower) || std::max(best, Real(0)) + weak < Real(apart.lower),
      .outside_bounds = !in_bounds(deep) || !in_bounds(apart),
      .no_agreement = touching != (apart.distance <= 0) || touching != pair.overlapping(),
      .wide = rough(deep) || rough(apart),
      .off_normal = off_normal(deep) || off_normal(apart),
      .needless = needless(deep) || needless(apart),
  };
}

template <class C>
class NearTouching : public testing::Test {
 protected:
  static constexpr int D = C::D;
  using T = typename C::T;

  Known<D, T> any_shape() {
    Pcg32& random = shapes_.random();
    const std::uint32_t kind = random.below(8);
    if (kind == 0) {
      Egg<D, T>& egg = egg_[used_ ^= 1];
      egg = {shapes_.any(0.4) + Vec<D, T>::all(T(0.6)),
             shapes_.any(random.below(4) == 0 ? 100 : 1)};
      return known_egg(egg);
    }
    const auto all = kind < 3 ? far_shapes<D, T>(random) : shapes_.make();
    return all[random.below(std::uint32_t(all.size()))];
  }
  // A rotation that differs from r by rounding or little more.
  void tilt(Rotation<D, T>& r) {
    Pcg32& random = shapes_.random();
    const T angle = T(std::pow(10.0, -random.between(4, 16)));
    if constexpr (D == 2) r.sine += angle;
    if constexpr (D == 3) r.x += angle, r.y -= angle * T(random.unit());
  }
  Pair<D, T> any_pair() {
    Pcg32& random = shapes_.random();
    Pair<D, T> p{{any_shape()}, {any_shape()}};
    const std::uint32_t family = random.below(6);
    random_rotation(random, p.a.pose.rotation);
    random_rotation(random, p.b.pose.rotation);
    if (family == 0) p.b.shape = p.a.shape;
    if (family <= 1) tilt(p.b.pose.rotation = p.a.pose.rotation);
    const double away = random.below(8) == 0 ? 1000 : 0;
    for (Placed<D, T>* x : {&p.a, &p.b}) {
      const auto center = x->center();
      for (int k = 0; k < D; ++k) x->pose.translation[k] = T(away - double(center[k]));
    }
    p.b.pose.translation = p.b.pose.translation + shapes_.any(1);
    if (family < 5)
      p.set_distance((random.below(2) == 0 ? -1 : 1) * std::pow(10, -random.between(1, 17)));
    return p;
  }
  std::string words(const Pair<D, T>& p) const {
    const auto deep = p.depth();
    char line[300];
    std::snprintf(line, sizeof line, "%s and %s: status %d, %.17g in [%.17g, %.17g]",
                  p.a.shape.name, p.b.shape.name, int(deep.status), double(deep.distance),
                  double(deep.lower), double(deep.upper));
    return line;
  }

  KnownShapes<D, T> shapes_{seed_of_piece(67)};
  Egg<D, T> egg_[2];
  int used_ = 0;
};
TYPED_TEST_SUITE(NearTouching, DimensionsAndScalars, CaseNames);

TYPED_TEST(NearTouching, L17_bounds_hold_and_all_queries_agree) {
  Tally tally;
  std::string first;
  Pcg32 random(seed_of_piece(68));
  for (int i = 0; i < by_tier(1500, 60000); ++i) {
    const auto pair = this->any_pair();
    const Tally one = check(pair, random);
    if (!one.sound() && first.empty()) first = this->words(pair) + ": " + one.words();
    tally += one;
  }
  EXPECT_TRUE(tally.sound()) << tally.words() << "\nfirst: " << first;
  EXPECT_GT(tally.touching, tally.count / 4);
  EXPECT_LT(tally.touching, tally.count * 3 / 4);
  EXPECT_LT(tally.not_converged, tally.count / 200);
  count_cases(std::uint64_t(tally.count));
}

// Where depths of 10^-8 of the size did not converge, distance() did not either, though it is 0.
TYPED_TEST(NearTouching, the_distance_is_known_where_the_depth_is_not) {
  int not_converged = 0;
  const int rounds = by_tier(20'000, 500'000);
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    auto pair = this->any_pair();
    pair.set_distance(-pair.size() * 1e-8);
    const auto apart = pair.apart();
    if (!answered(apart.status) || double(apart.upper) > 0x1p-47 * pair.size()) continue;
    EXPECT_EQ(apart.status, Status::ok) << i << ": " << this->words(pair);
    not_converged += pair.depth().status == Status::not_converged;
  }
  EXPECT_LT(not_converged, rounds / 50);
}

// It was 0 in [0, 7.1e-15].
TEST(NearTouchingByHand, points_have_bounds_that_hold) {
  const double x = 1 + 1e-13;
  const Point<3, double> p{{1, 1, 1}}, q{{x, 1, 1}};
  const Transform3d pose;
  for (const auto& s : {distance(p, pose, q, pose), penetration(p, pose, q, pose)}) {
    EXPECT_LE(s.lower, x - 1);
    EXPECT_GE(s.upper, x - 1);
    EXPECT_GT(s.distance, 0);
  }
  EXPECT_FALSE(intersects(p, pose, q, pose).overlapping);
}

}  // namespace
}  // namespace masu::test
