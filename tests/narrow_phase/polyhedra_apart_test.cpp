// SPDX-License-Identifier: MIT
// Polyhedra that are apart have the same answers, caches and times of impact on every instruction
// set, bit for bit: some have a search of their own in registers.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
ConvexPolyhedron<T> hull_of_points(scenes::Pcg32& random, int count) {
  std::vector<Vec<3, T>> points;
  for (int i = 0; i < count; ++i) {
    points.push_back(
        {T(random.between(-1, 1)), T(random.between(-1, 1)), T(random.between(-1, 1))});
  }
  ConvexPolyhedron<T> made;
  EXPECT_EQ(polyhedron_of<T>(std::span<const Vec<3, T>>(points), made), Status::ok);
  return made;
}

template <class T>
struct Query {
  const ConvexPolyhedron<T>* a;
  const ConvexPolyhedron<T>* b;
  T radius;
  Transform<3, T> pose_a;
  Transform<3, T> pose_b[4];  // frame by frame
};

// Every third pair in eighths, unrotated or rotated by half a turn: level, aligned and touching.
template <class T>
std::vector<Query<T>> make_queries(const std::vector<ConvexPolyhedron<T>>& solids) {
  scenes::Pcg32 random(11);
  std::vector<Query<T>> queries;
  for (int k = 0; k < by_tier(2000, 40000); ++k) {
    const bool even = k % 3 == 0;
    const auto number = [&](double most) {
      return even ? T((int(random.below(33)) - 16) / 8.0) : T(random.between(-most, most));
    };
    const auto some_vector = [&](double most) {
      Transform<3, T> pose{{number(most), number(most), number(most)}, random_rotation<T>(random)};
      if (even)
        pose.rotation = random.below(2) == 0 ? Rotation<3, T>{} : Rotation<3, T>{0, 1, 0, 0};
      return pose;
    };
    Query<T> q{&solids[random.below(std::uint32_t(solids.size()))],
               &solids[random.below(std::uint32_t(solids.size()))],
               T(k % 4 == 1 ? 0.125 : 0),
               some_vector(2),
               {some_vector(3)}};
    for (int f = 1; f < 4; ++f) {
      q.pose_b[f] = q.pose_b[f - 1];
      q.pose_b[f].translation = q.pose_b[f].translation + Vec<3, T>{number(0.01), 0, number(0.01)};
    }
    queries.push_back(q);
  }
  return queries;
}

template <class T>
struct Found {
  std::array<Separation<3, T>, 5> of;
  PairCache cache;
  Impact<3, T> cast;
  Impact<3, T> impact;
};

// Rotated by some 20 degrees.
template <class T>
Rotation<3, T> nearby(const Rotation<3, T>& r) {
  const double q[4] = {double(r.x) + 0.125, double(r.y), double(r.z) - 0.125, double(r.w)};
  const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {T(q[0] / size), T(q[1] / size), T(q[2] / size), T(q[3] / size)};
}

template <class T>
Found<T> find(const Query<T>& q) {
  Found<T> found;
  found.cache = {};
  ShapeView<3, T> view = q.a->view();
  view.radius = q.radius;
  found.of[0] = distance(view, q.pose_a, *q.b, q.pose_b[0]);
  for (int f = 0; f < 4; ++f)
    found.of[f + 1] = distance(view, q.pose_a, *q.b, q.pose_b[f], found.cache);
  const Transform<3, T>& from = q.pose_b[0];
  const Vec<3, T> displacement = (q.pose_a.translation - from.translation) * T(1.25);
  found.cast = shape_cast(view, q.pose_a, *q.b, from, displacement);
  const Transform<3, T> end{from.translation + displacement, nearby(from.rotation)};
  found.impact =
      time_of_impact(view, Sweep<3, T>{q.pose_a, q.pose_a}, *q.b, Sweep<3, T>{from, end});
  return found;
}

template <class T>
void expect_same_on_all_targets() {
  scenes::Pcg32 random(7);
  std::vector<ConvexPolyhedron<T>> solids;
  solids.push_back(box_solid<T>(0.5, 0.25, 1));
  solids.push_back(box_solid<T>(1, 1, 0x1p-16));
  solids.push_back(prism<T>(12, 0.5, 0.5));
  solids.push_back(prism<T>(7, 0.5, 0.75, 0));
  for (const int count : {6, 9, 20, 40, 120, 400}) {
    solids.push_back(hull_of_points<T>(random, count));
  }
  const auto queries = make_queries(solids);
  std::vector<Found<T>> expected;
  {
    const ForcedSimd forced(SimdTarget::scalar);
    ASSERT_EQ(forced.status, Status::ok);
    for (const Query<T>& q : queries) expected.push_back(find(q));
  }
  int apart = 0, hits = 0;
  for_each_target([&](SimdTarget) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Found<T> found = find(queries[i]);
      for (int k = 0; k < 5; ++k) expect_same_bits(found.of[k], expected[i].of[k]);
      EXPECT_EQ(std::memcmp(&found.cache, &expected[i].cache, sizeof found.cache), 0);
      expect_same_bits(found.cast, expected[i].cast);
      expect_same_bits(found.impact, expected[i].impact);
      hits += found.impact.hit && found.impact.t > 0;
      apart += found.of[0].distance > 0;
      ASSERT_FALSE(testing::Test::HasFailure()) << "pair " << i;
    }
  });
  EXPECT_GT(apart, int(queries.size()) / 4);
  EXPECT_GT(hits, int(queries.size()) / 4);
}

TEST(PolyhedraApart, SameOnAllTargetsInFloat) {
  expect_same_on_all_targets<float>();
}
TEST(PolyhedraApart, SameOnAllTargetsInDouble) {
  expect_same_on_all_targets<double>();
}

}  // namespace
}  // namespace masu::test
