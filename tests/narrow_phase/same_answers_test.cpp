// SPDX-License-Identifier: MIT
// Every query of every pair of kinds has the same bits with every instruction set, any number of
// threads, and every compiler.
#include <gtest/gtest.h>

#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>

#include "narrow_phase/answer_hash.hpp"
#include "narrow_phase/portable_random.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

using scenes::Pcg32;

template <int D, class T>
struct Polytope {
  ConvexPolygon<T> made;
};
template <class T>
struct Polytope<3, T> {
  ConvexPolyhedron<T> made;
};
template <int D, class T>
Polytope<D, T> some_polytope(Pcg32& random, int points) {
  std::vector<Vec<D, T>> cloud;
  for (int i = 0; i < points; ++i) {
    double q[D];
    some_direction(random, q);
    Vec<D, T> p{};
    for (int a = 0; a < D; ++a) p[a] = T(0.8 * q[a]);
    cloud.push_back(p);
  }
  Polytope<D, T> r;
  if constexpr (D == 2) {
    EXPECT_EQ(polygon_of<T>(cloud, r.made), Status::ok);
  } else {
    EXPECT_EQ(polyhedron_of<T>(cloud, r.made), Status::ok);
  }
  return r;
}

// One of each kind, twice where size decides the method.
template <int D, class T>
class Zoo {
 public:
  Zoo() {
    Pcg32 random(71);
    for (const int points : {7, 24, 200}) polytopes_.push_back(some_polytope<D, T>(random, points));
    Vec<D, T> half{};
    for (int a = 0; a < D; ++a) half[a] = T(0.4 + 0.25 * a);
    const auto point = [&] { return some_point<D, T>(random, 0.75); };
    Vec<D, T> up{};
    up[1] = 1;
    all_ = {Point<D, T>{point()}.view(),
            Segment<D, T>{point(), point()}.view(),
            Sphere<D, T>{T(0.625)}.view(),
            Capsule<D, T>{point(), point(), T(0.25)}.view(),
            Box<D, T>{half}.view(),
            Rounded<Box<D, T>>{{half}, T(0.125)}.view(),
            Triangle<D, T>{point(), point(), point()}.view(),
            Ellipsoid<D, T>{half}.view(),
            HalfSpace<D, T>{up, T(-0.25)}.view()};
    for (const auto& p : polytopes_) all_.push_back(p.made.view());
    if constexpr (D == 3) {
      all_.push_back(Cylinder<T>{T(0.5), T(0.75)}.view());
      all_.push_back(Cone<T>{T(0.5), T(0.75)}.view());
    }
  }
  std::size_t pairs() const { return all_.size() * all_.size(); }
  const ShapeView<D, T>& first(std::size_t pair) const { return all_[pair / all_.size()]; }
  const ShapeView<D, T>& second(std::size_t pair) const { return all_[pair % all_.size()]; }

 private:
  std::vector<Polytope<D, T>> polytopes_;
  std::vector<ShapeView<D, T>> all_;
};

template <int D, class T>
std::uint64_t answers(const ShapeView<D, T>& a, const ShapeView<D, T>& b, std::uint64_t seed) {
  Pcg32 random(seed);
  AnswerHash hash;
  for (int i = 0; i < 3; ++i) {
    const auto p = some_pose<D, T>(random);
    const auto q = some_pose<D, T>(random);
    const auto p_end = some_pose<D, T>(random);
    hash.add(intersects(a, p, b, q));
    hash.add(distance(a, p, b, q));
    hash.add(penetration(a, p, b, q));
    hash.add(manifold(a, p, b, q));
    hash.add(shape_cast(a, p, b, q, p_end.translation));
    hash.add(time_of_impact(a, Sweep<D, T>{p, p_end}, b, Sweep<D, T>{q, q}));
    hash.add(closest_point(a, p, q.translation));
    hash.add(point_inside(a, p, q.translation));
    const Vec<D, T> displacement = p.translation - q.translation;
    hash.add(ray_cast(a, p, Ray<D, T>{q.translation, displacement, T(4)}));
  }
  return hash.value();
}

template <int D, class T>
std::uint64_t answers_of_all(const Zoo<D, T>& zoo, JobSystem jobs = {}) {
  std::vector<std::uint64_t> found(zoo.pairs());
  auto job = [&](std::uint32_t i) { found[i] = answers<D, T>(zoo.first(i), zoo.second(i), i); };
  jobs.for_each(static_cast<std::uint32_t>(found.size()), job);
  Hash hash;
  for (const std::uint64_t f : found) hash.add(f);
  return hash.value();
}

template <class C>
class SameAnswers : public testing::Test {};
template <int D, class T, std::uint64_t Hash>
struct KnownCase : Case<D, T> {
  static constexpr std::uint64_t kHash = Hash;
};
// Made once, by GCC 12. A new answer is a new number: say in the change why it is as good.
using KnownCases = testing::Types<
    KnownCase<2, float, 4935947276543046849u>, KnownCase<2, double, 18193418487820198530u>,
    KnownCase<3, float, 2589517949471242930u>, KnownCase<3, double, 11467464151395858203u>>;
TYPED_TEST_SUITE(SameAnswers, KnownCases, CaseNames);

TYPED_TEST(SameAnswers, L17_on_every_instruction_set_and_from_every_compiler) {
  const Zoo<TypeParam::D, typename TypeParam::T> zoo;
  for_each_target([&](SimdTarget) { EXPECT_EQ(answers_of_all(zoo), TypeParam::kHash); });
}

TYPED_TEST(SameAnswers, L17_on_threads) {
  const Zoo<TypeParam::D, typename TypeParam::T> zoo;
  for (const std::uint32_t workers : {2u, 8u}) {
    Threads threads(workers);
    EXPECT_EQ(answers_of_all(zoo, threads.jobs()), TypeParam::kHash) << workers;
  }
}

}  // namespace
}  // namespace masu::test
