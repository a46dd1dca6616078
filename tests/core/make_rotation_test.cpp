// SPDX-License-Identifier: MIT
// Sines, cosines and the makers of rotations, against long double and against matrices.
#include <masu/core/rotation_matrix.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "scenes/generators/pcg32.hpp"

namespace masu {
namespace {

using Real = long double;

double ulps(Real got, Real expected, int digits) {
  int exponent = 0;
  std::frexp(expected, &exponent);
  return double(std::fabs(got - expected) / std::ldexp(Real(1), exponent - digits));
}

// Long double has too few digits for the sines of doubles on some machines.
constexpr double kSlack = std::numeric_limits<Real>::digits >= 64 ? 0.511 : 1.5;

// Whether the C library's sine can check ours. On Windows it can be the x87 instruction, which
// knows 66 bits of pi: it is wrong next to multiples of pi and at large angles.
bool library_is_accurate() {
  volatile Real pi = kPi<double>;  // so that the call is not computed by the compiler
  return ulps(std::sin(pi), 0x1.1a62633145c06e0e68948127044533e63ap-53L, 53) < 0.25;
}

void check_angle(double x) {
  const auto got = sine_cosine(x);
  ASSERT_LE(ulps(got.sine, std::sin(Real(x)), 53), kSlack) << std::hexfloat << x;
  ASSERT_LE(ulps(got.cosine, std::cos(Real(x)), 53), kSlack) << std::hexfloat << x;
  const float f = float(x);
  if (!is_finite(f) || std::fabs(f) < 1e-30f) return;
  const auto single = sine_cosine(f);
  ASSERT_LE(ulps(single.sine, std::sin(Real(f)), 24), 0.51) << std::hexfloat << f;
  ASSERT_LE(ulps(single.cosine, std::cos(Real(f)), 24), 0.51) << std::hexfloat << f;
}

TEST(SineCosine, is_within_its_bound_for_all_angles) {
  if (!library_is_accurate()) GTEST_SKIP() << "the C library's sine is less accurate";
  scenes::Pcg32 random(1);
  const auto bits = [&] { return std::uint64_t(random.next()) << 32 | random.next(); };
  for (int i = 0; i < 200000; ++i) {
    const auto any = std::bit_cast<double>(bits());
    if (is_finite(any) && std::fabs(any) > 1e-300) {
      ASSERT_NO_FATAL_FAILURE(check_angle(any));
    }
    ASSERT_NO_FATAL_FAILURE(check_angle(random.between(-10, 10)));
    ASSERT_NO_FATAL_FAILURE(check_angle(random.between(-1e-4, 1e-4)));
  }
}

TEST(SineCosine, is_within_its_bound_next_to_multiples_of_45_degrees) {
  if (!library_is_accurate()) GTEST_SKIP() << "the C library's sine is less accurate";
  for (int k = -4000; k <= 4000; ++k) {
    const double x = k * (kPi<double> / 4);
    for (const double y : {x, std::nextafter(x, 1e9), std::nextafter(x, -1e9)}) {
      if (k != 0) {
        ASSERT_NO_FATAL_FAILURE(check_angle(y));
      }
    }
  }
  check_angle(0x1.6ac5b262ca1ffp+849);  // of all doubles the nearest to a multiple of pi / 2
  for (int e = -60; e < 1024; ++e) {
    ASSERT_NO_FATAL_FAILURE(check_angle(std::ldexp(1.0, e)));
    ASSERT_NO_FATAL_FAILURE(check_angle(std::ldexp(0x1.fffffffffffffp0, e)));
  }
}

// The bits of a million angles: the same with every compiler and on every machine.
TEST(SineCosine, bits_are_the_same_on_every_machine) {
  scenes::Pcg32 random(7);
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](double x) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3;
  };
  for (int i = 0; i < 300000; ++i) {
    const auto x = std::bit_cast<double>((std::uint64_t(random.next()) << 32 | random.next()) &
                                         0xbfff'ffff'ffff'ffff);
    const auto s = sine_cosine(is_finite(x) ? x * 0x1p512 : 1.0);
    if (is_finite(s.sine)) add(s.sine), add(s.cosine);
    const auto r = rotation_from_axis_angle<double>({{1, random.between(-1, 1), 2}}, x);
    add(r.x), add(r.w);
  }
  EXPECT_EQ(hash, 18071632696449765618u);
}

TEST(SineCosine, handles_zero_tiny_infinite_and_nan_angles) {
  EXPECT_EQ(sine_cosine(0.0).sine, 0);
  EXPECT_TRUE(std::signbit(sine_cosine(-0.0).sine));
  EXPECT_EQ(sine_cosine(-0.0).cosine, 1);
  EXPECT_EQ(sine_cosine(0x1p-1074).sine, 0x1p-1074);
  EXPECT_TRUE(std::isnan(sine_cosine(double(INFINITY)).sine));
  EXPECT_TRUE(std::isnan(sine_cosine(float(NAN)).cosine));
  static_assert(sine_cosine(kPi<double>).cosine == -1);
  static_assert(sine_cosine(kPi<float> / 2).sine == 1);
}

template <int D, class T>
Vec<D, T> random_vec(scenes::Pcg32& random, double size = 1) {
  Vec<D, T> v{};
  for (int a = 0; a < D; ++a) v[a] = T(random.between(-size, size));
  return v;
}

template <class T>
class MakeRotation : public testing::Test {
 public:
  static constexpr double kClose = sizeof(T) == 4 ? 4e-7 : 2e-15;

