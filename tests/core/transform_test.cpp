// SPDX-License-Identifier: MIT
// Products, inverses, frames and matrices of transforms, compared with one another.
#include <masu/core/rotation_matrix.hpp>

#include <gtest/gtest.h>

#include "scenes/generators/pcg32.hpp"

namespace masu {
namespace {

template <class C>
class TransformTest : public testing::Test {
 public:
  static constexpr int kD = C::kDimension;
  using Real = typename C::Scalar;
  using Pose = Transform<kD, Real>;
  static constexpr double kClose = sizeof(Real) == 4 ? 2e-6 : 4e-15;

  Vec<kD, Real> vec(double size) {
    Vec<kD, Real> v{};
    for (int a = 0; a < kD; ++a) v[a] = Real(random.between(-size, size));
    return v;
  }
  Rotation<kD, Real> rotation() {
    if constexpr (kD == 2) {
      return rotation_from_angle(Real(random.between(-4, 4)));
    } else {
      return rotation_from_axis_angle(vec(1), Real(random.between(-4, 4)));
    }
  }
  Pose transform() { return {vec(3), rotation()}; }
  void expect_near(const Vec<kD, Real>& a, const Vec<kD, Real>& b, double accuracy = 4 * kClose) {
    for (int i = 0; i < kD; ++i) EXPECT_NEAR(double(a[i]), double(b[i]), accuracy) << i;
  }
  scenes::Pcg32 random{11};
};

using Kinds = testing::Types<Vec<2, float>, Vec<3, float>, Vec<2, double>, Vec<3, double>>;
TYPED_TEST_SUITE(TransformTest, Kinds);

TYPED_TEST(TransformTest, a_product_applies_one_transform_after_the_other) {
  using TestPose = typename TestFixture::Pose;
  for (int i = 0; i < 2000; ++i) {
    const TestPose a = this->transform(), b = this->transform(), c = this->transform();
    const auto p = this->vec(3);
    this->expect_near((a * b) * p, a * (b * p));
    this->expect_near(((a * b) * c) * p, (a * (b * c)) * p, 8 * this->kClose);
    this->expect_near((a.rotation * b.rotation) * p, a.rotation * (b.rotation * p));
    EXPECT_EQ(a * TestPose::identity(), a);
    EXPECT_EQ(TestPose::identity() * a, a);
    EXPECT_EQ((a * b).check(), Status::ok);
  }
}

TYPED_TEST(TransformTest, the_inverse_undoes_the_transform) {
  using TestPose = typename TestFixture::Pose;
  for (int i = 0; i < 2000; ++i) {
    const TestPose a = this->transform();
    const auto p = this->vec(3);
    this->expect_near(inverse(a) * (a * p), p);
    this->expect_near(inverse(a.rotation) * (a.rotation * p), p);
    this->expect_near(to_local(a, to_world(a, p)), p);
    this->expect_near(to_local(a, p), inverse(a) * p);
    EXPECT_EQ(to_world(a, p), a * p);
    this->expect_near(to_local_vector(a, to_world_vector(a, p)), p);
    // A vector is the difference of two points: it is not translated.
    const auto q = this->vec(3);
    this->expect_near(to_world_vector(a, q - p), to_world(a, q) - to_world(a, p));
    this->expect_near(to_local_vector(a, q - p), to_local(a, q) - to_local(a, p));
  }
}

// Two hundred thousand products of one step, which alone would drift by some 2^-8.
TYPED_TEST(TransformTest, chains_of_products_do_not_drift) {
  using TestPose = typename TestFixture::Pose;
  const TestPose step = this->transform();
  auto r = TestPose::identity().rotation;
  for (int i = 0; i < 200000; ++i) r = r * step.rotation;
  EXPECT_NEAR(r.length_squared(), 1, sizeof(typename TestFixture::Real) == 4 ? 1e-6 : 1e-14);
  // A factor that has drifted already is made unit.
  auto drifted = this->rotation();
  if constexpr (TestFixture::kD == 2) {
    drifted.cosine *= 1.0004f, drifted.sine *= 1.0004f;
  } else {
    drifted.x *= 1.0004f, drifted.y *= 1.0004f, drifted.z *= 1.0004f, drifted.w *= 1.0004f;
  }
  EXPECT_NEAR((r * drifted).length_squared(), 1, 1e-6);
}

TYPED_TEST(TransformTest, matrices_convert_back_to_the_same_transform) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  constexpr std::size_t kSize = (D + 1) * (D + 1);
  for (int i = 0; i < 2000; ++i) {
    const auto pose = this->transform();
    const auto p = this->vec(3);
    Matrix<D, T> m{};
    for (int k = 0; k < D; ++k) m.row[k] = vec_cast<T>(matrix_of(pose.rotation).row[k]);
    const auto r = rotation_from_matrix(m);
    ASSERT_EQ(r.status, Status::ok);
    this->expect_near(r.rotation * p, pose.rotation * p);

    const std::array<T, kSize> columns = to_column_major(pose), rows = to_row_major(pose);
    for (int j = 0; j < D; ++j) {
      EXPECT_EQ(columns[std::size_t(D * (D + 1) + j)], pose.translation[j]);
      EXPECT_EQ(rows[std::size_t(j * (D + 1) + D)], pose.translation[j]);
      EXPECT_EQ(columns[std::size_t(j)], m.row[j][0]);
      EXPECT_EQ(rows[std::size_t(j)], m.row[0][j]);
    }
    const auto c = transform_from_column_major<D, T>(columns);
    const auto d = transform_from_row_major<D, T>(rows);
    ASSERT_EQ(c.status, Status::ok);
    EXPECT_EQ(c.transform, d.transform);
    EXPECT_EQ(c.transform.translation, pose.translation);
    this->expect_near(c.transform * p, pose * p);
  }
}

// Scaled and sheared: the nearest rotation leaves a symmetric positive factor R^T M.
TYPED_TEST(TransformTest, nearest_rotation_is_the_polar_factor) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    Matrix<D, T> m{};
    for (auto& row : m.row) row = this->vec(i % 2 ? 5 : 1e-3);
    const auto r = nearest_rotation(m);
    if (r.status != Status::ok) {
      EXPECT_EQ(r.status, Status::inverted);
      continue;
    }
    ++found;
    EXPECT_EQ((Transform<D, T>{{}, r.rotation}.check()), Status::ok);
    Matrix<D, double> wide{};
    for (int k = 0; k < D; ++k) wide.row[k] = vec_cast<double>(m.row[k]);
    const auto s = transposed_times(matrix_of(r.rotation), wide);
    const double size = i % 2 ? 5 : 1e-3;
    double trace = 0;
    for (int j = 0; j < D; ++j) {
      trace += s.row[j][j];
      for (int k = 0; k < j; ++k) {
        EXPECT_NEAR(s.row[j][k], s.row[k][j], 200 * this->kClose * size) << i;
      }
    }
    EXPECT_GT(trace, 0);
  }
  EXPECT_GT(found, 800);
}

