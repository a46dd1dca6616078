// SPDX-License-Identifier: MIT
// Frames that must not stall: counted work, not time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {
namespace {

// Circles of diameter 1 in 2D, about one pair an object.
class Field {
 public:
  explicit Field(std::size_t n,
                 const WorldOptions<float>& options = {.detail = ContactDetail::boxes},
                 Allocator allocator = default_allocator())
      : world_(options, allocator), random_(5), poses_(n) {
    const double side = std::sqrt(2.0 * double(n));
    for (auto& pose : poses_) {
      pose.translation = {float(random_.between(0, side)), float(random_.between(0, side))};
    }
  }

  World<2>& world() { return world_; }
  const World<2>& world() const { return world_; }
  std::size_t size() const { return poses_.size(); }
  void add_all() {
    for (const auto& pose : poses_) handles_.push_back(world_.add(Circle<float>{0.5f}, pose));
  }
  void add_many() {
    handles_.resize(poses_.size());
    ASSERT_EQ(world_.add_many(Circle<float>{0.5f}, poses_, handles_), Status::ok);
  }
  // One object in `share`, others each time, by up to `step` along each axis.
  void frame(std::size_t share, double step = 0.4) {
    for (std::size_t i = frames_++ % share; i < poses_.size(); i += share) {
      for (int a = 0; a < 2; ++a) poses_[i].translation[a] += float(random_.between(-step, step));
      ASSERT_EQ(world_.move(handles_[i], poses_[i]), Status::ok);
    }
    ASSERT_EQ(world_.update().status, Status::ok);
  }

 private:
  World<2> world_;
  scenes::Pcg32 random_;
  std::vector<Transform2f> poses_;
  std::vector<Handle> handles_;
  std::size_t frames_ = 0;
};

// What is asked of memory: how often, and the largest block.
class CountingAllocator {
 public:
  Allocator allocator() { return {&allocate, &deallocate, this}; }
  void start() { calls_ = largest_ = 0; }
  std::size_t calls() const { return calls_; }
  std::size_t largest() const { return largest_; }
  std::size_t bytes() const { return bytes_; }

 private:
  static void* allocate(void* context, std::size_t size, std::size_t alignment) {
    auto& self = *static_cast<CountingAllocator*>(context);
    ++self.calls_;
    self.largest_ = std::max(self.largest_, size);
    self.bytes_ += size;
    return ::operator new(size, std::align_val_t(alignment));
  }
  static void deallocate(void* context, void* block, std::size_t size, std::size_t alignment) {
    static_cast<CountingAllocator*>(context)->bytes_ -= size;
    ::operator delete(block, std::align_val_t(alignment));
  }

