// SPDX-License-Identifier: MIT
// A world of C++ and one of C with the same objects, for tests that compare their answers.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/c/api.hpp"
#include "tests/world/random_bodies.hpp"

namespace masu::test {

template <class K>
class TwinWorlds : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;

  explicit TwinWorlds(std::uint64_t seed) : random_(seed) {}

  // Adds to both: each fifth object is a sensor, each fourth has a category of its own.
  void add(const ShapeView<kD, T>& shape, const Transform<kD, T>& pose) {
    const std::size_t i = handles_.size();
    const auto c = c_shape(shape);
    const auto c_transform = c_pose(pose);
    masu_object_options options = masu_object_options_default();
    options.sensor = i % 5 == 0 ? 1 : 0;
    options.filter.category = i % 4 == 0 ? 2 : 1;
    masu_handle made;
    ASSERT_EQ(A::add(c_, &c, &c_transform, &options, &made), MASU_OK);
    const InsertResult r = world_.add(
        shape, pose, {.filter = {options.filter.category, ~0ull}, .sensor = options.sensor != 0});
    ASSERT_TRUE(same(made, r.handle));
    handles_.push_back(r.handle);
    poses_.push_back(pose);
  }
  void fill(int count) {
    RandomBodies<kD, T> bodies{random_, 6};
    for (int i = 0; i < count; ++i) {
      const auto shape = bodies.shape();
      ASSERT_NO_FATAL_FAILURE(add(shape, bodies.transform()));
    }
  }

  World<kD, T> world_;
  CWorld<kD, T> c_;
  scenes::Pcg32 random_;
  std::vector<Handle> handles_;
  std::vector<Transform<kD, T>> poses_;  // of each handle
};

}  // namespace masu::test
