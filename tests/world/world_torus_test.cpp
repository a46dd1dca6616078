// SPDX-License-Identifier: MIT
// Periodic worlds, compared with all images of all objects; bounds; positions far from the origin.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

template <int D, class T, class Pairs = AutoPairs<D, T>>
class TorusModel : public WorldModel<D, T, Pairs> {
 public:
  using WorldModel<D, T, Pairs>::WorldModel;

  std::size_t across_boundary = 0;

  // Contacts lie at a, and at the image of b that the pair names.
  void expect_contacts() {
    const auto& world = this->world();
    for (const WorldPair& p : world.pairs()) {
      const auto& a = this->entries().at(p.a.index);
      const auto& b = this->entries().at(p.b.index);
      const Vec<D, T> shift = world.shift(p);
      const Transform<D, T> pose_b{b.pose.translation + shift, b.pose.rotation};
      across_boundary += shift != Vec<D, T>{} ? 1 : 0;
      for (const auto& c : world.contacts(p)) {
        const auto s = penetration(a.shape, a.pose, b.shape, pose_b);
        ASSERT_NEAR(c.distance, s.distance, 1e-3);
        const auto off = c.point_a - c.point_b;
        ASSERT_NEAR(length(off), std::fabs(double(c.distance)), 1e-3);
        ASSERT_LE(distance_squared(aabb_of(a.shape, a.pose), c.point_a), T(1e-4));
      }
    }
  }
};

template <int D, class T, class Pairs = AutoPairs<D, T>>
void run_torus(const WorldOptions<T>& options, std::uint64_t seed, int frames, bool special = false,
               int method = -1) {
  TorusModel<D, T, Pairs> model(seed, options);
  if constexpr (requires { model.world().broad_phase().use(BroadPhase::bvh); }) {
    if (method >= 0) {
      ASSERT_EQ(model.world().broad_phase().use(BroadPhase(method)), Status::ok);
    }
  }
  for (int i = 0; i < (D == 2 ? 25 : 40); ++i) ASSERT_NO_FATAL_FAILURE(model.add(special));
  for (int frame = 0; frame < frames; ++frame) {
    const int steps = frame % 7 == 6 ? 0 : (frame % 5 == 4 ? 30 : 5);
    for (int s = 0; s < steps; ++s) ASSERT_NO_FATAL_FAILURE(model.step(special));
    ASSERT_NO_FATAL_FAILURE(model.update());
    ASSERT_NO_FATAL_FAILURE(model.expect_contacts());
  }
  EXPECT_GT(model.events(), std::size_t(frames) / 2);
  EXPECT_GT(model.across_boundary, std::size_t(frames) / 8);
  if (special) {
    EXPECT_GT(model.crossings(), 0u);
  }
}

TEST(WorldTorus, pairs_equal_those_of_all_images) {
  for (const ContactDetail detail :
       {ContactDetail::boxes, ContactDetail::touch, ContactDetail::points, ContactDetail::areas}) {
    SCOPED_TRACE(name(detail));
    const int frames = by_tier(80, 2000);
    ASSERT_NO_FATAL_FAILURE((run_torus<2, float>({.detail = detail, .period = {8, 8}}, 1, frames)));
    ASSERT_NO_FATAL_FAILURE(
        (run_torus<2, double>({.detail = detail, .period = {0, 8}}, 2, frames)));
    ASSERT_NO_FATAL_FAILURE(
        (run_torus<3, float>({.detail = detail, .period = {8, 8, 8}}, 3, frames / 2)));
    ASSERT_NO_FATAL_FAILURE(
        (run_torus<3, double>({.detail = detail, .period = {8, 0, 16}}, 4, frames)));
  }
}

TEST(WorldTorus, a_margin_reaches_across_the_boundary) {
  ASSERT_NO_FATAL_FAILURE((run_torus<2, double>(
      {.detail = ContactDetail::touch, .margin = 0.25, .period = {8, 8}}, 5, 60)));
}