  std::size_t calls_ = 0;
  std::size_t largest_ = 0;
  std::size_t bytes_ = 0;
};

std::uint64_t samples(const Field& field) {
  return field.world().broad_phase().samples();
}

TEST(WorldPauses, objects_are_sampled_less_often_while_the_advice_stays) {
  for (const std::size_t share : {1u, 4u, 100u}) {
    SCOPED_TRACE(share);
    Field field(400);
    field.add_all();
    for (int f = 0; f < 400; ++f) ASSERT_NO_FATAL_FAILURE(field.frame(share));
    const std::uint64_t early = samples(field);
    EXPECT_LE(early, 5u);
    for (int f = 0; f < 2000; ++f) ASSERT_NO_FATAL_FAILURE(field.frame(share));
    EXPECT_LE(samples(field) - early, 3u) << "once a minute, in the end";
  }
}

TEST(WorldPauses, objects_are_sampled_again_when_they_move_otherwise) {
  Field field(400);
  field.add_all();
  std::size_t share = 100;
  for (int f = 0; f < 1000; ++f) ASSERT_NO_FATAL_FAILURE(field.frame(share));
  for (const std::size_t next : {1u, 100u, 10u, 200u}) {
    SCOPED_TRACE(next);
    const std::uint64_t before = samples(field);
    for (std::uint32_t f = 0; f < AutoPairs<2, float>::kFrames + 1; ++f) {
      ASSERT_NO_FATAL_FAILURE(field.frame(next));
    }
    EXPECT_GE(samples(field), before + 1);
    for (int f = 0; f < 1000; ++f) ASSERT_NO_FATAL_FAILURE(field.frame(next));
  }
}

// As many as before, but some are replaced in each update, in one call: each counts twice.
TEST(WorldPauses, objects_are_sampled_again_when_they_are_replaced) {
  constexpr std::uint32_t kObjects = 400;
  AutoPairs<2, float> pairs;
  const auto box_of = [](std::uint32_t slot) {
    const Vec2f low{2 * float(slot % 20), 2 * float(slot / 20)};
    return Aabb2f{low, low + Vec2f{1, 1}};
  };
  for (std::uint32_t slot = 0; slot < kObjects; ++slot) {
    ASSERT_EQ(pairs.insert(slot, box_of(slot), Filter{}), Status::ok);
  }
  for (int f = 0; f < 1000; ++f) ASSERT_EQ(pairs.update().status, Status::ok);
  const std::uint64_t before = pairs.samples();
  std::uint32_t updates = 0;
  for (; pairs.samples() == before && updates < 1000; ++updates) {
    std::uint32_t slots[5];
    Aabb2f boxes[5];
    for (std::uint32_t k = 0; k < 5; ++k) {
      slots[k] = (updates * 5 + k) % kObjects;
      boxes[k] = box_of(slots[k]);
      pairs.erase(slots[k]);
    }
    ASSERT_EQ(pairs.insert_many(slots, boxes, {}), Status::ok);
    ASSERT_EQ(pairs.update().status, Status::ok);
  }
  constexpr std::uint32_t kSoon = AutoPairs<2, float>::kFrames;
  EXPECT_LE(updates, kSoon);
}

// One object far from all others leaves these to one cell of a tree, and hardly any two meet on an
// axis: sorted ends are best where all move a little, a grid that follows the movers where few do
// or all go far.
class Sparse {
 public:
  explicit Sparse(int n) : random_(3) {
    for (int i = 0; i < n; ++i) {
      poses_.push_back(anywhere());
      if (i == 0) poses_[0].translation[0] = 1e6f;
      boxes_.push_back(world_.add(Box<2, float>{{0.5f, 0.5f}}, poses_.back()));
    }
  }
  BroadPhase method() const { return world_.broad_phase().method(); }
  // `movers` step to and fro.
  void step(std::size_t movers) {
    const float step = frame_++ % 2 == 0 ? 0.6f : -0.6f;
    for (std::size_t i = 0; i < movers; ++i) poses_[i].translation[1] += step;
    update(movers);
  }
  void step(std::size_t movers, std::uint32_t frames) {
    for (std::uint32_t f = 0; f < frames; ++f) ASSERT_NO_FATAL_FAILURE(step(movers));
  }
  // All but one jump: by up to `far` along each axis; 0: anywhere.
  void jump(float far) {
    for (std::size_t i = 1; i < poses_.size(); ++i) {
      Vec2f& p = poses_[i].translation;
      const Vec2f off{float(random_.between(-far, far)), float(random_.between(-far, far))};
      p = far == 0 ? anywhere().translation : p + off;
    }
    update(poses_.size());
  }

 private:
  Transform2f anywhere() {
    return {{float(random_.between(0, 3000)), float(random_.between(0, 3000))}, {}};
  }
  void update(std::size_t movers) {
    for (std::size_t i = 0; i < movers; ++i) {
      ASSERT_EQ(world_.move(boxes_[i], poses_[i]), Status::ok);
    }
    ASSERT_EQ(world_.update().status, Status::ok);
  }

