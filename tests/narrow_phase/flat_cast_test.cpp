// SPDX-License-Identifier: MIT
// Casts and times of impact of outlines in 2D, which go by their sides: compared with the search
// and, in long double, with every pair of edges.
#include <masu/core/simd.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "narrow_phase/answer_hash.hpp"
#include "narrow_phase/core_search.hpp"
#include "narrow_phase/flat_pair.hpp"
#include "narrow_phase/flat_shapes.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

constexpr double kSize = 4;

template <class T>
class FlatCast : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FlatCast, Scalars);

// The gap of the cores along a direction in a's frame, in long double.
template <class T>
double gap_of(const Placed<T>& a, const Placed<T>& b, const Matrix<2, double>& rotation_a,
              const Vec<2, double>& normal) {
  const Vec<2, double> n = rotation_a * normal;
  return double(gap_along(a.outline, b.outline, {n[0], n[1]}));
}

template <class T>
void compare_with_search(const Placed<T>& a, const Placed<T>& b, const Vec<2, double>& velocity,
                         int& found) {
  detail::FlatCores cores;
  if (!detail::flat_outlines(a.view, b.view, cores)) return;
  const auto frame = detail::pair_frame(a.pose, b.pose);
  const detail::Approach approach{velocity, 0.25, 0.125, 0x1p-40};
  detail::CoreDistance<2> core, expected;
  detail::SideStep<2> step;
  const bool sure = detail::flat_core(cores, frame, approach, core, step);
  const double rest = approach.radii + approach.near * kSize;
  if (step.time > 0) {
    const double gap = gap_of(a, b, frame.rotation_a, step.normal) - approach.radii;
    EXPECT_NEAR(step.gap, gap, 1e-12);
    const double speed = dot(step.normal, velocity) + approach.turning;
    const double then = step.time < 1e30 ? gap - speed * step.time : gap;
    EXPECT_GE(then, -1e-12);
    EXPECT_TRUE(step.time < 1e30 || speed <= 0);
    EXPECT_LE(then, step.time < 1e30 ? rest : kSize * 4);
  }
  if (!sure) return;
  ++found;
  detail::search_distance(a.view, b.view, frame, detail::Depth::least, {}, expected);
  EXPECT_NEAR(core.distance, expected.distance, 1e-12);
  EXPECT_LE(core.lower, expected.upper + 1e-13);
  EXPECT_GE(core.upper, expected.lower - 1e-13);
  const double rotated = 1e-14 / std::max(std::fabs(core.distance), 1e-13);
  EXPECT_NEAR(gap_of(a, b, frame.rotation_a, core.normal), core.distance, 1e-12 + rotated);
  const auto between = core.point_b - core.point_a - core.normal * core.distance;
  EXPECT_LE(length(between), 1e-12 + rotated);
  EXPECT_LE(core.size, 2 * kSize);
}

TYPED_TEST(FlatCast, measures_as_the_search_does) {
  using T = TypeParam;
  Artist<T> artist(64);
  for_each_target([&](SimdTarget) {
    int found = 0, count = 0;
    for (const Family family : kFamilies) {
      for (int k = 0; k < by_tier(400, 40000) && !this->HasFailure(); ++k, ++count) {
        auto a = artist.draw(Kind(artist.below(3)), family);
        auto b = k % 4 == 0 ? artist.rotated(a) : artist.draw(Kind(artist.below(5)), family);
        if (b.pose.check() != Status::ok) continue;
        a.radius = b.radius = 0;
        const Placed<T> x(a), y(b);
        const Vec<2, double> velocity = vec_cast<double>(y.pose.translation - x.pose.translation);
        compare_with_search(x, y, velocity * (k % 3 - 1.0), found);
      }
    }
    EXPECT_GT(found, count / 2);
  });
}

TYPED_TEST(FlatCast, no_side_proves_a_step_of_cores_deep_in_each_other) {
  using T = TypeParam;
  const Box<2, T> a{{1, 1}}, b{{2, 3}};
  const auto frame = detail::pair_frame(Transform<2, T>{}, Transform<2, T>{{T(0.25), 0}});
  for_each_target([&](SimdTarget) {
    detail::FlatCores cores;
    ASSERT_TRUE(detail::flat_outlines(a.view(), b.view(), cores));
    detail::CoreDistance<2> core;
    detail::SideStep<2> step;
    detail::flat_core(cores, frame, {{1, 0}, 0.25, 0.125, 0x1p-40}, core, step);
    EXPECT_EQ(step.time, -std::numeric_limits<double>::infinity());
  });
}

template <class T>
Outline moved(Outline o, const Vec<2, T>& by, double t) {
  for (auto& p : o) p[0] += (long double)by[0] * t, p[1] += (long double)by[1] * t;
  return o;
}

