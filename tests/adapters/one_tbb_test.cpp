// SPDX-License-Identifier: MIT
// oneTBB runs each job once, and results with it equal those without it bit for bit.
#include <masu/adapters/one_tbb.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <masu/broad_phase/sorted_orthtree.hpp>

#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

TEST(OneTbb, runs_every_job_once) {
  for (const int threads : {1, 2, 4}) {
    OneTbbJobs tbb(threads);
    EXPECT_EQ(tbb.jobs().workers, std::uint32_t(threads));
    std::vector<std::atomic<int>> runs(5000);
    tbb.jobs().for_each(5000, [&](std::uint32_t i) { ++runs[i]; });
    for (const auto& r : runs) ASSERT_EQ(r, 1);
  }
  OneTbbJobs here(oneapi::tbb::task_arena::attach{});
  EXPECT_GE(here.jobs().workers, 1u);
  std::atomic<int> sum = 0;
  here.jobs().for_each(100, [&](std::uint32_t i) { sum += int(i); });
  EXPECT_EQ(sum, 4950);
}

TEST(OneTbb, jobs_may_start_jobs) {
  OneTbbJobs tbb(4);
  std::atomic<int> ran = 0;
  tbb.jobs().for_each(
      50, [&](std::uint32_t) { tbb.jobs().for_each(50, [&](std::uint32_t) { ++ran; }); });
  EXPECT_EQ(ran, 2500);
}

TEST(OneTbb, exceptions_of_jobs_reach_the_caller) {
  OneTbbJobs tbb(4);
  EXPECT_THROW(tbb.jobs().for_each(100,
                                   [](std::uint32_t i) {
                                     if (i == 50) throw std::runtime_error("one of them");
                                   }),
               std::runtime_error);
}

TEST(OneTbb, worlds_have_the_same_bits_as_with_one_thread) {
  OneTbbJobs tbb(4);
  for (const ContactDetail detail :
       {ContactDetail::points, ContactDetail::areas, ContactDetail::volumes}) {
    WorldModel<3, float> alone(1, {.detail = detail});
    WorldModel<3, float> together(1, {.detail = detail, .jobs = tbb.jobs()});
    for (int i = 0; i < 300; ++i) {
      ASSERT_NO_FATAL_FAILURE(alone.add());
      ASSERT_NO_FATAL_FAILURE(together.add());
    }
    for (int frame = 0; frame < 20; ++frame) {
      for (int s = 0; s < 100; ++s) {
        ASSERT_NO_FATAL_FAILURE(alone.step());
        ASSERT_NO_FATAL_FAILURE(together.step());
      }
      ASSERT_EQ(alone.world().update().status, Status::ok);
      ASSERT_EQ(together.world().update().status, Status::ok);
      ASSERT_EQ(alone.world().hash(), together.world().hash());
    }
    ASSERT_GT(alone.world().pairs().size(), 50u);

    std::vector<Ray<3, float>> rays;
    for (int i = 0; i < 2000; ++i) {
      rays.push_back(
          {alone.bodies().random_point(), alone.bodies().random_point() - Vec3f{5, 5, 5}});
    }
    std::vector<WorldRayHit<3, float>> one(rays.size()), many(rays.size());
    ASSERT_EQ(alone.world().ray_cast_many(rays, one), Status::ok);
    ASSERT_EQ(alone.world().ray_cast_many(rays, many, {}, tbb.jobs()), Status::ok);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_EQ(one[i].object, many[i].object);
      ASSERT_EQ(one[i].t, many[i].t);
      hits += one[i].hit ? 1 : 0;
    }
    EXPECT_GT(hits, 500u);
  }
}

TEST(OneTbb, pairs_and_their_order_are_as_with_one_thread) {
  OneTbbJobs tbb(4);
  scenes::Pcg32 random(3);
  std::vector<Aabb3f> boxes;
  for (int i = 0; i < 20000; ++i) {
    const Vec3f p{float(random.between(0, 30)), float(random.between(0, 30)),
                  float(random.between(0, 30))};
    boxes.push_back({p, p + Vec3f::all(0.7f)});
  }
  PairList alone, together;
  SortedOrthtree<3, float> finder;
  ASSERT_EQ(finder.find_pairs(BoxSpan<3, float>(boxes), alone).status, Status::ok);
  PairOptions<3, float> options;
  options.jobs = tbb.jobs();
  ASSERT_EQ(finder.find_pairs(BoxSpan<3, float>(boxes), together, options).status, Status::ok);
  ASSERT_GT(alone.size(), 1000u);
  ASSERT_EQ(alone.size(), together.size());
  EXPECT_TRUE(std::equal(alone.begin(), alone.end(), together.begin()));
}

}  // namespace
}  // namespace masu::test
