// SPDX-License-Identifier: MIT
// Objects, callbacks and filters: what a world refuses, and what it reports.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "tests/world/own_disc.hpp"

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

// --- What is refused -----------------------------------------------------------------------------

TEST(WorldObjects, stale_and_foreign_handles_are_refused_by_every_call) {
  World<2> world;
  World<2> other({.handle_salt = 7});
  const Handle removed = world.add(Circle2{1}, pose_at(0));
  const Handle foreign = other.add(Circle2{1}, pose_at(0));
  ASSERT_EQ(world.remove(removed), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  const Handle here = world.add(Circle2{1}, pose_at(0));
  EXPECT_EQ(here.index, removed.index) << "its slot is free after the update";
  const Handle none;
  const Handle far{1000, 1};
  for (const Handle h : {removed, foreign, none, far}) {
    EXPECT_FALSE(world.contains(h));
    EXPECT_FALSE(world.find(h));
    EXPECT_EQ(world.move(h, pose_at(1)), Status::stale_handle);
    EXPECT_EQ(world.teleport(h, pose_at(1)), Status::stale_handle);
    EXPECT_EQ(world.set_shape(h, Circle2{2}), Status::stale_handle);
    EXPECT_EQ(world.set_filter(h, {}), Status::stale_handle);
    EXPECT_EQ(world.set_layer(h, 1), Status::stale_handle);
    EXPECT_EQ(world.set_user_data(h, 1), Status::stale_handle);
    EXPECT_EQ(world.remove(h), Status::stale_handle);
    EXPECT_EQ(world.for_each_pair_of(h, [](const WorldPair&) {}), Status::stale_handle);
  }
  EXPECT_TRUE(world.contains(here));
  EXPECT_TRUE(world.validate());
}

TEST(WorldObjects, a_slot_is_not_reused_before_its_pairs_are_reported_as_ended) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0), {.user_data = 11});
  const Handle b = world.add(Circle2{1}, pose_at(1), {.user_data = 22});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.remove(a), Status::ok);
  ASSERT_EQ(world.remove(a), Status::stale_handle);
  const Handle c = world.add(Circle2{1}, pose_at(0), {.user_data = 33});
  EXPECT_NE(c.index, a.index);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.ended().size(), 1u);
  EXPECT_EQ(world.ended()[0].a, a);
  EXPECT_EQ(world.ended()[0].user_data_a, 11u);
  EXPECT_EQ(world.ended()[0].user_data_b, 22u);
  ASSERT_EQ(world.began().size(), 1u);
  EXPECT_EQ(world.began()[0].a, b);
  EXPECT_EQ(world.began()[0].b, c);
}

TEST(WorldObjects, bad_poses_shapes_and_layers_are_refused_and_nothing_changes) {
  World<2> world;
  const Handle h = world.add(Circle2{1}, pose_at(0));
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.add(Circle2{1}, pose_at(kNan)).status, Status::not_finite);
  EXPECT_EQ(world.add(Circle2{1}, {{0, 0}, {2, 0}}).status, Status::not_unit);
  EXPECT_EQ(world.add(Circle2{-1}, pose_at(0)).status, Status::not_positive);
  EXPECT_EQ(world.add(Circle2{kNan}, pose_at(0)).status, Status::not_finite);
  const ConvexPolygon<float> no_polygon;
  const Compound<2, float> no_body;
  EXPECT_EQ(world.add(no_polygon, pose_at(0)).status, Status::no_points);
  EXPECT_EQ(world.add(no_body, pose_at(0)).status, Status::no_points);
  EXPECT_EQ(world.add(Circle2{1}, pose_at(0), {.layer = 64}).status, Status::out_of_range);
  EXPECT_EQ(world.move(h, pose_at(kNan)), Status::not_finite);
  EXPECT_EQ(world.set_shape(h, Circle2{0}), Status::not_positive);
  EXPECT_EQ(world.set_layer(h, 64), Status::out_of_range);
  const Handle two[] = {h, h};
  const Pose2 one[] = {pose_at(1)};
  EXPECT_EQ(world.move_many(two, one), Status::size_mismatch);
  const Pose2 bad[] = {pose_at(1), pose_at(kNan)};
  EXPECT_EQ(world.move_many(two, bad), Status::not_finite);
  EXPECT_EQ(world.find(h)->pose, pose_at(1)) << "those before it have moved";
  ASSERT_EQ(world.move(h, pose_at(0)), Status::ok);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.update().status, Status::ok);
}