TYPED_TEST(TransformTest, matrices_that_are_no_rotations_are_refused) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  auto m = Matrix<D, T>::identity();
  m.row[0][0] = T(1.0004);
  EXPECT_EQ(rotation_from_matrix(m).status, Status::ok);
  EXPECT_EQ(rotation_from_matrix(m).rotation, (Rotation<D, T>{}));
  auto most = Matrix<D, T>::identity();  // its columns have length^2 1 + 2^-10 exactly
  most.row[0][1] = T(-0x1p-5), most.row[1][0] = T(0x1p-5);
  EXPECT_EQ(rotation_from_matrix(most).status, Status::ok);
  most.row[1][0] = T(0x1.0001p-5);
  EXPECT_EQ(rotation_from_matrix(most).status, Status::not_unit);
  m.row[0][0] = T(1.001);
  EXPECT_EQ(rotation_from_matrix(m).status, Status::not_unit);
  EXPECT_EQ(nearest_rotation(m).status, Status::ok);
  m.row[0][0] = -1;
  EXPECT_EQ(rotation_from_matrix(m).status, Status::inverted);
  m.row[0][0] = 0;
  EXPECT_EQ(rotation_from_matrix(m).status, Status::not_unit);
  EXPECT_EQ(nearest_rotation(m).status, Status::flat);
  EXPECT_EQ(nearest_rotation(Matrix<D, T>{}).status, Status::flat);
  m.row[0][0] = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(rotation_from_matrix(m).status, Status::not_finite);
  EXPECT_EQ(nearest_rotation(m).status, Status::not_finite);

  auto a = to_row_major(Transform<D, T>{});
  a[(D + 1) * (D + 1) - 1] = 2;
  EXPECT_EQ((transform_from_row_major<D, T>(a).status), Status::wrong_format);
  a[(D + 1) * (D + 1) - 1] = 1;
  a[(D + 1) * D] = 1;
  EXPECT_EQ((transform_from_row_major<D, T>(a).status), Status::wrong_format);
  a[(D + 1) * D] = 0;
  a[D] = std::numeric_limits<T>::infinity();
  EXPECT_EQ((transform_from_row_major<D, T>(a).status), Status::not_finite);
}

