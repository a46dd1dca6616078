// SPDX-License-Identifier: MIT
// Rays in the plane of a triangle, through its corners and along its edges, compared with integer
// arithmetic: a mesh, a mesh of one triangle and the triangle alone give one result.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/triangle.hpp>

#include "mesh/meshes.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Lattice = Vec<3, std::int64_t>;

Lattice cross_of(const Lattice& a, const Lattice& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct ExactHit {
  bool hit = false;
  double t = 0;
};

// origin + t * direction in the closed triangle, t >= 0, for a triangle with an area.
ExactHit exact_hit(const Lattice (&p)[3], const Lattice& origin, const Lattice& direction) {
  const Lattice normal = cross_of(p[1] - p[0], p[2] - p[0]);
  const std::int64_t sign = dot(normal, direction) < 0 ? -1 : 1;
  const std::int64_t slope = sign * dot(normal, direction);
  const std::int64_t height = sign * dot(normal, p[0] - origin);
  double enter = 0;
  double exit = std::numeric_limits<double>::infinity();
  if (slope == 0 && height != 0) return {};
  if (slope != 0 && height < 0) return {};
  for (int k = 0; k < 3; ++k) {
    const Lattice inwards = cross_of(normal, p[(k + 1) % 3] - p[k]);
    const std::int64_t value = dot(inwards, origin - p[k]);
    const std::int64_t grows = dot(inwards, direction);
    if (slope != 0) {
      if (slope * value + height * grows < 0) return {};
    } else if (grows == 0) {
      if (value < 0) return {};
    } else {
      const double t = double(-value) / double(grows);
      grows > 0 ? enter = std::max(enter, t) : exit = std::min(exit, t);
    }
  }
  if (slope != 0) return {true, double(height) / double(slope)};
  if (!(enter <= exit)) return {};
  return {true, enter};
}

template <class T>
class LatticeRays : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LatticeRays, Scalars);

template <class T>
Vec<3, T> quarters(const Lattice& p) {
  return vec_cast<T>(p) * T(0.25);
}

template <class T>
TriangleMesh<T> mesh_of(const Vec<3, T> (&corners)[3]) {
  static constexpr std::uint32_t kCorners[] = {0, 1, 2};
  TriangleMesh<T> mesh;
  EXPECT_EQ(mesh.build(corners, kCorners), Status::ok);
  return mesh;
}

template <class T>
void expect_same(const RayCast<3, T>& a, const RayCast<3, T>& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.hit, b.hit);
  EXPECT_EQ(a.t, b.t);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.normal, b.normal);
}

TEST(RayInAPlane, has_one_result) {
  const Vec<3, double> p[3] = {{.5, -.5, -.5}, {.5, -.5, 0}, {-1, .5, 1}};
  const Ray<3, double> ray{{-1, .5, 1.25}, {1.5, -1, -1.75}};
  const auto alone = ray_cast(Triangle<3, double>{p[0], p[1], p[2]}, Transform3d{}, ray);
  EXPECT_TRUE(alone.hit);
  EXPECT_NEAR(alone.t, 1 / 3.0, 1e-15);
  expect_same(ray_cast(mesh_of(p), Transform3d{}, ray).cast(), alone);
}

