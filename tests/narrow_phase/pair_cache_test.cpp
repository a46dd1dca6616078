// SPDX-License-Identifier: MIT
// Warm starts: the same results in fewer iterations, whatever the cache holds.
#include <gtest/gtest.h>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/rounded.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/simd_targets.hpp"
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

// A little farther on a path through the other body and out again.
template <class T>
Transform<3, T> pose_on_path(int frame, int frames) {
  const double t = 2.0 * frame / frames - 1;
  const double s = 0.2 * t;
  return {{T(3 * t), T(0.3 * t * t), T(0.5)}, {0, T(s), 0, T(std::sqrt(1 - s * s))}};
}

template <class Cache, class A, class B, class T>
void expect_same_answers(const A& a, const B& b, double accuracy) {
  Cache cache;
  const Transform<3, T> still{};
  const int frames = 400;
  int overlapping = 0;
  for (int i = 0; i <= frames; ++i) {
    const Transform<3, T> pose = pose_on_path<T>(i, frames);
    const auto cold = penetration(a, still, b, pose);
    const auto warm = penetration(a, still, b, pose, cache);
    ASSERT_EQ(warm.status, Status::ok);
    EXPECT_NEAR(double(warm.distance), double(cold.distance), accuracy);
    EXPECT_LE(length(warm.normal - cold.normal), T(0.01));
    overlapping += warm.overlapping();
    const auto flipped = penetration(b, pose, a, still).flipped();
    EXPECT_EQ(cold.distance, flipped.distance);
  }
  EXPECT_GT(overlapping, frames / 10);
  EXPECT_LT(overlapping, frames * 9 / 10);
}

template <class Cache>
void expect_same_answers_of_all() {
  scenes::Pcg32 random(41);
  for (const int points : {8, 60, 400}) {
    const auto a = random_hull<double>(random, points);
    const auto b = random_hull<double>(random, points);
    expect_same_answers<Cache, decltype(a), decltype(b), double>(a, b, 1e-13);
  }
  const auto f = random_hull<float>(random, 100);
  expect_same_answers<Cache, decltype(f), decltype(f), float>(f, f, 1e-6);
  const Ellipsoid<3, double> round{{1, 0.5, 0.7}};
  expect_same_answers<Cache, decltype(round), decltype(round), double>(round, round, 4e-9);
  const Box<3, double> box{{1, 0.5, 0.75}};
  const Box<3, double> other{{0.7, 1.1, 0.4}};  // no two separating translations are equally short
  expect_same_answers<Cache, decltype(box), decltype(box), double>(box, other, 1e-14);
  const Rounded<Box<3, double>> soft{box, 0.125};
  expect_same_answers<Cache, decltype(soft), decltype(round), double>(soft, round, 4e-9);
}

TEST(PairCache, gives_the_answers_of_cold_calls) {
  expect_same_answers_of_all<PairCache>();
}
TEST(DepthCache, gives_the_answers_of_cold_calls) {
  expect_same_answers_of_all<DepthCache>();
}

TEST(PairCache, of_other_shapes_does_no_harm) {
  scenes::Pcg32 random(42);
  const auto large = random_hull<double>(random, 500);
  const auto small = box_solid<double>(1, 1, 1);
  const Transform<3, double> pose{{3, 1, 0}, random_rotation<double>(random)};
  PairCache cache;
  const auto far = distance(large, Transform<3, double>{}, large, pose, cache);
  EXPECT_GT(far.distance, 0);
  EXPECT_GT(cache.size, 0u);
  const auto warm = distance(small, Transform<3, double>{}, small, pose, cache);
  const auto cold = distance(small, Transform<3, double>{}, small, pose);
  EXPECT_NEAR(warm.distance, cold.distance, 1e-14);
  PairCache wild;
  wild.size = 4000000000u;
  for (std::uint32_t& v : wild.vertex_a) v = 7;
  for (std::uint32_t& v : wild.vertex_b) v = 0xffff'fff0u;
  EXPECT_NEAR(distance(small, Transform<3, double>{}, small, pose, wild).distance, cold.distance,
              1e-14);
}