// A broad phase that takes objects one by one.
class OneByOne {
 public:
  explicit OneByOne(Allocator allocator = default_allocator()) : tracker_(allocator) {}
  Status insert(std::uint32_t slot, const Aabb2f& box, const Filter& filter) {
    return left_-- == 0 ? Status::out_of_memory : tracker_.insert(slot, box, filter);
  }
  void move(std::uint32_t slot, const Aabb2f& box) { tracker_.move(slot, box); }
  void erase(std::uint32_t slot) { tracker_.erase(slot); }
  SearchResult update() { return tracker_.update(); }
  template <class Visit>
  void for_each_removed(Visit&& visit) const {
    tracker_.for_each_removed(visit);
  }
  template <class Visit>
  void for_each_added(Visit&& visit) const {
    tracker_.for_each_added(visit);
  }
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    tracker_.for_each_pair(visit);
  }

  static inline int left_ = -1;  // puts until one is refused

 private:
  TrackedPairs<PairTracker<2, float>> tracker_;
};

template <class W>
void expect_many_like_one_by_one(W& world) {
  World<2> one_by_one;
  const std::vector<Circle2> circles{{1}, {2}, {1}};
  const std::vector<Pose2> poses{pose_at(0), pose_at(2), pose_at(9)};
  const std::vector<ObjectOptions> options{{.user_data = 7}, {.fixed = true}, {.filter = {2, 3}}};
  std::vector<Handle> handles(3);
  ASSERT_EQ(world.add_many(circles, poses, std::span(handles).first(2), options),
            Status::size_mismatch);
  ASSERT_EQ(world.add_many(circles, std::span(poses).first(2), std::span(handles).first(2)),
            Status::size_mismatch);
  ASSERT_EQ(world.add_many(circles, poses, handles, std::span(options).first(2)),
            Status::size_mismatch);
  ASSERT_EQ(world.size(), 0u);
  // Each with its own, then one shape for all, then none.
  ASSERT_EQ(world.add_many(circles, poses, handles, options), Status::ok);
  for (std::size_t k = 0; k < 3; ++k) {
    const Handle h = one_by_one.add(circles[k], poses[k], options[k]);
    EXPECT_EQ(world.find(handles[k])->options.user_data, one_by_one.find(h)->options.user_data);
  }
  ASSERT_EQ(world.add_many(Circle2{0.5f}, poses, handles, {.user_data = 3}), Status::ok);
  for (const Pose2& pose : poses) (void)one_by_one.add(Circle2{0.5f}, pose, {.user_data = 3});
  ASSERT_EQ(world.add_many(Circle2{0.5f}, poses, handles, {}), Status::ok);
  for (const Pose2& pose : poses) (void)one_by_one.add(Circle2{0.5f}, pose, {});
  ASSERT_EQ(world.add_many(circles, {}, {}), Status::size_mismatch);
  ASSERT_EQ(world.add_many(Circle2{1}, {}, {}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(one_by_one.update().status, Status::ok);
  EXPECT_GE(world.pairs().size(), 4u);
  EXPECT_EQ(world.hash(), one_by_one.hash());
  EXPECT_TRUE(world.validate());
}

TEST(WorldObjects, many_are_added_as_one_by_one) {
  World<2> world;
  ASSERT_NO_FATAL_FAILURE(expect_many_like_one_by_one(world));
  World<2, float, OneByOne> simple;
  ASSERT_NO_FATAL_FAILURE(expect_many_like_one_by_one(simple));
}

template <class W>
void expect_refused(W& world, const std::vector<Circle2>& circles, const std::vector<Pose2>& poses,
                    std::uint8_t layer, Status expected) {
  std::vector<Handle> handles(poses.size());
  std::vector<ObjectOptions> options(poses.size());
  options.back().layer = layer;
  EXPECT_EQ(world.add_many(circles, poses, handles, options), expected);
  for (const Handle h : handles) EXPECT_FALSE(world.contains(h) || h);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size() + world.ended().size(), 0u);
}
template <class W>
void expect_all_or_none() {
  W world;
  (void)world.add(Circle2{1}, pose_at(0));
  expect_refused(world, {{1}, {-1}}, {pose_at(0), pose_at(1)}, kNoLayer, Status::not_positive);
  expect_refused(world, {{1}, {1}}, {pose_at(0), pose_at(kNan)}, kNoLayer, Status::not_finite);
  expect_refused(world, {{1}, {1}}, {pose_at(0), pose_at(1)}, 64, Status::out_of_range);
}

TEST(WorldObjects, add_many_adds_all_or_none) {
  expect_all_or_none<World<2>>();
  expect_all_or_none<World<2, float, OneByOne>>();
  World<2, float, OneByOne> world;
  (void)world.add(Circle2{1}, pose_at(0));
  OneByOne::left_ = 2;
  expect_refused(world, {{1}, {1}, {1}}, {pose_at(0), pose_at(1), pose_at(0)}, kNoLayer,
                 Status::out_of_memory);
  OneByOne::left_ = -1;
  World<2> periodic({.period = {10, 10}});
  std::vector<Handle> handles(2);
  const std::vector<Pose2> poses{pose_at(12), pose_at(-1)};
  const std::vector<Circle2> large{{1}, {6}};
  EXPECT_EQ(periodic.add_many(large, poses, handles), Status::out_of_range);
  ASSERT_EQ(periodic.add_many(Circle2{1}, poses, handles), Status::ok);
  EXPECT_EQ(periodic.find(handles[0])->pose, pose_at(2));
  EXPECT_EQ(periodic.find(handles[1])->pose, pose_at(9));
}

// A shape of the user's own that throws when it is asked for its box.
struct Thrower : OwnDisc {
  static inline bool throws_ = false;
  Aabb2f aabb(const Pose2& pose) const {
    if (throws_) throw std::runtime_error("no box");
    return OwnDisc::aabb(pose);
  }
};
TEST(WorldObjects, add_many_that_throws_adds_none) {
  World<2, float, OneByOne> world;
  const Thrower own;
  std::vector<WorldShape<2, float>> shapes(2, world_shape(Circle2{1}));
  shapes.push_back(world_shape(own));
  const std::vector<Pose2> poses{pose_at(0), pose_at(1), pose_at(2)};
  std::vector<Handle> handles(3);
  Thrower::throws_ = true;
  EXPECT_THROW((void)world.add_many(shapes, poses, handles), std::runtime_error);
  Thrower::throws_ = false;
  EXPECT_EQ(world.size(), 0u);
  EXPECT_FALSE(handles[0] || handles[1] || handles[2]);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.add_many(shapes, poses, handles), Status::ok);
}

