// SPDX-License-Identifier: MIT
// Snapshots whose bodies are found by a C function: in another world, or after everything was
// freed.
#include <gtest/gtest.h>

#include <vector>

#include "tests/c/memory.hpp"

namespace masu::test {
namespace {

using A = Api<2, float>;

constexpr masu_vec_2f kSquare[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
constexpr masu_vec_2f kLarge[4] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}};
constexpr std::uint32_t kLines[4] = {0, 1, 1, 2};

// Bodies by the user data of their objects; each is made when it is asked for, and let go of when
// the world is restored.
struct Bodies {
  explicit Bodies(const masu_allocator* allocator_ = nullptr) : allocator(allocator_) {}
  ~Bodies() { release(); }
  Bodies(const Bodies&) = delete;
  Bodies& operator=(const Bodies&) = delete;

  void release() {
    for (masu_body* body : made) EXPECT_EQ(masu_body_release(body), MASU_OK);
    made.clear();
  }
  masu_status make(std::uint64_t name, masu_shape_2f* shape) {
    masu_body* body = nullptr;
    const masu_status status = name == 1 ? A::hull_create(kSquare, 4, allocator, &body)
                                         : A::mesh_create(kSquare, 4, kLines, 4, allocator, &body);
    if (body != nullptr) made.push_back(body);
    *shape = A::shape_of(body);
    if (name == 1) shape->radius = 0.25f;
    return status;
  }

  const masu_allocator* allocator;
  std::vector<masu_body*> made;
};
int find_body(void* context, masu_handle, std::uint64_t name, masu_shape_2f* shape) {
  return static_cast<Bodies*>(context)->make(name, shape) == MASU_OK ? 1 : 0;
}

// Two hulls, a mesh and a circle, that touch.
masu_status fill(masu_world* world, Bodies& bodies) {
  FirstFault ok;
  for (std::uint64_t name : {1, 1, 2, 3}) {
    auto shape = A::sphere(1, {0, 0});
    if (name < 3 && !ok(bodies.make(name, &shape))) break;
    masu_object_options options = masu_object_options_default();
    options.user_data = name;
    const auto pose = A::pose_at({float(name), 0});
    masu_handle made;
    if (!ok(A::add(world, &shape, &pose, &options, &made))) break;
  }
  if (ok.first() == MASU_OK) (void)ok(masu_world_update(world, nullptr));
  return ok.first();
}

class CSnapshot : public ::testing::Test {
 protected:
  CSnapshot() {
    Bodies bodies;
    EXPECT_EQ(fill(world_, bodies), MASU_OK);
    bodies.release();
    const void* bytes = nullptr;
    std::size_t size = 0;
    EXPECT_EQ(masu_world_save(world_, &bytes, &size), MASU_OK);
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    bytes_.assign(from, from + size);
    hash_ = masu_world_hash(world_);
  }
  masu_status restore(masu_world* world, masu_body_shape_for_2f shape_for, void* context) {
    return A::restore_with(world, bytes_.data(), bytes_.size(), shape_for, context);
  }

