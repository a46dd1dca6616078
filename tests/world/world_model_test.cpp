// SPDX-License-Identifier: MIT
// Random operations on worlds, in the plane and in space, with every broad phase and detail.
#include "tests/world/world_model.hpp"

#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <int D, class T, class Pairs = AutoPairs<D, T>>
void run_model(const WorldOptions<T>& options, std::uint64_t seed, int frames, int steps) {
  WorldModel<D, T, Pairs> model(seed, options);
  for (int i = 0; i < (D == 2 ? 40 : 80); ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  for (int frame = 0; frame < frames; ++frame) {
    // Some frames in which nothing happens, some in which all does.
    const int now = frame % 7 == 6 ? 0 : (frame % 5 == 4 ? 6 * steps : steps);
    for (int s = 0; s < now; ++s) ASSERT_NO_FATAL_FAILURE(model.step());
    ASSERT_NO_FATAL_FAILURE(model.update());
  }
  EXPECT_GT(model.events(), std::size_t(frames));
}

TEST(World, equals_brute_force_in_the_plane) {
  for (const ContactDetail detail :
       {ContactDetail::boxes, ContactDetail::touch, ContactDetail::points, ContactDetail::areas}) {
    SCOPED_TRACE(name(detail));
    ASSERT_NO_FATAL_FAILURE((run_model<2, float>({.detail = detail}, 1, by_tier(400, 4000), 10)));
    ASSERT_NO_FATAL_FAILURE((run_model<2, double>({.detail = detail}, 2, by_tier(200, 2000), 3)));
  }
}

TEST(World, equals_brute_force_in_space) {
  for (const ContactDetail detail :
       {ContactDetail::boxes, ContactDetail::touch, ContactDetail::points, ContactDetail::areas}) {
    SCOPED_TRACE(name(detail));
    ASSERT_NO_FATAL_FAILURE((run_model<3, float>({.detail = detail}, 3, by_tier(300, 3000), 10)));
    ASSERT_NO_FATAL_FAILURE((run_model<3, double>({.detail = detail}, 4, by_tier(150, 1500), 3)));
  }
}

TEST(World, a_margin_widens_all_shapes) {
  ASSERT_NO_FATAL_FAILURE(
      (run_model<2, float>({.detail = ContactDetail::touch, .margin = 0.25f}, 5, 40, 8)));
  ASSERT_NO_FATAL_FAILURE(
      (run_model<3, double>({.detail = ContactDetail::points, .margin = 0.25}, 6, 40, 8)));
}

template <class Keeper>
using Kept = KeptBy<Keeper>;

TEST(World, every_broad_phase_tells_the_same) {
  const WorldOptions<float> options{.detail = ContactDetail::touch};
  const int frames = by_tier(40, 2000);
  ASSERT_NO_FATAL_FAILURE(
      (run_model<2, float, Kept<PairTracker<2, float>>>(options, 7, frames, 6)));
  ASSERT_NO_FATAL_FAILURE((run_model<3, float, Kept<PairTracker<3, float, DynamicBvh<3, float>>>>(
      options, 8, frames, 6)));
  ASSERT_NO_FATAL_FAILURE(
      (run_model<3, float, Kept<IncrementalSweepAndPrune<3, float>>>(options, 9, frames, 6)));
  ASSERT_NO_FATAL_FAILURE((run_model<2, float, Kept<FrameTracker<2, float, AllPairs<2, float>>>>(
      options, 10, frames, 6)));
}

// The method is changed in the middle, handles and pairs stay; and whatever the order in which
// methods come, all lists are bit for bit those of a world that keeps to one.
TEST(World, broad_phase_changes_between_frames_and_nobody_sees_it) {
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
      ASSERT_EQ(c[0].separation.distance, d[0].separation.distance);
      ASSERT_EQ(c[0].separation.point_a, d[0].separation.point_a);
    }
  }
}

// What suits ten objects does not suit two thousand, not for one frame.
TEST(World, looks_for_another_broad_phase_as_soon_as_it_has_grown) {
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
TEST(World, sensors_and_continuous_objects_see_what_lies_on_the_way) {
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
      ASSERT_NO_FATAL_FAILURE(flat.update());
      ASSERT_NO_FATAL_FAILURE(solid.update());
    }
    EXPECT_GT(flat.crossings(), 10u);
    EXPECT_GT(solid.crossings(), 10u);
  }
}

}  // namespace
}  // namespace masu::test