// Sweeps take the shorter path; sensors are crossed, and continuous objects hit, across the
// periodic boundary.
TEST(WorldTorus, sweeps_cross_the_boundary) {
  const int frames = by_tier(80, 2000);
  ASSERT_NO_FATAL_FAILURE(
      (run_torus<2, float>({.detail = ContactDetail::touch, .period = {8, 8}}, 6, frames, true)));
  ASSERT_NO_FATAL_FAILURE((run_torus<3, double>(
      {.detail = ContactDetail::touch, .period = {8, 8, 0}}, 7, frames, true)));
}

TEST(WorldTorus, every_periodic_broad_phase_reports_the_same) {
  const WorldOptions<float> options{.detail = ContactDetail::touch, .period = {8, 8}};
  for (int method = 0; method < int(BroadPhase::incremental_sweep); ++method) {
    SCOPED_TRACE(name(BroadPhase(method)));
    ASSERT_NO_FATAL_FAILURE((run_torus<2, float>(options, 8, 30, false, method)));
  }
  ASSERT_NO_FATAL_FAILURE(
      (run_torus<2, float, TrackedPairs<PairTracker<2, float>>>(options, 9, 30, false)));
  World<2> world(options);
  EXPECT_EQ(world.broad_phase().use(BroadPhase::incremental_sweep), Status::out_of_range);
  EXPECT_EQ(world.broad_phase().use(BroadPhase(6)), Status::out_of_range);
  World<2, float, TrackedPairs<IncrementalSweepAndPrune<2, float>>> other(options);
  EXPECT_EQ(other.update().status, Status::out_of_range);
}

TEST(WorldTorus, refuses_objects_that_are_too_large_and_nothing_changes) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float period : {nan, -1.0f, std::numeric_limits<float>::infinity()}) {
    World<2> world({.period = {period, 8}});
    EXPECT_EQ(world.add(Circle<float>{1}, {}).status, Status::out_of_range);
    EXPECT_EQ(world.update().status, Status::out_of_range);
  }
  World<2> world({.period = {8, 0}});
  EXPECT_EQ(world.add(Circle<float>{2}, {}).status, Status::out_of_range);
  EXPECT_EQ(world.add(Box<2, float>{{2.5f, 1}}, {}).status, Status::out_of_range);
  EXPECT_EQ(world.add(HalfSpace<2, float>{{1, 0}, 0}, {}).status, Status::out_of_range);
  EXPECT_EQ(world.add(Circle<float>{1}, {{nan, 0}, {}}).status, Status::not_finite);
  const Handle stick = world.add(Box<2, float>{{1, 9}}, {{9, 0}, {}});
  ASSERT_TRUE(world.contains(stick)) << "as long as it likes along an axis that does not wrap";
  EXPECT_EQ(world.find(stick)->pose.translation, (Vec2f{1, 0}));
  EXPECT_EQ(world.move(stick, {{2, 0}, {0, 1}}), Status::out_of_range) << "lying down";
  EXPECT_EQ(world.set_shape(stick, Circle<float>{2}), Status::out_of_range);
  EXPECT_EQ(world.move(stick, {{nan, 0}, {}}), Status::not_finite);
  EXPECT_EQ(world.find(stick)->pose, (Transform2f{{1, 0}, {}}));
  EXPECT_EQ(world.move(stick, {{-1, 3}, {}}), Status::ok);
  EXPECT_EQ(world.find(stick)->pose.translation, (Vec2f{7, 3}));
  EXPECT_EQ(world.move(stick, {{-1e-30f, 3}, {}}), Status::ok);
  EXPECT_EQ(world.find(stick)->pose.translation, (Vec2f{0, 3})) << "as near as rounding allows";
  EXPECT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ray_cast({{0, 0}, {1, 0}}).status, Status::unbounded);
  EXPECT_TRUE(world.ray_cast({{0, 0}, {0, 1}}).hit) << "without an end along the other axis";
  EXPECT_EQ(world.ray_cast({{0, 0}, {1, 0}, 1e6f}).status, Status::out_of_range);
  EXPECT_EQ(world.shape_cast(Circle<float>{1}, {}, {1e6f, 0}).status, Status::out_of_range);
  const auto none = [](Handle) {};
  EXPECT_EQ(world.for_each_touching(Box<2, float>{{1e6f, 1}}, {}, none).status,
            Status::out_of_range);
  for (const float far : {1e30f, -1e10f}) {
    EXPECT_EQ(world.ray_cast({{far, 0}, {0, 1}}).status, Status::out_of_range);
    EXPECT_EQ(world.for_each_touching(Circle<float>{1}, {{far, 0}, {}}, none).status,
              Status::out_of_range);
    EXPECT_EQ(world.for_each_overlapping(Aabb2f::of_point({far, 0}), none).status,
              Status::out_of_range);
    Neighbor<float> near[1];
    EXPECT_EQ(world.nearest({far, 0}, near).status, Status::out_of_range);
    EXPECT_EQ(
        world.for_each_within({far, 0}, 1, [](Handle, const SurfacePoint<2, float>&) {}).status,
        Status::out_of_range);
    EXPECT_EQ(world.closest_to(Circle<float>{1}, {{far, 0}, {}}).status, Status::out_of_range);
    EXPECT_EQ(world.shape_cast(Circle<float>{1}, {{far, 0}, {}}, {1, 0}).status,
              Status::out_of_range);
    EXPECT_EQ(world.add(Box<2, float>{{1, 1}, {far, 0}}, {}).status, Status::out_of_range);
    EXPECT_EQ(world.nearest({0, far}, near).status, Status::ok) << "along the other axis";
    EXPECT_EQ(world.move(stick, {{far, 3}, {}}), Status::ok) << "that is somewhere";
  }
  World<2> other({.period = {9, 0}});
  EXPECT_EQ(world.closest_pair(other).status, Status::out_of_range);
  EXPECT_EQ(world.for_each_touching_in(other, [](Handle, Handle) {}).status, Status::out_of_range);
  EXPECT_TRUE(world.validate());
}