// Pairs whose order by bits changes from call to call keep their cache in order.
TEST(PairCache, survives_a_change_of_order) {
  scenes::Pcg32 random(43);
  const auto a = random_hull<double>(random, 50);
  const auto b = random_hull<double>(random, 30);
  PairCache cache;
  for (int i = 0; i < 200; ++i) {
    const Transform<3, double> pose_a{random_point<double>(random, 0.01), {}};
    Transform<3, double> pose_b{random_point<double>(random, 0.01), {}};
    pose_b.translation[1] += 3;
    const auto warm = distance(a, pose_a, b, pose_b, cache);
    EXPECT_NEAR(warm.distance, distance(a, pose_a, b, pose_b).distance, 1e-13);
  }
}

struct DeepPair {
  ConvexPolyhedron<double> a;
  ConvexPolyhedron<double> b;
  Transform<3, double> pose;
};

DeepPair deep_pair(scenes::Pcg32& random, int points) {
  DeepPair p{random_hull<double>(random, points), random_hull<double>(random, points), {}};
  p.pose = {random_point<double>(random, 0.4), random_rotation<double>(random)};
  return p;
}

// Not only the answer: the cache is used, and still encloses the origin after small motions.
TEST(DepthCache, keeps_a_closed_polytope_of_vertices) {
  scenes::Pcg32 random(44);
  for (int i = 0; i < 100; ++i) {
    const DeepPair p = deep_pair(random, 8 + i);
    DepthCache cache;
    const auto cold = penetration(p.a, {}, p.b, p.pose, cache);
    ASSERT_TRUE(cold.overlapping());
    ASSERT_GE(cache.vertices, 4);
    EXPECT_EQ(cache.faces, 2 * cache.vertices - 4);
    int open_edges[DepthCache::kMostVertices][DepthCache::kMostVertices] = {};
    for (int f = 0; f < cache.faces; ++f) {
      for (int k = 0; k < 3; ++k) {
        const int from = cache.face[f][k];
        const int to = cache.face[f][(k + 1) % 3];
        ++open_edges[from][to];
        --open_edges[to][from];
      }
    }
    for (const auto& row : open_edges) {
      for (const int count : row) ASSERT_EQ(count, 0);
    }
    const int grown = cache.vertices;
    EXPECT_EQ(penetration(p.a, {}, p.b, p.pose, cache).distance, cold.distance);
    EXPECT_EQ(cache.vertices, grown) << "one round suffices where nothing moved";
  }
}

// Where the bodies move so far that the polytope no longer proves the depth, it is expanded, and
// not made again: its vertices remain.
TEST(DepthCache, expands_the_polytope_that_it_has) {
  scenes::Pcg32 random(48);
  int grown = 0;
  int kept = 0;
  int lost = 0;
  for (int i = 0; i < 100; ++i) {
    const DeepPair p = deep_pair(random, 30);
    DepthCache cache;
    ASSERT_TRUE(penetration(p.a, {}, p.b, p.pose, cache).overlapping());
    for (int frame = 0; frame < 10; ++frame) {
      const DepthCache before = cache;
      Transform<3, double> pose = p.pose;
      pose.translation = pose.translation + random_point<double>(random, 0.1);
      ASSERT_NEAR(penetration(p.a, {}, p.b, pose, cache).distance,
                  penetration(p.a, {}, p.b, pose).distance, 1e-14);
      for (int k = 0; k < before.vertices; ++k) {
        bool here = false;
        for (int m = 0; m < cache.vertices; ++m) {
          here = here || (cache.vertex_a[m] == before.vertex_a[k] &&
                          cache.vertex_b[m] == before.vertex_b[k]);
        }
        ++(here ? kept : lost);
      }
      grown += cache.vertices > before.vertices;
    }
  }
  EXPECT_GT(grown, 100);
  EXPECT_GT(kept, 10000);
  EXPECT_EQ(lost, 0);
}

