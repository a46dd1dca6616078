// SPDX-License-Identifier: MIT
// Casts of every shape against every shape, checked with support functions in long double: some
// direction, in double the normal of the hit, separates the shapes when they hit, so they do not
// overlap yet.
#include <gtest/gtest.h>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "tests/shapes/custom_shapes.hpp"
#include "tests/shapes/known_shapes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class C>
class NeverLate : public testing::Test {};
TYPED_TEST_SUITE(NeverLate, DimensionsAndScalars, CaseNames);

// Two shapes, and where they are.
template <int D, class T>
struct Placed {
  const Known<D, T>& a;
  const Known<D, T>& b;
  Matrix<D, Real> rotation_a;
  Matrix<D, Real> rotation_b;
  Vec<D, Real> off;  // from the first to the second

  // How far apart they are along a direction.
  Real gap(const Vec<D, Real>& n) const {
    const Real size = std::sqrt(dot(n, n));
    return (dot(n, off) - a.reach(transposed_times(rotation_a, n)) -
            b.reach(transposed_times(rotation_b, -n))) /
           size;
  }
};

// The widest gap along directions near `n`, as soon as one is positive. In 2D it is found; in 3D
// the search may end earlier.
template <int D, class T>
Real widest_gap(const Placed<D, T>& pair, Vec<D, Real> n, Pcg32& random) {
  Real best = pair.gap(n);
  for (Real step = 1e-4L; step > 1e-10L && best < 0; step /= 2) {
    for (int tries = 0; tries < 40; ++tries) {
      const Vec<D, Real> other = n + random_unit<D>(random) * step;
      const Real gap = pair.gap(other);
      if (gap > best) best = gap, n = other * (1 / std::sqrt(dot(other, other)));
    }
  }
  return best;
}

// What a gap may be off by: the rounding of distances, and of normals to float.
template <class C>
constexpr double kRounding = std::is_same_v<typename C::T, double> ? 0x1p-45
                             : C::D == 2                           ? 0x1p-38
                                                                   : 0x1p-20;

// One cast at random. False: it does not hit along the path.
template <int D, class T>
bool cast_hits_in_time(const Known<D, T>& a, const Known<D, T>& b, Pcg32& random) {
  const auto any = [&](double size) {
    Vec<D, T> v{};
    for (int i = 0; i < D; ++i) v[i] = T(random.between(-size, size));
    return v;
  };
  Transform<D, T> pose_a, pose_b;
  random_rotation(random, pose_a.rotation);
  random_rotation(random, pose_b.rotation);
  pose_a.translation = any(1);
  pose_b.translation = any(8);
  const Vec<D, T> displacement = (any(3) - pose_b.translation) * T(random.between(0.5, 3));
  const auto got = shape_cast(a.view, pose_a, b.view, pose_b, displacement);
  if (!got.hit || got.t == 0) return false;
  const auto off = vec_cast<Real>(pose_b.translation) - vec_cast<Real>(pose_a.translation) +
                   vec_cast<Real>(displacement) * Real(got.t);
  const Placed<D, T> pair{a, b, exact_rotation(pose_a.rotation), exact_rotation(pose_b.rotation),
                          off};
  const double size = a.size + b.size + double(std::sqrt(dot(off, off)));
  const auto n = vec_cast<Real>(got.normal);
  const bool is_double = std::is_same_v<T, double>;
  const double gap = double(is_double ? pair.gap(n) : widest_gap(pair, n, random)) / size;
  const double rounding = kRounding<Case<D, T>>;
  EXPECT_GE(gap, -rounding) << a.name << " and " << b.name;
  return true;
}

template <int D, class T>
const Known<D, T>& one_of(const std::vector<Known<D, T>>& shapes, Pcg32& random) {
  return shapes[random.below(std::uint32_t(shapes.size()))];
}

