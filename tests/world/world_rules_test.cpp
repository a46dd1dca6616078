// SPDX-License-Identifier: MIT
// Pairs that never collide: exclusions, groups and pair filters, compared with brute force, with
// every broad phase, across periodic boundaries, on sweeps, and restored from snapshots.
#include <gtest/gtest.h>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/world/frame_tracker.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

template <int D, class T, class Pairs>
void run_rules(WorldModel<D, T, Pairs>& model, int frames, bool special = false) {
  model.use_rules();
  ASSERT_NO_FATAL_FAILURE(model.set_pair_filter(true));
  for (int i = 0; i < (D == 2 ? 30 : 60); ++i) ASSERT_NO_FATAL_FAILURE(model.add(special));
  std::size_t refused = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const int steps = frame % 7 == 6 ? 0 : (frame % 5 == 4 ? 50 : 9);
    for (int s = 0; s < steps; ++s) ASSERT_NO_FATAL_FAILURE(model.step(special));
    ASSERT_NO_FATAL_FAILURE(model.update_and_rest());
    refused += model.rules().excluded().size();
    if (frame % 25 == 10) {
      ASSERT_NO_FATAL_FAILURE(model.save());
    }
    if (frame % 25 == 15) {
      ASSERT_NO_FATAL_FAILURE(model.rollback());
    }
  }
  // Stories depend on the compiler, which orders the draws of arguments: from 51 events in 60
  // frames.
  EXPECT_GT(model.events(), std::size_t(frames) / 2);
  EXPECT_GT(refused, 0u);
}

template <int D, class T>
void run_all_methods() {
  constexpr ContactDetail kDetails[] = {ContactDetail::boxes, ContactDetail::touch,
                                        ContactDetail::points, ContactDetail::areas};
  std::uint64_t seed = 20 + D;
  for (int method = 0; method <= 6; ++method) {
    const ContactDetail detail = kDetails[++seed % 4];
    SCOPED_TRACE(testing::Message() << "broad phase " << method << ", " << name(detail));
    WorldModel<D, T> model(seed, {.detail = detail});
    if (method < 6) {
      ASSERT_EQ(model.world().broad_phase().use(BroadPhase(method)), Status::ok);
    }
    ASSERT_NO_FATAL_FAILURE(run_rules(model, by_tier(60, 1000)));
  }
}

TEST(WorldRules, equal_brute_force_with_every_broad_phase) {
  ASSERT_NO_FATAL_FAILURE((run_all_methods<2, float>()));
  ASSERT_NO_FATAL_FAILURE((run_all_methods<2, double>()));
  ASSERT_NO_FATAL_FAILURE((run_all_methods<3, float>()));
  ASSERT_NO_FATAL_FAILURE((run_all_methods<3, double>()));
}

template <int D, class Tracker>
void run_tracked(std::uint64_t seed) {
  WorldModel<D, float, TrackedPairs<Tracker>> model(seed, {.detail = ContactDetail::touch});
  ASSERT_NO_FATAL_FAILURE(run_rules(model, by_tier(40, 1000)));
}
TEST(WorldRules, are_the_same_for_a_broad_phase_that_is_a_template_argument) {
  ASSERT_NO_FATAL_FAILURE((run_tracked<2, PairTracker<2, float>>(37)));
  ASSERT_NO_FATAL_FAILURE((run_tracked<3, PairTracker<3, float, DynamicBvh<3, float>>>(38)));
  ASSERT_NO_FATAL_FAILURE((run_tracked<3, IncrementalSweepAndPrune<3, float>>(39)));
  ASSERT_NO_FATAL_FAILURE((run_tracked<2, FrameTracker<2, float, AllPairs<2, float>>>(40)));
}

TEST(WorldRules, apply_across_periodic_boundaries) {
  WorldModel<2, float> flat(41, {.detail = ContactDetail::points, .period = {8, 8, 0}});
  ASSERT_NO_FATAL_FAILURE(run_rules(flat, by_tier(60, 1000)));
  WorldModel<3, double> solid(42, {.detail = ContactDetail::touch, .period = {8, 0, 8}});
  ASSERT_NO_FATAL_FAILURE(run_rules(solid, by_tier(60, 1000)));
}

TEST(WorldRules, apply_to_sweeps) {
  WorldModel<2, double> flat(43, {.detail = ContactDetail::points});
  ASSERT_NO_FATAL_FAILURE(run_rules(flat, by_tier(40, 500), true));
  WorldModel<3, float> solid(44, {.detail = ContactDetail::touch});
  ASSERT_NO_FATAL_FAILURE(run_rules(solid, by_tier(25, 500), true));
  EXPECT_GT(flat.crossings() + solid.crossings(), 10u);
}

