// SPDX-License-Identifier: MIT
// Poses in C equal those of C++, bit for bit.
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include <masu/core/rotation_matrix.hpp>

#include "tests/c/api.hpp"
#include "tests/world/random_bodies.hpp"

namespace masu::test {
namespace {

template <class V>
class CTransforms : public ::testing::Test {
 public:
  static constexpr int kD = V::kDimension;
  using Real = typename V::Scalar;
  using Calls = Api<kD, Real>;
  using CppPose = Transform<kD, Real>;

  static typename Calls::Vec c(const V& v) { return std::bit_cast<typename Calls::Vec>(v); }
  static typename Calls::Pose c(const CppPose& pose) {
    return std::bit_cast<typename Calls::Pose>(pose);
  }
  static CppPose cpp(const typename Calls::Pose& pose) { return std::bit_cast<CppPose>(pose); }
  static V cpp(const typename Calls::Vec& v) { return std::bit_cast<V>(v); }

  scenes::Pcg32 random_{5};
};
using Kinds = testing::Types<Vec<2, float>, Vec<3, float>, Vec<2, double>, Vec<3, double>>;
TYPED_TEST_SUITE(CTransforms, Kinds);

TYPED_TEST(CTransforms, equal_those_of_cpp) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  using C = typename TestFixture::Calls;
  using F = TestFixture;
  RandomBodies<D, T> bodies{this->random_, 4};
  for (int i = 0; i < 200; ++i) {
    const auto a = bodies.transform(), b = bodies.transform();
    const auto p = bodies.random_point(), q = bodies.random_point();
    const T angle = T(this->random_.between(-9, 9));
    if constexpr (D == 2) {
      const auto r = std::bit_cast<Rotation<2, T>>(C::rotation_from_angle(angle));
      EXPECT_EQ(r, rotation_from_angle(angle));
      EXPECT_EQ(F::cpp(C::pose_look_at(F::c(p), F::c(q))), look_at(p, q));
    } else {
      const auto r = std::bit_cast<Rotation<3, T>>(C::rotation_from_axis_angle(F::c(p), angle));
      EXPECT_EQ(r, rotation_from_axis_angle(p, angle));
      const auto up = bodies.random_point();
      EXPECT_EQ(F::cpp(C::pose_look_at(F::c(p), F::c(q), F::c(up))), look_at(p, q, up));
    }
    EXPECT_EQ(F::cpp(C::pose_compose(F::c(a), F::c(b))), a * b);
    EXPECT_EQ(F::cpp(C::pose_inverse(F::c(a))), inverse(a));
    EXPECT_EQ(F::cpp(C::pose_to_world(F::c(a), F::c(p))), a * p);
    EXPECT_EQ(F::cpp(C::pose_to_local(F::c(a), F::c(p))), to_local(a, p));
    T matrix[(D + 1) * (D + 1)];
    const auto pose = F::c(a);
    ASSERT_EQ(C::pose_to_column_major(&pose, matrix), MASU_OK);
    const auto expected = to_column_major(a);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), matrix));
    typename C::Pose back;
    ASSERT_EQ(C::pose_from_column_major(matrix, &back), MASU_OK);
    EXPECT_EQ(F::cpp(back), (transform_from_column_major<D, T>(expected).transform));
  }
}

TYPED_TEST(CTransforms, refuse_invalid_poses) {
  using C = typename TestFixture::Calls;
  using T = typename TestFixture::Real;
  T matrix[16] = {};
  typename C::Pose pose{};
  EXPECT_EQ(C::pose_from_column_major(matrix, &pose), MASU_WRONG_FORMAT);
  EXPECT_EQ(C::pose_from_column_major(nullptr, &pose), MASU_OUT_OF_RANGE);
  EXPECT_EQ(C::pose_from_column_major(matrix, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(C::pose_to_column_major(nullptr, matrix), MASU_OUT_OF_RANGE);
  EXPECT_EQ(C::pose_to_column_major(&pose, nullptr), MASU_OUT_OF_RANGE);
  ASSERT_EQ(C::pose_to_column_major(&(pose = C::pose_at({})), matrix), MASU_OK);
  matrix[0] = 2;
  EXPECT_EQ(C::pose_from_column_major(matrix, &pose), MASU_NOT_UNIT);
  matrix[0] = -1;
  EXPECT_EQ(C::pose_from_column_major(matrix, &pose), MASU_INVERTED);
  matrix[0] = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(C::pose_from_column_major(matrix, &pose), MASU_NOT_FINITE);
}

}  // namespace
}  // namespace masu::test
