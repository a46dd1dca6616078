// SPDX-License-Identifier: MIT
// Spheres, capsules and boxes give the same results by their types as by their views, bit for bit.
#include <gtest/gtest.h>

#include <vector>

#include <masu/narrow_phase/batch.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// In eighths every third time, so that shapes touch, lie level and coincide.
template <class T>
T any_number(scenes::Pcg32& random, bool on_lattice) {
  return on_lattice ? T((int(random.below(17)) - 8) / 8.0) : T(random.between(-1, 1));
}
template <class T>
Vec<3, T> any_vec(scenes::Pcg32& random, bool on_lattice) {
  return {any_number<T>(random, on_lattice), any_number<T>(random, on_lattice),
          any_number<T>(random, on_lattice)};
}
template <class T>
T any_size(scenes::Pcg32& random, bool on_lattice) {
  return on_lattice ? T((1 + random.below(8)) / 8.0) : T(random.between(0.1, 1));
}

template <class T>
void make(Sphere<3, T>& s, scenes::Pcg32& random, bool on_lattice) {
  s = {any_size<T>(random, on_lattice), {}};
  if (random.below(2) == 0) s.center = any_vec<T>(random, on_lattice);
}
template <class T>
void make(Capsule<3, T>& s, scenes::Pcg32& random, bool on_lattice) {
  s = {any_vec<T>(random, on_lattice), any_vec<T>(random, on_lattice),
       any_size<T>(random, on_lattice)};
  if (random.below(2) == 0) s.b = -s.a;
  if (random.below(20) == 0) s.b = s.a;
  if (random.below(20) == 0) s.a = {-s.b[0], T(-0.0), -s.b[2]}, s.b[1] = T(-0.0);
}
template <class T>
void make(Box<3, T>& s, scenes::Pcg32& random, bool on_lattice) {
  s = {{any_size<T>(random, on_lattice), any_size<T>(random, on_lattice),
        any_size<T>(random, on_lattice)},
       {}};
  if (random.below(2) == 0) s.center = any_vec<T>(random, on_lattice);
  if (random.below(20) == 0) s.half_extents[random.below(3)] = 0;
}