  void expect_maps(const Rotation<3, T>& r, const Vec<3, double>& from, const Vec<3, double>& to) {
    const auto got = matrix_of(r) * from;
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(got[a], to[a], kClose) << a;
    EXPECT_NEAR(r.length_squared(), 1, kClose);
  }
  scenes::Pcg32 random{3};
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MakeRotation, Scalars);

TYPED_TEST(MakeRotation, angle_is_counter_clockwise) {
  using T = TypeParam;
  const auto r = rotation_from_angle(kPi<T> / 2);
  EXPECT_EQ(r.sine, 1);
  EXPECT_NEAR(double(r.cosine), 0, 1e-7);
  const auto v = rotation_from_angle(T(0.5)) * Vec<2, T>{{1, 0}};
  EXPECT_NEAR(double(v[0]), std::cos(0.5), this->kClose);
  EXPECT_NEAR(double(v[1]), std::sin(0.5), this->kClose);
  static_assert(rotation_from_angle(T(0)) == Rotation<2, T>::identity());
}

TYPED_TEST(MakeRotation, axis_angle_is_rodrigues_formula) {
  using T = TypeParam;
  for (int i = 0; i < 5000; ++i) {
    const auto axis = random_vec<3, T>(this->random, i % 2 ? 1 : 1e30);
    const T angle = T(this->random.between(-7, 7));
    const auto u = detail::unit(vec_cast<double>(axis));
    const auto v = random_vec<3, double>(this->random);
    const double c = std::cos(double(angle)), s = std::sin(double(angle));
    const auto expected = v * c + cross(u, v) * s + u * (dot(u, v) * (1 - c));
    this->expect_maps(rotation_from_axis_angle(axis, angle), v, expected);
  }
  static_assert(rotation_from_axis_angle({{0, 0, 2}}, T(0)) == Rotation<3, T>::identity());
}

TYPED_TEST(MakeRotation, euler_orders_are_products_about_fixed_axes) {
  using T = TypeParam;
  const EulerOrder orders[] = {EulerOrder::xyz, EulerOrder::xzy, EulerOrder::yxz,
                               EulerOrder::yzx, EulerOrder::zxy, EulerOrder::zyx};
  const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int i = 0; i < 600; ++i) {
    const auto angles = random_vec<3, T>(this->random, 4);
    const auto v = random_vec<3, double>(this->random);
    auto w = v;
    for (const int axis : axes[i % 6]) {  // about a coordinate axis, by its 2D rotation
      const int j = (axis + 1) % 3, k = (axis + 2) % 3;
      const double c = std::cos(double(angles[axis])), s = std::sin(double(angles[axis]));
      const double x = c * w[j] - s * w[k];
      w[k] = s * w[j] + c * w[k];
      w[j] = x;
    }
    this->expect_maps(rotation_from_euler(orders[i % 6], angles[0], angles[1], angles[2]), v, w);
  }
}

TYPED_TEST(MakeRotation, between_takes_one_direction_to_the_other_by_the_shortest_arc) {
  using T = TypeParam;
  for (int i = 0; i < 5000; ++i) {
    const auto from = random_vec<3, T>(this->random);
    auto to = random_vec<3, T>(this->random, 1e10);
    // Nearly the same, and nearly opposite.
    const double small = std::ldexp(1.0, -int(this->random.below(60)));
    if (i % 3 == 1) to = from * T(3) + vec_cast<T>(random_vec<3, double>(this->random, small));
    if (i % 3 == 2) to = from * T(-3) + vec_cast<T>(random_vec<3, double>(this->random, small));
    const auto u = detail::unit(vec_cast<double>(from)), v = detail::unit(vec_cast<double>(to));
    const auto r = rotation_between(from, to);
    this->expect_maps(r, u, v);
    EXPECT_NEAR(double(r.w) * double(r.w), (1 + dot(u, v)) / 2, this->kClose);

    const Vec<2, T> p{{from[0], from[1]}}, q{{to[0], to[1]}};
    const auto got = matrix_of(rotation_between(p, q)) * detail::unit(vec_cast<double>(p));
    const auto expected = detail::unit(vec_cast<double>(q));
    for (int a = 0; a < 2; ++a) EXPECT_NEAR(got[a], expected[a], this->kClose);
  }
  for (int a = 0; a < 3; ++a) {
    Vec<3, T> axis{};
    axis[a] = 1;
    const auto back = rotation_between(axis, -axis);
    EXPECT_EQ((Transform<3, T>{{}, back}.check()), Status::ok) << a;
    this->expect_maps(back, vec_cast<double>(axis), vec_cast<double>(-axis));
  }
}

