// SPDX-License-Identifier: MIT
// Worlds in C whose jobs run on a pool of threads are the same worlds.
#include <gtest/gtest.h>

#include "tests/c/api.hpp"
#include "tests/c/memory.hpp"
#include "tests/support/threads.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

std::uint64_t hash_with(masu_thread_pool* pool) {
  using A = Api<3, float>;
  masu_world_options options = masu_world_options_default(3, MASU_FLOAT);
  if (pool != nullptr) options.jobs = masu_thread_pool_jobs(pool);
  masu_world* world;
  EXPECT_EQ(masu_world_create(&options, nullptr, &world), MASU_OK);
  scenes::Pcg32 random(4);
  std::vector<masu_handle> handles;
  const auto random_point = [&] {
    return masu_vec_3f{float(random.between(0, 20)), float(random.between(0, 20)),
                       float(random.between(0, 20))};
  };
  for (int i = 0; i < 5000; ++i) {
    const auto shape = masu_sphere_3f(0.5f, {0, 0, 0});
    const auto pose = masu_pose_at_3f(random_point());
    masu_handle made;
    EXPECT_EQ(A::add(world, &shape, &pose, nullptr, &made), MASU_OK);
    handles.push_back(made);
  }
  for (int frame = 0; frame < 3; ++frame) {
    for (const masu_handle h : handles) {
      const auto pose = masu_pose_at_3f(random_point());
      EXPECT_EQ(A::move(world, h, &pose), MASU_OK);
    }
    EXPECT_EQ(masu_world_update(world, nullptr), MASU_OK);
  }
  const std::uint64_t hash = masu_world_hash(world);
  EXPECT_EQ(masu_world_destroy(world), MASU_OK);
  return hash;
}

TEST(CThreadPool, changes_no_bit_of_a_world) {
  const std::uint64_t alone = hash_with(nullptr);
  for (const std::uint32_t threads : {1u, 2u, 5u}) {
    masu_thread_pool* pool;
    ASSERT_EQ(masu_thread_pool_create(threads, nullptr, &pool), MASU_OK);
    EXPECT_EQ(masu_thread_pool_jobs(pool).workers, threads);
    EXPECT_EQ(masu_thread_pool_jobs(pool).run == nullptr, threads == 1);
    EXPECT_EQ(hash_with(pool), alone);
    EXPECT_EQ(masu_thread_pool_destroy(pool), MASU_OK);
  }
}

TEST(CThreadPool, refuses_invalid_arguments) {
  EXPECT_EQ(masu_thread_pool_create(2, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_thread_pool_destroy(nullptr), MASU_OK);
  EXPECT_EQ(masu_thread_pool_jobs(nullptr).run, nullptr);
  EXPECT_EQ(masu_thread_pool_jobs(nullptr).workers, 1u);
  const masu_allocator none = {[](void*, size_t, size_t) -> void* { return nullptr; },
                               [](void*, void*, size_t, size_t) {}, nullptr};
  masu_thread_pool* pool;
  EXPECT_EQ(masu_thread_pool_create(2, &none, &pool), MASU_OUT_OF_MEMORY);
  EXPECT_EQ(pool, nullptr);
}

}  // namespace
}  // namespace masu::test
