// SPDX-License-Identifier: MIT
// Balls and points that rest: what the tree of a world says of them without their bodies is what
// the bodies say, bit by bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <int D, class T>
struct Ball {
  Handle handle;
  T radius;
  Transform<D, T> pose;

  // f(shape): a sphere has a radius, a point none.
  template <class F>
  auto with_shape(F&& f) const {
    return radius > 0 ? f(Sphere<D, T>{radius}) : f(Point<D, T>{});
  }
};

template <int D, class T>
class BallWorld {
 public:
  // `far`: how far from the origin they lie, in diameters of the cloud.
  BallWorld(std::uint64_t seed, double far) : random_(seed) {
    center_ = random_point() * T(far);
    for (int i = 0; i < 200; ++i) {
      // Half of them are points, some of them tiny.
      const T radius = i % 2 == 0 ? T(0) : T(std::ldexp(random_.between(1, 2), -(i % 12)));
      Ball<D, T> b{{}, radius, {random_point(), rotation(i)}};
      const InsertResult added = b.with_shape([&](auto s) { return world_.add(s, b.pose); });
      EXPECT_EQ(added.status, Status::ok);
      b.handle = added.handle;
      balls_.push_back(b);
    }
  }

  void rays(int count) {
    for (int k = 0; k < count; ++k) {
      Ray<D, T> ray{random_point(), random_point() - center_, T(3)};
      const Ball<D, T>& aim = balls_[std::size_t(k) % balls_.size()];
      // Past the side of a ball, as nearly as numbers can.
      if (k % 3 != 0) {
        for (int a = 0; a < D; ++a) ray.origin[a] = aim.pose.translation[a];
        ray.origin[0] -= 4;
        ray.origin[1] += aim.radius * (1 + T(k % 5 - 2) * std::numeric_limits<T>::epsilon());
        ray.direction = {};
        ray.direction[0] = T(k % 4 == 0 ? 1e-3 : 1);
        ray.max_t = T(1e4);
      }
      const Ball<D, T>* first = nullptr;
      RayCast<D, T> best;
      std::size_t all = 0;
      for (const Ball<D, T>& b : balls_) {
        const RayCast<D, T> c = b.with_shape([&](auto s) { return ray_cast(s, b.pose, ray); });
        if (!c.hit) continue;
        ++all;
        const bool sooner = first == nullptr || c.t < best.t ||
                            (c.t == best.t && b.handle.index < first->handle.index);
        if (sooner) first = &b, best = c;
      }
      const auto hit = world_.ray_cast(ray);
      ASSERT_EQ(hit.hit, first != nullptr);
      std::size_t found = 0;
      (void)world_.for_each_on_ray(ray, [&](const auto&) { return ++found, true; });
      ASSERT_EQ(found, all);
      if (first == nullptr) continue;
      ++hits_;
      ASSERT_EQ(hit.object, first->handle);
      ASSERT_EQ(hit.t, best.t);
      ASSERT_EQ(hit.point, best.point);
      ASSERT_EQ(hit.normal, best.normal);
    }
  }
  void nearest(int count) {
    for (int k = 0; k < count; ++k) {
      const Vec<D, T> p =
          k % 7 == 0 ? balls_[std::size_t(k) % balls_.size()].pose.translation : random_point();
      std::vector<std::pair<T, std::uint32_t>> expected;
      for (const Ball<D, T>& b : balls_) {
        const T d = b.with_shape([&](auto s) { return closest_point(s, b.pose, p).distance; });
        expected.push_back({d > 0 ? d * d : T(0), b.handle.index});
      }
      std::sort(expected.begin(), expected.end());
      for (const std::size_t requested : {std::size_t(1), std::size_t(8)}) {
        Neighbor<T> found[8];
        const auto r = world_.nearest(p, std::span(found).first(requested));
        ASSERT_EQ(r.status, Status::ok);
        ASSERT_EQ(r.stats.results, requested);
        for (std::size_t i = 0; i < requested; ++i) {
          ASSERT_EQ(found[i].id.index, expected[i].second);
          ASSERT_EQ(found[i].distance_squared, expected[i].first);
          ASSERT_TRUE(world_.contains(found[i].id));
        }
      }
    }
  }
  // Some move, rotate where they are, or get another shape.
  void change() {
    for (std::size_t i = random_.below(3); i < balls_.size(); i += 1 + random_.below(20)) {
      Ball<D, T>& b = balls_[i];
      const std::uint32_t choice = random_.below(4);
      if (choice == 0) b.pose.translation = random_point();
      if (choice < 2) b.pose.rotation = rotation(int(i) + 1);
      if (choice == 2) {
        b.radius = i % 4 == 0 ? T(0) : T(random_.between(0, 0.5));
        ASSERT_EQ(b.with_shape([&](auto s) { return world_.set_shape(b.handle, s); }), Status::ok);
      }
      if (choice == 3) {
        ASSERT_EQ(world_.remove(b.handle), Status::ok);
        b.handle = b.with_shape([&](auto s) { return world_.add(s, b.pose); }).handle;
      }
      ASSERT_EQ(world_.move(b.handle, b.pose), Status::ok);
    }
  }
  World<D, T>& world() { return world_; }
  int hits() const { return hits_; }

 private:
  Vec<D, T> random_point() {
    Vec<D, T> p;
    for (int a = 0; a < D; ++a) p[a] = center_[a] + T(random_.between(-4, 4));
    return p;
  }
  static Rotation<D, T> rotation(int i) {
    if (i % 5 != 0) return {};
    if constexpr (D == 2) {
      return {T(0.6), T(0.8)};
    } else {
      return {T(0.6), T(0), T(0.8), T(0)};
    }
  }

  scenes::Pcg32 random_;
  World<D, T> world_{{.detail = ContactDetail::boxes}};
  Vec<D, T> center_{};
  std::vector<Ball<D, T>> balls_;
  int hits_ = 0;
};

template <int D, class T>
void expect_the_same(std::uint64_t seed) {
  for (const double far : {0.0, 1.0, 1000.0}) {
    BallWorld<D, T> balls(seed, far);
    for (int round = 0; round < 8; ++round) {
      ASSERT_NO_FATAL_FAILURE(balls.rays(by_tier(90, 900)));
      ASSERT_NO_FATAL_FAILURE(balls.nearest(by_tier(30, 300)));
      ASSERT_TRUE(balls.world().validate());
      ASSERT_NO_FATAL_FAILURE(balls.change());
      if (round % 3 != 2) {
        ASSERT_EQ(balls.world().update().status, Status::ok);
      }
    }
    EXPECT_GT(balls.hits(), 100);
  }
}

TEST(WorldBalls, rays_and_nearest_equal_those_of_the_bodies) {
  expect_the_same<2, float>(1);
  expect_the_same<3, float>(2);
  expect_the_same<2, double>(3);
  expect_the_same<3, double>(4);
}

}  // namespace
}  // namespace masu::test
