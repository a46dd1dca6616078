// SPDX-License-Identifier: MIT
// Frames by the thousand, in which objects are added, moved and removed: memory and time stay flat,
// and a copy that is restored in the middle ends with the same bits.
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "scenes/generators/pcg32.hpp"
#include "tests/corridor/wandering_crowd.hpp"
#include "tests/soak/soak.hpp"

namespace masu::test {
namespace {

const std::uint32_t kObjects = soak_size("MASU_SOAK_OBJECTS", 2000);
const std::uint32_t kFrames = soak_size("MASU_SOAK_FRAMES", 40);

// On a lattice whose cells hold an object each, within reach of its neighbors.
Vec3f lattice_position(std::uint32_t slot, scenes::Pcg32& random) {
  const auto edge = std::uint32_t(std::cbrt(double(kObjects))) + 1;
  Vec3f p{float(slot % edge), float(slot / edge % edge), float(slot / edge / edge)};
  for (float& x : p.v) x += float(random.below(1024)) / 1024;
  return p;
}

class SoakWorld {
 public:
  SoakWorld() : world_({}, memory_.allocator()) {}

  Status fill() {
    scenes::Pcg32 random(1);
    for (std::uint32_t i = 0; i < kObjects; ++i) add(random);
    return world_.update().status;
  }
  // What a frame does depends on its number and the state of the world alone.
  void frame(std::uint64_t number) {
    scenes::Pcg32 random(number, 1);
    const std::uint32_t few = std::max(1u, kObjects / 1000);
    for (std::uint32_t i = 0; i < few; ++i) {
      const Handle h = world_.handle_in(random.below(kObjects));
      if (!world_.contains(h)) continue;
      ASSERT_EQ(world_.remove(h), Status::ok);
      add(random);
    }
    for (std::uint32_t i = 0; i < 20 * few; ++i) {
      const Handle h = world_.handle_in(random.below(kObjects));
      if (!world_.contains(h)) continue;
      const Transform3f pose{lattice_position(h.index, random), {}};
      ASSERT_EQ(i % 8 == 0 ? world_.teleport(h, pose) : world_.move(h, pose), Status::ok);
    }
    for (std::uint32_t i = 0; i < few; ++i) {
      const Handle h = world_.handle_in(random.below(kObjects));
      if (!world_.contains(h)) continue;
      ASSERT_EQ(world_.set_layer(h, std::uint8_t(random.below(8)), ~std::uint64_t(0)), Status::ok);
    }
    if (number % 64 == 0) {
      LayerMatrix layers = world_.layers();
      const int i = int(random.below(8));
      ASSERT_EQ(layers.set(i, int(random.below(8)), random.below(2) == 0), Status::ok);
      ASSERT_EQ(world_.set_layers(layers), Status::ok);
    }
    ASSERT_EQ(world_.update().status, Status::ok);
  }
  World<3, float>& world() { return world_; }
  std::size_t bytes() const { return memory_.bytes(); }

 private:
  void add(scenes::Pcg32& random) {
    const Transform3f pose{lattice_position(0, random), {}};
    ObjectOptions options;
    options.sensor = random.below(16) == 0;
    const auto made = random.below(2) == 0
                          ? world_.add(Sphere<3, float>{0.5f}, pose, options)
                          : world_.add(Box<3, float>{{0.4f, 0.5f, 0.3f}}, pose, options);
    ASSERT_EQ(made.status, Status::ok);
    // Its own cell: the first move would else sweep through the whole world.
    ASSERT_EQ(world_.teleport(made.handle, {lattice_position(made.handle.index, random), {}}),
              Status::ok);
  }