  CWorld<2, float> world_;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t hash_ = 0;
};

TEST_F(CSnapshot, restores_into_another_world) {
  CWorld<2, float> other;
  EXPECT_EQ(masu_world_restore(other, bytes_.data(), bytes_.size()), MASU_STALE_HANDLE);
  {
    Bodies bodies;
    ASSERT_EQ(restore(other, find_body, &bodies), MASU_OK);
    EXPECT_EQ(bodies.made.size(), 3u);
  }
  // The bodies live on with the world alone, and it goes on as the first one does.
  EXPECT_EQ(masu_world_hash(other), hash_);
  for (masu_world* w : {static_cast<masu_world*>(world_), static_cast<masu_world*>(other)}) {
    const auto pose = A::pose_at({1.75f, 0.5f});
    ASSERT_EQ(A::move(w, masu_world_handle_in(w, 0), &pose), MASU_OK);
    ASSERT_EQ(masu_world_update(w, nullptr), MASU_OK);
    EXPECT_EQ(masu_world_validate(w), 1);
  }
  EXPECT_EQ(masu_world_hash(other), masu_world_hash(world_));
  masu_object_2f found;
  ASSERT_EQ(A::find(other, masu_world_handle_in(other, 0), &found), MASU_OK);
  EXPECT_EQ(found.shape.kind, std::uint32_t(MASU_BODY));
  EXPECT_EQ(found.shape.radius, 0.25f);
  ASSERT_EQ(A::find(other, masu_world_handle_in(other, 3), &found), MASU_OK);
  EXPECT_EQ(found.shape.body, nullptr);
}

TEST_F(CSnapshot, restores_after_all_objects_are_removed) {
  ASSERT_EQ(masu_world_clear(world_), MASU_OK);
  ASSERT_EQ(masu_world_update(world_, nullptr), MASU_OK);
  Bodies bodies;
  ASSERT_EQ(restore(world_, find_body, &bodies), MASU_OK);
  EXPECT_EQ(masu_world_hash(world_), hash_);
  EXPECT_EQ(masu_world_size(world_), 4u);
  // Bodies that the world had before are let go of: each one now is of these.
  masu_object_2f found;
  ASSERT_EQ(A::find(world_, masu_world_handle_in(world_, 2), &found), MASU_OK);
  EXPECT_EQ(found.shape.body, bodies.made[2]);
}

TEST_F(CSnapshot, without_matching_shapes_changes_nothing) {
  static masu_world* shared;
  shared = world_;
  const masu_handle h = masu_world_handle_in(world_, 0);
  const auto refused = [&](masu_body_shape_for_2f shape_for, masu_status expected) {
    static masu_body* made;
    made = nullptr;
    EXPECT_EQ(restore(world_, shape_for, &made), expected);
    EXPECT_EQ(masu_body_release(made), MASU_OK);
    EXPECT_EQ(masu_world_hash(world_), hash_);
    EXPECT_EQ(masu_world_contains(world_, h), 1);
    EXPECT_EQ(masu_world_validate(world_), 1);
  };
  refused([](void*, masu_handle, std::uint64_t, masu_shape_2f*) { return 0; }, MASU_STALE_HANDLE);
  refused([](void*, masu_handle, std::uint64_t, masu_shape_2f*) { return 1; }, MASU_STALE_HANDLE);
  refused([](void*, masu_handle, std::uint64_t, masu_shape_2f*) -> int { throw 1; }, MASU_THREW);
  refused(
      [](void*, masu_handle, std::uint64_t, masu_shape_2f* shape) {
        *shape = A::box({1.25f, 1.25f}, {1, 1});  // it has the box, but is no body
        return 1;
      },
      MASU_STALE_HANDLE);
  refused(
      [](void* to, masu_handle, std::uint64_t, masu_shape_2f* shape) {
        auto** body = static_cast<masu_body**>(to);
        if (*body == nullptr) {
          EXPECT_EQ(A::hull_create(kLarge, 4, nullptr, body), MASU_OK);
        }
        *shape = A::shape_of(*body);
        return 1;
      },
      MASU_STALE_HANDLE);
  refused(
      [](void* to, masu_handle, std::uint64_t, masu_shape_2f* shape) {
        const masu_vec_3f corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        auto** body = static_cast<masu_body**>(to);
        if (*body == nullptr) {
          EXPECT_EQ(masu_hull_create_3f(corners, 4, nullptr, body), MASU_OK);
        }
        *shape = A::shape_of(*body);  // of another kind
        return 1;
      },
      MASU_STALE_HANDLE);
  refused(
      [](void*, masu_handle object, std::uint64_t, masu_shape_2f*) {
        EXPECT_EQ(masu_world_remove(shared, object), MASU_BUSY);
        EXPECT_EQ(masu_world_destroy(shared), MASU_BUSY);
        return 0;
      },
      MASU_STALE_HANDLE);
  EXPECT_EQ(restore(world_, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(restore(nullptr, find_body, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::restore_with(world_, nullptr, 9, find_body, nullptr), MASU_OUT_OF_RANGE);
  bytes_[bytes_.size() / 2] ^= 1;
  Bodies bodies;
  EXPECT_EQ(restore(world_, find_body, &bodies), MASU_DAMAGED);
  EXPECT_EQ(masu_world_hash(world_), hash_);
}

TEST(CSnapshotMemory, any_allocation_may_fail) {
  const auto story = [](const masu_allocator& allocator) {
    FirstFault ok;
    masu_world* world = nullptr;
    masu_world* other = nullptr;
    {
      Bodies bodies(&allocator);
      Bodies found;  // memory that they lack is not the world's
      const void* bytes = nullptr;
      std::size_t size = 0;
      const masu_world_options options = masu_world_options_default(2, MASU_FLOAT);
      (void)(ok(masu_world_create(&options, &allocator, &world)) &&
             ok(masu_world_create(&options, &allocator, &other)) && ok(fill(world, bodies)) &&
             ok(masu_world_save(world, &bytes, &size)) &&
             ok(A::restore_with(other, bytes, size, find_body, &found)));
      if (other != nullptr) {
        EXPECT_EQ(masu_world_validate(other), 1);
        EXPECT_EQ(masu_world_size(other), ok.first() == MASU_OK ? 4u : 0u);
      }
    }
    EXPECT_EQ(masu_world_destroy(world), MASU_OK);
    EXPECT_EQ(masu_world_destroy(other), MASU_OK);
    return ok.first();
  };
  expect_any_allocation_may_fail(story, 20);
}

}  // namespace
}  // namespace masu::test