// Of the image nearest to the query, or of one of two that are equally near.
TEST(WorldTorus, nearest_points_are_where_the_query_is) {
  World<2> world({.period = {10, 0}});
  (void)world.add(Box<2, float>{{1, 1}}, {{4, 0}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  for (int i = -12; i <= 12; ++i) {
    const Vec2f from{float(i), 2};
    int found = 0;
    const auto check = [&](Handle, const SurfacePoint<2, float>& s) {
      EXPECT_NEAR(length(s.point - from), s.distance, 1e-5f) << i;
      ++found;
    };
    ASSERT_EQ(world.for_each_within(from, 4.5f, check).status, Status::ok);
    EXPECT_EQ(found, 1) << i;
  }
}

// A floor without end, and a box on it that rests across the periodic boundary.
TEST(WorldTorus, half_spaces_may_run_along_the_axes_that_wrap) {
  World<2> world({.detail = ContactDetail::areas, .period = {8, 0}});
  const Handle floor = world.add(HalfSpace<2, float>{{0, 1}, 0}, {}, {.fixed = true});
  const Handle box = world.add(Box<2, float>{{1, 1}}, {{7.5f, 0.75f}, {}});
  const Handle other = world.add(Box<2, float>{{1, 1}}, {{1, 0.75f}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 3u);
  for (const WorldPair& p : world.pairs()) {
    EXPECT_EQ(world.contacts(p).size(), 1u);
    if (p.a == floor) {
      EXPECT_FLOAT_EQ(world.contacts(p)[0].distance, -0.25f);
    } else {
      EXPECT_EQ(p.a, box);
      EXPECT_EQ(p.b, other);
      EXPECT_EQ(world.shift(p), (Vec2f{8, 0}));
      EXPECT_FLOAT_EQ(world.contacts(p)[0].distance, -0.5f);
    }
  }
  int seen = 0;
  const auto count = [&](Handle) { ++seen; };
  for (const float x : {3.0f, 27.0f, -100.0f}) {
    seen = 0;
    EXPECT_EQ(world.for_each_touching(Circle<float>{0.5f}, {{x, 0}, {}}, count).status, Status::ok);
    EXPECT_GE(seen, 1);
    EXPECT_TRUE(world.ray_cast({{x, 9}, {0, -1}}).hit);
  }
  seen = 0;
  const HalfSpace<2, float> up{{0, 1}, 0.5f};
  EXPECT_EQ(world.for_each_touching(up, {}, count).status, Status::ok);
  EXPECT_EQ(seen, 3) << "each once";
  // All images of the floor are hit at the same time.
  seen = 0;
  (void)world.for_each_on_ray({{3, 9}, {1, -0.25f}, 60}, [&](const WorldRayHit<2, float>& hit) {
    seen += hit.object == floor ? 1 : 0;
    return true;
  });
  EXPECT_EQ(seen, 1);
}

// The sweeps pass an image of the other object, and touch the next one later.
TEST(WorldTorus, the_first_impact_of_several_images_counts) {
  for (const float by : {0.49f, -0.49f}) {
    World<2> world({.period = {1, 1}});
    const Circle<float> disc{0.125f};
    const Handle a = world.add(disc, {{0.5f, 0.76f}, {}}, {.continuous = true});
    const Handle b = world.add(disc, {{0.5f, 0.5f}, {}}, {.continuous = true});
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_EQ(world.move(a, {{0.5f + by, 0.61f}, {}}), Status::ok);
    ASSERT_EQ(world.move(b, {{0.5f - by, 0.65f}, {}}), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_EQ(world.impacts().size(), 1u);
    EXPECT_NEAR(world.impacts()[0].t, 0.0487f, 0.002f) << by;
  }
}

// Half-spaces cannot say when they meet: reported, as in a world without periods.
TEST(WorldTorus, impacts_that_are_refused_are_reported) {
  for (const float period : {0.0f, 8.0f}) {
    World<2> world({.period = {period, 0}});
    (void)world.add(HalfSpace<2, float>{{0, 1}, 0}, {});
    const Handle rising = world.add(HalfSpace<2, float>{{0, 1}, 1}, {}, {.continuous = true});
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_EQ(world.move(rising, {{0, 1}, {}}), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_EQ(world.impacts().size(), 1u) << period;
    EXPECT_EQ(world.impacts()[0].status, Status::unbounded);
  }
}

TEST(WorldTorus, is_restored_only_from_a_snapshot_of_the_same_period) {
  const WorldOptions<float> options{.detail = ContactDetail::areas, .period = {8, 8}};
  TorusModel<2, float> model(10, options);
  for (int i = 0; i < 30; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  ASSERT_NO_FATAL_FAILURE(model.update());
  Buffer<std::byte> saved;
  ASSERT_EQ(model.world().save(saved), Status::ok);
  World<2> other(options);
  ASSERT_EQ(other.restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_EQ(other.hash(), model.world().hash());
  EXPECT_TRUE(other.validate());
  std::size_t shifted = 0;
  for (std::size_t k = 0; k < other.pairs().size(); ++k) {
    const Vec2f shift = other.shift(other.pairs()[k]);
    EXPECT_EQ(shift, model.world().shift(model.world().pairs()[k]));
    shifted += shift != Vec2f{} ? 1 : 0;
  }
  EXPECT_GT(shifted, 0u);
  ASSERT_EQ(other.update().status, Status::ok);
  EXPECT_EQ(other.stayed().size(), model.world().pairs().size());
  World<2> smaller({.detail = ContactDetail::areas, .period = {4, 8}});
  EXPECT_EQ(smaller.restore({saved.data(), saved.size()}), Status::wrong_format);
  EXPECT_EQ(smaller.size(), 0u);
}

TEST(WorldTorus, allocates_nothing_once_it_is_warm) {
  FailingAllocator memory;
  World<2> world({.detail = ContactDetail::areas, .period = {8, 8}}, memory.allocator());
  std::vector<Handle> all;
  for (int i = 0; i < 40; ++i) {
    all.push_back(world.add(Box<2, float>{{0.6f, 0.4f}}, {{float(i % 8), float(i / 8)}, {}}));
  }
  const auto frame = [&](int t) {  // around in 64 frames
    for (std::size_t i = 0; i < all.size(); i += 3) {
      ASSERT_EQ(world.move(all[i], {{float(i % 8) + float(t % 64) / 8, float(i / 8)}, {}}),
                Status::ok);
    }
    ASSERT_EQ(world.update().status, Status::ok);
  };
  int t = 0;
  for (; t < 192; ++t) ASSERT_NO_FATAL_FAILURE(frame(t));
  memory.fail(FailingAllocator::kNever);
  std::size_t began = 0;
  for (; t < 256; ++t) {
    ASSERT_NO_FATAL_FAILURE(frame(t));
    began += world.began().size();
  }
  EXPECT_EQ(memory.calls(), 0u);
  EXPECT_GT(began, 50u);
}

// --- Bounds --------------------------------------------------------------------------------------

TEST(WorldBounds, report_objects_that_left_them) {
  World<2> world;
  const Handle a = world.add(Circle<float>{1}, {});
  const Handle b = world.add(Circle<float>{1}, {{20, 0}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.left().empty()) << "there are none at first";
  ASSERT_EQ(world.set_bounds({{-10, -10}, {10, 10}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.left().size(), 1u);
  EXPECT_EQ(world.left()[0], b);
  EXPECT_TRUE(world.find(b)->outside);
  EXPECT_FALSE(world.find(a)->outside);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.left().empty()) << "reported once";
  ASSERT_EQ(world.move(a, {{11, 0}, {}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.left().empty()) << "it touches them";
  ASSERT_EQ(world.move(a, {{19, 0}, {}}), Status::ok);
  struct Seen {
    std::vector<Handle> left;
    void on_leave(Handle h) { left.push_back(h); }
  } seen;
  ASSERT_EQ(world.update(seen).status, Status::ok);
  ASSERT_EQ(seen.left.size(), 1u);
  EXPECT_EQ(seen.left[0], a);
  EXPECT_EQ(world.pairs().size(), 1u) << "they meet as all others";
  ASSERT_EQ(world.move(a, {}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_FALSE(world.find(a)->outside);
  ASSERT_EQ(world.remove(b), Status::ok);
  ASSERT_EQ(world.set_bounds({{1, 1}, {0, 0}}), Status::out_of_range);
  ASSERT_EQ(world.set_bounds({{5, 5}, {10, 10}}), Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.left().size(), 1u) << "what was removed has not left";
  ASSERT_EQ(world.save(saved), Status::ok);
  World<2> other;
  ASSERT_EQ(other.set_bounds(world.bounds()), Status::ok);
  ASSERT_EQ(other.restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_TRUE(other.find(a)->outside);
  ASSERT_EQ(other.update().status, Status::ok);
  EXPECT_TRUE(other.left().empty());
  EXPECT_TRUE(world.validate());
}

TEST(WorldBounds, equal_brute_force_over_all_objects) {
  WorldModel<2, float> model(12, {.detail = ContactDetail::boxes});
  const Aabb2f bounds{{3, 3}, {7, 7}};
  ASSERT_EQ(model.world().set_bounds(bounds), Status::ok);
  std::set<std::uint64_t> outside;
  std::size_t left = 0;
  for (int frame = 0; frame < by_tier(100, 2000); ++frame) {
    ASSERT_NO_FATAL_FAILURE(model.add());
    for (int s = 0; s < 10; ++s) ASSERT_NO_FATAL_FAILURE(model.step());
    ASSERT_NO_FATAL_FAILURE(model.update());
    std::set<std::uint64_t> now;
    std::vector<Handle> expected;
    for (const auto& [slot, e] : model.entries()) {
      if (overlaps(aabb_of(e.shape, e.pose), bounds)) continue;
      now.insert(number_of(e.handle));
      if (!outside.contains(number_of(e.handle))) expected.push_back(e.handle);
    }
    outside = now;
    left += expected.size();
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), model.world().left().begin(),
                           model.world().left().end()));
  }
  EXPECT_GT(left, 50u);
}

TEST(WorldBounds, do_not_count_along_axes_that_wrap) {
  World<2> world({.period = {8, 0}});
  ASSERT_EQ(world.set_bounds({{0, 0}, {1, 10}}), Status::ok);
  const Handle a = world.add(Circle<float>{1}, {{5, 5}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.left().empty());
  ASSERT_EQ(world.move(a, {{5, 12}, {}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.left().size(), 1u);
}

// --- Far away ------------------------------------------------------------------------------------

// At 10^9, where all positions are still exact in double: exactly the same pairs, and the same
// depths except for the last digits; only the contact points are rounded to the resolution there.
template <int D>
void same_far_away(ContactDetail detail) {
  const double far = 1e9;
  WorldModel<D, double> here(13, {.detail = detail});
  World<D, double> there({.detail = detail});
  Vec<D, double> off{};
  for (int a = 0; a < D; ++a) off[a] = a == 1 ? -far : far;
  const auto moved = [&](Transform<D, double> pose) {
    pose.translation = pose.translation + off;
    return pose;
  };
  std::vector<Handle> all;
  const auto on_grid = [&](Transform<D, double> pose) {
    pose.translation = on_lattice(pose.translation);
    return pose;
  };
  for (int i = 0; i < 80; ++i) {
    const auto shape = here.bodies().shape();
    const auto pose = on_grid(here.bodies().transform());
    all.push_back(here.world().add(shape, pose).handle);
    ASSERT_EQ(there.add(shape, moved(pose)).handle, all.back());
  }
  std::size_t pairs = 0;
  for (int frame = 0; frame < by_tier(20, 500); ++frame) {
    for (int s = 0; s < 10; ++s) {
      const Handle h = all[here.random().below(std::uint32_t(all.size()))];
      const auto pose = on_grid(here.bodies().transform());
      ASSERT_EQ(here.world().move(h, pose), Status::ok);
      ASSERT_EQ(there.move(h, moved(pose)), Status::ok);
    }
    ASSERT_EQ(here.world().update().status, Status::ok);
    ASSERT_EQ(there.update().status, Status::ok);
    ASSERT_EQ(here.world().pairs().size(), there.pairs().size());
    for (std::size_t k = 0; k < there.pairs().size(); ++k) {
      const WorldPair p = here.world().pairs()[k];
      const WorldPair q = there.pairs()[k];
      ASSERT_EQ(p.a, q.a);
      ASSERT_EQ(p.b, q.b);
      const auto c = here.world().contacts(p);
      const auto d = there.contacts(q);
      ASSERT_EQ(c.size(), d.size());
      for (std::size_t i = 0; i < c.size(); ++i) {
        // Which of two shapes comes first in the arithmetic depends on their positions.
        ASSERT_NEAR(c[i].distance, d[i].distance, 1e-12);
        ASSERT_EQ(c[i].corner_count, d[i].corner_count);
        for (int a = 0; a < D; ++a) {
          ASSERT_NEAR(c[i].point_a[a] + off[a], d[i].point_a[a], 1e-6);
        }
      }
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 100u);
}

TEST(WorldFarAway, equals_a_scene_at_the_origin) {
  for (const ContactDetail detail :
       {ContactDetail::touch, ContactDetail::points, ContactDetail::areas}) {
    SCOPED_TRACE(name(detail));
    ASSERT_NO_FATAL_FAILURE(same_far_away<2>(detail));
    ASSERT_NO_FATAL_FAILURE(same_far_away<3>(detail));
  }
}

// Boxes have no margin that grows: two that are a lattice step apart do not overlap.
TEST(WorldFarAway, boxes_are_tight) {
  World<2, double> world({.detail = ContactDetail::boxes});
  const double step = 1.0 / 1024;
  (void)world.add(Box<2, double>{{1, 1}}, {{1e9, -1e9}, {}});
  const Handle b = world.add(Box<2, double>{{1, 1}}, {{1e9 + 2, -1e9}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.move(b, {{1e9 + 2 + step, -1e9}, {}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.pairs().empty());
}

}  // namespace
}  // namespace masu::test
