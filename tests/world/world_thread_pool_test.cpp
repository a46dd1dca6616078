// SPDX-License-Identifier: MIT
// A ThreadPool of any size changes no bit: of pairs from scratch, tracked pairs, worlds, batches.
#include <masu/core/thread_pool.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class ThreadPoolSize : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Of, ThreadPoolSize, testing::Range(1u, 9u));

std::vector<Aabb3f> random_boxes(std::size_t count) {
  scenes::Pcg32 random(3);
  std::vector<Aabb3f> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    Vec3f position;
    for (int a = 0; a < 3; ++a) position[a] = float(random.between(0, 40));
    boxes.push_back({position, position + Vec3f{1, 1, 1}});
  }
  return boxes;
}

TEST_P(ThreadPoolSize, changes_no_pair_found_from_scratch) {
  ThreadPool pool(GetParam());
  const auto boxes = random_boxes(20'000);
  const auto pairs_with = [&](const JobSystem& jobs) {
    SortedOrthtree<3, float> finder;
    Pairs pairs;
    const auto sink = [&](std::uint32_t a, std::uint32_t b) { pairs.emplace_back(a, b); };
    EXPECT_EQ(finder.find_pairs(boxes, sink, {.jobs = jobs}).status, Status::ok);
    return pairs;
  };
  const Pairs alone = pairs_with({});
  EXPECT_EQ(pairs_with(pool.jobs()), alone) << "in the same order";
  EXPECT_GT(alone.size(), 1000u);
}

// Objects that all move, frame by frame; answers of batches after each.
std::vector<std::uint64_t> story(const JobSystem& jobs, ContactDetail detail) {
  World<3> world({.detail = detail, .jobs = jobs});
  scenes::Pcg32 random(8);
  const auto random_pose = [&] {
    Transform3f pose;
    for (int a = 0; a < 3; ++a) pose.translation[a] = float(random.between(0, 24));
    return pose;
  };
  std::vector<Handle> handles;
  for (int i = 0; i < 8000; ++i) {
    handles.push_back(i % 2 == 0
                          ? world.add(Sphere<3, float>{0.5f}, random_pose()).handle
                          : world.add(Box<3, float>{{0.4f, 0.5f, 0.6f}}, random_pose()).handle);
  }
  std::vector<std::uint64_t> seen;
  for (int frame = 0; frame < 3; ++frame) {
    for (const Handle h : handles) (void)world.move(h, random_pose());
    EXPECT_EQ(world.update().status, Status::ok);
    seen.push_back(world.hash());
    std::vector<Ray<3, float>> rays;
    std::vector<Vec3f> points;
    for (int i = 0; i < 500; ++i) {
      points.push_back(random_pose().translation);
      rays.push_back({points.back(), random_pose().translation - Vec3f{12, 12, 12}});
    }
    std::vector<WorldRayHit<3, float>> hits(rays.size());
    EXPECT_EQ(world.ray_cast_many(rays, hits, {}, jobs), Status::ok);
    for (const auto& h : hits) seen.push_back(h.object.index);
    QueryBatch<Neighbor<float>> near;
    EXPECT_EQ(world.nearest_many(points, 3, near, {}, jobs), Status::ok);
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (const auto& n : near[i]) seen.push_back(n.id.index);
    }
  }
  return seen;
}
TEST_P(ThreadPoolSize, changes_no_bit_of_a_world_and_of_batches) {
  ThreadPool pool(GetParam());
  for (const ContactDetail detail : {ContactDetail::boxes, ContactDetail::points}) {
    EXPECT_EQ(story(pool.jobs(), detail), story({}, detail));
  }
}

// Two worlds, updated by jobs of the pool that their own jobs run on.
TEST_P(ThreadPoolSize, serves_worlds_that_are_updated_at_the_same_time) {
  ThreadPool pool(GetParam());
  std::vector<std::uint64_t> seen[3];
  pool.jobs().for_each(
      3, [&](std::uint32_t i) { seen[i] = story(pool.jobs(), ContactDetail::boxes); });
  const auto alone = story({}, ContactDetail::boxes);
  for (const auto& s : seen) EXPECT_EQ(s, alone);
}

}  // namespace
}  // namespace masu::test