TYPED_TEST(NeverLate, casts_of_every_shape) {
  KnownShapes<TypeParam::D, typename TypeParam::T> shapes(seed_of_piece(71));
  Pcg32& random = shapes.random();
  int hits = 0;
  const int rounds = by_piece(by_tier(10'000, 1'000'000), 60'000);
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    const auto all = shapes.make();
    const auto more = shapes.make();
    const auto& a = one_of(all, random);
    hits += cast_hits_in_time(a, one_of(more, random), random);
  }
  EXPECT_GT(hits, this->HasFailure() ? 0 : rounds / 5);
  count_cases(std::uint64_t(rounds));
}

TYPED_TEST(NeverLate, casts_of_custom_shapes) {
  KnownShapes<TypeParam::D, typename TypeParam::T> shapes(seed_of_piece(72));
  CustomShapes<TypeParam::D, typename TypeParam::T> custom(seed_of_piece(73)),
      others(seed_of_piece(74));
  Pcg32& random = shapes.random();
  int hits = 0;
  const int rounds = by_piece(by_tier(10'000, 1'000'000), 60'000);
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    const auto first = custom.make();
    const auto second = random.below(2) == 0 ? others.make() : shapes.make();
    const auto& a = one_of(first, random);
    const auto& b = one_of(second, random);
    hits +=
        random.below(2) == 0 ? cast_hits_in_time(a, b, random) : cast_hits_in_time(b, a, random);
  }
  EXPECT_GT(hits, this->HasFailure() ? 0 : rounds / 5);
  count_cases(std::uint64_t(rounds));
}

// Past a corner, at a distance that is small but more than rounding: no hit, as it moves away after
// that. It hit, if the distance was below 2^-32 of the size.
TYPED_TEST(NeverLate, casts_that_pass_a_corner_do_not_hit) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  // Their corners at the origin of each.
  const Box<D, T> below{Vec<D, T>::all(1), Vec<D, T>::all(-1)};
  const Box<D, T> above{Vec<D, T>::all(1), Vec<D, T>::all(1)};
  const auto hits = [&](double height, T rise) {
    Transform<D, T> pose{};
    pose.translation[0] = T(0x1p-30);
    pose.translation[1] = T(height);
    if constexpr (D == 3) pose.translation[2] = T(-1);
    Vec<D, T> path{};
    path[0] = T(-4), path[1] = rise;
    const auto r = shape_cast(below, Transform<D, T>{}, above, pose, path);
    EXPECT_EQ(r.status, Status::ok);
    return r.hit;
  };
  for (const double height : {0x1p-38, 0x1p-36, 0x1p-33, 0x1p-30}) {
    for (const T rise : {T(0x1p-20), T(0x1p-8), T(1)}) {
      EXPECT_FALSE(hits(height, rise)) << height << ' ' << rise;
      EXPECT_TRUE(hits(-1.0 + height, rise)) << height << ' ' << rise;
    }
  }
}

// Within the tolerance shapes touch: what overlaps by less and moves apart does not hit, as what
// touches exactly; by more it does.
TYPED_TEST(NeverLate, overlaps_smaller_than_the_tolerance_count_as_touching) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const Box<D, T> box{Vec<D, T>::all(1)};
  const auto hits = [&](double overlap, T speed, double tolerance) {
    Sweep<D, T> still{}, moving{};
    moving.begin.translation[0] = T(2 - overlap);
    moving.end.translation[0] = moving.begin.translation[0] + speed;
    ImpactOptions options;
    options.tolerance = tolerance;
    const auto r = time_of_impact(box, still, box, moving, options);
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.t, r.hit ? 0 : 1);
    return r.hit;
  };
  for (const double tolerance : {1e-3, 1e-5}) {
    for (const T away : {T(0), T(1)}) {
      EXPECT_FALSE(hits(0, away, tolerance));
      EXPECT_FALSE(hits(tolerance / 2, away, tolerance));
      EXPECT_TRUE(hits(tolerance * 8, away, tolerance));
    }
    EXPECT_TRUE(hits(tolerance / 2, T(-1), tolerance));
    EXPECT_TRUE(hits(-tolerance / 2, T(-1), tolerance));
  }
}

}  // namespace
}  // namespace masu::test
