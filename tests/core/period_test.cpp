// SPDX-License-Identifier: MIT
#include <masu/core/period.hpp>

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <limits>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/cases.hpp"

namespace masu {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const Period<2, float> kTenAndNone{{{10, 0}}};

Aabb2f box(float x0, float x1, float y0 = 0, float y1 = 1) {
  return {{{x0, y0}}, {{x1, y1}}};
}

bool overlap(const Aabb2f& a, const Aabb2f& b, const Period<2, float>& period = kTenAndNone) {
  const bool hit = overlaps_wrapped(wrap(a, period), wrap(b, period), period);
  EXPECT_EQ(overlaps_wrapped(wrap(b, period), wrap(a, period), period), hit);
  return hit;
}

TEST(Period, is_valid_when_finite_and_not_negative) {
  EXPECT_TRUE((Period<2, float>{}.valid()));
  EXPECT_FALSE((Period<2, float>{}.any()));
  EXPECT_TRUE(kTenAndNone.valid());
  EXPECT_TRUE(kTenAndNone.any());
  for (const float bad : {-1.0f, kInf, -kInf, kNan}) {
    EXPECT_FALSE((Period<2, float>{{{10, bad}}}.valid())) << bad;
  }
}

TEST(Period, wrap_moves_the_lower_corner_into_the_domain) {
  EXPECT_EQ(wrap(box(12, 13), kTenAndNone), box(2, 3));
  EXPECT_EQ(wrap(box(-1, 1), kTenAndNone), box(9, 11));
  EXPECT_EQ(wrap(box(-10, -9), kTenAndNone), box(0, 1));
  EXPECT_EQ(wrap(box(10, 11), kTenAndNone), box(0, 1));
  EXPECT_EQ(wrap(box(1, 2, 55, 56), kTenAndNone), box(1, 2, 55, 56)) << "y does not wrap";
}

TEST(Period, floor_is_the_largest_integer_that_is_not_larger) {
  const std::pair<double, double> known[] = {{-2.5, -3}, {-2, -2},       {-0.5, -1},
                                             {0, 0},     {0.5, 0},       {2, 2},
                                             {2.5, 2},   {-4e18, -4e18}, {1e300, 1e300}};
  for (const auto& [x, whole] : known) EXPECT_EQ(detail::floor_exact(x), whole);
}

TEST(Period, wrap_adds_a_period_no_oftener_than_needed) {
  const Period<1, double> period{{{1}}};
  scenes::Pcg32 random(3);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.between(-1, 0);
    const Aabb<1, double> box = wrap<1, double>({{{x}}, {{x + 0.25}}}, period);
    EXPECT_EQ(box.min[0], x + 1);
    EXPECT_EQ(box.max[0], x + 0.25 + 1);
  }
}

TEST(Period, a_box_as_long_as_the_domain_covers_it) {
  for (const Aabb2f& whole : {box(0, 10), box(3, 13), box(-50, 50), box(-kInf, 2), box(3, kInf),
                              box(-kInf, kInf), box(-3e38f, 3e38f)}) {
    EXPECT_EQ(wrap(whole, kTenAndNone), box(-kInf, kInf));
    EXPECT_TRUE(overlap(whole, box(7, 7)));
    EXPECT_TRUE(overlap(whole, whole));
  }
}

TEST(Period, empty_boxes_stay_empty) {
  for (const Aabb2f& none :
       {box(2, 1), box(kNan, 1), box(1, kNan), box(1, 2, 5, 4), box(-kInf, kInf, kNan, kNan)}) {
    EXPECT_TRUE(wrap(none, kTenAndNone).empty());
    EXPECT_FALSE(overlap(none, box(-kInf, kInf, -kInf, kInf)));
    EXPECT_FALSE(overlap(none, none));
  }
}

TEST(Period, boxes_overlap_and_touch_across_the_periodic_boundary) {
  EXPECT_TRUE(overlap(box(9, 11), box(0.5f, 2)));
  EXPECT_TRUE(overlap(box(8, 10), box(0, 1))) << "10 and 0 are the same place";
  EXPECT_TRUE(overlap(box(9, 9.5f), box(-1, -0.75f)));
  EXPECT_TRUE(overlap(box(0, 9), box(9, 10)));
  EXPECT_TRUE(overlap(box(9, 18), box(8, 8)));
  EXPECT_FALSE(overlap(box(8, 9.75f), box(0, 1)));
  EXPECT_FALSE(overlap(box(9, 11), box(1.25f, 2)));
  EXPECT_FALSE(overlap(box(9, 11), box(0, 1, 5, 6))) << "apart on the axis that does not wrap";
}