// Bodies that objects refer to are taken where they last, whatever the options are; temporaries are
// refused in words: tests/compile/refused.cpp.
template <class Shapes, class Options>
constexpr bool kAddsMany = requires(World<2>& world, std::vector<Pose2>& poses,
                                    std::vector<Handle>& handles, Options& options) {
  world.add_many(std::declval<Shapes>(), poses, handles);
  world.add_many(std::declval<Shapes>(), poses, handles, {});
  world.add_many(std::declval<Shapes>(), poses, handles, {.fixed = true});
  world.add_many(std::declval<Shapes>(), poses, handles, options);
};
template <class Shapes>
constexpr bool kLasts =
    kAddsMany<Shapes&, ObjectOptions>&& kAddsMany<Shapes&, std::vector<ObjectOptions>>&&
        kAddsMany<const Shapes&, std::span<const ObjectOptions>>;
static_assert(kLasts<ConvexPolygon<float>>);
static_assert(kLasts<Thrower>);
static_assert(kLasts<std::vector<Thrower>>);
static_assert(kAddsMany<Circle2, ObjectOptions> && kAddsMany<Circle2, ObjectOptions[3]>);
static_assert(kAddsMany<std::vector<Circle2>, std::vector<ObjectOptions>>);

TEST(WorldObjects, an_invalid_margin_is_refused) {
  for (const float margin : {-1.0f, kNan}) {
    World<2> world({.margin = margin});
    EXPECT_EQ(world.update().status, Status::out_of_range);
  }
}

