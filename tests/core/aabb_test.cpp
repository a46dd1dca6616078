// SPDX-License-Identifier: MIT
#include <masu/core/aabb.hpp>

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <masu/core/box_distance.hpp>
#include <masu/core/box_surface.hpp>
#include <masu/core/ray.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/cases.hpp"

namespace masu {
namespace {

template <class C>
class AabbTest : public testing::Test {};
TYPED_TEST_SUITE(AabbTest, test::Cases, test::CaseNames);

template <class C>
struct Boxes {
  static constexpr int D = C::D;
  using T = typename C::T;
  using Bounds = Aabb<D, T>;
  using Limits = std::numeric_limits<T>;
  static constexpr T inf = Limits::infinity();
  static constexpr T nan = Limits::quiet_NaN();

  static Bounds cube(T lo, T hi) { return {Vec<D, T>::all(lo), Vec<D, T>::all(hi)}; }
  static Bounds with(Bounds box, int axis, T lo, T hi) {
    box.min[axis] = lo;
    box.max[axis] = hi;
    return box;
  }
};

TYPED_TEST(AabbTest, boxes_are_closed_touching_is_overlap) {
  using B = Boxes<TypeParam>;
  const auto a = B::cube(0, 1);
  for (int axis = 0; axis < B::D; ++axis) {
    using T = typename TypeParam::T;
    const auto touching = B::with(a, axis, 1, 2);
    EXPECT_TRUE(overlaps(a, touching));
    EXPECT_TRUE(overlaps(touching, a));
    const T next = 1 + B::Limits::epsilon();
    EXPECT_FALSE(overlaps(a, B::with(a, axis, next, 2)));
    EXPECT_FALSE(overlaps(B::with(a, axis, next, 2), a));
  }
}

TYPED_TEST(AabbTest, separation_on_one_axis_is_enough) {
  using B = Boxes<TypeParam>;
  const auto a = B::cube(0, 1);
  for (int axis = 0; axis < B::D; ++axis) {
    EXPECT_FALSE(overlaps(a, B::with(a, axis, 3, 4)));
    EXPECT_FALSE(overlaps(a, B::with(a, axis, -4, -3)));
  }
}

TYPED_TEST(AabbTest, inverted_or_nan_on_any_axis_is_empty_and_overlaps_nothing) {
  using B = Boxes<TypeParam>;
  const auto whole = B::cube(-B::inf, B::inf);
  const auto unit = B::cube(0, 1);
  EXPECT_FALSE(unit.empty());
  for (int axis = 0; axis < B::D; ++axis) {
    for (const auto& odd :
         {B::with(unit, axis, 1, 0), B::with(unit, axis, B::nan, 1), B::with(unit, axis, 0, B::nan),
          B::with(unit, axis, B::nan, B::nan), B::with(unit, axis, B::inf, -B::inf)}) {
      EXPECT_TRUE(odd.empty());
      for (const auto& other : {unit, whole, odd}) {
        EXPECT_FALSE(overlaps(odd, other));
        EXPECT_FALSE(overlaps(other, odd));
      }
      EXPECT_FALSE(unit.contains(odd));
      EXPECT_FALSE(odd.contains(unit));
    }
  }
}

TYPED_TEST(AabbTest, infinite_bounds_compare_as_in_ieee_754) {
  using B = Boxes<TypeParam>;
  const auto whole = B::cube(-B::inf, B::inf);
  EXPECT_EQ(whole, B::Bounds::everything());
  EXPECT_FALSE(whole.empty());
  EXPECT_FALSE(whole.finite());
  EXPECT_TRUE(overlaps(whole, whole));
  EXPECT_TRUE(overlaps(whole, B::cube(5, 6)));
  const auto half = B::cube(7, B::inf);
  EXPECT_TRUE(overlaps(half, B::cube(6, 7)));
  EXPECT_FALSE(overlaps(half, B::cube(5, 6)));
  const auto far = B::cube(B::inf, B::inf);
  EXPECT_FALSE(far.empty());
  EXPECT_TRUE(overlaps(far, half));
  EXPECT_TRUE(overlaps(far, far));
  EXPECT_FALSE(overlaps(far, B::cube(-B::inf, 0)));
}

TYPED_TEST(AabbTest, signed_zeros_are_equal) {
  using B = Boxes<TypeParam>;
  using T = typename TypeParam::T;
  const auto below = B::cube(-1, -T(0));
  const auto above = B::cube(T(0), 1);
  EXPECT_TRUE(overlaps(below, above));
  EXPECT_TRUE(overlaps(above, below));
  EXPECT_FALSE(B::cube(T(0), -T(0)).empty());
}

TYPED_TEST(AabbTest, a_point_is_a_box) {
  using B = Boxes<TypeParam>;
  const auto point = B::Bounds::of_point(Vec<TypeParam::D, typename TypeParam::T>::all(3));
  EXPECT_FALSE(point.empty());
  EXPECT_TRUE(overlaps(point, point));
  EXPECT_TRUE(overlaps(point, B::cube(3, 9)));
  EXPECT_TRUE(B::cube(3, 9).contains(point.min));
  EXPECT_FALSE(B::cube(4, 9).contains(point.min));
}

TYPED_TEST(AabbTest, nothing_is_neutral_and_merge_is_the_smallest_enclosing_box) {
  using B = Boxes<TypeParam>;
  const auto a = B::cube(0, 1);
  const auto b = B::cube(3, 4);
  EXPECT_EQ(merge(a, B::Bounds::nothing()), a);
  EXPECT_EQ(merge(B::Bounds::nothing(), a), a);
  EXPECT_EQ(merge(a, b), B::cube(0, 4));
  EXPECT_TRUE(B::Bounds::nothing().empty());
  EXPECT_TRUE(merge(a, b).contains(a) && merge(a, b).contains(b));
}

TYPED_TEST(AabbTest, distance_is_zero_inside_and_to_the_nearest_point_outside) {
  using B = Boxes<TypeParam>;
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto box = B::cube(0, 2);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(1)), 0);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(2)), 0);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(T(0.5))), 0);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(T(2.5))), T(0.25) * D);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(T(-0.5))), T(0.25) * D);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(5)), 9 * D);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(-3)), 9 * D);
  Vec<D, T> beside = Vec<D, T>::all(1);
  beside[D - 1] = 6;
  EXPECT_EQ(distance_squared(box, beside), 16);
}

