// SPDX-License-Identifier: MIT
#include <masu/core/aabb.hpp>

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <limits>

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
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(5)), 9 * D);
  EXPECT_EQ(distance_squared(box, Vec<D, T>::all(-3)), 9 * D);
  Vec<D, T> beside = Vec<D, T>::all(1);
  beside[D - 1] = 6;
  EXPECT_EQ(distance_squared(box, beside), 16);
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
