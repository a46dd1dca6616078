// SPDX-License-Identifier: MIT
// The swept AABB contains the shape at every time, and is not much larger.
#include <gtest/gtest.h>

#include <masu/shapes/support.hpp>

#include "narrow_phase/body_motion.hpp"
#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"
#include "world/shape_queries.hpp"

namespace masu::test {
namespace {

template <int D, class T>
void expect_box_contains_the_sweep(std::uint64_t seed) {
  using Queries = masu::detail::ShapeQueries<D, T>;
  scenes::Pcg32 random(seed);
  RandomBodies<D, T> bodies{random};
  for (int i = 0; i < by_tier(2000, 100'000); ++i) {
    const auto shape = bodies.shape();
    Sweep<D, T> sweep{bodies.transform(), bodies.transform()};
    if (i % 3 == 0) sweep.end.translation = sweep.begin.translation;
    const auto before = aabb_of(shape, sweep.begin);
    const auto now = aabb_of(shape, sweep.end);
    const auto box = Queries::swept_aabb(sweep, before, now);
    ASSERT_TRUE(box.contains(before));
    ASSERT_TRUE(box.contains(now));
    const auto displacement =
        vec_cast<double>(sweep.end.translation) - vec_cast<double>(sweep.begin.translation);
    const masu::detail::BodyMotion<D> motion(sweep.begin, sweep.end.rotation, displacement);
    for (int k = 0; k <= 32; ++k) {
      const auto pose = motion.at(k / 32.0);
      for (int a = 0; a < D; ++a) {
        // How far the shape reaches along the axis, by its own support.
        for (const double sign : {1.0, -1.0}) {
          const Vec<D, double> along = pose.rotation.row[a];
          const auto p = support_of_core(shape, along * sign).point;
          const double reach = dot(along, p) + sign * double(shape.radius) + pose.translation[a];
          ASSERT_GE(reach, double(box.min[a]) - 1e-5);
          ASSERT_LE(reach, double(box.max[a]) + 1e-5);
        }
      }
    }
    if (sweep.begin.rotation == sweep.end.rotation) {
      const auto around = merge(before, now);
      for (int a = 0; a < D; ++a) {
        ASSERT_LE(box.max[a] - box.min[a], (around.max[a] - around.min[a]) * T(1.0001) + T(1e-5));
      }
    }
  }
}

TEST(SweptAabb, contains_the_shape_at_every_time) {
  ASSERT_NO_FATAL_FAILURE((expect_box_contains_the_sweep<2, float>(1)));
  ASSERT_NO_FATAL_FAILURE((expect_box_contains_the_sweep<3, float>(2)));
  ASSERT_NO_FATAL_FAILURE((expect_box_contains_the_sweep<2, double>(3)));
  ASSERT_NO_FATAL_FAILURE((expect_box_contains_the_sweep<3, double>(4)));
}

}  // namespace
}  // namespace masu::test