// Every other ray in the plane of the triangle, the others from lattice point to lattice point.
TYPED_TEST(LatticeRays, hits_equal_those_of_integer_arithmetic) {
  using T = TypeParam;
  scenes::Pcg32 random(81);
  int asked[2] = {};
  int hits[2] = {};
  const int rounds = by_tier(20'000, 2'000'000);
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    const auto whole = [&](int most) {
      return std::int64_t(random.below(std::uint32_t(2 * most + 1))) - most;
    };
    const auto some = [&] { return Lattice{whole(4), whole(4), whole(4)}; };
    const Lattice p[3] = {some(), some(), some()};
    const Lattice u = p[1] - p[0];
    const Lattice v = p[2] - p[0];
    const bool flat = i % 2 == 0;
    const Lattice origin = flat ? p[0] + u * whole(2) + v * whole(2) : some();
    const Lattice direction = flat ? u * whole(2) + v * whole(2) : some() - origin;
    if (cross_of(u, v) == Lattice{} || direction == Lattice{}) continue;
    const Vec<3, T> corners[3] = {quarters<T>(p[0]), quarters<T>(p[1]), quarters<T>(p[2])};
    const Ray<3, T> ray{quarters<T>(origin), quarters<T>(direction)};
    const Triangle<3, T> triangle{corners[0], corners[1], corners[2]};
    const auto alone = ray_cast(triangle, Transform<3, T>{}, ray);
    const ExactHit exact = exact_hit(p, origin, direction);
    ASSERT_EQ(alone.hit, exact.hit) << i;
    const double rounding = std::max(4 * double(std::numeric_limits<T>::epsilon()), 0x1p-45);
    EXPECT_NEAR(double(alone.t), exact.t, rounding * (1 + exact.t));
    expect_same(ray_cast(mesh_of(corners), Transform<3, T>{}, ray).cast(), alone);
    ++asked[flat];
    hits[flat] += exact.hit;
    // Turned, neither ray nor plane are what they were, by rounding: then as well the answers are
    // one, and on the triangle.
    const Transform<3, T> pose = random_pose<T>(random, 1);
    const Ray<3, T> moved_ray{pose * ray.origin,
                              pose * (ray.origin + ray.direction) - pose * ray.origin};
    const auto there = ray_cast(triangle, pose, moved_ray);
    expect_same(ray_cast(mesh_of(corners), pose, moved_ray).cast(), there);
    if (!there.hit) continue;
    const double size = 4 * (1 + double(there.t));
    EXPECT_LE(closest_point(triangle, pose, there.point).distance,
              32 * double(std::numeric_limits<T>::epsilon()) * size);
  }
  for (const int flat : {0, 1}) {
    EXPECT_GT(hits[flat], asked[flat] / 10);
    EXPECT_LT(hits[flat], asked[flat] * 7 / 10);
  }
}

// A needle, by 10^-1 to 10^-8 of its length, and a ray in its plane or by 10^-3 to 10^-17 beside
// it. One in four triangles is fat.
template <class T>
struct NeedleRay {
  Triangle<3, T> triangle;
  Ray<3, T> ray;
  double size;

  explicit NeedleRay(scenes::Pcg32& random) : size(std::exp2(double(random.below(21)) - 10)) {
    const auto some = [&](double s) {
      return Vec<3, double>{random.between(-s, s), random.between(-s, s), random.between(-s, s)};
    };
    const auto a = some(size);
    const auto b = some(size);
    const double width = std::pow(10, -random.between(1, 8));
    const bool fat = random.below(4) == 0;
    const auto c = fat ? some(size) : a + (b - a) * random.unit() + some(size * width);
    triangle = {vec_cast<T>(a), vec_cast<T>(b), vec_cast<T>(c)};
    const double noise = random.below(2) == 0 ? 0 : size * std::pow(10, -random.between(3, 17));
    const auto part = [&] {
      return random.below(3) == 0 ? double(random.below(3)) - 1 : random.between(-1.5, 1.5);
    };
    const auto from = vec_cast<double>(triangle.a);
    const auto u = vec_cast<double>(triangle.b) - from;
    const auto v = vec_cast<double>(triangle.c) - from;
    const auto in_plane = [&] { return from + u * part() + v * part() + some(noise); };
    const auto origin = in_plane();
    ray = {vec_cast<T>(origin), vec_cast<T>(in_plane() - origin)};
  }
};