template <class T>
Transform<3, T> any_pose(scenes::Pcg32& random, bool on_lattice) {
  Transform<3, T> pose{any_vec<T>(random, on_lattice), random_rotation<T>(random)};
  if (random.below(8) == 0) {  // drift, in or out of the range that is accepted
    const T scale = T(1 + random.between(-6e-4, 6e-4));
    Rotation<3, T>& q = pose.rotation;
    q = {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
  }
  if (on_lattice)
    pose.rotation = random.below(2) == 0 ? Rotation<3, T>{} : Rotation<3, T>{1, 0, 0, 0};
  return pose;
}

// One number of shape or pose becomes one that may be refused.
template <class S, class T>
void spoil(S& shape, Transform<3, T>& pose, scenes::Pcg32& random) {
  constexpr T kMost = std::numeric_limits<T>::max();
  const T bad[] = {std::numeric_limits<T>::quiet_NaN(),
                   std::numeric_limits<T>::infinity(),
                   kMost,
                   std::numeric_limits<T>::denorm_min(),
                   T(0),
                   T(-0.5),
                   T(-kMost),
                   T(3)};
  constexpr std::size_t kNumbers = sizeof(S) / sizeof(T);
  const std::size_t index = random.below(kNumbers + 7);
  T* const number = index < kNumbers ? reinterpret_cast<T*>(&shape) + index
                                     : reinterpret_cast<T*>(&pose) + (index - kNumbers);
  *number = bad[random.below(8)];
}

template <class A, class B, class T>
void compare(const A& a, const Transform<3, T>& pose_a, const B& b, const Transform<3, T>& pose_b) {
  const auto view_a = a.view();
  const auto view_b = b.view();
  expect_same_bits(penetration(a, pose_a, b, pose_b), penetration(view_a, pose_a, view_b, pose_b));
  expect_same_bits(distance(a, pose_a, b, pose_b), distance(view_a, pose_a, view_b, pose_b));
  const Intersection direct = intersects(a, pose_a, b, pose_b);
  const Intersection viewed = intersects(view_a, pose_a, view_b, pose_b);
  EXPECT_EQ(direct.status, viewed.status);
  EXPECT_EQ(direct.overlapping, viewed.overlapping);
}

template <class A, class B, class T>
void compare_many(std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  for (int k = 0; k < by_tier(400, 20000); ++k) {
    A a;
    B b;
    make(a, random, k % 3 == 0);
    make(b, random, k % 3 == 0);
    auto pose_a = any_pose<T>(random, k % 3 == 0);
    auto pose_b = any_pose<T>(random, k % 3 == 0);
    if (k % 16 == 5) pose_b = pose_a;
    if (k % 8 == 1) spoil(a, pose_a, random);
    if (k % 8 == 2) spoil(b, pose_b, random);
    compare(a, pose_a, b, pose_b);
    if (testing::Test::HasFailure()) {
      std::printf("pair %d\n", k);
      return;
    }
  }
}

template <class S, class T>
struct Scene {
  std::vector<S> shapes;
  std::vector<Transform<3, T>> poses;

  explicit Scene(scenes::Pcg32& random) {
    for (int i = 0; i < 120; ++i) {
      S shape;
      make(shape, random, i % 3 == 0);
      auto pose = any_pose<T>(random, i % 3 == 0);
      if (i % 16 == 5) pose = {};
      if (i % 16 == 7) spoil(shape, pose, random);
      shapes.push_back(shape);
      poses.push_back(pose);
    }
  }
  Bodies<S> bodies() const { return {shapes, poses}; }
};

template <class A, class B, class T>
void compare_batch(std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  const Scene<A, T> a(random);
  const Scene<B, T> b(random);
  std::vector<Pair> pairs;
  for (std::uint32_t k = 0; k < 250; ++k) pairs.push_back({random.below(120), random.below(120)});
  for (std::uint32_t k = 0; k < 31; ++k) pairs.push_back({k, k});
  pairs[70].a = 120;
  pairs[71].b = 4000000000u;
  std::vector<Separation<3, T>> out(pairs.size());
  const std::span<const Pair> list(pairs);
  const std::span<Separation<3, T>> answers(out);
  for (const bool with_depth : {true, false}) {
    const Status status = with_depth ? penetrations(a.bodies(), b.bodies(), list, answers)
                                     : distances(a.bodies(), b.bodies(), list, answers);
    ASSERT_EQ(status, Status::ok);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [i, j] = pairs[k];
      if (k == 70 || k == 71) {
        EXPECT_EQ(out[k].status, Status::bad_index);
        continue;
      }
      const auto x = a.shapes[i].view();
      const auto y = b.shapes[j].view();
      expect_same_bits(out[k], with_depth ? penetration(x, a.poses[i], y, b.poses[j])
                                          : distance(x, a.poses[i], y, b.poses[j]));
    }
  }
}

template <class First, class Second>
struct Kinds {
  using A = First;
  using B = Second;
};

// check(Kinds<A, B>(), seed) for every two kinds in either order.
template <class T, class Check>
void for_all_kinds(std::uint64_t seed, Check&& check) {
  using S = Sphere<3, T>;
  using C = Capsule<3, T>;
  using B = Box<3, T>;
  check(Kinds<S, S>(), seed);
  check(Kinds<S, C>(), seed + 1);
  check(Kinds<C, S>(), seed + 2);
  check(Kinds<C, C>(), seed + 3);
  check(Kinds<S, B>(), seed + 4);
  check(Kinds<B, S>(), seed + 5);
  check(Kinds<C, B>(), seed + 6);
  check(Kinds<B, C>(), seed + 7);
  check(Kinds<B, B>(), seed + 8);
}

template <class T>
class DirectPair : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DirectPair, Scalars);

TYPED_TEST(DirectPair, L17_has_the_same_bits_as_views_on_every_instruction_set) {
  using T = TypeParam;
  for_each_target([](SimdTarget) {
    for_all_kinds<T>(71, [](auto kinds, std::uint64_t seed) {
      compare_many<typename decltype(kinds)::A, typename decltype(kinds)::B, T>(seed);
    });
  });
}

TYPED_TEST(DirectPair, L17_batches_have_the_same_bits_as_single_calls) {
  using T = TypeParam;
  for_each_target([](SimdTarget) {
    for_all_kinds<T>(81, [](auto kinds, std::uint64_t seed) {
      compare_batch<typename decltype(kinds)::A, typename decltype(kinds)::B, T>(seed);
    });
  });
}

}  // namespace
}  // namespace masu::test
