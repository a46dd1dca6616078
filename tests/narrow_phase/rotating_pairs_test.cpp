// SPDX-License-Identifier: MIT
// Times of impact of pairs of all shapes, compared with penetration() at earlier times. Both shapes
// rotate, and half of the pairs nearly touch as they pass.
#include <gtest/gtest.h>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "tests/narrow_phase/same_bits.hpp"
#include "tests/shapes/known_shapes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class C>
class RotatingPairs : public testing::Test {};
TYPED_TEST_SUITE(RotatingPairs, DimensionsAndScalars, CaseNames);

// The rotation by an angle about a random axis, after `r`.
template <class T>
Rotation<2, T> turned(const Rotation<2, T>& r, double angle, Pcg32&) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {T(r.cosine * c - r.sine * s), T(r.cosine * s + r.sine * c)};
}
template <class T>
Rotation<3, T> turned(const Rotation<3, T>& r, double angle, Pcg32& random) {
  const auto axis = vec_cast<double>(random_unit<3>(random)) * std::sin(angle / 2);
  const double x = axis[0], y = axis[1], z = axis[2], w = std::cos(angle / 2);
  return {T(w * r.x + x * r.w + y * r.z - z * r.y), T(w * r.y - x * r.z + y * r.w + z * r.x),
          T(w * r.z + x * r.y - y * r.x + z * r.w), T(w * r.w - x * r.x - y * r.y - z * r.z)};
}

double dot_of(const Rotation<2, double>& a, const Rotation<2, double>& b) {
  return a.cosine * b.cosine + a.sine * b.sine;
}
double dot_of(const Rotation<3, double>& a, const Rotation<3, double>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class T>
Rotation<2, double> sum(const Rotation<2, T>& a, double by_a, const Rotation<2, T>& b,
                        double by_b) {
  return {a.cosine * by_a + b.cosine * by_b, a.sine * by_a + b.sine * by_b};
}
template <class T>
Rotation<3, double> sum(const Rotation<3, T>& a, double by_a, const Rotation<3, T>& b,
                        double by_b) {
  return {a.x * by_a + b.x * by_b, a.y * by_a + b.y * by_b, a.z * by_a + b.z * by_b,
          a.w * by_a + b.w * by_b};
}

// Linear, and normalized: the comment of Sweep.
template <int D, class T>
Transform<D, T> pose_at(const Sweep<D, T>& m, double t) {
  const auto from = sum(m.begin.rotation, 1, m.begin.rotation, 0);
  const auto to = sum(m.end.rotation, 1, m.end.rotation, 0);
  const double turn = D == 3 && dot_of(from, to) < 0 ? -1 : 1;
  const auto q =
      sum(from, (1 - t) / std::sqrt(dot_of(from, from)), to, turn * t / std::sqrt(dot_of(to, to)));
  const auto unit = sum(q, 1 / std::sqrt(dot_of(q, q)), q, 0);
  Transform<D, T> r;
  for (int a = 0; a < D; ++a) {
    r.translation[a] = T(m.begin.translation[a] * (1 - t) + m.end.translation[a] * t);
  }
  if constexpr (D == 2) r.rotation = {T(unit.cosine), T(unit.sine)};
  if constexpr (D == 3) r.rotation = {T(unit.x), T(unit.y), T(unit.z), T(unit.w)};
  return r;
}

template <int D, class T>
Sweep<D, T> random_sweep(Pcg32& random, double size) {
  Sweep<D, T> m;
  for (int a = 0; a < D; ++a) {
    m.begin.translation[a] = T(random.between(-size, size));
    m.end.translation[a] = T(random.between(-size, size));
  }
  if (random.below(5) == 0) m.end.translation = m.begin.translation;
  random_rotation(random, m.begin.rotation);
  const double most = D == 2 ? 2.9 : 2.05;  // 166 and 117 degrees
  const double angles[] = {0, std::exp2(random.between(-30, 0)), random.between(0, most)};
  m.end.rotation = turned(m.begin.rotation, angles[random.below(3)], random);
  return m;
}

TYPED_TEST(RotatingPairs, touch_as_penetration_says) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  constexpr int kSamples = 40;
  const double rounding = std::is_same_v<T, double> ? 0x1p-40 : 0x1p-18;
  KnownShapes<D, T> shapes(seed_of_piece(75));
  Pcg32& random = shapes.random();
  const int rounds = by_piece(by_tier(3'000, 300'000), 60'000);
  int hits = 0, misses = 0, not_found = 0;
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    const auto all = shapes.make();
    const auto count = std::uint32_t(all.size());
    const Known<D, T>& a = all[random.below(count)];
    const Known<D, T>& b = all[random.below(count)];
    const double size = a.size + b.size;
    const double spread = size * std::exp2(random.between(-1, 2));
    const auto of_a = random_sweep<D, T>(random, spread);
    auto of_b = random_sweep<D, T>(random, spread);
    const auto between = [&](double t) {
      return penetration_of_views(a.view, pose_at(of_a, t), b.view, pose_at(of_b, t), nullptr,
                                  nullptr);
    };
    if (random.below(2) == 0) {  // so that they nearly touch when they are nearest
      Separation<D, T> nearest = between(0);
      for (int k = 1; k <= kSamples; ++k) {
        const auto s = between(double(k) / kSamples);
        if (s.distance < nearest.distance) nearest = s;
      }
      const double gap = std::exp2(random.between(-40, -4)) * (random.below(2) == 0 ? size : -size);
      const auto by = nearest.normal * T(gap - double(nearest.distance));
      of_b.begin.translation = of_b.begin.translation + by;
      of_b.end.translation = of_b.end.translation + by;
    }
    const ImpactOptions options;
    // Larger than that of the pair, which includes how far apart they are.
    const double reach = 4 * (size + spread);
    if (double(between(0).distance) < options.tolerance * reach) continue;
    const auto got = impact_of_views(a.view, of_a, b.view, of_b, options);
    if (got.status == Status::not_converged) {
      ++not_found;
    } else {
      ASSERT_EQ(got.status, Status::ok);
    }
    for (int k = 0; k < kSamples; ++k) {
      const auto s = between(double(got.t) * k / kSamples);
      EXPECT_GE(double(s.distance), -rounding * reach) << i << ' ' << a.name << ' ' << b.name;
    }
    if (got.hit) {
      ++hits;
      const double then = double(between(double(got.t)).distance);
      EXPECT_GE(then, -rounding * reach) << i << ' ' << a.name << ' ' << b.name;
      EXPECT_LE(then, (options.tolerance + rounding) * reach) << i << ' ' << a.name << b.name;
    } else {
      misses += got.status == Status::ok ? 1 : 0;
    }
    expect_same_bits(impact_of_views(b.view, of_b, a.view, of_a, options).flipped(), got);
  }
  EXPECT_GT(hits, rounds / 5);
  EXPECT_GT(misses, rounds / 5);
  EXPECT_LT(not_found, rounds / 500) << "of " << rounds;
  std::cout << hits << " hits, " << misses << " misses, " << not_found << " not converged\n";
  count_cases(std::uint64_t(rounds));
}

}  // namespace
}  // namespace masu::test