TEST(WorldObjects, a_world_can_be_moved) {
  World<2> first;
  const Handle a = first.add(Circle2{1}, pose_at(0));
  (void)first.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(first.update().status, Status::ok);
  World<2> world = std::move(first);
  ASSERT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.move(a, pose_at(9)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
  EXPECT_TRUE(world.validate());
}

TEST(WorldObjects, properties_of_an_object_can_be_read) {
  World<2> world;
  const Handle h =
      world.add(Circle2{1}, pose_at(3), {.user_data = 5, .filter = {2, 6}, .sensor = true});
  const auto object = world.find(h);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->pose, pose_at(3));
  EXPECT_EQ(object->box, (Aabb2f{{2, -1}, {4, 1}}));
  EXPECT_EQ(object->shape.convex.radius, 1.0f);
  EXPECT_EQ(object->options.user_data, 5u);
  EXPECT_EQ(object->options.filter, (Filter{2, 6}));
  EXPECT_TRUE(object->options.sensor);
  EXPECT_FALSE(object->options.fixed);
  ASSERT_EQ(world.set_user_data(h, 6), Status::ok);
  EXPECT_EQ(world.find(h)->options.user_data, 6u);
}

// --- Callbacks -----------------------------------------------------------------------------------

struct Meddler {
  World<2>& world;
  Handle handle;
  std::vector<Status> answers;
  int begins = 0;

  void on_begin(const WorldPair&) {
    ++begins;
    answers.push_back(world.add(Circle2{1}, pose_at(0)).status);
    answers.push_back(world.move(handle, pose_at(9)));
    answers.push_back(world.remove(handle));
    answers.push_back(world.set_shape(handle, Circle2{2}));
    answers.push_back(world.set_filter(handle, {}));
    answers.push_back(world.set_layers({}));
    answers.push_back(world.update().status);
    const Handle some[] = {handle};
    const Pose2 poses[] = {pose_at(9)};
    answers.push_back(world.move_many(some, poses));
    Handle made[1];
    answers.push_back(world.add_many(Circle2{1}, poses, made));
  }
};

TEST(WorldCallbacks, may_query_but_not_change) {
  World<2> world;
  const Handle h = world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(1));
  Meddler meddler{world, h, {}};
  ASSERT_EQ(world.update(meddler).status, Status::ok);
  EXPECT_EQ(meddler.begins, 1);
  EXPECT_EQ(meddler.answers.size(), 9u);
  for (const Status s : meddler.answers) EXPECT_EQ(s, Status::busy);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.move(h, pose_at(9)), Status::ok) << "afterwards it may";
  int asked = 0;
  EXPECT_EQ(world
                .for_each_overlapping({{-9, -9}, {9, 9}},
                                      [&](Handle found) {
                                        ++asked;
                                        EXPECT_EQ(world.remove(found), Status::busy);
                                        EXPECT_EQ(world.set_bounds({}), Status::busy);
                                      })
                .status,
            Status::ok);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(world.remove(h), Status::ok);
}

