// SPDX-License-Identifier: MIT
// Rays against triangles in the hierarchy: the hits of brute force, bit for bit.
#include <vector>

#include <gtest/gtest.h>
#include <masu/core/simd.hpp>

#include "broad_phase/triangle_bvh.hpp"
#include "scenes/generators/pcg32.hpp"

namespace masu::test {
namespace {

template <class T>
struct Mesh {
  std::vector<Vec<3, T>> vertices;
  std::vector<std::uint32_t> corners;
};

// Moller and Trumbore, one triangle.
template <class T>
std::optional<T> hit_of(const Mesh<T>& mesh, std::size_t i, const Ray<3, T>& ray) {
  const Vec<3, T> a = mesh.vertices[mesh.corners[3 * i]];
  const Vec<3, T> e1 = mesh.vertices[mesh.corners[3 * i + 1]] - a;
  const Vec<3, T> e2 = mesh.vertices[mesh.corners[3 * i + 2]] - a;
  const Vec<3, T> p = cross(ray.direction, e2);
  const T det = dot(e1, p);
  const T sign = det < 0 ? T(-1) : T(1);
  const Vec<3, T> s = ray.origin - a;
  const Vec<3, T> q = cross(s, e1);
  const T u = dot(s, p) * sign;
  const T v = dot(ray.direction, q) * sign;
  const T t = dot(e2, q) * sign;
  const T size = det * sign;
  if (!(size > 0) || !(u >= 0) || !(v >= 0) || !(u + v <= size) || !(t >= 0)) return std::nullopt;
  const T at = t / size;
  return at <= ray.max_t ? std::optional<T>(at) : std::nullopt;
}

template <class T>
Mesh<T> soup(std::size_t n, T size, std::uint64_t seed) {
  scenes::Pcg32 random(seed, 3);
  Mesh<T> mesh;
  for (std::size_t i = 0; i < n; ++i) {
    Vec<3, T> center{};
    for (int a = 0; a < 3; ++a) center[a] = T(random.between(0, 10));
    for (std::uint32_t k = 0; k < 3; ++k) {
      Vec<3, T> p = center;
      for (int a = 0; a < 3; ++a) p[a] += size * T(random.between(-1, 1));
      mesh.vertices.push_back(p);
      mesh.corners.push_back(std::uint32_t(3 * i) + k);
    }
  }
  return mesh;
}

template <class T>
std::vector<Ray<3, T>> some_rays(std::size_t n) {
  scenes::Pcg32 random(5, 3);
  std::vector<Ray<3, T>> rays(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (int a = 0; a < 3; ++a) {
      rays[k].origin[a] = T(random.between(-5, 15));
      // Every fourth ray runs along a plane or an axis.
      const bool flat = k % 4 == 0 && random.below(2) == 0;
      rays[k].direction[a] = flat ? T(0) : T(random.between(-1, 1));
    }
    if (k % 5 == 0) rays[k].max_t = T(random.between(0, 12));
  }
  for (std::size_t k = 0; k < n / 4; ++k) {
    Vec<3, T> along{};  // exactly 1 on an axis
    along[int(k % 3)] = 1;
    rays.push_back({rays[k].origin, along});
  }
  return rays;
}

template <class T>
void expect_brute_force(const Mesh<T>& mesh, BvhBuilder builder, bool some = true) {
  masu::detail::TriangleBvh<T> bvh;
  ASSERT_EQ(bvh.build(mesh.vertices.data(), mesh.corners, builder), Status::ok);
  int hits = 0;
  for (const Ray<3, T>& ray : some_rays<T>(400)) {
    std::optional<T> best;
    std::uint32_t nearest = masu::detail::kBvhNone;
    for (std::uint32_t i = 0; i < mesh.corners.size() / 3; ++i) {
      const auto t = hit_of(mesh, i, ray);
      if (t && (!best || *t < *best)) best = t, nearest = i;
    }
    masu::detail::BvhCounts counts;
    const auto hit = bvh.cast(ray, counts);
    ASSERT_EQ(hit.id, nearest);
    if (!best) continue;
    ++hits;
    EXPECT_EQ(hit.t, *best);
    EXPECT_GE(hit.u, 0);
    EXPECT_GE(hit.v, 0);
  }
  EXPECT_EQ(hits > 3, some);
}

TEST(TriangleBvh, first_hits_are_those_of_brute_force_on_every_instruction_set) {
  for (const SimdTarget target : kSimdTargets) {
    if (force_simd(target) != Status::ok) continue;
    SCOPED_TRACE(name(target));
    for (const BvhBuilder b : {BvhBuilder::morton, BvhBuilder::surface_area}) {
      expect_brute_force(soup<float>(700, 1, 1), b);
      expect_brute_force(soup<double>(700, 1, 2), b);
    }
  }
  ASSERT_EQ(force_simd(SimdTarget::best), Status::ok);
}

TEST(TriangleBvh, handles_few_and_degenerate_triangles) {
  for (const std::size_t n : {1, 8, 9}) {
    expect_brute_force(soup<float>(n, 8, n), BvhBuilder::morton, true);
  }
  expect_brute_force(Mesh<float>{}, BvhBuilder::morton, false);
  Mesh<float> odd = soup<float>(300, 1, 4);
  for (std::size_t i = 0; i < odd.vertices.size(); i += 30) {
    odd.vertices[i][0] = std::numeric_limits<float>::quiet_NaN();
    odd.vertices[i + 3][1] = std::numeric_limits<float>::infinity();
    odd.vertices[i + 7] = odd.vertices[i + 6];  // no area
  }
  expect_brute_force(odd, BvhBuilder::morton);
}

TEST(TriangleBvh, a_ray_hits_the_first_of_equal_triangles) {
  Mesh<float> mesh{{{0, 0, 5}, {10, 0, 5}, {0, 10, 5}}, {}};
  for (int i = 0; i < 100; ++i) mesh.corners.insert(mesh.corners.end(), {0, 1, 2});
  masu::detail::TriangleBvh<float> bvh;
  ASSERT_EQ(bvh.build(mesh.vertices.data(), mesh.corners), Status::ok);
  masu::detail::BvhCounts counts;
  const auto hit = bvh.cast({{1, 2, 0}, {0, 0, 2}}, counts);
  EXPECT_EQ(hit.id, 0u);
  EXPECT_EQ(hit.t, 2.5f);
  EXPECT_FLOAT_EQ(hit.u, 0.1f);
  EXPECT_FLOAT_EQ(hit.v, 0.2f);
}

}  // namespace
}  // namespace masu::test
