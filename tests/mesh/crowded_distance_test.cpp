// SPDX-License-Identifier: MIT
// Distances of a small cluster and a sphere around it: all pairs of their leaves are about equally
// far, and more than the search can list (NearHeap in near_join-inl.hpp). Compared with all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/narrow_phase/distance.hpp>

#include "mesh/meshes.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Small triangles near the center.
template <class T>
TriangleMesh<T> cluster_of(std::uint32_t n) {
  Surface<T> s = soup_of<T>(n, 0.2, 7);
  for (auto& v : s.vertices) v = v * T(0.01);
  return s.mesh();
}

// Segments, each from a vertex to the next.
template <class T>
Polyline<T> segments_of(const std::vector<Vec<2, T>>& vertices) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < vertices.size(); ++i) ends.push_back(i);
  Polyline<T> made;
  EXPECT_EQ(made.build(vertices, ends), Status::ok);
  return made;
}

template <class T>
Polyline<T> flat_cluster_of(std::uint32_t n) {
  scenes::Pcg32 random(8);
  std::vector<Vec<2, T>> vertices;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Vec<2, T> p{T(random.between(-0.01, 0.01)), T(random.between(-0.01, 0.01))};
    vertices.push_back(p);
    vertices.push_back(p + Vec<2, T>{T(0.002), T(random.between(0, 0.002))});
  }
  return segments_of(vertices);
}

template <class T>
Polyline<T> ring_of(std::uint32_t n) {
  std::vector<Vec<2, T>> vertices;
  for (std::uint32_t i = 0; i < 2 * n; ++i) {
    const double angle = 2 * kPi * ((i + 1) / 2) / n;
    vertices.push_back({T(std::cos(angle)), T(std::sin(angle))});
  }
  return segments_of(vertices);
}

template <class Body, class Pose>
void compare(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
             double accuracy) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < a.sub_shape_count(); ++i) {
    for (std::uint32_t k = 0; k < b.sub_shape_count(); ++k) {
      const auto one = distance(a.sub_shape(i).shape, pose_a, b.sub_shape(k).shape, pose_b);
      least = std::min(least, double(one.distance));
    }
  }
  ASSERT_GT(least, 0);
  const auto got = distance(a, pose_a, b, pose_b);
  ASSERT_EQ(got.status, Status::ok);
  EXPECT_NEAR(double(got.distance), least, accuracy);
  EXPECT_LE(double(got.lower), least + accuracy);
  const auto named = distance(a.sub_shape(got.sub_shape_a).shape, pose_a,
                              b.sub_shape(got.sub_shape_b).shape, pose_b);
  EXPECT_NEAR(double(named.distance), least, accuracy);
}

template <class T>
class CrowdedDistance : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CrowdedDistance, Scalars);

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;

TYPED_TEST(CrowdedDistance, of_a_cluster_and_the_sphere_around_it_is_that_of_all_pairs) {
  using T = TypeParam;
  const auto cluster = cluster_of<T>(100);
  const auto sphere = bent_sphere<T>(29, 30, [](double, double) { return 1; }).mesh();
  scenes::Pcg32 random(3);
  for (int i = 0; i < by_tier(1, 10); ++i) {
    const auto pose = random_pose<T>(random, 0.001);
    compare(cluster, pose, sphere, random_pose<T>(random, 0.001), kAccuracy<T>);
    compare(sphere, pose, cluster, random_pose<T>(random, 0.001), kAccuracy<T>);
  }
}

TYPED_TEST(CrowdedDistance, of_segments_and_the_ring_around_them_is_that_of_all_pairs) {
  using T = TypeParam;
  const auto cluster = flat_cluster_of<T>(100);
  const auto ring = ring_of<T>(1000);
  for (int i = 0; i < by_tier(1, 10); ++i) {
    const Transform<2, T> pose{{T(0.001 * i), T(0.0002)}, {}};
    compare(cluster, pose, ring, Transform<2, T>{}, kAccuracy<T>);
    compare(ring, Transform<2, T>{}, cluster, pose, kAccuracy<T>);
  }
}

}  // namespace
}  // namespace masu::test