// Rays in the plane of a needle reported hits beside it, by up to 10^-6 of its length, and the
// answer depended on which vertex came first.
TYPED_TEST(LatticeRays, hit_needles_on_the_lattice) {
  using T = TypeParam;
  constexpr double kEpsilon = double(std::numeric_limits<T>::epsilon());
  scenes::Pcg32 random(84);
  int hits = 0;
  int changes = 0;
  int off = 0;
  const int rounds = by_tier(20'000, 2'000'000);
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const NeedleRay<T> c(random);
    const Triangle<3, T>& t = c.triangle;
    const Vec<3, T> corners[3] = {t.a, t.b, t.c};
    Transform<3, T> pose;
    Ray<3, T> ray = c.ray;
    if (i % 2 == 0) {
      pose = random_pose<T>(random, c.size);
      ray = {pose * ray.origin, pose * (ray.origin + ray.direction) - pose * ray.origin};
    }
    if (ray.direction == Vec<3, T>{}) continue;
    const auto alone = ray_cast(t, pose, ray);
    ASSERT_EQ(alone.status, Status::ok);
    expect_same(ray_cast(mesh_of(corners), pose, ray).cast(), alone);
    changes += ray_cast(Triangle<3, T>{t.b, t.c, t.a}, pose, ray).hit != alone.hit;
    if (!alone.hit) continue;
    ++hits;
    const double size = c.size * 8;
    const double beside = double(closest_point(t, pose, alone.point).distance);
    EXPECT_LE(beside, std::max(2 * kEpsilon, 1e-11) * size);
    off += beside > std::max(2 * kEpsilon, 0x1p-45) * size;
  }
  EXPECT_GT(hits, rounds / (sizeof(T) == 4 ? 50 : 4));
  EXPECT_LT(changes, rounds / 200);
  EXPECT_LE(off, hits / 50'000);  // rays beside an edge by rounding, flatly
}

// Many triangles on a lattice, some of them in planes with the ray, some without an area: what the
// mesh says is the first of what each says by itself. Of some meshes all lies in one plane, and of
// some the lattice is far from the origin. Every other ray aims at points of a triangle's plane
// that are not on the lattice.
TYPED_TEST(LatticeRays, first_hit_of_a_mesh_equals_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(82);
  const auto whole = [&] { return T(random.below(9)) / 4 - 1; };
  const auto some = [&] { return Vec<3, T>{whole(), whole(), whole()}; };
  int hits = 0;
  const int rounds = by_tier(500, 20'000);
  for (int i = 0; i < rounds && !this->HasFailure(); ++i) {
    std::vector<Vec<3, T>> vertices(20);
    const int plane = i % 5 < 3 ? i % 5 : -1;  // across an axis
    const Vec<3, T> shift = i % 7 == 0 ? some() * T(1 << random.below(16)) : Vec<3, T>{};
    for (auto& v : vertices) {
      v = some();
      if (plane >= 0) v[plane] = T(0.25);
      v = v + shift;
    }
    std::vector<std::uint32_t> corners(90);
    for (auto& c : corners) c = random.below(20);
    TriangleMesh<T> mesh;
    ASSERT_EQ(mesh.build(vertices, corners), Status::ok);
    const Transform<3, T> pose = i % 2 == 0 ? Transform<3, T>{} : random_pose<T>(random, 1);
    // In the plane of a triangle or not.
    const auto aim = [&](const Triangle<3, T>& t, bool flat) {
      if (!flat) return some() + shift;
      const T u = random.below(2) == 0 ? T(random.below(3)) - 1 : T(random.between(-1.5, 1.5));
      const T v = random.below(2) == 0 ? T(random.below(3)) - 1 : T(random.between(-1.5, 1.5));
      return t.a + (t.b - t.a) * u + (t.c - t.a) * v;
    };
    for (int k = 0; k < 20; ++k) {
      const auto target = mesh.triangle(random.below(std::uint32_t(mesh.triangle_count())));
      const Vec<3, T> from = pose * aim(target, k % 2 != 0);
      const Ray<3, T> ray{from, pose * aim(target, k % 4 != 0) - from};
      if (ray.direction == Vec<3, T>{}) continue;
      RayCast<3, T> first;
      std::uint32_t nearest = kNoSubShape;
      for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
        const auto c = ray_cast(mesh.triangle(t), pose, ray);
        if (c.hit && (nearest == kNoSubShape || c.t < first.t)) first = c, nearest = t;
      }
      const auto got = ray_cast(mesh, pose, ray);
      EXPECT_EQ(got.sub_shape, nearest);
      expect_same(got.cast(), first);
      hits += first.hit;
    }
  }
  EXPECT_GT(hits, rounds * 10);
}

}  // namespace
}  // namespace masu::test
