// SPDX-License-Identifier: MIT
// A handle of an object that was refused is an assertion failure.
#include <gtest/gtest.h>

#include <string>

#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/core/assert.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

// What the handler was called with, while one lives.
class Heard {
 public:
  Heard() : before_(assert_handler()) {
    text().clear();
    assert_handler() = [](const char* condition, const char*, int) { text() += condition; };
  }
  ~Heard() { assert_handler() = before_; }
  static std::string& text() {
    static std::string all;
    return all;
  }

 private:
  AssertHandler before_;
};
bool says(const char* words) {
  return Heard::text().find(words) != std::string::npos;
}

TEST(WorldRefused, a_negative_radius_does_not_return_an_invalid_handle_silently) {
  World<2> world;
  const Heard heard;
  const Handle ball = world.add(Circle<float>{-1}, {});
  EXPECT_TRUE(says("not_positive")) << Heard::text();
  EXPECT_FALSE(world.contains(ball));
  Heard::text().clear();
  world.add(Circle<float>{1}, {{std::numeric_limits<float>::quiet_NaN(), 0}, {}}).expect_ok();
  EXPECT_TRUE(says("not_finite")) << Heard::text();
}

TEST(WorldRefused, no_report_if_the_status_is_read_or_ok) {
  World<2> world;
  const Heard heard;
  EXPECT_EQ(world.add(Circle<float>{-1}, {}).status, Status::not_positive);
  EXPECT_FALSE(world.contains(world.add(Circle<float>{0}, {}).handle));
  const Handle ball = world.add(Circle<float>{1}, {});
  EXPECT_EQ(world.add(Circle<float>{1}, {}).expect_ok().index, 1u);
  EXPECT_TRUE(world.contains(ball));
  EXPECT_EQ(Heard::text(), "");
}

TEST(WorldRefused, indices_report_refusals_too) {
  FailingAllocator memory;
  DynamicBvh<2, float> tree({}, memory.allocator());
  memory.fail(1, true);
  const Heard heard;
  const Handle h = tree.insert({{0, 0}, {1, 1}});
  EXPECT_TRUE(says("out_of_memory")) << Heard::text();
  EXPECT_FALSE(tree.contains(h));
}

TEST(WorldRefusedDeathTest, the_program_aborts_with_the_status_by_default) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  World<2> world;
  EXPECT_DEATH((void)Handle(world.add(Circle<float>{-1}, {})), "refused: not_positive");
}

}  // namespace
}  // namespace masu::test
