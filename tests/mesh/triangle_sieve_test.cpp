// SPDX-License-Identifier: MIT
// No triangle hit by a ray is sieved out, whatever the rounding; of the others most are.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/triangle.hpp>
#include "broad_phase/walk_kernels.hpp"

#include "mesh/ray_through.hpp"
#include "mesh/triangle_ray.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using masu::detail::kBvhWidth;
using masu::detail::RayThrough;

// Triangles of a size at a position, and rays past their corners, edges and insides.
template <class T>
class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}

  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  Vec<3, double> vector(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }
  // Multiples of a half now and then, so that rays run in planes, along edges and through corners.
  void leaf(double size, double far, bool lattice) {
    const Vec<3, double> center = vector(far);
    for (std::size_t i = 0; i < kBvhWidth; ++i) {
      const Vec<3, double> own = center + vector(size);
      for (std::size_t k = 0; k < 3; ++k) {
        Vec<3, double> p = own + vector(size);
        if (flats && k == 2 && below(16) == 0) p = (corner(0, i) + corner(1, i)) * 0.5;
        for (int a = 0; a < 3; ++a) {
          corners.position[k][a][i] = static_cast<T>(lattice ? std::round(2 * p[a]) / 2 : p[a]);
        }
      }
    }
  }
  Vec<3, double> corner(std::size_t k, std::size_t i) const {
    return vec_cast<double>(corners.corner(k, i));
  }
  // At a corner, an edge or an inner point of one of them, exactly or a little off; from near or
  // far, at any speed.
  RayThrough<3> ray(double size, double far, bool lattice) {
    const std::size_t i = below(kBvhWidth);
    const double weight[3] = {1, double(below(3)), double(below(3))};
    Vec<3, double> aim{};
    for (std::size_t k = 0; k < 3; ++k) {
      aim = aim + corner(k, i) * (weight[k] / (weight[0] + weight[1] + weight[2]));
    }
    if (below(2) == 0) aim = aim + vector(size * std::exp2(-double(below(60))));
    Vec<3, double> offset = vector(size + far * std::exp2(-double(below(30))));
    if (lattice) offset = {double(below(5)) - 2, double(below(5)) - 2, double(below(5)) - 2};
    RayThrough<3> made(Ray<3, double>{}, masu::detail::LocalFrame<3>(Transform<3, double>{}));
    made.origin = aim - offset;
    made.direction = offset * std::exp2(between(-4, 4));
    return made;
  }

  bool flats = true;  // now and then a triangle that is a segment
  masu::detail::TriangleCorners<T> corners;

 private:
  std::mt19937 random_;
};

struct Count {
  std::uint64_t hits = 0;
  std::uint64_t missed = 0;
  std::uint64_t left = 0;  // of those missed
};

template <class T>
void sift(Draw<T>& draw, const RayThrough<3>& ray, double reach, Count& count) {
  const auto sieve = masu::detail::triangle_ray_kernels<T>().sieve;
  Ray<3, T> rounded;
  for (int a = 0; a < 3; ++a) {
    rounded.origin[a] = static_cast<T>(ray.origin[a]);
    rounded.direction[a] = static_cast<T>(ray.direction[a]);
  }
  const std::uint32_t lanes = draw.below(256);
  const std::uint32_t left = sieve(draw.corners, rounded, masu::detail::limit_of<T>(reach), lanes);
  ASSERT_EQ(left & ~lanes, 0u);
  for (std::size_t i = 0; i < kBvhWidth; ++i) {
    if ((lanes >> i & 1) == 0) continue;
    const bool passed = (left >> i & 1) != 0;
    const Triangle<3, double> triangle{draw.corner(0, i), draw.corner(1, i), draw.corner(2, i)};
    const auto c = ray_cast(triangle, Transform3d{}, Ray<3, double>{ray.origin, ray.direction});
    if (c.hit && c.t <= reach) {
      ++count.hits;
      ASSERT_TRUE(passed) << "lane " << i << ", t " << c.t;
    } else {
      ++count.missed;
      count.left += passed;
    }
  }
}

template <class T>
class TriangleSieve : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(TriangleSieve, Scalars);

TYPED_TEST(TriangleSieve, passes_every_triangle_that_is_hit) {
  using T = TypeParam;
  for_each_target([&](SimdTarget) {
    for (const double size : {1e-30, 1e-6, 1.0, 1e6, 1e15, 1e34}) {
      for (const double far : {0.0, 1.0, 1e3, 1e6, 1e12}) {
        if (far * size > 1e36 && sizeof(T) == 4) continue;
        Draw<T> draw(7);
        Count count;
        for (int round = 0; round < by_tier(200, 20'000); ++round) {
          draw.leaf(size, size * far, false);
          const auto ray = draw.ray(size, size * far, false);
          sift(draw, ray, std::numeric_limits<double>::infinity(), count);
          sift(draw, ray, draw.between(0, 2), count);
        }
        if (far < 1e6) {
          EXPECT_GT(count.hits, 100u) << size << ' ' << far;
        }
      }
    }
  });
}

TYPED_TEST(TriangleSieve, passes_every_triangle_that_is_hit_on_a_lattice) {
  using T = TypeParam;
  for_each_target([&](SimdTarget) {
    Draw<T> draw(8);
    Count count;
    for (int round = 0; round < by_tier(5'000, 500'000); ++round) {
      draw.leaf(2, 4, true);
      sift(draw, draw.ray(2, 4, true), draw.below(4) == 0 ? 1.0 : 1e30, count);
    }
    EXPECT_GT(count.hits, 1000u);
  });
}

// Factors whose products leave T, fall below it or are no numbers. Directions as long as are
// allowed.
TYPED_TEST(TriangleSieve, handles_extreme_numbers) {
  using T = TypeParam;
  for_each_target([&](SimdTarget) {
    for (const double speed : {0.0, 1e-44, 1e-38, 1e-20, 1e20, 1e37, 1e42}) {
      Draw<T> draw(9);
      Count count;
      for (int round = 0; round < by_tier(200, 20'000); ++round) {
        const double size = std::pow(10, draw.between(-30, 34));
        draw.leaf(size, size, false);
        auto ray = draw.ray(size, size, false);
        const Vec<3, double> unit = ray.direction * (1 / size);
        ray.direction = unit * speed;
        sift(draw, ray, std::numeric_limits<double>::infinity(), count);
      }
      if (speed > 1e-40) {
        EXPECT_GT(count.hits, 20u) << speed;
      }
    }
  });
}

// A sieve that keeps everything would pass the others.
TYPED_TEST(TriangleSieve, passes_few_triangles_that_are_missed) {
  using T = TypeParam;
  for_each_target([&](SimdTarget) {
    Draw<T> draw(10);
    draw.flats = false;
    Count count;
    for (int round = 0; round < 1000; ++round) {
      draw.leaf(1, 100, false);
      auto ray = draw.ray(1, 100, false);
      ray.origin = ray.origin + draw.vector(2);
      sift(draw, ray, 1.5, count);
    }
    EXPECT_GT(count.missed, 2000u);
    EXPECT_LT(count.left, count.missed / 50);
  });
}

}  // namespace
}  // namespace masu::test
