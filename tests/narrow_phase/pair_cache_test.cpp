// SPDX-License-Identifier: MIT
// Warm starts: the same answers in fewer rounds, whatever the cache holds.
#include <gtest/gtest.h>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/ellipsoid.hpp>

#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
ConvexPolyhedron<T> random_hull(scenes::Pcg32& random, int points) {
  std::vector<Vec<3, T>> p;
  while (static_cast<int>(p.size()) < points) {
    const Vec<3, T> q = random_point<T>(random, 1);
    if (length(q) <= 1) p.push_back(q);
  }
  ConvexPolyhedron<T> made;
  EXPECT_EQ(polyhedron_of<T>(std::span<const Vec<3, T>>(p), made), Status::ok);
  return made;
}

// A little farther on a way that passes through each other and apart again.
template <class T>
Transform<3, T> on_the_way(int frame, int frames) {
  const double t = 2.0 * frame / frames - 1;
  const double s = 0.2 * t;
  return {{T(3 * t), T(0.3 * t * t), T(0.5)}, {0, T(s), 0, T(std::sqrt(1 - s * s))}};
}

template <class A, class B, class T>
void expect_same_answers(const A& a, const B& b, double accuracy) {
  PairCache cache;
  const Transform<3, T> still{};
  const int frames = 400;
  int overlapping = 0;
  for (int i = 0; i <= frames; ++i) {
    const Transform<3, T> at = on_the_way<T>(i, frames);
    const auto cold = penetration(a, still, b, at);
    const auto warm = penetration(a, still, b, at, cache);
    ASSERT_EQ(warm.status, Status::ok);
    EXPECT_NEAR(double(warm.distance), double(cold.distance), accuracy);
    EXPECT_LE(length(warm.normal - cold.normal), T(0.01));
    overlapping += warm.overlapping();
    const auto flipped = penetration(b, at, a, still).flipped();
    EXPECT_EQ(cold.distance, flipped.distance);
  }
  EXPECT_GT(overlapping, frames / 10);
  EXPECT_LT(overlapping, frames * 9 / 10);
}

TEST(PairCache, gives_the_answers_of_cold_calls) {
  scenes::Pcg32 random(41);
  for (const int points : {8, 60, 400}) {
    const auto a = random_hull<double>(random, points);
    const auto b = random_hull<double>(random, points);
    expect_same_answers<decltype(a), decltype(b), double>(a, b, 1e-13);
  }
  const auto f = random_hull<float>(random, 100);
  expect_same_answers<decltype(f), decltype(f), float>(f, f, 1e-6);
  const Ellipsoid<3, double> round{{1, 0.5, 0.7}};
  expect_same_answers<decltype(round), decltype(round), double>(round, round, 4e-9);
}

TEST(PairCache, of_other_shapes_does_no_harm) {
  scenes::Pcg32 random(42);
  const auto large = random_hull<double>(random, 500);
  const auto small = box_solid<double>(1, 1, 1);
  const Transform<3, double> at{{3, 1, 0}, random_turn<double>(random)};
  PairCache cache;
  const auto far = distance(large, Transform<3, double>{}, large, at, cache);
  EXPECT_GT(far.distance, 0);
  EXPECT_GT(cache.size, 0u);
  const auto warm = distance(small, Transform<3, double>{}, small, at, cache);
  const auto cold = distance(small, Transform<3, double>{}, small, at);
  EXPECT_NEAR(warm.distance, cold.distance, 1e-14);
  PairCache wild;
  wild.size = 4000000000u;
  for (std::uint32_t& v : wild.vertex_a) v = 7;
  for (std::uint32_t& v : wild.vertex_b) v = 0xffff'fff0u;
  EXPECT_NEAR(distance(small, Transform<3, double>{}, small, at, wild).distance, cold.distance,
              1e-14);
}

// Pairs whose order by bits changes from call to call keep their cache in order.
TEST(PairCache, survives_a_change_of_order) {
  scenes::Pcg32 random(43);
  const auto a = random_hull<double>(random, 50);
  const auto b = random_hull<double>(random, 30);
  PairCache cache;
  for (int i = 0; i < 200; ++i) {
    const Transform<3, double> at_a{random_point<double>(random, 0.01), {}};
    Transform<3, double> at_b{random_point<double>(random, 0.01), {}};
    at_b.translation[1] += 3;
    const auto warm = distance(a, at_a, b, at_b, cache);
    EXPECT_NEAR(warm.distance, distance(a, at_a, b, at_b).distance, 1e-13);
  }
}

}  // namespace
}  // namespace masu::test
