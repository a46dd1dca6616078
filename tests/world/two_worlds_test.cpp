// SPDX-License-Identifier: MIT
// Queries on the objects of two worlds: compared with each of one and each of the other.
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <set>

#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

void compare_with_brute_force(const Vec<3, double>& period) {
  using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;
  WorldModel<2, double> one(6, {.period = period});
  WorldModel<2, double> two(7, {.period = period});
  std::size_t touched = 0;
  for (int round = 0; round < 20; ++round) {
    ASSERT_NO_FATAL_FAILURE(one.add());
    ASSERT_NO_FATAL_FAILURE(two.add());
    ASSERT_NO_FATAL_FAILURE(two.move(3));
    Pairs expected, found;
    std::optional<double> least;
    for (const auto& [i, x] : one.entries()) {
      for (const auto& [j, y] : two.entries()) {
        if (!accepts(x.filter, y.filter)) continue;
        const auto& own = x;  // clang 14 captures no structured bindings
        const auto& other = y;
        double d = std::numeric_limits<double>::infinity();
        (void)any_image<2>(period, one.wraps() ? 2 : 0, [&](const Vec2d& shift) {
          const Transform2d pose{own.pose.translation - shift, own.pose.rotation};
          d = std::min(d, distance(own.shape, pose, other.shape, other.pose).distance);
          return false;
        });
        if (d == 0) expected.insert({i, j});
        if (!least || d < *least) least = d;
      }
    }
    const auto insert = [&](Handle a, Handle b) { found.insert({a.index, b.index}); };
    ASSERT_EQ(one.world().for_each_touching_in(two.world(), insert).status, Status::ok);
    ASSERT_EQ(found, expected);
    const auto closest = one.world().closest_pair(two.world());
    ASSERT_EQ(closest.found(), least.has_value());
    if (least) {
      ASSERT_EQ(closest.distance, *least);
      ASSERT_TRUE(one.world().contains(closest.a));
      ASSERT_TRUE(two.world().contains(closest.b));
    }
    touched += found.size();
  }
  EXPECT_GT(touched, 20u);
}

TEST(TwoWorlds, have_pairs_equal_to_brute_force) {
  ASSERT_NO_FATAL_FAILURE(compare_with_brute_force({}));
  ASSERT_NO_FATAL_FAILURE(compare_with_brute_force({8, 8, 0}));
}

TEST(TwoWorlds, a_visitor_that_returns_false_is_not_called_again) {
  World<2> one, two;
  for (int i = 0; i < 3; ++i) {
    (void)one.add(Circle<float>{1}, {});
    (void)two.add(Circle<float>{1}, {});
  }
  ASSERT_EQ(one.update().status, Status::ok);
  ASSERT_EQ(two.update().status, Status::ok);
  int calls = 0;
  const auto stop = [&](Handle, Handle) { return ++calls < 2; };
  EXPECT_EQ(one.for_each_touching_in(two, stop).status, Status::stopped);
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace masu::test
