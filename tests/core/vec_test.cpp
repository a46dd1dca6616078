// SPDX-License-Identifier: MIT
#include <masu/core/vec.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <masu/core/finite.hpp>

#include "tests/support/cases.hpp"

namespace masu {
namespace {

template <class C>
class VecTest : public testing::Test {};
TYPED_TEST_SUITE(VecTest, test::Cases, test::CaseNames);

template <int D, class T>
Vec<D, T> ramp(T first, T step) {
  Vec<D, T> v{};
  for (int a = 0; a < D; ++a) v[a] = first + step * T(a);
  return v;
}

TYPED_TEST(VecTest, consists_of_its_scalars_only) {
  using V = Vec<TypeParam::D, typename TypeParam::T>;
  EXPECT_EQ(sizeof(V), TypeParam::D * sizeof(typename TypeParam::T));
  EXPECT_TRUE(std::is_trivially_copyable_v<V> && std::is_aggregate_v<V>);
  EXPECT_EQ(V{}, V::all(0));
}

TYPED_TEST(VecTest, arithmetic_is_by_axis) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto a = ramp<D, T>(1, 2);
  const auto b = ramp<D, T>(10, -3);
  for (int i = 0; i < D; ++i) {
    EXPECT_EQ((a + b)[i], a[i] + b[i]);
    EXPECT_EQ((a - b)[i], a[i] - b[i]);
    EXPECT_EQ((a * T(4))[i], a[i] * 4);
    EXPECT_EQ((T(4) * a)[i], a[i] * 4);
    EXPECT_EQ((-a)[i], -a[i]);
    EXPECT_EQ(min(a, b)[i], std::min(a[i], b[i]));
    EXPECT_EQ(max(a, b)[i], std::max(a[i], b[i]));
  }
}

TYPED_TEST(VecTest, dot_sums_the_products) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  T expected = 0;
  for (int i = 0; i < D; ++i) expected += T(i + 1) * T(i + 5);
  EXPECT_EQ(dot(ramp<D, T>(1, 1), ramp<D, T>(5, 1)), expected);
}

// In axis order: large terms cancel before the small one comes.
TEST(VecDot, sums_in_axis_order) {
  const Vec<3, float> a{{1e8f, -1e8f, 1}};
  EXPECT_EQ(dot(a, Vec<3, float>::all(1)), 1.0f);
  const Vec<3, float> b{{1e8f, 1, -1e8f}};
  EXPECT_EQ(dot(b, Vec<3, float>::all(1)), 0.0f);
}

TYPED_TEST(VecTest, finite_means_neither_infinite_nor_nan_on_any_axis) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using Limits = std::numeric_limits<T>;
  for (const T x :
       {T(0), -T(0), Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(), T(1)}) {
    EXPECT_TRUE(is_finite(x)) << x;
  }
  for (const T x :
       {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN(),
        Limits::signaling_NaN(), T(std::nan("1")), T(std::nan("0xfffff"))}) {
    EXPECT_FALSE(is_finite(x)) << x;
    for (int a = 0; a < D; ++a) {
      Vec<D, T> v = Vec<D, T>::all(1);
      EXPECT_TRUE(is_finite(v));
      v[a] = x;
      EXPECT_FALSE(is_finite(v));
    }
  }
}

TEST(VecConstexpr, works_at_compile_time) {
  constexpr Vec2d a{{1, 2}};
  static_assert(a + a == 2.0 * a && dot(a, a) == 5 && is_finite(a));
  static_assert(min(a, -a) == -a && max(a, -a) == a);
  SUCCEED();
}

}  // namespace
}  // namespace masu