// The separation is a convex function of the time.
template <class T>
bool check_cast(const Placed<T>& a, const Placed<T>& b, const Vec<2, T>& by) {
  const long double radii = (long double)a.view.radius + (long double)b.view.radius;
  const auto at = [&](double t) {
    return double(separation_of(a.outline, moved(b.outline, by, t)) - radii);
  };
  const auto got = shape_cast(a.view, a.pose, b.view, b.pose, by);
  EXPECT_EQ(got.status, Status::ok);
  const double speed = length(vec_cast<double>(by));
  const double rounding = (std::is_same_v<T, float> ? 0x1p-23 : 0x1p-52) * speed;
  const double least = 1e-12;
  if (at(0) < -least) {
    EXPECT_TRUE(got.hit);
    EXPECT_EQ(got.t, 0);
  }
  if (at(0) < least) return false;
  for (int k = 0; k < 16; ++k) EXPECT_GT(at(double(got.t) * k / 16), -least);
  EXPECT_GT(at(double(got.t)), -least);
  if (!got.hit) {
    EXPECT_EQ(got.t, 1);
    return false;
  }
  EXPECT_LT(at(double(got.t)), least + rounding);
  EXPECT_LE(double(dot(got.normal, by)), 1e-6);
  const auto back = shape_cast(b.view, b.pose, a.view, a.pose, -by);
  EXPECT_TRUE(back.hit);
  EXPECT_NEAR(double(back.t), double(got.t), 1e-6);
  return true;
}

TYPED_TEST(FlatCast, hits_when_they_touch) {
  using T = TypeParam;
  Artist<T> artist(65);
  for (const Family family : kFamilies) {
    SCOPED_TRACE(int(family));
    int hits = 0;
    const int count = by_tier(1000, 100000);
    for (int k = 0; k < count; ++k) {
      const auto a = artist.draw(Kind(artist.below(3)), family);
      auto b = artist.draw(Kind(artist.below(5)), family);
      b.pose.translation = b.pose.translation * T(4);
      const Placed<T> x(a), y(b);
      const auto aside = artist.draw(Kind::point, family).corner[0];
      const Vec<2, T> by = (x.pose.translation + aside - y.pose.translation) * T(1.5);
      hits += check_cast(x, y, by);
      if (this->HasFailure()) {
        std::printf("pair %d: kinds %d %d\n", k, int(a.kind), int(b.kind));
        return;
      }
    }
    EXPECT_GT(hits, count / 8);
  }
}

// The pose that a rotating shape has at a time.
template <class T>
Outline placed_at(const Drawn<T>& d, const Transform<2, T>& end, double t) {
  const auto& r = d.pose.rotation;
  double x = double(r.cosine) * (1 - t) + double(end.rotation.cosine) * t;
  double y = double(r.sine) * (1 - t) + double(end.rotation.sine) * t;
  Drawn<double> there{d.kind, {}, double(d.radius), {}};
  for (const auto& c : d.corner) there.corner.push_back(vec_cast<double>(c));
  const auto from = vec_cast<double>(d.pose.translation);
  const double size = std::hypot(x, y);
  there.pose = {from + (vec_cast<double>(end.translation) - from) * t, {x / size, y / size}};
  return Placed<double>(there).outline;
}

TYPED_TEST(FlatCast, rotating_shapes_touch_no_earlier) {
  using T = TypeParam;
  Artist<T> artist(66);
  int hits = 0, slow = 0;
  const int count = by_tier(1000, 100000);
  for (int k = 0; k < count; ++k) {
    const auto a = artist.draw(Kind(artist.below(3)), Family::any);
    auto b = artist.draw(Kind(artist.below(5)), Family::any);
    b.pose.translation = b.pose.translation * T(3);
    const Placed<T> x(a), y(b);
    auto end = artist.draw(Kind::point, Family::any).pose;
    const Rotation<2, T> from = b.pose.rotation;
    if (from.cosine * end.rotation.cosine + from.sine * end.rotation.sine < T(-0.9)) continue;
    const auto got =
        time_of_impact(x.view, Sweep<2, T>{x.pose, x.pose}, y.view, Sweep<2, T>{y.pose, end});
    // Corners that graze each other may take more rounds than there are; then nothing touches
    // before the time returned.
    slow += got.status == Status::not_converged;
    ASSERT_TRUE(got.status == Status::ok || got.status == Status::not_converged);
    const auto at = [&](double t) {
      return double(separation_of(x.outline, placed_at(b, end, t)) - (long double)a.radius -
                    (long double)b.radius);
    };
    if (at(0) < 1e-4) continue;
    for (int i = 0; i <= 20; ++i) ASSERT_GT(at(double(got.t) * i / 20), -1e-6) << k << " " << i;
    if (!got.hit) continue;
    ++hits;
    ASSERT_LT(at(double(got.t)), 2e-5) << k;
  }
  EXPECT_GT(hits, count / 4);
  EXPECT_LE(slow, count / 10000);
}

TYPED_TEST(FlatCast, has_the_same_bits_on_every_instruction_set) {
  using T = TypeParam;
  std::uint64_t expected = 0;
  for_each_target([&](SimdTarget) {
    Artist<T> artist(67);
    AnswerHash hash;
    for (std::size_t k = 0; k < 1000; ++k) {
      const Family family = kFamilies[k % std::size(kFamilies)];
      const Placed<T> x(artist.draw(Kind(artist.below(3)), family));
      const Placed<T> y(artist.draw(Kind(artist.below(5)), family));
      const auto end = artist.draw(Kind::point, family).pose;
      hash.add(shape_cast(x.view, x.pose, y.view, y.pose, end.translation));
      hash.add(time_of_impact(x.view, Sweep<2, T>{x.pose, x.pose}, y.view,
                              Sweep<2, T>{y.pose, {end.translation, y.pose.rotation}}));
    }
    if (expected == 0) expected = hash.value();
    EXPECT_EQ(hash.value(), expected);
  });
}

}  // namespace
}  // namespace masu::test