  World<2> world_{{.detail = ContactDetail::boxes}};
  scenes::Pcg32 random_;
  std::vector<Handle> boxes_;
  std::vector<Transform2f> poses_;
  int frame_ = 0;
};

TEST(WorldPauses, the_method_follows_the_motion_of_objects) {
  Sparse scene(300);
  constexpr std::uint32_t kFrames = AutoPairs<2, float>::kFrames;
  ASSERT_NO_FATAL_FAILURE(scene.step(5, 2000));
  EXPECT_EQ(scene.method(), BroadPhase::pair_tracker);
  ASSERT_NO_FATAL_FAILURE(scene.step(300, 2 * kFrames));
  EXPECT_EQ(scene.method(), BroadPhase::incremental_sweep);
  ASSERT_NO_FATAL_FAILURE(scene.step(300, 2000));
  ASSERT_NO_FATAL_FAILURE(scene.step(5, 3 * kFrames));
  EXPECT_EQ(scene.method(), BroadPhase::pair_tracker);
}

// The number of movers stays; how far they go does not.
TEST(WorldPauses, the_method_follows_the_displacement_of_objects) {
  constexpr std::uint32_t kFrames = AutoPairs<2, float>::kFrames;
  constexpr int kMany = 2000;
  for (const float far : {0.f, 30.f}) {
    SCOPED_TRACE(far);
    Sparse scene(kMany);
    ASSERT_NO_FATAL_FAILURE(scene.step(kMany, 2100));
    ASSERT_EQ(scene.method(), BroadPhase::incremental_sweep);
    std::uint32_t updates = 0;
    for (; updates < 1000 && scene.method() == BroadPhase::incremental_sweep; ++updates) {
      ASSERT_NO_FATAL_FAILURE(scene.jump(far));
    }
    EXPECT_LE(updates, 2 * kFrames);
    for (int f = 0; f < 1000; ++f) ASSERT_NO_FATAL_FAILURE(scene.jump(far));
    updates = 0;
    for (; updates < 1000 && scene.method() != BroadPhase::incremental_sweep; ++updates) {
      ASSERT_NO_FATAL_FAILURE(scene.step(kMany));
    }
    EXPECT_LE(updates, 3 * kFrames);
  }
}

// --- Memory --------------------------------------------------------------------------------------

constexpr std::size_t kObjects = 20'000;

// Each of some thirty lists would grow twenty times.
TEST(WorldPauses, many_objects_allocate_once) {
  CountingAllocator memory;
  Field field(kObjects, {.detail = ContactDetail::boxes}, memory.allocator());
  memory.start();
  ASSERT_NO_FATAL_FAILURE(field.add_many());
  EXPECT_LE(memory.calls(), 46u);  // one is the state of the world itself
  EXPECT_EQ(field.world().size(), kObjects);
}

TEST(WorldPauses, reserve_reaches_the_broad_phase) {
  CountingAllocator memory;
  Field field(kObjects, {.detail = ContactDetail::boxes}, memory.allocator());
  ASSERT_EQ(field.world().reserve(kObjects), Status::ok);
  memory.start();
  field.add_all();
  // The grid of cells is rebuilt when the number of objects has doubled, eleven times.
  EXPECT_LE(memory.calls(), 11 * 6u);
  memory.start();
  ASSERT_EQ(field.world().reserve(kObjects), Status::ok);
  EXPECT_EQ(memory.calls(), 0u);
}

// Pairs come all at once, when the objects do; a few more in the next frames move none of them.
TEST(WorldPauses, frames_after_the_first_reallocate_no_table) {
  for (const bool many : {false, true}) {
    CountingAllocator memory;
    Field field(kObjects, {.detail = ContactDetail::boxes}, memory.allocator());
    many ? field.add_many() : field.add_all();
    ASSERT_EQ(field.world().update().status, Status::ok);
    memory.start();
    for (int f = 0; f < 300; ++f) ASSERT_NO_FATAL_FAILURE(field.frame(100));
    // A sample copies the boxes.
    EXPECT_LE(memory.largest(), kObjects * sizeof(Aabb<2, float>));
  }
}

}  // namespace
}  // namespace masu::test