  CountingAllocator memory_;
  World<3, float> world_;
};

TEST(Soak, a_world_keeps_its_memory_and_time_and_a_copy_its_bits) {
  SoakWorld soak;
  const std::vector<char> last = piece() == 0 ? std::vector<char>() : read_state(piece() - 1);
  ASSERT_EQ(last.empty() ? soak.fill() : soak.world().restore(last), Status::ok);
  const std::uint64_t begin = piece() * kFrames;
  const std::uint64_t middle = begin + kFrames / 2;
  double time[3] = {seconds()};
  std::size_t bytes[2] = {};
  for (std::uint64_t f = begin; f < middle; ++f) ASSERT_NO_FATAL_FAILURE(soak.frame(f));
  bytes[0] = soak.bytes();
  time[1] = seconds();
  std::vector<char> saved;
  ASSERT_EQ(soak.world().save(saved), Status::ok);
  for (std::uint64_t f = middle; f < begin + kFrames; ++f) ASSERT_NO_FATAL_FAILURE(soak.frame(f));
  time[2] = seconds();
  bytes[1] = soak.bytes();
  ASSERT_TRUE(soak.world().validate());
  EXPECT_EQ(soak.world().size(), kObjects);

  SoakWorld copy;
  ASSERT_EQ(copy.world().restore(saved), Status::ok);
  for (std::uint64_t f = middle; f < begin + kFrames; ++f) ASSERT_NO_FATAL_FAILURE(copy.frame(f));
  EXPECT_EQ(copy.world().hash(), soak.world().hash());
  expect_flat("a world", kFrames, bytes, {time[1] - time[0], time[2] - time[1]});

  if (!state_file(piece()).empty()) {
    ASSERT_EQ(soak.world().save(saved), Status::ok);
    std::ofstream(state_file(piece()), std::ios::binary)
        .write(saved.data(), std::streamsize(saved.size()));
  }
}

std::vector<Pair> sorted_pairs(PairTracker<3, float>& tracker) {
  std::vector<Pair> pairs;
  EXPECT_EQ(tracker.for_each_pair([&](const Pair& p) { pairs.push_back(p); }), Status::ok);
  std::ranges::sort(
      pairs, [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  return pairs;
}

TEST(Soak, a_tracker_keeps_its_memory_and_time_and_has_the_pairs_of_a_new_one) {
  CountingAllocator memory;
  PairTracker<3, float> tracker({}, memory.allocator());
  scenes::Pcg32 random(seed_of_piece(3));
  const auto box = [&](std::uint32_t slot) {
    const Vec3f p = lattice_position(slot, random);
    return Aabb3f{p, p + Vec3f::all(0.7f)};
  };
  for (std::uint32_t i = 0; i < kObjects; ++i) {
    ASSERT_EQ(tracker.insert(box(i)).status, Status::ok);
  }
  ASSERT_EQ(tracker.update().status, Status::ok);
  std::size_t bytes[2] = {};
  double time[2] = {};
  const std::uint32_t few = std::max(1u, kObjects / 1000);
  for (std::uint32_t half = 0; half < 2; ++half) {
    const double start = seconds();
    for (std::uint32_t f = 0; f < kFrames / 2; ++f) {
      for (std::uint32_t i = 0; i < 20 * few; ++i) {
        const auto slot = random.below(std::uint32_t(tracker.slots()));
        const Handle h = tracker.handle(slot);
        if (!tracker.contains(h)) continue;
        if (i < few) {
          ASSERT_EQ(tracker.erase(h), Status::ok);
          ASSERT_EQ(tracker.insert(box(slot)).status, Status::ok);
        } else {
          ASSERT_EQ(tracker.move(h, box(slot)), Status::ok);
        }
      }
      ASSERT_EQ(tracker.update().status, Status::ok);
    }
    time[half] = seconds() - start;
    bytes[half] = memory.bytes();
  }
  EXPECT_EQ(tracker.size(), kObjects);
  // Slots that are free have an empty box, which makes no pairs.
  PairTracker<3, float> fresh;
  for (std::size_t i = 0; i < tracker.slots(); ++i) {
    ASSERT_EQ(fresh.insert(tracker.boxes()[i]).status, Status::ok);
  }
  ASSERT_EQ(fresh.update().status, Status::ok);
  EXPECT_EQ(sorted_pairs(tracker), sorted_pairs(fresh));
  expect_flat("a tracker", kFrames, bytes, time);
}

// Walls and crowds of other seeds in each piece.
TEST(Soak, no_mover_leaves_a_corridor) {
  const std::uint32_t movers = std::min(kObjects, 1000u);
  const CrowdMap map = seeded_map("fractal_cave", kObjects, movers, seed_of_piece(5));
  const WanderingCrowd<float> crowd(map.walls, map.walls, map.starts, 4 * map.starts.radius);
  ASSERT_NO_FATAL_FAILURE(crowd.wander(10, kFrames, 16));
  count_cases(std::uint64_t(movers) * kFrames);
}

}  // namespace
}  // namespace masu::test