// Lengths off by up to 2^-11: their matrices are those of the exact rotations.
TYPED_TEST(TransformTest, matrices_of_rotations_near_length_1_are_orthonormal) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  for (int i = 0; i < 2000; ++i) {
    auto r = this->rotation();
    const T scale = T(1 + (i % 2 == 0 ? -1 : 1) * this->random.between(0x1.8p-12, 0x1.fp-12));
    if constexpr (D == 2) {
      r = {r.cosine * scale, r.sine * scale};
    } else {
      r = {r.x * scale, r.y * scale, r.z * scale, r.w * scale};
    }
    const auto m = matrix_of(r);
    for (int j = 0; j < D; ++j) {
      for (int k = 0; k <= j; ++k) {
        EXPECT_NEAR(dot(m.column(j), m.column(k)), j == k ? 1 : 0, 1.5e-15);
      }
    }
  }
  const auto v = this->vec(3);
  EXPECT_EQ((Matrix<D, T>::identity() * v), v);
}

TYPED_TEST(TransformTest, checks_look_at_every_number) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  using TestPose = typename TestFixture::Pose;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  if constexpr (sizeof(T) == 8) {
    for (int a = 0; a < D; ++a) {
      for (const T x : {T(0x1.1p140), T(-0x1.1p140)}) {
        TestPose pose{};
        pose.translation[a] = x;
        EXPECT_EQ(pose.check(), Status::out_of_range);
      }
    }
  }
  if constexpr (D == 2) {
    EXPECT_FALSE((Rotation<2, T>{nan, 0}).finite() || (Rotation<2, T>{1, nan}).finite());
  } else {
    EXPECT_FALSE((Rotation<3, T>{nan, 0, 0, 1}).finite() ||
                 (Rotation<3, T>{0, nan, 0, 1}).finite());
    EXPECT_FALSE((Rotation<3, T>{0, 0, nan, 1}).finite() ||
                 (Rotation<3, T>{0, 0, 0, nan}).finite());
  }
}

TYPED_TEST(TransformTest, nearest_rotations_do_not_depend_on_the_scale) {
  constexpr int D = TestFixture::kD;
  using T = typename TestFixture::Real;
  for (int i = 0; i < 100; ++i) {
    const auto m = matrix_of(this->rotation());
    for (const int exponent : {-100, -60, 60, 100}) {
      Matrix<D, T> scaled{}, plain{};
      for (int k = 0; k < D; ++k) {
        plain.row[k] = vec_cast<T>(m.row[k]);
        scaled.row[k] = plain.row[k] * std::ldexp(T(1), exponent);
      }
      const auto r = nearest_rotation(scaled);
      EXPECT_EQ(r.status, Status::ok);
      EXPECT_EQ(r.rotation, nearest_rotation(plain).rotation);
      if constexpr (D == 3) {
        EXPECT_GE(r.rotation.w, 0);
      }
    }
  }
}

TYPED_TEST(TransformTest, casts_round_each_component) {
  const auto pose = this->transform();
  const auto wide = transform_cast<double>(pose);
  EXPECT_EQ(transform_cast<typename TestFixture::Real>(wide), pose);
}

// All of it in constant expressions.
constexpr Transform3d kHand =
    look_at<double>({{0, 2, 0}}, {{3, 2, 0}}, {{0, 1, 0}}) *
    Transform3d{{{1, 0, 0}}, rotation_from_euler(EulerOrder::zyx, 0.1, 0.2, 0.3)};
static_assert(kHand.check() == Status::ok);
static_assert(transform_from_row_major<3, double>(to_row_major(kHand)).status == Status::ok);
static_assert(to_local(kHand, kHand.translation) == Vec3d{});

}  // namespace
}  // namespace masu
