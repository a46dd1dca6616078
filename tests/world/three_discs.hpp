// SPDX-License-Identifier: MIT
// Three discs that overlap each other, and the pairs of a world as a set: for tests of the rules
// that keep pairs apart.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

namespace masu::test {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;
// Indices of two objects, the smaller first.
using Words = std::set<std::pair<std::uint32_t, std::uint32_t>>;

inline Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}
inline Words pairs_of(const World<2>& world) {
  Words words;
  for (const WorldPair& p : world.pairs()) words.insert({p.a.index, p.b.index});
  return words;
}

// Three discs that overlap each other, up to date.
struct Three {
  explicit Three(const WorldOptions<float>& options = {}) : world(options) {
    for (Handle& handle : h) handle = world.add(Circle2{1}, pose_at(0.5f * float(&handle - h)));
    EXPECT_EQ(world.update().status, Status::ok);
  }
  World<2> world;
  Handle h[3];
};

// A pair filter that refuses pairs whose user data have an odd sum, and counts its calls.
struct EvenSums {
  bool operator()(const PairCandidate& c) {
    ++calls;
    return (c.user_data_a + c.user_data_b) % 2 == 0;
  }
  int calls = 0;
};

}  // namespace masu::test