TYPED_TEST(AabbTest, contains_points_within_all_its_bounds) {
  using B = Boxes<TypeParam>;
  using T = typename TypeParam::T;
  const auto box = B::cube(0, 1);
  const T next = 1 + B::Limits::epsilon();
  for (int axis = 0; axis < B::D; ++axis) {
    const auto contains = [&](T x) {
      auto p = Vec<B::D, T>::all(T(0.5));
      p[axis] = x;
      return box.contains(p);
    };
    EXPECT_TRUE(contains(0) && contains(T(0.5)) && contains(1));
    EXPECT_FALSE(contains(-B::Limits::denorm_min()) || contains(next) || contains(B::nan));
  }
}

// Integers, for which each t at which a ray meets a bound is a fraction.
TYPED_TEST(AabbTest, rays_enter_at_the_least_fraction_within_all_bounds) {
  using B = Boxes<TypeParam>;
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(5);
  const auto whole = [&](int least, int most) {
    return least + int(random.below(std::uint32_t(most - least + 1)));
  };
  int hits = 0;
  for (int i = 0; i < 20'000; ++i) {
    typename B::Bounds box{};
    Ray<D, T> ray{};
    std::vector<std::pair<int, int>> fractions{{0, 1}};
    for (int a = 0; a < D; ++a) {
      const int least = whole(-3, 3);
      const int most = least + whole(i % 8 == 0 ? -1 : 0, 4);
      const int from = whole(-5, 5);
      const int d = whole(-2, 2);
      box.min[a] = T(least), box.max[a] = T(most);
      ray.origin[a] = T(from), ray.direction[a] = T(d);
      const int sign = d < 0 ? -1 : 1;
      for (const int bound : {least, most}) {
        if (d != 0) fractions.emplace_back(sign * (bound - from), sign * d);
      }
    }
    if (i % 2 == 0) ray.max_t = T(whole(0, 4));
    std::optional<T> expected;
    for (const auto& [n, d] : fractions) {
      const T t = T(n) / T(d);
      bool inside = t >= 0 && t <= ray.max_t && !(expected && *expected <= t);
      for (int a = 0; a < D; ++a) {
        const T x = T(d) * ray.origin[a] + T(n) * ray.direction[a];
        inside = inside && T(d) * box.min[a] <= x && x <= T(d) * box.max[a];
      }
      if (inside) expected = t;
    }
    ASSERT_EQ(ray_box(ray, box), expected) << i;
    hits += expected.has_value();
  }
  EXPECT_GT(hits, 200);
  EXPECT_LT(hits, 18'000);
}

TYPED_TEST(AabbTest, rays_are_valid_if_finite_and_not_backwards) {
  using B = Boxes<TypeParam>;
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const Ray<D, T> ray{{}, Vec<D, T>::all(1)};
  EXPECT_TRUE(ray.valid());
  for (const T odd : {-T(1), B::nan}) {
    auto other = ray;
    other.max_t = odd;
    EXPECT_FALSE(other.valid());
  }
  auto point = ray;
  point.max_t = 0;
  EXPECT_TRUE(point.valid());
  for (int a = 0; a < D; ++a) {
    auto from = ray, along = ray;
    from.origin[a] = B::nan, along.direction[a] = B::inf;
    EXPECT_FALSE(from.valid() || along.valid());
  }
  // Beyond the range of T it is no hit.
  auto slow = ray;
  slow.direction = {};
  slow.direction[0] = B::Limits::min() / 4;
  EXPECT_FALSE(ray_box(slow, B::with(B::cube(-1, 1), 0, 4, 5)).has_value());
}

TYPED_TEST(AabbTest, distances_of_boxes_are_those_of_their_gaps) {
  using B = Boxes<TypeParam>;
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto box = B::cube(0, 2);
  const Period<D, T> period{Vec<D, T>::all(20)};
  for (int axis = 0; axis < D; ++axis) {
    // From a box of width 1, along one axis.
    const std::pair<T, T> known[] = {{-5, 4}, {-T(1.5), T(0.5)}, {-1, 0}, {-T(0.5), 0},
                                     {1, 0},  {T(1.75), 0},      {2, 0},  {T(2.5), T(0.5)},
                                     {9, 7},  {15, 13}};
    for (const auto& [at, gap] : known) {
      const auto other = B::with(B::cube(T(0.5), T(1.5)), axis, at, at + 1);
      EXPECT_EQ(distance_squared(box, other), gap * gap) << at;
      EXPECT_EQ(distance_squared(other, box), gap * gap) << at;
      const T around = std::min(gap, at > 0 ? 20 - at - 1 : 20 + at - 2);
      const T wrapped = around < 0 ? 0 : around;
      EXPECT_EQ(distance_squared_wrapped(box, other, period), wrapped * wrapped) << at;
      EXPECT_EQ(distance_squared_wrapped(other, box, period), wrapped * wrapped) << at;
    }
  }
  EXPECT_EQ(distance_squared(box, B::cube(5, 6)), 9 * D);
}

TYPED_TEST(AabbTest, half_of_the_surface_is_the_sum_of_faces) {
  using B = Boxes<TypeParam>;
  constexpr int D = TypeParam::D;
  auto box = B::cube(1, 1);
  for (int a = 0; a < D; ++a) box.max[a] = typename TypeParam::T(2 + a);  // 1, 2, 3, 4 long
  const double known[] = {1, 3, 11, 50};
  EXPECT_EQ(half_surface(box), known[D - 1]);
  const double large = half_surface(B::cube(-B::inf, B::inf));
  EXPECT_NEAR(large / (D * std::pow(1e90, std::max(1, D - 1))), 1, 1e-12);
  EXPECT_EQ(half_surface(B::Bounds::nothing()), 0);
}

TEST(AabbConstexpr, works_at_compile_time) {
  constexpr Aabb2f a{{{0, 0}}, {{1, 1}}};
  constexpr Aabb2f b{{{1, 1}}, {{2, 2}}};
  static_assert(overlaps(a, b) && !a.empty() && merge(a, b).contains(a));
  static_assert(!overlaps(a, Aabb2f::nothing()) && overlaps(a, Aabb2f::everything()));
  SUCCEED();
}

// Small integers, so that many boxes touch, and points and inverted boxes come often.
template <int D>
Aabb<D, float> small_box(scenes::Pcg32& random) {
  Aabb<D, float> box{};
  for (int a = 0; a < D; ++a) {
    box.min[a] = float(random.below(8));
    box.max[a] = box.min[a] + float(random.below(3 + 2 * D)) - float(random.below(8) == 0);
  }
  return box;
}

template <int D>
bool share_a_lattice_point(const Aabb<D, float>& a, const Aabb<D, float>& b) {
  for (int axis = 0; axis < D; ++axis) {
    bool some = false;
    for (float x = -1; x < 20; ++x) {
      some |= a.min[axis] <= x && x <= a.max[axis] && b.min[axis] <= x && x <= b.max[axis];
    }
    if (!some) return false;
  }
  return true;
}

// Overlap is a common point; on integers that is a common lattice point. The test is worth
// something only if neither answer is rare, and if touching is not.
TYPED_TEST(AabbTest, overlap_is_a_common_point) {
  scenes::Pcg32 random(TypeParam::D);
  constexpr int kDraws = 20000;
  int hits = 0;
  int touching = 0;
  for (int i = 0; i < kDraws; ++i) {
    const auto a = small_box<TypeParam::D>(random);
    const auto b = small_box<TypeParam::D>(random);
    const bool hit = overlaps(a, b);
    ASSERT_EQ(hit, share_a_lattice_point(a, b));
    ASSERT_EQ(hit, overlaps(b, a));
    hits += hit;
    for (int axis = 0; axis < TypeParam::D; ++axis) {
      if (a.min[axis] == b.max[axis] || b.min[axis] == a.max[axis]) {
        ++touching;
        break;
      }
    }
  }
  EXPECT_GE(hits, kDraws * 3 / 10);
  EXPECT_LE(hits, kDraws * 7 / 10);
  EXPECT_GE(touching, kDraws * 15 / 100);
}

template <int D>
Aabb<D, float> any_box() {
  Aabb<D, float> box{};
  for (int a = 0; a < D; ++a) {
    box.min[a] = float(*rc::gen::inRange(0, 8));
    box.max[a] = box.min[a] + float(*rc::gen::inRange(-1, 6));
  }
  return box;
}

RC_GTEST_PROP(AabbProperties, containment_implies_overlap_and_a_merge_that_changes_nothing, ()) {
  const auto a = any_box<3>();
  const auto b = any_box<3>();
  RC_ASSERT(merge(a, b) == merge(b, a));
  if (a.contains(b) && !a.empty()) {
    RC_ASSERT(overlaps(a, b));
    RC_ASSERT(merge(a, b) == a);
  }
  if (!a.empty()) RC_ASSERT(a.contains(a) && overlaps(a, a));
}

}  // namespace
}  // namespace masu