TYPED_TEST(MakeRotation, look_at_points_z_at_the_target_and_y_up) {
  using T = TypeParam;
  for (int i = 0; i < 5000; ++i) {
    const auto eye = random_vec<3, T>(this->random), target = random_vec<3, T>(this->random);
    auto up = random_vec<3, T>(this->random);
    const auto f = vec_cast<double>(target) - vec_cast<double>(eye);
    const double small = std::ldexp(1.0, -int(this->random.below(60)));
    if (i % 2 == 1) up = vec_cast<T>(f + random_vec<3, double>(this->random, small));
    const auto pose = look_at(eye, target, up);
    EXPECT_EQ(pose.translation, eye);
    this->expect_maps(pose.rotation, {{0, 0, 1}}, detail::unit(f));
    const auto x = matrix_of(pose.rotation) * Vec<3, double>{{1, 0, 0}};
    EXPECT_NEAR(dot(x, vec_cast<double>(up)), 0, 4 * this->kClose);
    if (i % 2 == 0) {
      const auto y = matrix_of(pose.rotation) * Vec<3, double>{{0, 1, 0}};
      EXPECT_GT(dot(y, vec_cast<double>(up)), -this->kClose);
    }
    const Vec<2, T> a{{eye[0], eye[1]}}, b{{target[0], target[1]}};
    const auto flat = look_at(a, b);
    const auto forward = vec_cast<double>(b) - vec_cast<double>(a);
    const auto got = matrix_of(flat.rotation) * Vec<2, double>{{1, 0}};
    EXPECT_NEAR(cross(got, detail::unit(forward)), 0, this->kClose);
    EXPECT_GT(dot(got, forward), 0);
  }
  for (int a = 0; a < 3; ++a) {
    Vec<3, T> axis{};
    axis[a] = 5;
    for (const auto& up : {axis, -axis, Vec<3, T>{}}) {
      const auto straight = look_at<T>({{0, 0, 0}}, axis, up);
      EXPECT_EQ(straight.check(), Status::ok) << a;
      this->expect_maps(straight.rotation, {{0, 0, 1}}, vec_cast<double>(axis) * 0.2);
    }
  }
}

TYPED_TEST(MakeRotation, check_refuses_input_that_defines_no_rotation) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T big = std::numeric_limits<T>::infinity();
  const auto status = [](const auto& r) {
    return Transform < std::is_same_v<std::remove_cvref_t<decltype(r)>, Rotation<2, T>> ? 2 : 3,
           T > {{}, r}.check();
  };
  const Vec<3, T> zero{}, x{{1, 0, 0}}, bad{{nan, 0, 0}}, far{{big, 0, 0}};
  EXPECT_EQ(status(rotation_from_angle(nan)), Status::not_finite);
  EXPECT_EQ(status(rotation_from_axis_angle(x, big)), Status::not_finite);
  EXPECT_EQ(status(rotation_from_axis_angle(zero, T(1))), Status::not_unit);
  EXPECT_EQ(status(rotation_from_axis_angle(bad, T(1))), Status::not_finite);
  EXPECT_EQ(status(rotation_from_axis_angle(far, T(1))), Status::not_finite);
  EXPECT_EQ(status(rotation_from_euler(EulerOrder::xyz, T(0), nan, T(0))), Status::not_finite);
  EXPECT_EQ(status(rotation_between(zero, x)), Status::not_unit);
  EXPECT_EQ(status(rotation_between(x, bad)), Status::not_finite);
  EXPECT_EQ(status(rotation_between(Vec<2, T>{}, Vec<2, T>{{1, 0}})), Status::not_unit);
  EXPECT_EQ(status(rotation_look_at(zero, x)), Status::not_unit);
  EXPECT_EQ(status(rotation_look_at(x, bad)), Status::not_finite);
  EXPECT_EQ(status(normalized(Rotation<3, T>{0, 0, 0, 0})), Status::not_unit);
  EXPECT_EQ(status(normalized(Rotation<3, T>{3, 0, 4, 0})), Status::ok);
  EXPECT_EQ(status(normalized(Rotation<2, T>{3, 4})), Status::ok);
}

// The root of constant expressions is std::sqrt.
template <std::uint64_t kSeed, int kCount>
constexpr std::array<double, kCount> roots() {
  std::array<double, kCount> r{};
  std::uint64_t state = kSeed;
  for (int i = 0; i < kCount; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    r[std::size_t(i)] = detail::square_root(std::bit_cast<double>(state >> 2));
  }
  return r;
}

TEST(SquareRoot, at_compile_time_equals_that_at_run_time) {
  constexpr auto constant = roots<5, 400>();
  volatile std::uint64_t seed = 5;
  std::uint64_t state = seed;
  for (const double got : constant) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto x = std::bit_cast<double>(state >> 2);
    if (x > 0x1p-1000) {
      EXPECT_EQ(got, std::sqrt(x)) << std::hexfloat << x;
    }
  }
  static_assert(detail::square_root(4) == 2 && detail::square_root(0) == 0);
  static_assert(detail::square_root(0.25) == 0.5 && detail::square_root(2) == 0x1.6a09e667f3bcdp0);
}

}  // namespace
}  // namespace masu