// Whatever the broad phase: bit for bit, the order in which a filter is asked included.
TEST(WorldRules, give_equal_worlds_for_all_broad_phases) {
  std::vector<std::uint64_t> hashes[7];
  for (int method = 0; method <= 6; ++method) {
    WorldModel<2, float> model(45, {.detail = ContactDetail::areas});
    if (method < 6) {
      ASSERT_EQ(model.world().broad_phase().use(BroadPhase(method)), Status::ok);
    }
    model.use_rules();
    model.set_pair_filter(true);
    for (int i = 0; i < 30; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
    for (int frame = 0; frame < 30; ++frame) {
      for (int s = 0; s < 9; ++s) ASSERT_NO_FATAL_FAILURE(model.step());
      ASSERT_NO_FATAL_FAILURE(model.update());
      hashes[method].push_back(model.world().hash());
    }
    EXPECT_EQ(hashes[method], hashes[0]) << method;
  }
}

// The same things happen to any world in the same frame.
template <int D, class T>
void report_rules(World<D, T>& world, std::uint64_t frame) {
  scenes::Pcg32 random(frame);
  RandomBodies<D, T> bodies{random, D == 2 ? 6.0 : 4.0};
  std::vector<Handle> all;
  ASSERT_EQ(world.for_each([&](Handle h) { all.push_back(h); }), Status::ok);
  const auto any = [&] { return all[random.below(std::uint32_t(all.size()))]; };
  for (int k = 0; k < 6; ++k) {
    const auto pose = bodies.transform();
    ASSERT_EQ(world.move(any(), pose), Status::ok);
    (void)world.exclude_pair(any(), any());  // of one object twice: refused
    (void)world.include_pair(any(), any());
    ASSERT_EQ(world.set_group(any(), std::int32_t(random.below(5)) - 2), Status::ok);
    const Filter filter = bodies.filter();
    ASSERT_EQ(world.set_filter(any(), filter), Status::ok);
  }
  ASSERT_EQ(world.refilter(any()), Status::ok);
  ASSERT_EQ(world.remove(any()), Status::ok);
  const auto shape = bodies.shape();
  ASSERT_EQ(world.add(shape, bodies.transform(), {.user_data = frame, .group = -2}).status,
            Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
}

template <int D, class T>
void restore_rules() {
  const auto fair = [](const PairCandidate& c) { return (c.user_data_a ^ c.user_data_b) % 3 != 0; };
  World<D, T> one({.detail = ContactDetail::areas});
  World<D, T> two({.detail = ContactDetail::areas});
  ASSERT_EQ(one.set_pair_filter(fair), Status::ok);
  ASSERT_EQ(two.set_pair_filter(fair), Status::ok);
  scenes::Pcg32 random(D);
  RandomBodies<D, T> bodies{random, D == 2 ? 6.0 : 4.0};
  for (std::uint64_t i = 0; i < 40; ++i) {
    const auto shape = bodies.shape();
    ASSERT_EQ(one.add(shape, bodies.transform(), {.user_data = i}).status, Status::ok);
  }
  Buffer<std::byte> saved;
  for (std::uint64_t t = 1; t < 30; ++t) {
    ASSERT_NO_FATAL_FAILURE(report_rules(one, t));
    if (t < 12) continue;
    if (t == 12 || t == 20) {
      ASSERT_EQ(one.save(saved), Status::ok);
      ASSERT_EQ(two.restore({saved.data(), saved.size()}), Status::ok);
    } else {
      ASSERT_NO_FATAL_FAILURE(report_rules(two, t));
    }
    ASSERT_EQ(two.hash(), one.hash()) << t;
    ASSERT_TRUE(two.validate());
    ASSERT_EQ(two.pairs().size(), one.pairs().size());
  }
  EXPECT_FALSE(one.pairs().empty());
}
TEST(WorldRules, of_a_restored_world_continue_bit_for_bit) {
  ASSERT_NO_FATAL_FAILURE((restore_rules<2, float>()));
  ASSERT_NO_FATAL_FAILURE((restore_rules<3, float>()));
  ASSERT_NO_FATAL_FAILURE((restore_rules<2, double>()));
  ASSERT_NO_FATAL_FAILURE((restore_rules<3, double>()));
}

}  // namespace
}  // namespace masu::test
