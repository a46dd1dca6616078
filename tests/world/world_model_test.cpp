// SPDX-License-Identifier: MIT
// Random operations on worlds, in 2D and 3D, with every broad phase and detail.
#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/world/frame_tracker.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "tests/world/world_model.hpp"

#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <int D, class T, class Pairs = AutoPairs<D, T>>
void run_model(WorldModel<D, T, Pairs>& model, std::size_t operations, int steps) {
  for (int i = 0; i < (D == 2 ? 40 : 80); ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  std::size_t frame = 0;
  for (; model.operations() < operations; ++frame) {
    // Some frames in which nothing happens, some in which all does.
    const int now = frame % 7 == 6 ? 0 : (frame % 5 == 4 ? 6 * steps : steps);
    for (int s = 0; s < now; ++s) ASSERT_NO_FATAL_FAILURE(model.step());
    ASSERT_NO_FATAL_FAILURE(model.update_and_rest());
    if (frame % 50 == 20) {
      ASSERT_NO_FATAL_FAILURE(model.save());
    }
    if (frame % 50 == 30) {
      ASSERT_NO_FATAL_FAILURE(model.rollback());
    }
  }
  EXPECT_GT(model.events(), frame);
}

// 10^5 operations in 2D, and as many in 3D (the long tier: 10^6), shared by all combinations of a
// broad phase, or the chooser's choice, and a detail.
const std::size_t kOperations = by_tier(100'000, 1'000'000);
constexpr ContactDetail kDetails[] = {ContactDetail::boxes, ContactDetail::touch,
                                      ContactDetail::points, ContactDetail::areas};
constexpr int kMethods = 6;

template <int D, class T>
void run_all_methods() {
  constexpr std::size_t kRuns = (kMethods + 1) * std::size(kDetails);
  std::size_t operations = 0;
  std::uint64_t seed = D;
  for (int method = 0; method <= kMethods; ++method) {
    for (const ContactDetail detail : kDetails) {
      SCOPED_TRACE(testing::Message() << "broad phase " << method << ", " << name(detail));
      WorldModel<D, T> model(++seed, {.detail = detail});
      if (method < kMethods) {
        ASSERT_EQ(model.world().broad_phase().use(BroadPhase(method)), Status::ok);
      }
      ASSERT_NO_FATAL_FAILURE(run_model(model, kOperations / 2 / kRuns + 1, 10));
      if (method < kMethods) {
        EXPECT_EQ(model.world().broad_phase().method(), BroadPhase(method));
      }
      operations += model.operations();
    }
  }
  EXPECT_GE(operations, kOperations / 2);
}

TEST(World, equals_brute_force_in_2D) {
  ASSERT_NO_FATAL_FAILURE((run_all_methods<2, float>()));
  ASSERT_NO_FATAL_FAILURE((run_all_methods<2, double>()));
}

TEST(World, equals_brute_force_in_3D) {
  ASSERT_NO_FATAL_FAILURE((run_all_methods<3, float>()));
  ASSERT_NO_FATAL_FAILURE((run_all_methods<3, double>()));
}

TEST(World, a_margin_widens_all_shapes) {
  WorldModel<2, float> flat(5, {.detail = ContactDetail::touch, .margin = 0.25f});
  ASSERT_NO_FATAL_FAILURE(run_model(flat, 600, 8));
  WorldModel<3, double> solid(6, {.detail = ContactDetail::points, .margin = 0.25});
  ASSERT_NO_FATAL_FAILURE(run_model(solid, 600, 8));
}

template <int D, class Tracker>
void run_tracked(std::uint64_t seed) {
  WorldModel<D, float, TrackedPairs<Tracker>> model(seed, {.detail = ContactDetail::touch});
  ASSERT_NO_FATAL_FAILURE(run_model(model, by_tier(400u, 20'000u), 12));
}
// As a template argument.
TEST(World, every_broad_phase_reports_the_same) {
  ASSERT_NO_FATAL_FAILURE((run_tracked<2, PairTracker<2, float>>(7)));
  ASSERT_NO_FATAL_FAILURE((run_tracked<3, PairTracker<3, float, DynamicBvh<3, float>>>(8)));
  ASSERT_NO_FATAL_FAILURE((run_tracked<3, IncrementalSweepAndPrune<3, float>>(9)));
  ASSERT_NO_FATAL_FAILURE((run_tracked<2, FrameTracker<2, float, AllPairs<2, float>>>(10)));
}

// The method is changed in the middle, handles and pairs stay; and whatever the order in which
// methods come, all lists are bit for bit those of a world that keeps to one.
TEST(World, changing_the_broad_phase_between_frames_changes_no_result) {
  const WorldOptions<float> options{.detail = ContactDetail::points};
  WorldModel<3, float> changing(11, options);
  WorldModel<3, float> steady(11, options);
  ASSERT_EQ(steady.world().broad_phase().use(BroadPhase::sorted_orthtree), Status::ok);
  for (int i = 0; i < 70; ++i) {
    ASSERT_NO_FATAL_FAILURE(changing.add());
    ASSERT_NO_FATAL_FAILURE(steady.add());
  }
  for (int frame = 0; frame < by_tier(60, 2000); ++frame) {
    const auto method = BroadPhase(changing.random().below(6));
    ASSERT_EQ(steady.random().below(6), std::uint32_t(method));
    if (frame % 3 == 0) {
      ASSERT_EQ(changing.world().broad_phase().use(method), Status::ok);
      ASSERT_EQ(changing.world().broad_phase().method(), method);
    }
    for (int s = 0; s < 5; ++s) {
      ASSERT_NO_FATAL_FAILURE(changing.step());
      ASSERT_NO_FATAL_FAILURE(steady.step());
    }
    ASSERT_NO_FATAL_FAILURE(changing.update());
    ASSERT_NO_FATAL_FAILURE(steady.update());
    const auto x = changing.world().pairs();
    const auto y = steady.world().pairs();
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      ASSERT_EQ(x[k].a, y[k].a);
      ASSERT_EQ(x[k].b, y[k].b);
      ASSERT_EQ(x[k].id, y[k].id);
      const auto c = changing.world().contacts(x[k]);
      const auto d = steady.world().contacts(y[k]);
      ASSERT_EQ(c.size(), d.size());
      ASSERT_EQ(c[0].distance, d[0].distance);
      ASSERT_EQ(c[0].point_a, d[0].point_a);
    }
  }
}

// What suits ten objects does not suit two thousand, not for one frame.
TEST(World, chooses_another_broad_phase_as_soon_as_it_has_grown) {
  World<2> world({.detail = ContactDetail::boxes});
  const auto add = [&](int i) {
    (void)world.add(Circle<float>{0.4f}, {{float(i % 50), float(i / 50)}, {}});
  };
  for (int i = 0; i < 10; ++i) add(i);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.broad_phase().method(), BroadPhase::all_pairs);
  for (int i = 10; i < 2000; ++i) add(i);
  const UpdateResult r = world.update();
  ASSERT_EQ(r.status, Status::ok);
  EXPECT_NE(world.broad_phase().method(), BroadPhase::all_pairs);
  EXPECT_LT(r.stats.tests, 200'000u);
}

// Fast ones too: what passes a sensor within a frame, and what continuous objects hit first.
TEST(World, sensors_and_continuous_objects_sweep_their_path) {
  for (const std::uint64_t seed : {12, 13}) {
    WorldModel<2, double> flat(seed, {.detail = ContactDetail::points});
    WorldModel<3, float> solid(seed, {.detail = ContactDetail::touch});
    for (int i = 0; i < 30; ++i) {
      ASSERT_NO_FATAL_FAILURE(flat.add(true));
      for (int k = 0; k < 4; ++k) ASSERT_NO_FATAL_FAILURE(solid.add(true));
    }
    for (int frame = 0; frame < by_tier(20, 500); ++frame) {
      for (int s = 0; s < 8; ++s) {
        ASSERT_NO_FATAL_FAILURE(flat.step(true));
        for (int k = 0; k < 2; ++k) ASSERT_NO_FATAL_FAILURE(solid.step(true));
      }
      ASSERT_NO_FATAL_FAILURE(flat.update_and_rest());
      ASSERT_NO_FATAL_FAILURE(solid.update_and_rest());
    }
    EXPECT_GT(flat.crossings(), 10u);
    EXPECT_GT(solid.crossings(), 10u);
  }
}

}  // namespace
}  // namespace masu::test