TEST(Period, a_corner_overlaps_the_opposite_corner) {
  const Period<2, float> both{{{10, 20}}};
  EXPECT_TRUE(overlap(box(9, 10, 19, 20), box(0, 1, 0, 1), both));
  EXPECT_FALSE(overlap(box(9, 10, 19, 20), box(0, 1, 0, 1), {{{10, 0}}}));
}

TEST(Period, coordinates_far_outside_and_just_below_zero_are_wrapped_into_the_domain) {
  for (const float x : {-1e-30f, -std::numeric_limits<float>::denorm_min(), 1e30f, -1e30f, 3e38f,
                        1e19f, -0.0f, 10.0f, 9.999999f, -10.0f}) {
    const Aabb2f wrapped = wrap(box(x, x), kTenAndNone);
    ASSERT_FALSE(wrapped.empty()) << x;
    EXPECT_GE(wrapped.min[0], 0) << x;
    EXPECT_LT(wrapped.min[0], 10) << x;
    EXPECT_TRUE(overlap(box(x, x), box(x, x))) << x;
  }
}

// On small integers float arithmetic is exact, and the torus can be searched image by image.
template <int D>
struct Draw {
  Aabb<D, float> a, b;
  Period<D, float> period;
};

template <int D>
Draw<D> draw(scenes::Pcg32& random) {
  Draw<D> d{};
  for (int axis = 0; axis < D; ++axis) {
    const std::uint32_t kind = random.below(4);
    d.period.length[axis] = kind == 0 ? 0.0f : float(3 + random.below(8));
    for (Aabb<D, float>* box : {&d.a, &d.b}) {
      box->min[axis] = float(random.below(40)) - 20;
      if (kind == 0) box->min[axis] = float(random.below(6));
      box->max[axis] =
          box->min[axis] + float(random.below(1 + 2 * D)) - float(random.below(16) == 0);
    }
  }
  return d;
}

bool overlap_on_axis(float a0, float a1, float b0, float b1, float length) {
  if (length == 0) return a0 <= b1 && b0 <= a1;
  for (int k = -20; k <= 20; ++k) {
    if (a0 + float(k) * length <= b1 && b0 <= a1 + float(k) * length) return true;
  }
  return false;
}

template <int D>
void check_against_images(int draws) {
  scenes::Pcg32 random(D);
  int hits = 0;
  int seams = 0;
  for (int i = 0; i < draws; ++i) {
    const Draw<D> d = draw<D>(random);
    bool expected = !d.a.empty() && !d.b.empty();
    for (int k = 0; k < D; ++k) {
      expected = expected && overlap_on_axis(d.a.min[k], d.a.max[k], d.b.min[k], d.b.max[k],
                                             d.period.length[k]);
    }
    const auto a = wrap(d.a, d.period);
    const auto b = wrap(d.b, d.period);
    ASSERT_EQ(overlaps_wrapped(a, b, d.period), expected);
    ASSERT_EQ(overlaps_wrapped(b, a, d.period), expected);
    hits += expected;
    seams += expected && !overlaps(a, b);
  }
  EXPECT_GE(hits, draws * 3 / 10);
  EXPECT_LE(hits, draws * 7 / 10);
  EXPECT_GE(seams, draws / 20) << "too few pairs that meet over a seam alone";
}

TEST(PeriodProperties, overlap_on_the_torus_is_overlap_of_some_images) {
  check_against_images<1>(20000);
  check_against_images<2>(20000);
  check_against_images<3>(20000);
}

RC_GTEST_PROP(PeriodProperties, wrap_does_not_change_boxes_that_start_inside_and_is_idempotent,
              ()) {
  const float length = float(*rc::gen::inRange(1, 1000)) / 16;
  const Period<1, float> period{{{length}}};
  const float lo = float(*rc::gen::inRange(-100000, 100000)) / 32;
  const float hi = lo + float(*rc::gen::inRange(0, 1000)) / 32;
  const Aabb<1, float> one{{{lo}}, {{hi}}};
  const auto wrapped = wrap(one, period);
  RC_CLASSIFY(wrapped == one);
  RC_ASSERT(wrap(wrapped, period) == wrapped);
  if (hi - lo >= length) {
    RC_ASSERT((wrapped == Aabb<1, float>::everything()));
  } else {
    RC_ASSERT(wrapped.min[0] >= 0 && wrapped.min[0] < length);
    RC_ASSERT(wrapped.max[0] - wrapped.min[0] == hi - lo);
    if (lo >= 0 && lo < length) RC_ASSERT(wrapped == one);
  }
}

}  // namespace
}  // namespace masu