TEST(DepthCache, may_be_used_for_the_flipped_pair) {
  scenes::Pcg32 random(45);
  for (int i = 0; i < 100; ++i) {
    const DeepPair p = deep_pair(random, 20);
    DepthCache cache;
    Transform<3, double> pose = p.pose;
    for (int frame = 0; frame < 20; ++frame) {
      // Both poses change a little: which of the two comes first by its bits does too.
      const Transform<3, double> near{random_point<double>(random, 0.001), {}};
      pose.translation = p.pose.translation + random_point<double>(random, 0.001);
      const auto warm = penetration(p.a, near, p.b, pose, cache);
      const auto cold = penetration(p.a, near, p.b, pose);
      ASSERT_EQ(warm.status, Status::ok);
      ASSERT_NEAR(warm.distance, cold.distance, 1e-14);
      ASSERT_LE(warm.lower, cold.upper);
      ASSERT_GE(warm.upper, cold.lower);
      EXPECT_GT(cache.vertices, 0);
    }
  }
}

TEST(DepthCache, of_anything_else_does_no_harm) {
  scenes::Pcg32 random(46);
  for (int i = 0; i < 2000; ++i) {
    const DeepPair p = deep_pair(random, 12);
    DepthCache wild;
    wild.vertices = static_cast<std::uint8_t>(random.below(80));
    wild.faces = static_cast<std::uint8_t>(i % 2 == 0 ? 2 * wild.vertices - 4 : random.below(255));
    wild.seal = static_cast<std::uint32_t>(random.below(4000000000u));
    for (auto& face : wild.face) {
      for (std::uint8_t& v : face)
        v = static_cast<std::uint8_t>(random.below(i % 3 == 0 ? 255 : 6));
    }
    for (std::uint32_t& v : wild.vertex_a) v = random.below(i % 5 == 0 ? 4000000000u : 12);
    for (std::uint32_t& v : wild.vertex_b) v = random.below(12);
    const auto warm = penetration(p.a, {}, p.b, p.pose, wild);
    const auto cold = penetration(p.a, {}, p.b, p.pose);
    ASSERT_EQ(warm.status, cold.status);
    ASSERT_NEAR(warm.distance, cold.distance, 1e-14);
  }
  // The polytope of one pair with the shapes of another.
  DepthCache cache;
  for (int i = 0; i < 500; ++i) {
    const DeepPair p = deep_pair(random, 10 + i % 30);
    const auto warm = penetration(p.a, {}, p.b, p.pose, cache);
    ASSERT_NEAR(warm.distance, penetration(p.a, {}, p.b, p.pose).distance, 1e-14);
  }
}

TEST(DepthCache, manifolds_are_those_of_cold_calls) {
  const auto box = box_solid<double>(1, 1, 1);
  DepthCache cache;
  for (int frame = 0; frame < 50; ++frame) {
    const double s = 0.001 * frame;
    const Transform<3, double> pose{{0.3, 1.875, s}, {0, s, 0, std::sqrt(1 - s * s)}};
    const auto warm = manifold(box, {}, box, pose, cache);
    const auto cold = manifold(box, {}, box, pose);
    ASSERT_EQ(warm.count, cold.count);
    EXPECT_NEAR(warm.separation.distance, -0.125, 1e-14);
    for (int i = 0; i < warm.count; ++i) {
      EXPECT_NEAR(warm.points[i].distance, cold.points[i].distance, 1e-14);
    }
  }
  EXPECT_GT(cache.vertices, 0);
}

// Planes of the polytope, supports of both scalars, and what is cached.
TEST(Penetration, has_the_same_bits_on_every_instruction_set) {
  std::vector<Separation<3, double>> first;
  for_each_target([&](SimdTarget) {
    scenes::Pcg32 random(47);
    std::vector<Separation<3, double>> here;
    for (int i = 0; i < 40; ++i) {
      const DeepPair p = deep_pair(random, 8 + 5 * i);
      DepthCache cache;
      here.push_back(penetration(p.a, {}, p.b, p.pose, cache));
      Transform<3, double> moved = p.pose;
      moved.translation[0] += 0.001;
      here.push_back(penetration(p.a, {}, p.b, moved, cache));
    }
    if (first.empty()) first = here;
    for (std::size_t i = 0; i < here.size(); ++i) expect_same_bits(first[i], here[i]);
  });
}

}  // namespace
}  // namespace masu::test
