// SPDX-License-Identifier: MIT
// Fixed objects cost a world no candidates with each other, and a refused allocation ends an update
// at once: counted bytes and refusals, not time.
#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

namespace masu::test {
namespace {

// Counts the bytes in use and their peak, and refuses to go beyond a limit.
class LimitedAllocator {
 public:
  Allocator allocator() { return {&allocate, &deallocate, this}; }
  void limit(std::size_t bytes) { limit_ = bytes; }
  std::size_t peak() const { return peak_; }
  std::size_t refusals() const { return refusals_; }

 private:
  static void* allocate(void* context, std::size_t size, std::size_t alignment) {
    auto& self = *static_cast<LimitedAllocator*>(context);
    if (size > self.limit_ || self.bytes_ > self.limit_ - size) {
      ++self.refusals_;
      return nullptr;
    }
    self.bytes_ += size;
    self.peak_ = std::max(self.peak_, self.bytes_);
    return ::operator new(size, std::align_val_t(alignment));
  }
  static void deallocate(void* context, void* block, std::size_t size, std::size_t alignment) {
    static_cast<LimitedAllocator*>(context)->bytes_ -= size;
    ::operator delete(block, std::align_val_t(alignment));
  }

  std::size_t limit_ = ~std::size_t(0);
  std::size_t bytes_ = 0;
  std::size_t peak_ = 0;
  std::size_t refusals_ = 0;
};

// A broad phase of a user, which is not told which objects are fixed.
class PlainTracker {
 public:
  using Box = Aabb2f;
  explicit PlainTracker(Allocator allocator) : kept_(allocator) {}
  Status put(std::uint32_t slot, const Box& box, const Filter& filter) {
    return kept_.put(slot, box, filter);
  }
  void move(std::uint32_t slot, const Box& box) { kept_.move(slot, box); }
  void drop(std::uint32_t slot) { kept_.drop(slot); }
  SearchResult update() { return kept_.update(); }
  template <class Visit>
  void for_each_removed(Visit&& visit) const {
    kept_.for_each_removed(visit);
  }
  template <class Visit>
  void for_each_added(Visit&& visit) const {
    kept_.for_each_added(visit);
  }
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    kept_.for_each_pair(visit);
  }

 private:
  KeptBy<PairTracker<2, float>> kept_;
};

constexpr BroadPhase kMethods[] = {BroadPhase::all_pairs,       BroadPhase::sweep_and_prune,
                                   BroadPhase::sorted_orthtree, BroadPhase::bvh,
                                   BroadPhase::pair_tracker,    BroadPhase::incremental_sweep};
constexpr std::size_t kMany = 2000;
constexpr std::size_t kAllPairs = kMany * (kMany - 1) / 2;

class FixedCrowd : public testing::TestWithParam<BroadPhase> {};

TEST_P(FixedCrowd, at_one_point_costs_no_candidates) {
  LimitedAllocator memory;
  World<2> world({.detail = ContactDetail::touch}, memory.allocator());
  ASSERT_EQ(world.broad_phase().use(GetParam()), Status::ok);
  std::vector<Handle> tiles;
  for (std::size_t i = 0; i < kMany; ++i) {
    tiles.push_back(world.add(Box<2, float>{{0.5f, 0.5f}}, {}, {.fixed = true}));
  }
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.pairs().empty());
  EXPECT_LT(memory.peak(), kAllPairs * sizeof(Pair<>) / 4);

  const Handle ball = world.add(Circle<float>{0.5f}, {});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), kMany);
  EXPECT_LT(memory.peak(), kAllPairs * sizeof(Pair<>) / 4);

  // One that is fixed no longer meets all others, until it is fixed again.
  ASSERT_EQ(world.set_fixed(tiles[7], false), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 2 * kMany - 1);
  ASSERT_EQ(world.set_fixed(tiles[7], true), Status::ok);
  ASSERT_EQ(world.remove(ball), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.pairs().empty());
  EXPECT_TRUE(world.validate());
}
INSTANTIATE_TEST_SUITE_P(AllBroadPhases, FixedCrowd, testing::ValuesIn(kMethods),
                         [](const auto& p) { return std::string(name(p.param)); });

TEST(FixedObjects, make_no_pairs_in_a_broad_phase_that_does_not_know_them) {
  World<2, float, PlainTracker> world({.detail = ContactDetail::touch});
  for (int i = 0; i < 20; ++i) (void)world.add(Box<2, float>{{1, 1}}, {}, {.fixed = i != 3});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 19u);
}

// Before, each further pair asked for memory again: minutes until the answer.
TEST(WorldOutOfMemory, ends_an_update_at_the_first_refusal) {
  for (const BroadPhase method : kMethods) {
    SCOPED_TRACE(name(method));
    LimitedAllocator memory;
    World<2> world({.detail = ContactDetail::boxes}, memory.allocator());
    ASSERT_EQ(world.broad_phase().use(method), Status::ok);
    for (std::size_t i = 0; i < kMany; ++i) (void)world.add(Circle<float>{0.5f}, {});
    memory.limit(memory.peak() + (std::size_t(1) << 20));
    EXPECT_EQ(world.update().status, Status::out_of_memory);
    EXPECT_GE(memory.refusals(), 1u);
    EXPECT_LE(memory.refusals(), 4u);
    EXPECT_EQ(world.size(), kMany);
    memory.limit(~std::size_t(0));
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.pairs().size(), kAllPairs);
  }
}

}  // namespace
}  // namespace masu::test