TEST(WorldCallbacks, their_exceptions_reach_the_caller_and_the_world_stays_valid) {
  struct ThrowingListener {
    void on_begin(const WorldPair&) { throw std::runtime_error("no"); }
  };
  World<2> world;
  const Handle h = world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(1));
  EXPECT_THROW((void)world.update(ThrowingListener{}), std::runtime_error);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.began().size(), 1u);
  EXPECT_THROW((void)world.for_each([](Handle) { throw std::runtime_error("no"); }),
               std::runtime_error);
  EXPECT_EQ(world.remove(h), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
}

TEST(WorldCallbacks, report_the_same_events_as_the_lists) {
  struct Listener {
    int began = 0, stayed = 0, ended = 0;
    void on_begin(const WorldPair&) { ++began; }
    void on_stay(const WorldPair&) { ++stayed; }
    void on_end(const EndedPair&) { ++ended; }
  } listener;
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(1));
  (void)world.add(Circle2{1}, pose_at(1.5f));
  ASSERT_EQ(world.update(listener).status, Status::ok);
  EXPECT_EQ(listener.began, 3);
  ASSERT_EQ(world.update(listener).status, Status::ok);
  EXPECT_EQ(listener.stayed, 3);
  ASSERT_EQ(world.remove(a), Status::ok);
  ASSERT_EQ(world.update(listener).status, Status::ok);
  EXPECT_EQ(listener.began, 3);
  EXPECT_EQ(listener.stayed, 4);
  EXPECT_EQ(listener.ended, 2);
}

// --- Filters -------------------------------------------------------------------------------------

TEST(WorldFilters, layers_collide_by_the_matrix_and_masks_restrict_it) {
  World<2> world;
  LayerMatrix layers;
  ASSERT_EQ(layers.set(1, 1, false), Status::ok);
  ASSERT_EQ(layers.set(1, 2, false), Status::ok);
  ASSERT_EQ(world.set_layers(layers), Status::ok);
  const Handle a = world.add(Circle2{1}, pose_at(0), {.layer = 1});
  const Handle b = world.add(Circle2{1}, pose_at(0.25f), {.layer = 1});
  const Handle c = world.add(Circle2{1}, pose_at(0.5f), {.layer = 2});
  const Handle d = world.add(Circle2{1}, pose_at(0.75f), {.layer = 3});
  ASSERT_EQ(world.update().status, Status::ok);
  const auto meet = [&](Handle x, Handle y) {
    bool found = false;
    EXPECT_EQ(world.for_each_pair_of(x, [&](const WorldPair& p) { found |= p.a == y || p.b == y; }),
              Status::ok);
    return found;
  };
  EXPECT_FALSE(meet(a, b));
  EXPECT_FALSE(meet(a, c));
  EXPECT_TRUE(meet(a, d));
  EXPECT_TRUE(meet(c, d));
  ASSERT_EQ(world.set_layer(c, 2, 1ull << 4), Status::ok);
  ASSERT_EQ(layers.set(1, 1, true), Status::ok);
  ASSERT_EQ(layers.set(1, 3, false), Status::ok);
  ASSERT_EQ(world.set_layers(layers), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(meet(a, b));
  EXPECT_FALSE(meet(a, d));
  EXPECT_FALSE(meet(c, d)) << "its mask leaves layer 3 out";
  EXPECT_TRUE(world.validate());
}

TEST(WorldFilters, another_filter_that_accepts_a_pair_does_not_restart_it) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0));
  const Handle b = world.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  const std::uint32_t id = world.pairs()[0].id;
  ASSERT_EQ(world.set_filter(a, {1, kDefaultCategory | 3}), Status::ok);
  ASSERT_EQ(world.set_filter(a, {1, kDefaultCategory | 5}), Status::ok);
  ASSERT_EQ(world.set_filter(b, {kDefaultCategory, 7}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.stayed().size(), 1u);
  EXPECT_EQ(world.stayed()[0].id, id);
  EXPECT_EQ(world.ended().size(), 0u);
  ASSERT_EQ(world.set_filter(a, {2, 2}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
}

}  // namespace
}  // namespace masu::test
