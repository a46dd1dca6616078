// SPDX-License-Identifier: MIT
// A transform converted to glm or Eigen does the same as the original.
#include <gtest/gtest.h>

#include <masu/adapters/eigen.hpp>
#include <masu/adapters/glm.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu {
namespace {

template <class V>
class Adapters : public testing::Test {
 public:
  static constexpr int kD = V::kDimension;
  using Real = typename V::Scalar;
  static constexpr double kClose = sizeof(Real) == 4 ? 4e-6 : 1e-14;

  V vec() {
    V v{};
    for (int a = 0; a < kD; ++a) v[a] = Real(random.between(-3, 3));
    return v;
  }
  Transform<kD, Real> transform() {
    const Real angle = Real(random.between(-4, 4));
    if constexpr (kD == 2) {
      return {vec(), rotation_from_angle(angle)};
    } else {
      return {vec(), rotation_from_axis_angle(vec(), angle)};
    }
  }
  void expect_near(const V& a, const V& b) {
    for (int i = 0; i < kD; ++i) EXPECT_NEAR(double(a[i]), double(b[i]), kClose) << i;
  }
  scenes::Pcg32 random{5};
};
using Kinds = testing::Types<Vec<2, float>, Vec<3, float>, Vec<2, double>, Vec<3, double>>;
TYPED_TEST_SUITE(Adapters, Kinds);

TYPED_TEST(Adapters, glm_transforms_the_same_points) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  for (int i = 0; i < 1000; ++i) {
    const auto pose = this->transform();
    const auto p = this->vec();
    EXPECT_EQ(from_glm(to_glm(p)), p);
    this->expect_near(from_glm(to_glm(pose.rotation) * to_glm(p)), pose.rotation * p);
    const glm::mat<D + 1, D + 1, T> m = to_glm(pose);
    const auto mapped = m * glm::vec<D + 1, T>(to_glm(p), T(1));
    this->expect_near(from_glm(glm::vec<D, T>(mapped)), pose * p);
    const auto back = transform_from_glm(m);
    ASSERT_EQ(back.status, Status::ok);
    this->expect_near(back.transform * p, pose * p);
    EXPECT_EQ(transform_from_glm(m * T(2)).status, Status::wrong_format);
    if constexpr (D == 3) {
      EXPECT_EQ(from_glm(to_glm(pose.rotation)), pose.rotation);
      EXPECT_EQ(transform_from_glm(glm::mat<4, 4, T>(glm::mat<3, 3, T>(m) * T(2))).status,
                Status::not_unit);
    }
  }
}

TYPED_TEST(Adapters, eigen_transforms_the_same_points) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  for (int i = 0; i < 1000; ++i) {
    const auto pose = this->transform();
    const auto p = this->vec();
    EXPECT_EQ(from_eigen(to_eigen(p)), p);
    const Eigen::Matrix<T, D, 1> rotated = to_eigen(pose.rotation) * to_eigen(p);
    this->expect_near(from_eigen(rotated), pose.rotation * p);
    this->expect_near(from_eigen(to_eigen(pose.rotation)) * p, pose.rotation * p);
    const Eigen::Transform<T, D, Eigen::Isometry> m = to_eigen(pose);
    const Eigen::Matrix<T, D, 1> mapped = m * to_eigen(p);
    this->expect_near(from_eigen(mapped), pose * p);
    const auto back = transform_from_eigen(m);
    ASSERT_EQ(back.status, Status::ok);
    this->expect_near(back.transform * p, pose * p);
    Eigen::Transform<T, D, Eigen::Affine> scaled(m);
    scaled.scale(T(2));
    EXPECT_EQ(transform_from_eigen(scaled).status, Status::not_unit);
    if constexpr (D == 3) {
      const Eigen::AngleAxis<T> angle_axis(to_eigen(pose.rotation));
      this->expect_near(from_eigen(angle_axis) * p, pose.rotation * p);
    }
  }
}

}  // namespace
}  // namespace masu
